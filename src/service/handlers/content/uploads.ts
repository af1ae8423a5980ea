import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import type { Readable } from 'node:stream';
import { limits } from '#contract/operations/limits.ts';
import { oneOf } from '../../storage/lists/conditions.ts';
import { newObjectId } from '../../storage/tables/object-id.ts';
import { TooLarge } from '../../storage/objects/objects.ts';
import { isFree, LeaseLost, openLease } from '../../storage/tables/work-items.ts';
import type { Lease } from '../../storage/tables/work-items.ts';
import { requestVisibleTo } from '../access/access.ts';
import { digestOf, newSecret } from '../access/authenticate.ts';
import { organizationsOf } from '../access/caller.ts';
import type { Caller } from '../access/caller.ts';
import { ServiceError } from '../../service-error.ts';
import type { Service } from '../ports.ts';
import { addContent, checkOpen, completeDirectUpload, tooLarge } from './direct-uploads.ts';
import type { OpenUpload } from './direct-uploads.ts';
import { openStored } from './stored.ts';

/**
 * An address for one PUT and the key under which the content will be known (Rules UP-1, UP-2, UP-3, UP-5). The
 * documented call does not say for which organization it is: what a member of several uploads is its own until a
 * request of one of them names it (Rule UP-11).
 */
export async function createUploadAddress(
  service: Service,
  caller: Caller,
  requested: { readonly filePath: string; readonly md5Checksum: string },
): Promise<{ url: string; key: string; direct?: true }> {
  const path = checkFilePath(requested.filePath);
  const [organization, another] = organizationsOf(caller);
  if (organization === undefined)
    throw new ServiceError('forbidden', 'Content is uploaded by the members and keys of an organization.', {
      rule: 'UP-1',
    });
  const now = service.now();
  const id = newObjectId(now);
  const unboundSubject = another !== undefined && caller.kind === 'token' ? caller.subjectId : null;
  // The version stands before the path, so that a key ends in the name of its file.
  const key = `${unboundSubject ?? organization}/${id}/${path}`;
  const token = newSecret('tu').slice(3);
  await service.database.rows(sql`
    insert into uploads (id, organization_id, token_digest, content_key, file_path, md5, expires_at, created_at,
      unbound_subject_id)
    values (${id}, ${organization}, ${digestOf(token)}, ${key}, ${path}, ${requested.md5Checksum.toLowerCase()},
      ${new Date(now.getTime() + limits.uploadAddressSeconds * 1000).toISOString()}::timestamptz,
      ${now.toISOString()}::timestamptz, ${unboundSubject})`);
  return { url: service.uploadAddress(token), key, ...(service.objects.direct && { direct: true }) };
}

function checkFilePath(requested: string): string {
  const path = requested.normalize('NFC');
  const refuse = (why: string): never => {
    throw new ServiceError('unprocessable', `filePath ${why}`, { path: ['filePath'], rule: 'UP-3' });
  };
  if (path === '') refuse('is empty.');
  if (/\p{Cc}/u.test(path)) refuse('has a control character.');
  if (path.includes('\\')) refuse('has a backslash.');
  const names = path.split('/');
  if (names.includes('..')) refuse('leads upwards with "..".');
  // Stores and what stands before them take such a name away, and the key would be another's.
  if (names.includes('.')) refuse('has a part that is ".".');
  if (Buffer.byteLength(path) > limits.filePathBytes) refuse(`is longer than ${limits.filePathBytes} bytes.`);
  return path;
}

/**
 * Takes the bytes of one PUT (Rules UP-2, UP-4, UP-5, UP-7, UP-9). A refused one leaves the address as it was.
 *
 * @param headers as sent, names in lower case
 * @throws ServiceError not-found for an address that is unknown or over; conflict when bytes came before
 */
export async function receiveUpload(
  service: Service,
  token: string,
  headers: { readonly contentMd5: string | undefined; readonly contentLength: string | undefined },
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ key: string; size: number }> {
  const digest = digestOf(token);
  const [upload] = await service.database.rows<OpenUpload>(
    sql`select * from uploads where token_digest = ${digest}`,
  );
  checkOpen(upload, service.now());
  const declared = headers.contentMd5 === undefined ? '' : readMd5(headers.contentMd5);
  if (declared !== upload.md5)
    throw new ServiceError(
      headers.contentMd5 === undefined ? 'malformed-argument' : 'unprocessable',
      `Content-MD5 is ${headers.contentMd5 ?? 'absent'}; expected the base64 of the MD5 that was declared.`,
      { path: ['Content-MD5'], rule: 'UP-2' },
    );
  if (Number(headers.contentLength ?? 0) > service.uploadMax) throw tooLarge(service.uploadMax);
  return inShare(service, upload.organization_id, () => storeUpload(service, upload, digest, bytes));
}

/** Files on their way in, by service and organization. */
const onTheirWay = new WeakMap<Service, Map<string, number>>();

/** Runs what takes a file in, unless the organization has as many on their way as it may (Rule UP-12). */
async function inShare<T>(service: Service, organizationId: string, take: () => Promise<T>): Promise<T> {
  const counts = onTheirWay.get(service) ?? new Map<string, number>();
  onTheirWay.set(service, counts);
  const most = service.uploadsPerKey;
  const count = counts.get(organizationId) ?? 0;
  if (most !== undefined && count >= most)
    throw new ServiceError(
      'too-many-requests',
      `${most} files of this organization are on their way in already; try again in a moment.`,
      { rule: 'UP-12', retryAfter: 1 },
    );
  counts.set(organizationId, count + 1);
  try {
    return await take();
  } finally {
    const left = (counts.get(organizationId) ?? 1) - 1;
    if (left === 0) counts.delete(organizationId);
    else counts.set(organizationId, left);
  }
}

async function storeUpload(
  service: Service,
  upload: OpenUpload,
  digest: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ key: string; size: number }> {
  const staged = await service.objects.stage(bytes, service.uploadMax).catch((error: unknown) => {
    throw error instanceof TooLarge ? tooLarge(service.uploadMax) : error;
  });
  try {
    if (staged.md5 !== upload.md5)
      throw new ServiceError(
        'unprocessable',
        `The bytes have MD5 ${staged.md5}, not the declared ${upload.md5}.`,
        {
          path: ['md5Checksum'],
          rule: 'UP-4',
        },
      );
    const lease = await leaseUpload(service, digest, staged.sha256);
    try {
      // With no connection held: the store may take its time. Bytes whose row does not come to be are overwritten by
      // the next attempt and known to nobody.
      await whileLeased(service, upload, lease, () => staged.keep(upload.content_key));
      await acknowledge(service, upload, lease, staged);
    } catch (error) {
      if (error instanceof LeaseLost)
        throw new ServiceError('conflict', 'Another PUT to this address was quicker.', { rule: 'UP-4' });
      await service.database
        .rows(
          sql`update uploads set lease = null, leased_until = null where id = ${upload.id} and lease = ${lease.id}`,
        )
        .catch(() => lease.abandon());
      throw error;
    }
  } finally {
    await staged.discard();
  }
  return { key: upload.content_key, size: staged.size };
}

/** Milliseconds of a lease, which is renewed while the bytes of a PUT are stored, however long that takes. */
const storeTime = 60_000;

/** Milliseconds that a second PUT to the same address waits for the first. */
const patience = 15_000;

/** Renews the lease as long as the work goes on. */
async function whileLeased<T>(
  { database, uploadLease = storeTime }: Service,
  { id }: OpenUpload,
  lease: Lease,
  work: () => Promise<T>,
): Promise<T> {
  const renew = (): Promise<unknown> =>
    database.rows(
      sql`update uploads set leased_until = ${lease.until()} where id = ${id} and lease = ${lease.id}`,
    );
  // A database that is away now is queried again the next time, and by whoever acknowledges the bytes.
  const timer = setInterval(() => void renew().catch(() => undefined), uploadLease / 4);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * The right to give the bytes of an upload their name. Another PUT to the same address that has it already is waited
 * for, with no connection held, and is then known to have come first.
 *
 * @throws ServiceError conflict when it was; unavailable while it takes longer than a caller has to wait
 */
async function leaseUpload(service: Service, digest: string, sha256: string): Promise<Lease> {
  const { database, uploadLease = storeTime } = service;
  const end = performance.now() + patience;
  for (;;) {
    const lease = openLease(uploadLease);
    try {
      const leased = await database.transaction(async (tx) => {
        const [locked] = await tx.rows<OpenUpload & { readonly free: boolean }>(
          sql`select u.*, ${isFree(database, sql`u`)} as free from uploads u where token_digest = ${digest} for update`,
        );
        checkOpen(locked, service.now());
        if (!locked.free) return false;
        if (locked.direct_sha256 !== null && locked.direct_sha256 !== sha256)
          throw new ServiceError('unprocessable', 'Other bytes were announced for this upload address.', {
            rule: 'UP-13',
          });
        await tx.rows(sql`update uploads set lease = ${lease.id}, leased_until = ${lease.until()}
          where id = ${locked.id}`);
        return true;
      });
      if (leased) return lease;
    } catch (error) {
      lease.abandon();
      throw error;
    }
    if (performance.now() > end)
      throw new ServiceError(
        'unavailable',
        'Another PUT to this address is being stored; try again in a moment.',
        {
          rule: 'UP-4',
          retryAfter: 5,
        },
      );
    await sleep(40);
  }
}

/** The row of the content, and with it the key, comes to be; only whoever stored the bytes writes it. */
async function acknowledge(
  service: Service,
  upload: OpenUpload,
  lease: Lease,
  staged: { readonly size: number; readonly md5: string; readonly sha256: string },
): Promise<void> {
  await service.database.transaction(async (tx) => {
    const now = service.now();
    const [leased] = await tx.rows(sql`update uploads set received_at = ${now.toISOString()}::timestamptz,
      lease = null, leased_until = null where id = ${upload.id} and lease = ${lease.id} returning id`);
    if (!leased) throw new LeaseLost(`The upload ${upload.id} is another's by now.`);
    await addContent(tx, {
      key: upload.content_key,
      organizationId: upload.organization_id,
      size: staged.size,
      md5: staged.md5,
      sha256: staged.sha256,
      at: now,
    });
  });
}

/** Base64 of 16 bytes as hexadecimal; anything else as nothing. */
function readMd5(header: string): string {
  return /^[A-Za-z0-9+/]{22}==$/.test(header) ? Buffer.from(header, 'base64').toString('hex') : '';
}

/** Answer of an operation that does not answer JSON. */
interface BytesOfOperation {
  readonly fileName: string;
  /** Media type. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  stream(): Promise<Readable>;
}

/** Content as it is answered (Rule CO-2); `fileName` is the last part of the key. */
export interface OpenedContent extends BytesOfOperation {
  readonly key: string;
  readonly type: 'application/pdf' | 'application/json' | 'text/plain; charset=utf-8';
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/**
 * Content for members, for its signers, and for whoever holds the anonymous key of a request over it; for
 * others there is none (Rule CO-1).
 */
export async function openContent(
  service: Service,
  key: string,
  caller: Caller,
  anonymousKey: string | undefined,
): Promise<OpenedContent> {
  const unknown = (): ServiceError =>
    new ServiceError('not-found', 'There is no such content.', { rule: 'CO-1' });
  const holds = anonymousKey === undefined ? sql`false` : sql`r.anonymous_key = ${anonymousKey}`;
  const find = sql`
    select c.size, c.sha256, (select min(k.content_kind) from signature_requests k where k.content_key = c.content_key) as kind
    from contents c where c.content_key = ${key} and (
      ${ownContent(caller)}
      or exists (select 1 from signature_requests r where r.content_key = c.content_key
        and (${requestVisibleTo(caller)} or ${holds})))`;
  type Found = { size: number; sha256: string; kind: string | null };
  let [found] = await service.database.rows<Found>(find);
  if (!found && (await completeDirectUpload(service, key)))
    [found] = await service.database.rows<Found>(find);
  if (!found) throw unknown();
  const type = typeOf(found.kind, key);
  return {
    key,
    fileName: key.split('/').findLast((part) => part !== '') ?? 'content',
    type,
    size: found.size,
    sha256: found.sha256,
    stream: () => openStored(service.objects, { key, size: found.size, sha256: found.sha256 }),
  };
}

/** Of an organization of the caller's; what is not bound to one yet is its uploader's alone (Rule UP-11). */
function ownContent(caller: Caller): Sql {
  const subject = caller.kind === 'token' ? caller.subjectId : '';
  return sql`(${oneOf(sql`c.organization_id`, organizationsOf(caller))} and not exists (select 1 from uploads u
    where u.content_key = c.content_key and u.unbound_subject_id is not null and u.unbound_subject_id <> ${subject}))`;
}

function typeOf(kind: string | null, key: string): OpenedContent['type'] {
  const of = kind ?? (/\.pdf$/i.test(key) ? 'pdf' : /\.json$/i.test(key) ? 'json' : 'raw');
  if (of === 'pdf') return 'application/pdf';
  return of === 'json' ? 'application/json' : 'text/plain; charset=utf-8';
}
