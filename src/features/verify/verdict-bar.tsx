import { styled } from '@mui/material/styles';
import { ink } from '#ui/theme/tokens.ts';

const Root = styled('div')({
  display: 'flex',
  gap: 2,
  height: 8,
  '& > span': {
    minWidth: 6,
    border: `1px solid ${ink.control}`,
    borderRadius: 2,
    transition: 'flex-grow 120ms ease-out',
  },
  '& > [data-state="PASSED"]': { borderColor: ink.pass, background: ink.pass },
  '& > [data-state="WARNED"]': { borderColor: ink.pass, background: ink.passTint },
  '& > [data-state="FAILED"]': { borderColor: ink.fail, background: ink.fail },
  '& > [data-state="INDETERMINATE"]': { borderColor: ink.indet, background: ink.indet },
  '& > [data-state="NOT_RUN"]': { borderStyle: 'dashed' },
});

/** Parts in their order; what is not judged yet is hollow. */
export type VerdictPart = 'PASSED' | 'WARNED' | 'FAILED' | 'INDETERMINATE' | 'NOT_RUN' | 'RUNNING';

const order: readonly VerdictPart[] = ['PASSED', 'WARNED', 'FAILED', 'INDETERMINATE', 'NOT_RUN', 'RUNNING'];

/** What came of many judgements, and how many are left, as one bar. The words beside it carry the numbers. */
export function VerdictBar({
  counts,
  label,
}: {
  counts: Readonly<Record<VerdictPart, number>>;
  label: string;
}) {
  const total = order.reduce((sum, part) => sum + counts[part], 0);
  return (
    <Root
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={total - counts.RUNNING}
    >
      {order.map((part) =>
        counts[part] === 0 ? null : (
          <span
            key={part}
            data-state={part}
            data-tally={counts[part]}
            style={{ flexGrow: counts[part], flexBasis: 0 }}
          />
        ),
      )}
    </Root>
  );
}
