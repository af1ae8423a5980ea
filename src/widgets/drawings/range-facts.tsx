import { styled } from '@mui/material/styles';
import { m } from '#i18n/messages.ts';
import type { Check } from '#proofs/check.ts';
import { BasisMark } from '#ui/verdicts/basis-mark.tsx';
import { ink, type } from '#ui/theme/tokens.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import type { RangeDeclared, RangeShape } from './range-model.ts';

const Facts = styled('ul')({
  ...type.table,
  flex: '1 1 280px',
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '1px 8px',
  },
  '& > li > svg': { fontSize: 16 },
  '& .detail': { ...type.caption, gridColumn: '2 / -1', color: ink.text2 },
});

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
    <Facts>
      <li>
        <VerdictShape state={check.status} />
        <span>{m.inspector_draw_membership()}</span>
        {check.status === 'PASSED' && <BasisMark basis="RECOMPUTED" />}
      </li>
      <li>
        <VerdictShape state={proved ? 'PASSED' : 'NOT_RUN'} />
        <span>{m.inspector_draw_position({ index: position })}</span>
        <BasisMark basis={proved ? check.basis : 'SERVER'} />
        <span className="detail">
          {proved
            ? m.inspector_draw_position_proved({ size: format.number(shape.size) })
            : m.inspector_draw_position_told()}
        </span>
      </li>
    </Facts>
  );
}

function wholeOf(given: number | bigint | string | undefined): bigint | undefined {
  if (typeof given === 'bigint') return given;
  if (typeof given === 'number') return Number.isSafeInteger(given) ? BigInt(given) : undefined;
  return given !== undefined && /^\d{1,54}$/.test(given) ? BigInt(given) : undefined;
}
