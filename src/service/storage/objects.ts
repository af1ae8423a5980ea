import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { S3Settings } from '../settings.ts';

/** Bytes that have come whole but have no name yet. */
interface Staged {
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly md5: string;
  readonly sha256: string;
  /** Gives the bytes their name; they are then kept whatever happens. */
  keep(key: string): Promise<void>;
  /** Forgets them. */
  discard(): Promise<void>;
}

/** Where content bytes are. A key is written once and never again (Rule UP-1). */
export interface ObjectStore {
  /**
   * Takes bytes in as they come, hashing them.
   *
   * @throws TooLarge as soon as there are more than `limit` bytes; nothing of them is kept (Rule UP-7)
   */
  stage(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<Staged>;
  /** @throws ObjectMissing */
  bytes(key: string): Promise<Uint8Array>;
  /** @throws ObjectMissing */
  stream(key: string): Promise<Readable>;
}

export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
}

export async function openObjectStore(dataFolder: string, s3: S3Settings | undefined): Promise<ObjectStore> {
  const folder = join(dataFolder, 'objects');
  const waiting = join(folder, 'incoming');
  // What an earlier process left unfinished was never acknowledged.
  await rm(waiting, { recursive: true, force: true });
  await mkdir(waiting, { recursive: true });
  return s3 ? openS3(waiting, s3) : openFolder(folder, waiting);
}

/**
 * Files named by the SHA-256 of their key: a key may hold any text, longer than a file system takes and different
 * only in case.
 */
function openFolder(folder: string, waiting: string): ObjectStore {
  const fileOf = (key: string): { folder: string; path: string } => {
    const name = createHash('sha256').update(key).digest('hex');
    const inside = join(folder, name.slice(0, 2));
    return { folder: inside, path: join(inside, name.slice(2)) };
  };
  return {
    async stage(bytes, limit) {
      const staged = await receive(waiting, bytes, limit);
      return {
        ...staged.facts,
        async keep(key) {
          const to = fileOf(key);
          await mkdir(to.folder, { recursive: true });
          await rename(staged.path, to.path);
          await syncFolder(to.folder);
          await syncFolder(folder);
        },
        discard: () => rm(staged.path, { force: true }),
      };
    },
    async bytes(key) {
      return readFile(fileOf(key).path).catch(missing(key));
    },
    async stream(key) {
      const { path } = fileOf(key);
      await stat(path).catch(missing(key));
      return createReadStream(path);
    },
  };
}

async function openS3(waiting: string, settings: S3Settings): Promise<ObjectStore> {
  const { GetObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const { bucket, endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings;
  const client = new S3Client({
    region,
    forcePathStyle,
    // Other makers' stores do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...(endpoint ? { endpoint } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  });
  const get = async (key: string): Promise<Readable> => {
    const answer = await client
      .send(new GetObjectCommand({ Bucket: bucket, Key: key }))
      .catch((error: unknown) => {
        throw error instanceof Error && error.name === 'NoSuchKey' ? new ObjectMissing(key) : error;
      });
    // In Node the body is always a stream of Node's.
    return answer.Body as Readable;
  };
  return {
    async stage(bytes, limit) {
      const staged = await receive(waiting, bytes, limit);
      const { size, md5 } = staged.facts;
      return {
        ...staged.facts,
        async keep(key) {
          await client.send(
            new PutObjectCommand({
              Bucket: bucket,
              Key: key,
              Body: createReadStream(staged.path),
              ContentLength: size,
              ContentMD5: Buffer.from(md5, 'hex').toString('base64'),
            }),
          );
          await rm(staged.path, { force: true });
        },
        discard: () => rm(staged.path, { force: true }),
      };
    },
    async bytes(key) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of await get(key)) chunks.push(chunk as Uint8Array); // a stream without encoding
      return Buffer.concat(chunks);
    },
    stream: get,
  };
}

/** Writes what comes to a file that is on the disk when this returns, and hashes it on the way. */
async function receive(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<{ path: string; facts: Pick<Staged, 'size' | 'md5' | 'sha256'> }> {
  const path = join(folder, randomBytes(12).toString('hex'));
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > limit) throw new TooLarge(`More than ${limit} bytes came.`);
      md5.update(chunk);
      sha256.update(chunk);
      for (let at = 0; at < chunk.byteLength;) at += (await file.write(chunk, at)).bytesWritten;
    }
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    await unlink(path).catch(() => undefined);
    throw error;
  }
  return { path, facts: { size, md5: md5.digest('hex'), sha256: sha256.digest('hex') } };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
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
