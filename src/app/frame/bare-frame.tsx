import type { ReactNode } from 'react';
import { BrandMark } from '#ui/layout/brand.tsx';
import { Anchor } from '#ui/actions/link.tsx';
import { paths } from '#widgets/paths.ts';
import css from './bare-frame.module.css';

/** A page without a connection: the mark, and the page. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <div className={css.root}>
      <header>
        <Anchor to={paths.connect}>
          <BrandMark />
          Testigo
        </Anchor>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
