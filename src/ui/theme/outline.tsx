import { clsx } from 'clsx';
import css from './outline.module.css';

/** The outline of a field. MUI's own has a legend with a hidden character, which would be copied with the page. */
export const Outline = ({ className }: { className?: string }) => (
  <span aria-hidden className={clsx(css.box, className)} />
);
