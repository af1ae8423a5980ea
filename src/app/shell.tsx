import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import TrayIcon from '@mui/icons-material/DownloadingOutlined';
import { AppFrame } from '#ui/frame/app-frame.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useHotkeys } from '#ui/use-hotkeys.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#words/words.ts';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionLine } from './connection-line.tsx';
import { DropAnywhere } from './drop-anywhere.tsx';
import { OrganizationSwitch } from './organization-switch.tsx';
import { Strips } from './strips.tsx';
import { useTray } from './tray/use-tray.ts';
import { useCrumbs, useNavigation } from './use-navigation.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }));
const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog }));
const TrayPanel = lazy(async () => ({ default: (await import('./tray/tray-panel.tsx')).TrayPanel }));

/** The frame around every page of an open connection. */
export function Shell({ children }: { children: ReactNode }) {
  const groups = useNavigation();
  const crumbs = useCrumbs(groups);
  const navigate = useNavigate();
  const tray = useTray();
  const [open, setOpen] = useState<'palette' | 'help'>();
  const [trayOpen, setTrayOpen] = useState(false);
  const close = () => {
    setOpen(undefined);
  };
  const help = () => {
    setOpen('help');
  };
  useHotkeys({ n: () => void navigate(paths.newRequest), '?': help });
  const unfinished = tray.entries.filter(({ operation }) => operation.status !== 'done').length;
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
      tray={
        <IconButton
          label={m.shell_tray()}
          icon={<TrayIcon />}
          count={unfinished}
          aria-expanded={trayOpen}
          onClick={() => {
            setTrayOpen(!trayOpen);
          }}
        />
      }
      account={<AccountMenu onHelp={help} />}
      floating={
        <Suspense fallback={null}>
          {trayOpen && (
            <TrayPanel
              entries={tray.entries}
              actions={tray.actions}
              onClearDone={tray.clearDone}
              onFold={() => {
                setTrayOpen(false);
              }}
            />
          )}
          {open === 'palette' && <Palette groups={groups} onClose={close} onHelp={help} />}
          {open === 'help' && <HelpDialog onClose={close} />}
          <DropAnywhere />
        </Suspense>
      }
    >
      {children}
    </AppFrame>
  );
}
