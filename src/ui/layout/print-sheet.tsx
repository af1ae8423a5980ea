import { useEffect, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { PrintedPaper } from './printed-paper.tsx';
import { usePageMargins } from './use-page-margins.ts';
import css from './print-sheet.module.css';

/** What takes the page's place on paper. It asks the browser to print, and is gone when the browser's dialog closes. */
export function PrintSheet({
  title,
  lang,
  margins = '',
  onDone,
  className,
  children,
}: {
  /** Also proposed as the name of a PDF. */
  title: string;
  lang?: string | undefined;
  /** `@page` rules for the margins, which hold the number of the page besides. */
  margins?: string | undefined;
  onDone: () => void;
  className?: string | undefined;
  children: ReactNode;
}) {
  useEffect(() => {
    const before = document.title;
    const done = (): void => onDone();
    document.title = title;
    window.addEventListener('afterprint', done);
    // The sheet is laid out before the dialog takes the page.
    const timer = setTimeout(() => window.print(), 100);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', done);
      document.title = before;
    };
  }, [title, onDone]);
  usePageMargins(margins);
  return (
    <PrintedPaper lang={lang} className={clsx(css.root, className)}>
      {children}
    </PrintedPaper>
  );
}
