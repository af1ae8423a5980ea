import { digestOf, UnknownSecret } from '../../handlers/access/authenticate.ts';
import type { Caller } from '../../handlers/access/caller.ts';
import { ServiceError } from '../../service-error.ts';
import { networkOf } from './peer.ts';
import type { Core } from '../ports.ts';
import type { CheckRate } from './rate-limit.ts';

export interface Authentication {
  /**
   * Who calls, by `Authorization: Bearer …` (Rules AU-1 to AU-7).
   *
   * @param address of the peer; undefined where there is no connection
   * @param isRead whether the operation changes nothing, which its method alone does not say
   * @throws ServiceError 401 without a key or with one that is unknown or switched off, 403 where the organization's
   *   quota does not include the interface, 429 past the rate
   */
  identify(request: Request, address: string | undefined, isRead: boolean): Promise<Caller>;
  /**
   * Counts a request that brings no key.
   *
   * @throws ServiceError 429 past the rate of its address
   */
  admit(address: string | undefined): void;
  /** A request may have changed what callers may do: who calls is read from the database again. */
  forgetCallers(): void;
}

/**
 * How long a read is answered to whom the database named before, in milliseconds. A change in this process ends it at once;
 * one in another process of the same database is seen after it.
 */
const callerKnownFor = 1_000;

/** Milliseconds for which an unknown secret is refused without querying the database. */
const refusedFor = 10_000;

/** Secrets of which it is remembered whether somebody held them. */
const mostRemembered = 10_000;

/**
 * @param perKey by the key or subject
 * @param perAddress by the remote address, for whatever brings no key that was known here before: what nobody holds
 *   costs the database nothing past this rate, and who holds a key is not slowed by it
 * @param tick milliseconds, never going back
 */
export function createAuthentication(
  core: () => Core,
  perKey: CheckRate,
  perAddress: CheckRate,
  tick: () => number,
): Authentication {
  const known = new Set<string>();
  const unknown = new Map<string, number>();
  const callers = new Map<string, { readonly caller: Caller; readonly until: number }>();
  let changes = 0;
  const admit = (address: string | undefined): void => {
    const retryAfter = perAddress(address === undefined ? 'none' : networkOf(address));
    if (retryAfter === undefined) return;
    throw new ServiceError(
      'too-many-requests',
      `Too many requests without a known key from this address; try again in ${retryAfter} s.`,
      { rule: 'AU-7', retryAfter },
    );
  };
  return {
    admit,
    forgetCallers() {
      changes += 1;
      callers.clear();
    },
    async identify(request, address, isRead) {
      const secret = bearerOf(request.headers.get('authorization'));
      const digest = secret === undefined ? '' : digestOf(secret);
      if (!known.has(digest)) admit(address);
      if (secret === undefined)
        throw new ServiceError(
          'unauthenticated',
          'This needs the header Authorization: Bearer <key or token>.',
          {
            rule: 'AU-1',
          },
        );
      const refusedUntil = unknown.get(digest);
      if (refusedUntil !== undefined && tick() < refusedUntil) throw new UnknownSecret();
      const recent = isRead ? callers.get(digest) : undefined;
      const isRecent = recent !== undefined && tick() < recent.until;
      const before = changes;
      const caller = isRecent
        ? recent.caller
        : await core()
            .authenticate(secret)
            .catch((error: unknown) => {
              known.delete(digest);
              callers.delete(digest);
              if (error instanceof UnknownSecret) remember(unknown, digest, tick() + refusedFor);
              throw error;
            });
      // What was read while something changed may be from before it.
      if (!isRecent && before === changes) {
        if (callers.size >= mostRemembered) callers.clear();
        callers.set(digest, { caller, until: tick() + callerKnownFor });
      }
      unknown.delete(digest);
      if (known.size >= mostRemembered) known.clear();
      known.add(digest);
      const retryAfter = perKey(limitKey(caller));
      if (retryAfter === undefined) return caller;
      throw new ServiceError(
        'too-many-requests',
        `Too many requests with this key; try again in ${retryAfter} s.`,
        {
          rule: 'AU-6',
          retryAfter,
        },
      );
    },
  };
}

function remember(unknown: Map<string, number>, digest: string, until: number): void {
  // The oldest goes first: it is over soonest.
  const [oldest] = unknown.keys();
  if (unknown.size >= mostRemembered && oldest !== undefined) unknown.delete(oldest);
  unknown.set(digest, until);
}

/** The secret of a bearer header (RFC 6750 §2.1), undefined where there is none of a plausible form. */
function bearerOf(header: string | null): string | undefined {
  return /^Bearer +([\w.~+/-]{1,512}=*) *$/i.exec(header ?? '')?.[1];
}

function limitKey(caller: Caller): string {
  if (caller.kind === 'key') return `key ${caller.keyId}`;
  return caller.kind === 'token' ? `subject ${caller.subjectId}` : 'anonymous';
}
