import type { ComponentProps, ReactNode } from 'react';
import clsx from 'clsx';
import css from './disclosure.module.css';

/** Details that are folded under one line: the one look of it everywhere. */
export function Disclosure({
  summary,
  children,
  className,
  ...rest
}: Omit<ComponentProps<'details'>, 'summary'> & { summary: ReactNode }) {
  return (
    <details {...rest} className={clsx(css.root, className)}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
