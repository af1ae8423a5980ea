import { localPreferences } from '../store/preferences.ts';

/**
 * When each scope was last signed out of in this browser: for tabs that slept meanwhile, or are opened again by the
 * browser. Scopes and times alone: no key, and nothing that was made from one.
 */
export interface SignOut {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What this browser kept of it was erased too. */
  readonly erased: boolean;
}

const slot = 'signed-out';
/** More scopes than anybody works with; the oldest is forgotten. */
const most = 20;

export const signOuts = {
  of: (scope: string): SignOut | undefined => read()[scope],
  note: (scope: string, signOut: SignOut): void => {
    const all = Object.entries({ ...read(), [scope]: signOut }).sort(([, a], [, b]) => b.at - a.at);
    localPreferences.set(slot, JSON.stringify(Object.fromEntries(all.slice(0, most))));
  },
};

function read(): Readonly<Record<string, SignOut>> {
  try {
    // Only this module writes there; what another build or hand wrote is held to the two fields where it is used.
    return (JSON.parse(localPreferences.get(slot) ?? '{}') as Record<string, SignOut> | null) ?? {};
  } catch {
    return {};
  }
}
