import { useColorScheme } from '@mui/material/styles';
import AddIcon from '@mui/icons-material/Add';
import BulkIcon from '@mui/icons-material/LibraryAddOutlined';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import SimulationIcon from '@mui/icons-material/ScienceOutlined';
import TimeIcon from '@mui/icons-material/ScheduleOutlined';
import TranslateIcon from '@mui/icons-material/Translate';
import { useSession } from '#client/session/session-context.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import type { Choice } from './choice.ts';

/** What can be done from anywhere. */
export function useActions(onHelp: () => void): readonly Choice[] {
  const { demo } = useSession();
  const { language, utc, set } = usePreferences();
  const { mode, systemMode } = useColorScheme();
  const phone = usePhone();
  const isDark = (mode === 'system' ? systemMode : mode) === 'dark';
  return [
    { id: 'new', label: m.shell_new_request(), icon: <AddIcon />, to: paths.newRequest },
    { id: 'bulk', label: m.bulk_title(), icon: <BulkIcon />, to: paths.bulk },
    ...(demo
      ? [
          {
            id: 'signers',
            label: m.shell_demo_inbox(),
            icon: <SimulationIcon />,
            to: paths.sandboxSigners,
          },
        ]
      : []),
    {
      id: 'theme',
      label: isDark ? m.shell_theme_to_light() : m.shell_theme_to_dark(),
      icon: isDark ? <LightIcon /> : <DarkIcon />,
      onSelect: () => set({ theme: isDark ? 'light' : 'dark' }),
    },
    {
      id: 'language',
      label: language === 'en' ? m.shell_language_es() : m.shell_language_en(),
      icon: <TranslateIcon />,
      onSelect: () => set({ language: language === 'en' ? 'es-MX' : 'en' }),
    },
    {
      id: 'utc',
      label: utc ? m.shell_palette_local_time() : m.shell_utc_label(),
      icon: <TimeIcon />,
      onSelect: () => set({ utc: !utc }),
    },
    // A phone has no keys to press.
    ...(phone ? [] : [{ id: 'keys', label: m.shell_shortcuts(), icon: <KeyboardIcon />, onSelect: onHelp }]),
  ];
}
