import type { Caller } from '../domain/caller.ts';
import { Fault } from '../domain/fault.ts';
import type { Core } from './ports.ts';
import type { RateLimit } from './rate-limit.ts';

/**
 * Who calls, by `Authorization: Bearer …` (Rules AU-1 to AU-6).
 *
 * @throws Fault 401 without a key or with one that is unknown or switched off, 403 where the organization's
 *   quota does not include the interface, 429 past the rate
 */
export function createAuthentication(
  core: () => Core,
  limit: RateLimit,
): (request: Request) => Promise<Caller> {
  return async (request) => {
    const secret = bearerOf(request.headers.get('authorization'));
    if (secret === undefined)
      throw new Fault('unauthenticated', 'This needs the header Authorization: Bearer <key or token>.', {
        rule: 'AU-1',
      });
    const caller = await core().authenticate(secret);
    const retryAfter = limit(limitKey(caller));
    if (retryAfter === undefined) return caller;
    throw new Fault('too-many-requests', `Too many requests with this key; try again in ${retryAfter} s.`, {
      rule: 'AU-6',
      retryAfter,
    });
  };
}

/** The secret of a bearer header (RFC 6750 §2.1), undefined where there is none of a plausible form. */
function bearerOf(header: string | null): string | undefined {
  return /^Bearer +([\w.~+/-]{1,512}=*) *$/i.exec(header ?? '')?.[1];
}

function limitKey(caller: Caller): string {
  if (caller.kind === 'key') return `key ${caller.keyId}`;
  return caller.kind === 'token' ? `subject ${caller.subjectId}` : 'anonymous';
}
