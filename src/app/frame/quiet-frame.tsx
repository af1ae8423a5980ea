import { styled } from '@mui/material/styles';
import { ink } from '#ui/theme/tokens.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { m } from '#i18n/messages.ts';

// The frame's own lines, so that nothing jumps when the rest comes.
const Root = styled('div')({
  minHeight: '100vh',
  background: ink.canvas,
  '& > .top': { height: 52, borderBottom: `1px solid ${ink.line}`, background: ink.surface },
  '@media (min-width: 600px)': {
    '& > .top': { marginLeft: 64 },
    '&::before': {
      content: '""',
      position: 'fixed',
      inset: '0 auto 0 0',
      width: 64,
      borderRight: `1px solid ${ink.line}`,
    },
  },
  '@media (min-width: 1200px)': { '& > .top': { marginLeft: 208 }, '&::before': { width: 208 } },
});

/** What stands while the connection is taken up again: the paper, nothing that flickers. */
export function QuietFrame() {
  return (
    <Root aria-busy="true">
      <div className="top" />
      <main>
        <VisuallyHidden role="status">{m.shell_connecting()}</VisuallyHidden>
      </main>
    </Root>
  );
}
