import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { StyledEngineProvider, ThemeProvider, useColorScheme } from '@mui/material/styles';
import { LinkProvider, type AnchorComponent } from '../actions/link.tsx';
import { NotePage } from '../layout/page-frame.tsx';
import { PreferencesProvider, type PreferenceStore, type Preferences } from './preferences.tsx';
import { SnackProvider } from '../overlays/snackbar.tsx';
import { theme } from './theme.ts';
import { TipHost } from '../overlays/tip.tsx';

/**
 * All that the parts need above them: theme, preferences, the app's link, the line that confirms.
 * `children` is a function, so that a change of language renders everything again.
 */
export function UiProvider({
  store,
  link,
  children,
}: {
  store: PreferenceStore;
  link?: AnchorComponent | undefined;
  children: () => ReactNode;
}) {
  const pages = useRef(0);
  const notePage = useCallback(() => {
    pages.current += 1;
    return pages.current === 1;
  }, []);
  return (
    <PreferencesProvider store={store}>
      {(preferences) => (
        // Preferences are stored in one place, so MUI stores none of its own.
        // Style sheets come after what MUI inserts: a class of ours overrides MUI at equal specificity.
        <StyledEngineProvider injectFirst>
          <ThemeProvider
            theme={theme}
            defaultMode={preferences.theme}
            storageManager={null}
            disableTransitionOnChange
            // No server draws anything: the scheme is known at once, and nothing is drawn again for it.
            noSsr
          >
            <SchemeFromPreferences theme={preferences.theme} />
            <NotePage value={notePage}>
              <MaybeLink link={link}>
                <SnackProvider>{children()}</SnackProvider>
                <TipHost />
              </MaybeLink>
            </NotePage>
          </ThemeProvider>
        </StyledEngineProvider>
      )}
    </PreferencesProvider>
  );
}

function MaybeLink({ link, children }: { link: AnchorComponent | undefined; children: ReactNode }) {
  return link ? <LinkProvider component={link}>{children}</LinkProvider> : children;
}

function SchemeFromPreferences({ theme: wanted }: { theme: Preferences['theme'] }) {
  const { setMode } = useColorScheme();
  useEffect(() => {
    setMode(wanted);
  }, [setMode, wanted]);
  return null;
}
