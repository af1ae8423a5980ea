import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { AppFrame } from '#ui/frame/app-frame.tsx';
import { useHotkeys } from '#ui/use-hotkeys.ts';
import { paths } from '#widgets/paths.ts';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionLine } from './connection-line.tsx';
import { OrganizationSwitch } from './organization-switch.tsx';
import { Strips } from './strips.tsx';
import { useCrumbs, useNavigation } from './use-navigation.tsx';

/** The frame around every page of an open connection. */
export function Shell({ children }: { children: ReactNode }) {
  const groups = useNavigation();
  const crumbs = useCrumbs(groups);
  const navigate = useNavigate();
  useHotkeys({ n: () => void navigate(paths.newRequest) });
  return (
    <AppFrame
      home={paths.overview}
      groups={groups}
      crumbs={crumbs}
      organization={<OrganizationSwitch />}
      connection={<ConnectionLine />}
      account={<AccountMenu />}
      strip={<Strips />}
    >
      {children}
    </AppFrame>
  );
}
