import { createHash, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../domain/caller.ts';
import { Fault } from '../domain/fault.ts';
import type { Credentials } from './ports.ts';
import type { RateLimit } from './rate-limit.ts';

/** The digest under which a bearer secret is kept; secrets are long and random, so it needs no salt. */
export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/**
 * Who calls, by `Authorization: Bearer …` (Rules AU-1 to AU-6).
 *
 * @throws Fault 401 without a key or with one that is unknown or switched off, 403 where the organization's
 *   quota does not include the interface, 429 past the rate
 */
export function createAuthentication(
  credentials: () => Credentials,
  limit: RateLimit,
): (request: Request) => Promise<Caller> {
  return async (request) => {
    const secret = bearerOf(request.headers.get('authorization'));
    if (secret === undefined)
      throw new Fault('unauthenticated', 'This needs the header Authorization: Bearer <key or token>.', {
        rule: 'AU-1',
      });
    const digest = digestSecret(secret);
    const found = await credentials().find(digest);
    if (!found || !equalDigests(found.digest, digest))
      throw new Fault('unauthenticated', 'This key or token is not known.', { rule: 'AU-1' });
    if (!found.enabled) throw new Fault('unauthenticated', 'This key was switched off.', { rule: 'AK-2' });
    const retryAfter = limit(digest);
    if (retryAfter !== undefined)
      throw new Fault('too-many-requests', `Too many requests with this key; try again in ${retryAfter} s.`, {
        rule: 'AU-6',
        retryAfter,
      });
    if (!found.mayUseInterface)
      throw new Fault('forbidden', "This organization's quota does not include the interface.", {
        rule: 'AU-5',
      });
    return found.caller;
  };
}

/** The secret of a bearer header (RFC 6750 §2.1), undefined where there is none of a plausible form. */
export function bearerOf(header: string | null): string | undefined {
  return /^Bearer +([\w.~+/-]{1,512}=*) *$/i.exec(header ?? '')?.[1];
}

function equalDigests(stored: string, computed: string): boolean {
  const [left, right] = [Buffer.from(stored, 'hex'), Buffer.from(computed, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}
