import { isAbsent } from '#client/session/capabilities.ts';
import type { Unread } from '../../report/unread.ts';
import type { Gap } from './collect-evidence.ts';

/** What of the evidence could not be read; what the service says that it does not have is absent, not unread. */
export const unreadOf = (gaps: readonly Gap[] = []): Unread =>
  new Set(
    gaps.flatMap(({ what, at, error }) =>
      isAbsent(error)
        ? []
        : [what, `${at === undefined ? 'page' : (`invites[${at}]` as const)}.${what}` as const],
    ),
  );
