import type { HTMLAttributes } from 'react';
import { clsx } from 'clsx';
import css from './visually-hidden.module.css';

interface Props extends HTMLAttributes<HTMLElement> {
  as?: 'span' | 'div' | 'caption' | 'legend' | 'h1';
}

/** Text for screen readers: in the reading order, out of sight. */
export function VisuallyHidden({ as: Tag = 'span', className, ...rest }: Props) {
  return <Tag {...rest} className={clsx(css.root, className)} />;
}
