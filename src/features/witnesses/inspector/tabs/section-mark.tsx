import type { ReactNode } from 'react';
import css from './section-mark.module.css';

/** The mark of 20 px before the title of a section that is no strategy. */
export function SectionMark({ icon }: { icon: ReactNode }) {
  return (
    <span className={css.square} aria-hidden="true">
      {icon}
    </span>
  );
}
