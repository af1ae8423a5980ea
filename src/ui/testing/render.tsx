import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { preferenceKey, type PreferenceStore, type Preferences } from '../theme/preferences.tsx';
import { UiProvider } from '../theme/ui-provider.tsx';

/** Preferences in memory; `values` is what would be in the browser's storage. */
export function memoryStore(
  preferences: Partial<Preferences> = {},
): PreferenceStore & { values: Map<string, string> } {
  const values = new Map([[preferenceKey, JSON.stringify(preferences)]]);
  return {
    values,
    get: (key) => values.get(key) ?? null,
    set: (key, value) => {
      values.set(key, value);
    },
  };
}

/** Renders parts with all that they need above them; Mexican Spanish unless said otherwise. */
export function renderUi(node: ReactNode | (() => ReactNode), preferences: Partial<Preferences> = {}) {
  const store = memoryStore({ language: 'es-MX', ...preferences });
  const user = userEvent.setup();
  const wrap = (inner: ReactNode | (() => ReactNode)) => (
    <UiProvider store={store}>{() => (typeof inner === 'function' ? inner() : inner)}</UiProvider>
  );
  const view = render(wrap(node));
  return {
    ...view,
    user,
    store,
    update: (next: ReactNode) => {
      view.rerender(wrap(next));
    },
  };
}
