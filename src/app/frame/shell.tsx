import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useClient, useSession } from '#client/session/session-context.tsx';
import { useOnline } from '#widgets/query/use-online.ts';
import { onPageNamed } from '#widgets/address/use-page-name.ts';
import { noteVisit } from '../palette/recents.ts';
import { AppFrame } from './app-frame.tsx';
import { LiveContext } from '#ui/feedback/live-mark.tsx';
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts';
import { paths } from '#widgets/paths.ts';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionLine } from './connection-line.tsx';
import { OrganizationSwitch } from './organization-switch.tsx';
import { Strips } from '../strips/strips.tsx';
import { Tray } from '../tray/tray.tsx';
import { useCrumbs, useNavigation } from './use-navigation.tsx';
import { useServiceClock } from './use-service-clock.ts';

const Palette = lazy(async () => ({ default: (await import('../palette/palette.tsx')).Palette }));
const HelpDialog = lazy(async () => ({ default: (await import('../dialogs/help-dialog.tsx')).HelpDialog }));
const DropAnywhere = lazy(async () => ({
  default: (await import('../dialogs/drop-anywhere.tsx')).DropAnywhere,
}));

/** The frame around every page of an open connection. */
export function Shell({ children }: { children: ReactNode }) {
  const groups = useNavigation();
  const crumbs = useCrumbs(groups);
  const navigate = useNavigate();
  const [open, setOpen] = useState<'palette' | 'help'>();
  const close = () => {
    setOpen(undefined);
  };
  const help = () => {
    setOpen('help');
  };
  const { scope } = useClient();
  const { keyRefused } = useSession();
  const online = useOnline();
  useServiceClock();
  useEffect(() => onPageNamed((name) => noteVisit(scope, window.location.pathname, name)), [scope]);
  useHotkeys({ n: () => void navigate(paths.newRequest), '?': help });
  return (
    <AppFrame
      home={paths.overview}
      groups={groups}
      crumbs={crumbs}
      organization={<OrganizationSwitch />}
      connection={<ConnectionLine />}
      strip={<Strips />}
      onSearch={() => {
        setOpen('palette');
      }}
      tray={<Tray />}
      account={<AccountMenu onHelp={help} />}
      floating={
        <Suspense fallback={null}>
          {open === 'palette' && <Palette groups={groups} onClose={close} onHelp={help} />}
          {open === 'help' && <HelpDialog onClose={close} />}
          <DropAnywhere />
        </Suspense>
      }
    >
      <LiveContext value={online && !keyRefused}>{children}</LiveContext>
    </AppFrame>
  );
}
