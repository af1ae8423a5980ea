import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { BrandMark } from '#ui/layout/brand.tsx';
import { ink, type } from '#ui/theme/tokens.ts';
import { Anchor } from '#ui/actions/link.tsx';
import { paths } from '#widgets/paths.ts';

const Root = styled('div')({
  minHeight: '100vh',
  background: ink.canvas,
  color: ink.text,
  '& > header': {
    display: 'flex',
    alignItems: 'center',
    height: 52,
    padding: '0 var(--page-padding)',
    borderBottom: `1px solid ${ink.line}`,
    background: ink.surface,
  },
  '& > header > a': {
    ...type.section,
    display: 'inline-flex',
    alignItems: 'center',
    gap: 9,
    borderRadius: 6,
    color: ink.text,
    textDecoration: 'none',
  },
});

/** A page without a connection: the mark, and the page. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <Root>
      <header>
        <Anchor to={paths.connect}>
          <BrandMark />
          Testigo
        </Anchor>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </Root>
  );
}
