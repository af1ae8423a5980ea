import type { ReactNode } from 'react';
import { m } from '#i18n/messages.ts';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts';
import { BottomBar } from './bottom-bar.tsx';
import { LoadingBar } from './loading-bar.tsx';
import type { NavGroups } from './navigation.ts';
import { SideNav } from './side-nav.tsx';
import { TopBar, type TopBarProps } from './top-bar.tsx';
import css from './app-frame.module.css';

export interface AppFrameProps extends TopBarProps {
  groups: NavGroups;
  /** The current organization; opens the choice of organization. */
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
    <div className={css.root}>
      <a
        className={css.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        {m.shell_skip()}
      </a>
      {!phone && <SideNav home={top.home} {...{ groups, organization, connection }} />}
      <LoadingBar />
      <TopBar {...top} />
      <div className={css.strip}>{strip}</div>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {phone && <BottomBar groups={groups} />}
      {floating}
    </div>
  );
}
