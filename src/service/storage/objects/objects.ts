import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as system from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Settings } from '../../settings/object-store.ts';
import { openDirectUploads } from './direct-uploads.ts';
import type { DirectUploads } from './direct-uploads.ts';
import { eraseFromS3 } from './erase-object.ts';
import type { LeftObject } from './erase-object.ts';
import { protectionOf, s3Client } from './s3-client.ts';
import type { Space } from '../space.ts';
import { accessStore, StorageUnavailable } from '../unavailable.ts';

/** Bytes that have come whole but have no name yet. */
interface Staged {
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly md5: string;
  readonly sha256: string;
  /** Stores the bytes under the key, durably. Repeating it for the same key does nothing. */
  keep(key: string): Promise<void>;
  /** Forgets them. */
  discard(): Promise<void>;
}

/** What has its name and is only read. */
export interface StoredObjects {
  /** @throws ObjectMissing */
  bytes(key: string): Promise<Uint8Array>;
  /** @throws ObjectMissing */
  stream(key: string): Promise<Readable>;
}

/** The same for whoever may also remove it for good. */
export interface ErasableObjects extends StoredObjects {
  /**
   * Removes the bytes of a key and whatever a store keeps of them.
   *
   * @param version of what the store refused to remove before
   * @returns undefined where nothing is left
   */
  erase(key: string, version?: string): Promise<LeftObject | undefined>;
}

/** Where content bytes are. A key is written once and never again (Rule UP-1). */
export interface ObjectStore extends ErasableObjects {
  /**
   * Takes bytes in as they come, hashing them.
   *
   * @throws TooLarge as soon as there are more than `limit` bytes; nothing of them is stored (Rule UP-7)
   */
  stage(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<Staged>;
  /**
   * A version of the bytes of a key without reading them: the same text as long as the store notices no change.
   *
   * @throws ObjectMissing
   */
  version(key: string): Promise<string>;
  /** Forgets the bytes of a key, if there are any. */
  remove(key: string): Promise<void>;
  /** Uploads that do not pass through the service; absent where there are none. */
  readonly direct?: DirectUploads | undefined;
}

/** The file system operations that write; a test injects failures. */
export type Files = Pick<typeof system, 'mkdir' | 'open' | 'rename' | 'rm' | 'unlink'>;

export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
}

/**
 * Every method rejects with `StorageUnavailable` where the disk is full or the store out of reach; nothing is then
 * under the key (Rule ST-22).
 *
 * @param space checked now and then while bytes arrive
 */
export async function openObjectStore(
  dataFolder: string,
  s3: S3Settings | undefined,
  space?: Space,
  files: Files = system,
): Promise<ObjectStore> {
  const folder = join(dataFolder, 'objects');
  const waiting = join(folder, 'incoming');
  // What an earlier process left unfinished was never acknowledged.
  await files.rm(waiting, { recursive: true, force: true });
  await files.mkdir(waiting, { recursive: true });
  await syncFolder(files, dataFolder);
  const staging: StagingArea = { folder: waiting, space, files };
  return s3 ? openS3(staging, s3) : openFolder(folder, staging);
}

/** The same store for whoever stores nothing, also while a service stores into it. */
export async function openStoredObjects(
  dataFolder: string,
  s3: S3Settings | undefined,
): Promise<ErasableObjects> {
  const folder = join(dataFolder, 'objects');
  const staging: StagingArea = { folder: join(folder, 'incoming'), space: undefined, files: system };
  return s3 ? openS3(staging, s3) : openFolder(folder, staging);
}

/** Where bytes are staged until they are stored under a key. */
interface StagingArea {
  readonly folder: string;
  readonly space: Space | undefined;
  readonly files: Files;
}

/**
 * Files named by the SHA-256 of their key: a key may hold any text, longer than a file system takes and different
 * only in case.
 */
function openFolder(folder: string, staging: StagingArea): ObjectStore {
  const { files } = staging;
  const fileOf = (key: string): { folder: string; path: string } => {
    const name = createHash('sha256').update(key).digest('hex');
    const inside = join(folder, name.slice(0, 2));
    return { folder: inside, path: join(inside, name.slice(2)) };
  };
  const remove = (key: string): Promise<void> =>
    accessStore(documents, () => files.rm(fileOf(key).path, { force: true }));
  return {
    async stage(bytes, limit) {
      const staged = await receive(staging, bytes, limit);
      return {
        ...staged.facts,
        keep: once(async (key) => {
          const to = fileOf(key);
          await files.mkdir(to.folder, { recursive: true });
          await files.rename(staged.path, to.path);
          await syncFolder(files, to.folder);
          await syncFolder(files, folder);
        }),
        discard: () => files.rm(staged.path, { force: true }),
      };
    },
    async bytes(key) {
      return accessStore(documents, () => system.readFile(fileOf(key).path).catch(missing(key)));
    },
    async stream(key) {
      const { path } = fileOf(key);
      await accessStore(documents, () => system.stat(path).catch(missing(key)));
      return createReadStream(path);
    },
    async version(key) {
      const { path } = fileOf(key);
      const { ino, size, mtimeNs, ctimeNs } = await accessStore(documents, () =>
        system.stat(path, { bigint: true }).catch(missing(key)),
      );
      return [ino, size, mtimeNs, ctimeNs].join(' ');
    },
    remove,
    erase: (key) => remove(key).then(() => undefined),
  };
}

async function openS3(staging: StagingArea, settings: S3Settings): Promise<ObjectStore> {
  const { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } =
    await import('@aws-sdk/client-s3');
  const { bucket } = settings;
  const client = await s3Client(settings);
  const absent =
    (key: string) =>
    (error: unknown): never => {
      // An answer to HEAD has no body, and so no code of the store.
      const isAbsent = error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name);
      throw isAbsent ? new ObjectMissing(key) : error;
    };
  const get = async (key: string): Promise<Readable> => {
    const answer = await accessStore(documents, () =>
      client.send(new GetObjectCommand({ Bucket: bucket, Key: key })).catch(absent(key)),
    );
    // In Node the body is always a stream of Node's.
    return answer.Body as Readable;
  };
  return {
    async stage(bytes, limit) {
      const staged = await receive(staging, bytes, limit);
      const { size, md5 } = staged.facts;
      return {
        ...staged.facts,
        keep: once(async (key) => {
          const put = (): Promise<unknown> =>
            client.send(
              new PutObjectCommand({
                Bucket: bucket,
                Key: key,
                Body: createReadStream(staged.path),
                ContentLength: size,
                ContentMD5: Buffer.from(md5, 'hex').toString('base64'),
                ...protectionOf(settings),
              }),
            );
          await repeatPut(() => accessStore(documents, put));
          await staging.files.rm(staged.path, { force: true });
        }),
        discard: () => staging.files.rm(staged.path, { force: true }),
      };
    },
    async bytes(key) {
      const stream = await get(key);
      return accessStore(documents, async () => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of stream) chunks.push(chunk as Uint8Array); // a stream without encoding
        return Buffer.concat(chunks);
      });
    },
    stream: get,
    async version(key) {
      const { ETag, ContentLength, LastModified } = await accessStore(documents, () =>
        client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })).catch(absent(key)),
      );
      return [ETag, ContentLength, LastModified?.toISOString()].join(' ');
    },
    async remove(key) {
      await accessStore(documents, () => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })));
    },
    erase: (key, version) => eraseFromS3(client, bucket, key, version),
    direct: await openDirectUploads(client, settings),
  };
}

/** Attempts to store bytes, and milliseconds from the first on after which no other is begun. */
const puts = { attempts: 3, milliseconds: 10_000 };

/**
 * The library repeats every call that got no answer but one that sends a stream, which it cannot read twice. A store that
 * was silent for long is not tried again: whoever uploads would wait for a second silence.
 */
async function repeatPut(put: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + puts.milliseconds;
  for (let attempt = 1; ; attempt += 1)
    try {
      await put();
      return;
    } catch (error) {
      const mayHelp = error instanceof StorageUnavailable && error.why === 'lost';
      if (!mayHelp || attempt === puts.attempts || performance.now() >= end) throw error;
      await sleep(100 * 2 ** attempt);
    }
}

const documents = 'documents';

/** Bytes between two checks of the free space. */
const lookEvery = 4 * 1024 ** 2;

/** Stores only once for a key, because a database transaction may run again. */
function once(keep: (key: string) => Promise<void>): (key: string) => Promise<void> {
  let storedKey: string | undefined;
  return async (key) => {
    if (storedKey === key) return;
    await accessStore(documents, () => keep(key));
    storedKey = key;
  };
}

/** Writes what comes to a file that is on the disk when this returns, and hashes it on the way. */
async function receive(
  staging: StagingArea,
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<{ path: string; facts: Pick<Staged, 'size' | 'md5' | 'sha256'> }> {
  const { files, space } = staging;
  await space?.require(documents);
  const path = join(staging.folder, randomBytes(12).toString('hex'));
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  let size = 0;
  let looked = 0;
  const file = await accessStore(documents, () => files.open(path, 'wx', 0o600));
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > limit) throw new TooLarge(`More than ${limit} bytes came.`);
      if (size - looked > lookEvery) {
        looked = size;
        await space?.require(documents);
      }
      md5.update(chunk);
      sha256.update(chunk);
      await accessStore(documents, async () => {
        for (let at = 0; at < chunk.byteLength;) at += (await file.write(chunk, at)).bytesWritten;
      });
    }
    await accessStore(documents, () => file.sync());
    await accessStore(documents, () => file.close());
  } catch (error) {
    await file.close().catch(() => undefined);
    await files.unlink(path).catch(() => undefined);
    throw error;
  }
  return { path, facts: { size, md5: md5.digest('hex'), sha256: sha256.digest('hex') } };
}

/** A name that was given or taken away is on the disk when this returns (fsync(2)). */
async function syncFolder(files: Files, path: string): Promise<void> {
  const folder = await files.open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const missing =
  (key: string) =>
  (error: unknown): never => {
    const absent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw absent ? new ObjectMissing(`There are no bytes under ${key}.`) : error;
  };
