import { sql } from '../storage/database/sql.ts';
import { digestOf, newSecret } from '../handlers/access/authenticate.ts';
import { newObjectId } from '../storage/tables/object-id.ts';
import type { Queries } from '../storage/database/queries.ts';

/** A key and its secret, which is stored nowhere. */
interface NewKey {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

export async function createKey(
  tx: Queries,
  organizationId: string,
  name: string,
  at: Date,
): Promise<NewKey> {
  const key = { id: newObjectId(at), name, secret: newSecret('tk') };
  const written = sql`${at.toISOString()}::timestamptz`;
  await tx.rows(sql`insert into api_keys (id, organization_id, name, digest, created_at, updated_at)
    values (${key.id}, ${organizationId}, ${name}, ${digestOf(key.secret)}, ${written}, ${written})`);
  return key;
}

/** A new access token of a subject. @param replace whether the earlier ones end */
export async function createToken(
  tx: Queries,
  subjectId: string,
  replace: boolean,
  at: Date,
): Promise<string> {
  const secret = newSecret('ta');
  if (replace) await tx.rows(sql`delete from access_tokens where subject_id = ${subjectId}`);
  await tx.rows(sql`insert into access_tokens (digest, subject_id, created_at)
    values (${digestOf(secret)}, ${subjectId}, ${at.toISOString()}::timestamptz)`);
  return secret;
}
