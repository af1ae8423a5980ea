import { useColorScheme } from '@mui/material/styles';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import { Row } from '#ui/layout/card.tsx';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { m } from '#i18n/messages.ts';

/** Before there is a shell with its own switches. */
export function LanguageAndTheme() {
  const { language, set } = usePreferences();
  const { mode, systemMode } = useColorScheme();
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  const other = language === 'en' ? 'es-MX' : 'en';
  return (
    <Row>
      <Button
        variant="text"
        lang={other}
        onClick={() => {
          set({ language: other });
        }}
      >
        {other === 'en' ? 'English' : 'Español'}
      </Button>
      <IconButton
        label={dark ? m.shell_theme_to_light() : m.shell_theme_to_dark()}
        icon={dark ? <LightIcon /> : <DarkIcon />}
        onClick={() => {
          set({ theme: dark ? 'light' : 'dark' });
        }}
      />
    </Row>
  );
}
