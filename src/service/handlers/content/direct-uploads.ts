import { limits } from '#contract/operations/limits.ts';
import { sql } from '../../storage/database/sql.ts';
import type { Queries } from '../../storage/database/queries.ts';
import type { DirectAddress } from '../../storage/objects/direct-uploads.ts';
import { isFree } from '../../storage/tables/work-items.ts';
import { digestOf } from '../access/authenticate.ts';
import { ServiceError } from '../../service-error.ts';
import type { Service } from '../ports.ts';

/** An upload whose address was not used yet. */
export interface OpenUpload {
  readonly id: string;
  readonly organization_id: string;
  readonly content_key: string;
  readonly md5: string;
  readonly expires_at: Date;
  readonly received_at: Date | null;
  /** Of bytes that are put into the store itself, as their sender said. */
  readonly direct_sha256: string | null;
  readonly direct_size: number | null;
}

/** Content whose bytes are in the object store. */
export interface ReceivedContent {
  readonly key: string;
  readonly organizationId: string;
  readonly size: number;
  readonly md5: string;
  readonly sha256: string;
  readonly at: Date;
}

export async function addContent(tx: Queries, content: ReceivedContent): Promise<void> {
  await tx.rows(sql`insert into contents (content_key, organization_id, size, md5, sha256, created_at)
    values (${content.key}, ${content.organizationId}, ${String(content.size)}::bigint, ${content.md5},
      ${content.sha256}, ${content.at.toISOString()}::timestamptz)`);
}

/** @throws ServiceError not-found for an address that is unknown or over; conflict when bytes came before */
export function checkOpen(upload: OpenUpload | undefined, now: Date): asserts upload is OpenUpload {
  if (!upload) throw new ServiceError('not-found', 'This upload address is not known.', { rule: 'UP-1' });
  if (upload.received_at)
    throw new ServiceError('conflict', 'The file of this address has been received already.', {
      rule: 'UP-4',
    });
  if (upload.expires_at <= now)
    throw new ServiceError('not-found', 'This upload address is over: it lives 15 minutes.', {
      rule: 'UP-5',
    });
}

export const tooLarge = (most: number): ServiceError =>
  new ServiceError('too-large', `A file may have ${most} bytes at most.`, { rule: 'UP-7' });

/**
 * Exchanges an upload address for one of the object store, which takes these bytes and no others (Rule UP-13). From then
 * on the address itself takes no others either, because both write the same key.
 *
 * @param bytes SHA-256 in lower-case hexadecimal
 */
export async function signDirectUpload(
  service: Service,
  token: string,
  bytes: { readonly size: number; readonly sha256: string },
): Promise<DirectAddress> {
  const { database, uploadMax } = service;
  const { direct } = service.objects;
  if (!direct)
    throw new ServiceError('not-found', 'Files are uploaded to this service itself.', { rule: 'UP-13' });
  if (bytes.size > uploadMax) throw tooLarge(uploadMax);
  const upload = await database.transaction(async (tx) => {
    const [locked] = await tx.rows<OpenUpload & { readonly free: boolean }>(
      sql`select u.*, ${isFree(database, sql`u`)} as free from uploads u
        where token_digest = ${digestOf(token)} for update`,
    );
    checkOpen(locked, service.now());
    if (!locked.free || (locked.direct_sha256 !== null && locked.direct_sha256 !== bytes.sha256))
      throw new ServiceError('conflict', 'This upload address is for other bytes already.', {
        rule: 'UP-13',
      });
    await tx.rows(sql`update uploads set direct_sha256 = ${bytes.sha256},
      direct_size = ${String(bytes.size)}::bigint where id = ${locked.id}`);
    return locked;
  });
  const left = Math.floor((upload.expires_at.getTime() - service.now().getTime()) / 1000);
  const seconds = Math.max(1, Math.min(limits.uploadAddressSeconds, left));
  return direct.sign(upload.content_key, { ...bytes, md5: upload.md5 }, seconds);
}

/**
 * Makes bytes that were put into the store itself the content of their key, when that key is first named: the store says
 * by HEAD that it has them (Rule UP-13). Answers whether the content is there now.
 */
export async function completeDirectUpload(service: Service, key: string): Promise<boolean> {
  const { database, objects } = service;
  if (!objects.direct) return false;
  const [upload] = await database.rows<OpenUpload>(
    sql`select * from uploads where content_key = ${key} and direct_sha256 is not null`,
  );
  if (upload?.direct_sha256 == null || upload.direct_size === null) return false;
  // Another request completed it since the caller looked.
  if (upload.received_at) return true;
  const { id, md5, organization_id: organizationId, direct_sha256: sha256, direct_size: size } = upload;
  if (!(await objects.direct.has(key, { size, md5, sha256 }))) return false;
  return database.transaction(async (tx) => {
    const at = service.now();
    // Neither a sweep nor a PUT to the service has the upload now; whoever else completed it was as right.
    const [row] = await tx.rows<{ readonly received_at: Date | null; readonly free: boolean }>(
      sql`select u.received_at, ${isFree(database, sql`u`)} as free from uploads u where id = ${id} for update`,
    );
    if (row?.received_at) return true;
    if (!row?.free) return false;
    await tx.rows(sql`update uploads set received_at = ${at.toISOString()}::timestamptz where id = ${id}`);
    await addContent(tx, { key, organizationId, size, md5, sha256, at });
    return true;
  });
}
