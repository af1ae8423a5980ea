import type { ReactNode } from 'react';
import { Meter } from '../feedback/meter.tsx';
import css from './figure-card.module.css';

/** One number with its name, how much of it is used, and what that means. */
export function FigureCard({
  figure,
  label,
  used,
  note,
  isUsedUp = false,
}: {
  /** Already formatted. */
  figure: ReactNode;
  label: string;
  used?: { value: number; max: number; text?: string } | undefined;
  note?: ReactNode;
  /** Nothing is left; the note says so in words. */
  isUsedUp?: boolean | undefined;
}) {
  return (
    <div className={css.root}>
      <div className={css.figure} data-used-up={isUsedUp || undefined}>
        {figure}
      </div>
      <div className="label">{label}</div>
      {used && <Meter kind="meter" label={label} value={used.value} max={used.max} text={used.text} />}
      {note ? <div className={css.note}>{note}</div> : null}
    </div>
  );
}
