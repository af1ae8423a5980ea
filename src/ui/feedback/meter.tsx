import LinearProgress from '@mui/material/LinearProgress';

/** How much of a whole: a quota that is used (`meter`), or work that goes on (`progress`). */
export function Meter({
  value,
  max = 1,
  label,
  kind = 'progress',
  text,
}: {
  value: number;
  max?: number | undefined;
  /** What is measured, for those who listen. */
  label: string;
  kind?: 'meter' | 'progress' | undefined;
  /** The value in words: «31 de 48». */
  text?: string | undefined;
}) {
  const ratio = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <LinearProgress
      variant="determinate"
      value={ratio * 100}
      role={kind === 'meter' ? 'meter' : 'progressbar'}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={text}
    />
  );
}
