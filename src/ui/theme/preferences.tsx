import { createContext, use, useCallback, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { overwriteGetLocale, type Locale } from '#i18n/messages.ts';

export interface Preferences {
  theme: 'light' | 'dark' | 'system';
  language: Locale;
  density: 'comfortable' | 'compact';
  /** True: every instant of the app is shown in UTC. */
  utc: boolean;
  /** IANA name; instants are shown in it unless `utc`. */
  timeZone: string;
}

/** Where preferences are stored. The layer above gives one; this layer touches no storage by itself. */
export interface PreferenceStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

/** One value, so that it can be listed and erased as one. `src/app/first-script.js` reads the same key. */
export const preferenceKey = 'testigo.preferences';

export const defaultTimeZone = 'America/Mexico_City';

/** What is stored, with a default for whatever is missing or not understood. */
export function readPreferences(store: PreferenceStore, browserLanguage: string): Preferences {
  let stored: Partial<Record<keyof Preferences, unknown>> = {};
  try {
    const value: unknown = JSON.parse(store.get(preferenceKey) ?? '{}');
    if (typeof value === 'object' && value !== null) stored = value;
  } catch {
    // Unreadable preferences are no reason not to start.
  }
  const { theme, language, density, utc, timeZone } = stored;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    language:
      language === 'en' || language === 'es-MX' ? language : /^es\b/i.test(browserLanguage) ? 'es-MX' : 'en',
    density: density === 'compact' ? 'compact' : 'comfortable',
    utc: utc === true,
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : defaultTimeZone,
  };
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

interface PreferencesValue extends Preferences {
  /** The zone that instants are shown in, and where a day begins and ends: UTC where that is switched on. */
  zone: string;
  set: (change: Partial<Preferences>) => void;
}

const Context = createContext<PreferencesValue | null>(null);

/**
 * Holds the reader's preferences. `children` is a function, so that a change of language renders the
 * whole app again with the words of the other one, without a reload and without losing what was typed.
 */
export function PreferencesProvider({
  store,
  children,
}: {
  store: PreferenceStore;
  children: (preferences: Preferences) => ReactNode;
}) {
  const [preferences, setPreferences] = useState(() =>
    applyLanguage(readPreferences(store, navigator.language)),
  );
  const set = useCallback(
    (change: Partial<Preferences>) => {
      // Another tab may have stored changes of its own since this one was opened.
      const stored = readPreferences(store, navigator.language);
      store.set(preferenceKey, JSON.stringify({ ...stored, ...change }));
      setPreferences((before) => applyLanguage({ ...before, ...change }));
    },
    [store],
  );
  useLayoutEffect(() => {
    document.documentElement.lang = preferences.language;
    document.documentElement.dataset.density = preferences.density;
  }, [preferences.language, preferences.density]);
  const value = useMemo(() => {
    const { utc, timeZone } = preferences;
    return { ...preferences, zone: utc ? 'UTC' : timeZone, set };
  }, [preferences, set]);
  return <Context value={value}>{children(preferences)}</Context>;
}

/** The words are chosen before anything renders with them, so it cannot wait for an effect. */
function applyLanguage(preferences: Preferences): Preferences {
  overwriteGetLocale(() => preferences.language);
  return preferences;
}

/** The reader's preferences and `set(change)`. Using it also renders the caller again when they change. */
export function usePreferences(): PreferencesValue {
  const value = use(Context);
  if (!value) throw new Error('usePreferences needs a PreferencesProvider above it.');
  return value;
}
