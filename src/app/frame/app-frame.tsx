import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { m } from '#i18n/messages.ts';
import { ink, media } from '#ui/theme/tokens.ts';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts';
import { BottomBar } from './bottom-bar.tsx';
import type { NavGroups } from './navigation.ts';
import { SideNav } from './side-nav.tsx';
import { TopBar, type TopBarProps } from './top-bar.tsx';

const Root = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gridTemplateRows: '52px auto minmax(0, 1fr)',
  gridTemplateAreas: '"nav top" "nav strip" "nav main"',
  minHeight: '100vh',
  background: ink.canvas,
  color: ink.text,
  '& > .strip': { gridArea: 'strip', minWidth: 0 },
  '& > main': { gridArea: 'main', minWidth: 0, outline: 'none' },
  // A page that is one pane from edge to edge scrolls inside itself, not with the window.
  '&:has(> main > [data-fill])': { height: '100vh' },
  '& > main:has(> [data-fill])': { minHeight: 0, overflow: 'hidden' },
  [media.phone]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateAreas: '"top" "strip" "main"',
    paddingBottom: 'calc(57px + env(safe-area-inset-bottom))',
  },
});

const Skip = styled('a')({
  position: 'fixed',
  zIndex: 2000,
  top: 8,
  left: 8,
  padding: '8px 14px',
  borderRadius: 6,
  background: ink.text,
  color: ink.surface,
  fontWeight: 500,
  transform: 'translateY(-60px)',
  '&:focus': { transform: 'none' },
});

export interface AppFrameProps extends TopBarProps {
  groups: NavGroups;
  /** Whose desk this is; opens the choice of organization. */
  organization?: ReactNode;
  /** Which service, and whether it answers: at the foot of the navigation. */
  connection?: ReactNode;
  /** Across the page under the top bar: simulation, offline. */
  strip?: ReactNode;
  /** What floats over every page: the tray. */
  floating?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: navigation, top bar, and the page itself. It knows places only as props. */
export function AppFrame({
  groups,
  organization,
  connection,
  strip,
  floating,
  children,
  ...top
}: AppFrameProps) {
  const phone = usePhone();
  useHotkeys({ 'mod+k': () => top.onSearch?.() }, top.onSearch !== undefined);
  return (
    <Root>
      <Skip
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        {m.shell_skip()}
      </Skip>
      {!phone && <SideNav home={top.home} {...{ groups, organization, connection }} />}
      <TopBar {...top} />
      <div className="strip">{strip}</div>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {phone && <BottomBar groups={groups} />}
      {floating}
    </Root>
  );
}
