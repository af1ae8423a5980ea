import { currentMillis } from '#clock/clock.ts';
import { localPreferences } from '#client/session/preferences.ts';
import { signOutSlot, signOuts, type SignOut } from './sign-outs.ts';

/** More scopes than anybody works with; the oldest is forgotten. */
const most = 20;

/** Writes down that a scope was signed out of, for tabs that sleep now. */
export function noteSignOut(scope: string, erased: boolean): void {
  const signOut: SignOut = { at: currentMillis(), erased };
  const all = Object.entries({ ...signOuts.all(), [scope]: signOut }).sort(([, a], [, b]) => b.at - a.at);
  localPreferences.set(signOutSlot, JSON.stringify(Object.fromEntries(all.slice(0, most))));
}
