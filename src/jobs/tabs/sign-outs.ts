import { localPreferences } from '#client/session/preferences.ts';

/**
 * When each scope was last signed out of in this browser: for tabs that slept meanwhile, or are opened again by the
 * browser. Scopes and times alone: no key, and nothing that was made from one.
 */
export interface SignOut {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The stored data of the scope was erased too. */
  readonly erased: boolean;
}

export const signOutSlot = 'signed-out';

export const signOuts = {
  of: (scope: string): SignOut | undefined => signOuts.all()[scope],
  all: (): Readonly<Record<string, SignOut>> => {
    try {
      // Only `noteSignOut` writes there; what another hand wrote is held to the two fields where it is used.
      return (JSON.parse(localPreferences.get(signOutSlot) ?? '') as Record<string, SignOut> | null) ?? {};
    } catch {
      return {};
    }
  },
};
