import { m } from '#i18n/messages.ts';
import { Tip } from '../overlays/tip.tsx';
import { VerdictShape } from './verdict-shape.tsx';
import css from './conservation-marks.module.css';

/** Absent; requested and not done; done, says the service; or what came out when it was computed here. */
export type MarkState = 'absent' | 'queued' | 'service' | 'PASSED' | 'FAILED' | 'INDETERMINATE';

export interface Mark {
  state: MarkState;
  /** Word, time and basis: what the tooltip and those who listen get. */
  words?: string | undefined;
}

const initials = ['N', 'M', 'E'] as const;

/** What a mark claims, for whoever repeats it from the evidence. */
const blocks = { N: 'nom151', M: 'merkleized', E: 'external' } as const;

/** One conservation mark with its letter. */
export function ConservationMark({ letter, mark }: { letter: (typeof initials)[number]; mark: Mark }) {
  const { state } = mark;
  const words = mark.words ?? `${nameOf(letter)}: ${stateWord(state)}`;
  return (
    <Tip text={words} silent>
      <span
        className={css.square}
        data-state={state}
        data-block={blocks[letter]}
        role="img"
        aria-label={words}
      >
        {state === 'absent' ? '—' : letter}
        {(state === 'PASSED' || state === 'FAILED' || state === 'INDETERMINATE') && (
          <VerdictShape state={state} />
        )}
      </span>
    </Tip>
  );
}

/** Always in this order: N (NOM-151), M (Merkle), E (external). */
export function ConservationMarks({
  nom151,
  merkle,
  external,
}: {
  nom151: Mark;
  merkle: Mark;
  external: Mark;
}) {
  return (
    <span className={css.root}>
      {[nom151, merkle, external].map((mark, index) => (
        <ConservationMark key={initials[index]} letter={initials[index] ?? 'N'} mark={mark} />
      ))}
    </span>
  );
}

function nameOf(letter: (typeof initials)[number]): string {
  return letter === 'N' ? 'NOM-151' : letter === 'M' ? 'Merkle' : m.common_mark_external();
}

function stateWord(state: MarkState): string {
  switch (state) {
    case 'absent':
      return m.common_mark_absent();
    case 'queued':
      return m.common_mark_queued();
    case 'service':
      return m.common_mark_service();
    case 'PASSED':
      return m.common_verdict_passed();
    case 'FAILED':
      return m.common_verdict_failed();
    case 'INDETERMINATE':
      return m.common_verdict_indeterminate();
  }
}
