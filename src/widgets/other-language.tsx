import TranslateIcon from '@mui/icons-material/Translate';
import { Button } from '#ui/actions/button.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';

/** The switch of language of a page without the shell and its menus: who opens one has chosen nothing yet. */
export function OtherLanguage({ className }: { className?: string | undefined }) {
  const { language, set } = usePreferences();
  const other = language === 'en' ? 'es-MX' : 'en';
  return (
    <Button
      variant="text"
      className={className}
      lang={other}
      icon={<TranslateIcon aria-hidden="true" />}
      onClick={() => set({ language: other })}
    >
      {other === 'en' ? 'English' : 'Español'}
    </Button>
  );
}
