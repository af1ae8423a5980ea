import css from './verdict-bar.module.css';

/** Parts in their order; what is not checked yet is hollow. */
export type VerdictPart = 'PASSED' | 'WARNED' | 'FAILED' | 'INDETERMINATE' | 'NOT_RUN' | 'RUNNING';

const order: readonly VerdictPart[] = ['PASSED', 'WARNED', 'FAILED', 'INDETERMINATE', 'NOT_RUN', 'RUNNING'];

/** What came of many verifications, and how many are left, as one bar. The words beside it carry the numbers. */
export function VerdictBar({
  counts,
  label,
}: {
  counts: Readonly<Record<VerdictPart, number>>;
  label: string;
}) {
  const total = order.reduce((sum, part) => sum + counts[part], 0);
  return (
    <div
      className={css.root}
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
    </div>
  );
}
