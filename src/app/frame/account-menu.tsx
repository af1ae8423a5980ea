import { lazy, Suspense, useState } from 'react';
import { useColorScheme } from '@mui/material/styles';
import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import LeaveIcon from '@mui/icons-material/LogoutOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { useOrganizationItems } from './organization-switch.tsx';

const LeaveDialog = lazy(async () => ({
  default: (await import('../dialogs/leave-dialog.tsx')).LeaveDialog,
}));

/** The reader's own choices, and the way out. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { language, density, utc, set } = usePreferences();
  const { mode, systemMode } = useColorScheme();
  const phone = usePhone();
  const organizations = useOrganizationItems();
  const [leaving, setLeaving] = useState(false);
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  return (
    <>
      <Menu
        label={m.shell_account()}
        items={[
          // On the phone there is no side navigation, where the organization is chosen elsewhere.
          ...(phone
            ? organizations.items.map((item, index) =>
                index === 0 ? { ...item, caption: m.shell_nav_organization() } : item,
              )
            : []),
          ...(['es-MX', 'en'] as const).map((choice, index) => ({
            id: choice,
            label: choice === 'en' ? m.shell_language_en() : m.shell_language_es(),
            checked: language === choice,
            separated: index === 0 && phone && organizations.items.length > 0,
            caption: index === 0 ? m.shell_language() : undefined,
            onSelect: () => {
              set({ language: choice });
            },
          })),
          // The phone's top bar has no space for these two, and its density is one.
          ...(phone
            ? [
                {
                  id: 'dark',
                  label: m.shell_theme_dark(),
                  checked: dark,
                  separated: true,
                  onSelect: () => {
                    set({ theme: dark ? ('light' as const) : ('dark' as const) });
                  },
                },
                {
                  id: 'utc',
                  label: m.shell_utc_label(),
                  checked: utc,
                  onSelect: () => {
                    set({ utc: !utc });
                  },
                },
              ]
            : (['comfortable', 'compact'] as const).map((choice, index) => ({
                id: choice,
                label: choice === 'compact' ? m.shell_density_compact() : m.shell_density_comfortable(),
                checked: density === choice,
                separated: index === 0,
                caption: index === 0 ? m.shell_density() : undefined,
                onSelect: () => {
                  set({ density: choice });
                },
              }))),
          {
            id: 'settings',
            label: m.shell_nav_settings(),
            icon: <SettingsIcon />,
            to: paths.settings,
            separated: true,
          },
          ...(phone
            ? []
            : [{ id: 'keys', label: m.shell_shortcuts(), icon: <KeyboardIcon />, onSelect: onHelp }]),
          {
            id: 'leave',
            label: m.shell_disconnect(),
            icon: <LeaveIcon />,
            separated: true,
            onSelect: () => {
              setLeaving(true);
            },
          },
        ]}
      >
        {(trigger) => <IconButton label={m.shell_account()} icon={<AccountIcon />} {...trigger} />}
      </Menu>
      {leaving && (
        <Suspense fallback={null}>
          <LeaveDialog
            onStay={() => {
              setLeaving(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
