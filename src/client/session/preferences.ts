/** Small choices of the reader. Every name in local storage, and whose it is, stands in `README.md`. */
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

/** Discovered capabilities of services, in this tab's storage. */
export const factsSlot = 'testigo.service-facts';

/** How far the run of /verify in this tab is, in this tab's storage. */
export const verifyRunSlot = 'testigo.verify-run';

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
