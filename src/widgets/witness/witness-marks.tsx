import { strategies, strategyDates } from '#client/queries/reading.ts';
import type { Witness } from '#contract/resources/resources.ts';
import { ConservationMarks, type Mark } from '#ui/verdicts/conservation-marks.tsx';

/**
 * The three conservation strategies as the service tells them. None of these marks is green: nothing was
 * computed here.
 */
export function WitnessMarks({
  witness,
  expected = [],
}: {
  witness: Witness | null | undefined;
  expected?: readonly ('nom151' | 'merkleized' | 'external')[];
}) {
  const reported = witness ? strategies(witness) : undefined;
  const dates = witness ? strategyDates(witness) : {};
  const mark = (name: 'nom151' | 'merkleized' | 'external'): Mark =>
    dates[name]
      ? { state: 'service' }
      : (reported?.[name] ?? expected.includes(name))
        ? { state: 'queued' }
        : { state: 'absent' };
  return (
    <ConservationMarks nom151={mark('nom151')} merkle={mark('merkleized')} external={mark('external')} />
  );
}
