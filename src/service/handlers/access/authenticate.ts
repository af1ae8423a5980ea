import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from '../../storage/database/sql.ts';
import type { KeyScope } from '#contract/operations/key-scopes.ts';
import type { Database } from '../../storage/database/database.ts';
import { RowSets } from '../../storage/lists/row-sets.ts';
import { StorageUnavailable } from '../../storage/unavailable.ts';
import type { Caller } from './caller.ts';
import { ServiceError } from '../../service-error.ts';

/** A secret as it is stored: its SHA-256, hexadecimal (Rule AU-4). */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** A new secret of 256 bits, readable about what it is. */
export const newSecret = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`;

/** Nobody holds this key or token: unlike one that is switched off, it will not be held by anybody later either. */
export class UnknownSecret extends ServiceError {
  constructor() {
    super('unauthenticated', 'The key or token is not known here.', { rule: 'AU-1' });
  }
}

/** Least time between two notes of a key's use; a note at every request would be a write at every read. */
const noteEvery = 60_000;

/**
 * Identifies the holder of a bearer key or token (Rules AU-1, AU-2).
 *
 * @throws ServiceError unauthenticated when nobody does or the key is switched off (Rule AK-2); forbidden when the
 *   organization may not use keys (Rule AU-5) or was switched off (Rule PR-3)
 * @param onDemo with the sandbox off: called for the sandbox's keys and tokens, which are refused (Rule ST-44)
 */
export async function authenticate(
  database: Database,
  bearer: string,
  now: Date,
  onDemo?: (sentence: string) => void,
): Promise<Caller> {
  const digest = digestOf(bearer);
  const { key, token } = await readHolders(database, digest);
  if (key && same(key.digest, digest) && key.enabled) {
    if (key.demo && onDemo) throw refuseDemo(`key ${key.id}`, onDemo);
    if (key.disabled_at !== null) throw disabled();
    if (!key.quota_api)
      throw new ServiceError(
        'forbidden',
        'The quota of this organization does not include the use of keys.',
        {
          rule: 'AU-5',
        },
      );
    if (now.getTime() - (key.last_used_at?.getTime() ?? 0) > noteEvery)
      await database
        .rows(sql`update api_keys set last_used_at = ${now.toISOString()}::timestamptz where id = ${key.id}`)
        .catch((error: unknown) => {
          // When the disk is full the time cannot be stored, and reads are still answered.
          if (!(error instanceof StorageUnavailable)) throw error;
        });
    return {
      kind: 'key',
      keyId: key.id,
      organizationId: key.organization_id,
      ...(key.scopes && { scopes: key.scopes }),
    };
  }
  if (token && same(token.digest, digest)) {
    if (token.demo && onDemo) throw refuseDemo(`token of subject ${token.subject_id}`, onDemo);
    // A member of another organization too still acts there; who is a member of none is a signer, and no one's.
    if (token.member_of_disabled && token.organization_ids.length === 0) throw disabled();
    return { kind: 'token', subjectId: token.subject_id, organizationIds: token.organization_ids };
  }
  if (key) throw new ServiceError('unauthenticated', 'The key is switched off.', { rule: 'AK-2' });
  throw new UnknownSecret();
}

interface KeyHolder {
  readonly id: string;
  readonly organization_id: string;
  readonly digest: string;
  readonly enabled: boolean;
  readonly quota_api: boolean;
  readonly last_used_at: Date | null;
  readonly demo: boolean;
  readonly scopes: KeyScope[] | null;
  readonly disabled_at: Date | null;
}

interface TokenHolder {
  readonly subject_id: string;
  readonly digest: string;
  readonly demo: boolean;
  readonly organization_ids: string[];
  readonly member_of_disabled: boolean;
}

/** The key and the token of a digest, in one statement: which of the two a secret is, it does not tell. */
async function readHolders(
  database: Database,
  digest: string,
): Promise<{ key: KeyHolder | undefined; token: TokenHolder | undefined }> {
  const sets = new RowSets();
  const keys =
    sets.add<KeyHolder>(sql`select k.id, k.organization_id, k.digest, k.enabled, k.last_used_at, k.scopes,
      k.demo or o.demo as demo, o.quota_api, o.disabled_at
    from api_keys k join organizations o on o.id = k.organization_id where k.digest = ${digest}`);
  const tokens = sets.add<TokenHolder>(sql`select t.subject_id, t.digest, t.demo,
      array(select m.organization_id::text from organization_members m join organizations o on o.id = m.organization_id
        where m.subject_id = t.subject_id and o.disabled_at is null) as organization_ids,
      exists (select 1 from organization_members m join organizations o on o.id = m.organization_id
        where m.subject_id = t.subject_id and o.disabled_at is not null) as member_of_disabled
    from access_tokens t where t.digest = ${digest}`);
  const found = await sets.read(database);
  return { key: found.of(keys)[0], token: found.of(tokens)[0] };
}

function refuseDemo(who: string, onDemo: (sentence: string) => void): ServiceError {
  onDemo(`The ${who} is the sandbox's, which is off; it is refused.`);
  return new ServiceError('unauthenticated', "This key or token is the sandbox's, which is off.", {
    rule: 'ST-44',
  });
}

export const disabled = (): ServiceError =>
  new ServiceError('forbidden', 'This organization was switched off by the operator of the service.', {
    rule: 'PR-3',
  });

/** Digests are looked up by an index, and what was found is compared once more in constant time. */
function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
