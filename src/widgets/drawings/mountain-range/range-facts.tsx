import { m } from '#i18n/messages.ts';
import type { Check } from '#proofs/check.ts';
import { BasisMark } from '#ui/verdicts/basis-mark.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import type { RangeDeclared, RangeShape } from './range-model.ts';
import css from './range-facts.module.css';

/** Membership and position are two facts; the second is proved only where the size of the range is known. */
export function RangeFacts({
  check,
  shape,
  evidence,
}: {
  check: Check;
  shape: RangeShape | undefined;
  evidence: RangeDeclared;
}) {
  const format = useFormat();
  const index = wholeOf(evidence.leafIndex);
  const position = index === undefined ? '—' : format.number(index);
  const proved = check.status === 'PASSED' && shape?.size !== undefined;
  return (
    <ul className={css.facts}>
      <li>
        <VerdictShape state={check.status} />
        <span>
          {check.status === 'FAILED' ? m.inspector_draw_no_membership() : m.inspector_draw_membership()}
        </span>
        {check.status === 'PASSED' && <BasisMark basis="RECOMPUTED" />}
      </li>
      <li>
        <VerdictShape state={proved ? 'PASSED' : 'NOT_RUN'} />
        <span>{m.inspector_draw_position({ index: position })}</span>
        <BasisMark basis={proved ? check.basis : 'SERVER'} />
        <span className={css.detail}>
          {proved
            ? m.inspector_draw_position_proved({ size: format.number(shape.size) })
            : m.inspector_draw_position_reported()}
        </span>
      </li>
    </ul>
  );
}

function wholeOf(given: number | bigint | string | undefined): bigint | undefined {
  if (typeof given === 'bigint') return given;
  if (typeof given === 'number') return Number.isSafeInteger(given) ? BigInt(given) : undefined;
  return given !== undefined && /^\d{1,54}$/.test(given) ? BigInt(given) : undefined;
}
