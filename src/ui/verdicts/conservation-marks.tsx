import { styled } from '@mui/material/styles';
import { m } from '#i18n/messages.ts';
import { ink, mono } from '../theme/tokens.ts';
import { Tip } from '../overlays/tip.tsx';
import { VerdictShape } from './verdict-shape.tsx';

/** Absent; asked for and not done; done, says the service; or what came out when it was computed here. */
export type MarkState = 'absent' | 'queued' | 'service' | 'PASSED' | 'FAILED' | 'INDETERMINATE';

export interface Mark {
  state: MarkState;
  /** Word, time and basis: what the tooltip and those who listen get. */
  words?: string | undefined;
}

const Root = styled('span')({ display: 'inline-flex', gap: 7 });

const Square = styled('span')({
  position: 'relative',
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  width: 20,
  height: 20,
  border: `1px solid ${ink.control}`,
  borderRadius: 4,
  background: 'none',
  color: ink.text2,
  fontFamily: mono,
  fontSize: 11,
  lineHeight: '14px',
  fontWeight: 600,
  '&[data-state="absent"]': { borderColor: 'transparent', color: ink.text3 },
  '&[data-state="queued"]': { borderStyle: 'dashed', color: ink.text3 },
  '&[data-state="PASSED"]': { borderColor: ink.pass, background: ink.passTint, color: ink.pass },
  '&[data-state="FAILED"]': { borderColor: ink.fail, background: ink.failTint, color: ink.fail },
  '&[data-state="INDETERMINATE"]': { borderColor: ink.indet, background: ink.indetTint, color: ink.indet },
  '& > svg': {
    position: 'absolute',
    right: -5,
    bottom: -5,
    width: 11,
    height: 11,
    borderRadius: '50%',
    background: `var(--row, ${ink.surface})`,
    boxShadow: `0 0 0 1.5px var(--row, ${ink.surface})`,
  },
});

const letters = ['N', 'M', 'E'] as const;

/** What a mark claims, for whoever repeats it from the evidence. */
const blocks = { N: 'nom151', M: 'merkleized', E: 'external' } as const;

/** One conservation mark with its letter. */
export function ConservationMark({ letter, mark }: { letter: (typeof letters)[number]; mark: Mark }) {
  const { state } = mark;
  const words = mark.words ?? `${nameOf(letter)}: ${stateWord(state)}`;
  return (
    <Tip text={words} silent>
      <Square data-state={state} data-block={blocks[letter]} role="img" aria-label={words}>
        {state === 'absent' ? '–' : letter}
        {(state === 'PASSED' || state === 'FAILED' || state === 'INDETERMINATE') && (
          <VerdictShape state={state} />
        )}
      </Square>
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
    <Root>
      {[nom151, merkle, external].map((mark, index) => (
        <ConservationMark key={letters[index]} letter={letters[index] ?? 'N'} mark={mark} />
      ))}
    </Root>
  );
}

function nameOf(letter: (typeof letters)[number]): string {
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
