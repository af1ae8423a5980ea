/** Small choices of the reader. What is in local storage, and for whom, stands in `stored-table.ts`. */
export const localPreferences = {
  get: (name: string): string | null => {
    try {
      return localStorage.getItem(`testigo.${name}`);
    } catch {
      return null;
    }
  },
  set: (name: string, value: string): void => {
    try {
      localStorage.setItem(`testigo.${name}`, value);
    } catch {
      // Storage may be closed (private windows, policies): the choice then lasts as long as the page.
    }
  },
  remove: (name: string): void => {
    try {
      localStorage.removeItem(`testigo.${name}`);
    } catch {
      // As above.
    }
  },
};

const scopedPrefix = 'of.';

/** Choices that are of one service and organization: kept under the scope, and erased with it. */
export const scopedPreferences = {
  get: (scope: string, name: string): string | null =>
    localPreferences.get(`${scopedPrefix}${name}.${scope}`),
  set: (scope: string, name: string, value: string): void => {
    localPreferences.set(`${scopedPrefix}${name}.${scope}`, value);
  },
  /** Forgets those of a scope, or without one all. */
  erase: (scope?: string): void => {
    try {
      for (const name of Object.keys(localStorage))
        if (name.startsWith(`testigo.${scopedPrefix}`) && (scope === undefined || name.endsWith(`.${scope}`)))
          localStorage.removeItem(name);
    } catch {
      // As above.
    }
  },
};

/** This tab's session store; closed storage behaves as an empty one. */
export const tabStore = {
  get: (name: string): string | null => {
    try {
      return sessionStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set: (name: string, value: string): void => {
    try {
      sessionStorage.setItem(name, value);
    } catch {
      // As above.
    }
  },
  remove: (name: string): void => {
    try {
      sessionStorage.removeItem(name);
    } catch {
      // As above.
    }
  },
};
