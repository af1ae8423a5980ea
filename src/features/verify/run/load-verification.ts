import type { Verification } from './verification.ts';

let loading: Promise<Verification> | undefined;
let present: Verification | undefined;

/** What hashes, matches and checks comes after the page is shown: until something is given, nothing needs it. */
export function loadVerification(): Promise<Verification> {
  loading ??= import('./tab-verification.ts').then(
    ({ tabVerification }) => (present = tabVerification()),
    (error: unknown) => {
      // The next time something is given, it is tried again.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** The verification of this tab, if one was begun. */
export function presentVerification(): Verification | undefined {
  return present;
}
