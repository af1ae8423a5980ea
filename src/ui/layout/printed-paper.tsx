import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { GlobalStyles } from '@mui/material';
import { clsx } from 'clsx';
import css from './printed-paper.module.css';

/**
 * White paper beside the app, with the colours of the light theme in every theme. Where the page is printed it is all
 * that is printed.
 */
export function PrintedPaper({
  lang,
  className,
  children,
}: {
  lang?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return createPortal(
    <div lang={lang} className={clsx(css.root, className)} data-theme="light" data-print-sheet="">
      <GlobalStyles
        styles={{
          '@media print': {
            'body > *:not([data-print-sheet])': { display: 'none !important' },
            'html, body': {
              background: '#fff !important',
              height: 'auto !important',
              overflow: 'visible !important',
            },
          },
        }}
      />
      {children}
    </div>,
    document.body,
  );
}
