import { m } from '#i18n/messages.ts';
import type { Check } from '#proofs/check.ts';
import { readLadder } from '../ladder/ladder.ts';
import { byteChanges } from '../marked-hash.ts';
import type { RangeDeclared } from './range-model.ts';
import { AlteredNote, ShownHash } from '../shown-hash.tsx';
import css from './range-altered.module.css';

/** Which of the declared values is not the stored one: where nothing reaches the root, no step can show it. */
export function RangeAltered({ stored, evidence }: { stored: Check; evidence: RangeDeclared }) {
  const joins =
    readLadder(stored)?.rungs.flatMap(({ join }) => (join?.given === true ? [join.sibling] : [])) ?? [];
  const first = readLadder(stored)?.rungs.find(({ lane }) => lane === 'bag');
  const before = [...joins, ...(first === undefined ? [] : [first.value])];
  const now = [...(evidence.leftHashes ?? []), ...(evidence.rightHashes ?? [])].map(bare);
  const root = bare(evidence.targetRootHash ?? '');
  const altered = [
    ...now
      .filter((value) => !before.includes(value))
      .map((value) => ({ what: m.inspector_draw_sibling(), value, stored: nearest(value, before) })),
    ...(stored.expected === undefined || root === stored.expected
      ? []
      : [{ what: m.inspector_draw_root(), value: root, stored: stored.expected }]),
  ];
  if (altered.length === 0) return null;
  return (
    <ul className={css.list}>
      {altered.map(({ what, value, stored: was }) => (
        <li key={value}>
          {what}
          <ShownHash value={value} stored={was} />
          {was !== undefined && <AlteredNote value={value} stored={was} />}
        </li>
      ))}
    </ul>
  );
}

/** The stored value from which the fewest bytes differ. */
function nearest(value: string, stored: readonly string[]): string | undefined {
  return [...stored].sort((a, b) => byteChanges(value, a).length - byteChanges(value, b).length)[0];
}

function bare(text: string): string {
  return text.replace(/^0x/i, '').toLowerCase();
}
