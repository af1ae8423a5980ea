import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ObjectMissing } from '../../storage/objects/objects.ts';
import type { ObjectStore } from '../../storage/objects/objects.ts';
import { accessStore } from '../../storage/unavailable.ts';
import { ServiceError } from '../../service-error.ts';

// Stored bytes are held against the digest that they had when they came, whenever they are read: what changed or is
// gone is said, and never served or signed (Rule CO-3).

/** Facts of a content, recorded when its bytes arrived. */
export interface StoredContent {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Up to here, bytes that are to be sent are read whole into memory before the first one goes. */
const maxBufferedBytes = 1024 ** 2;

/** The bytes of a content, verified. @throws ServiceError content-damaged, content-missing */
export async function readStored(objects: ObjectStore, content: StoredContent): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of read(objects, content)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  compare(content, bytes.byteLength, createHash('sha256').update(bytes).digest('hex'));
  return bytes;
}

/**
 * The bytes of a content as a stream, verified before the first byte of it. What is large is read twice: the second
 * pass is verified too, and where bytes changed between the two its end never comes.
 *
 * @throws ServiceError content-damaged, content-missing
 */
export async function openStored(objects: ObjectStore, content: StoredContent): Promise<Readable> {
  if (content.size <= maxBufferedBytes) return Readable.from([await readStored(objects, content)]);
  await verify(objects, content);
  return Readable.from(allButTampered(objects, content), { objectMode: false });
}

/** The first bytes of a content, as many as there are up to so many; not verified. */
export async function readHead(
  objects: ObjectStore,
  content: StoredContent,
  count: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of read(objects, content)) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= count) break;
  }
  return Buffer.concat(chunks).subarray(0, count);
}

/** Every byte of a content, one piece after another; verified when the last one was given. */
export async function* readPieces(
  objects: ObjectStore,
  content: StoredContent,
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of read(objects, content)) {
    size += chunk.byteLength;
    hash.update(chunk);
    yield chunk;
  }
  compare(content, size, hash.digest('hex'));
}

/** The last piece is withheld until everything before it and itself are verified. */
async function* allButTampered(objects: ObjectStore, content: StoredContent): AsyncGenerator<Uint8Array> {
  let last: Uint8Array | undefined;
  try {
    for await (const chunk of readPieces(objects, content)) {
      if (last) yield last;
      last = chunk;
    }
  } catch (error) {
    verifiedOf(objects).delete(content.key);
    throw error;
  }
  if (last) yield last;
}

/** Most contents whose verified version is remembered. */
const remembered = 10_000;

/** By store, the version of each content that was found to be as it came, by its key and digest. */
const verified = new WeakMap<ObjectStore, Map<string, string>>();

function verifiedOf(objects: ObjectStore): Map<string, string> {
  const known = verified.get(objects) ?? new Map<string, string>();
  verified.set(objects, known);
  return known;
}

/**
 * Reads all of a content once, unless the store says that it is the version that was read before. A store may not
 * notice every change (a disk that fails): whoever sends the bytes holds them against the digest once more.
 */
async function verify(objects: ObjectStore, content: StoredContent): Promise<void> {
  const known = verifiedOf(objects);
  const version = `${content.sha256} ${await present(content, () => objects.version(content.key))}`;
  if (known.get(content.key) === version) return;
  for await (const _ of readPieces(objects, content)); // only to its end
  known.delete(content.key);
  known.set(content.key, version);
  const [oldest] = known.keys();
  if (known.size > remembered && oldest !== undefined) known.delete(oldest);
}

/** The bytes as they lie in the store, no more of them than there have to be. */
async function* read(objects: ObjectStore, content: StoredContent): AsyncGenerator<Uint8Array> {
  const stream = await present(content, () => objects.stream(content.key));
  const pieces = stream.iterator() as AsyncIterator<Uint8Array>; // a stream without encoding
  let size = 0;
  try {
    for (;;) {
      const next = await present(content, () => pieces.next());
      if (next.done) return;
      size += next.value.byteLength;
      if (size > content.size) throw damaged(content);
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
}

async function present<T>(content: StoredContent, ask: () => Promise<T>): Promise<T> {
  try {
    return await accessStore('documents', ask);
  } catch (error) {
    throw error instanceof ObjectMissing ? missing(content) : error;
  }
}

function compare(content: StoredContent, size: number, sha256: string): void {
  if (size !== content.size || sha256 !== content.sha256) throw damaged(content);
}

const damaged = ({ key }: StoredContent): ServiceError =>
  new ServiceError(
    'content-damaged',
    `The stored document "${key}" does not match the digest that it came with.`,
    {
      rule: 'CO-3',
    },
  );

const missing = ({ key }: StoredContent): ServiceError =>
  new ServiceError('content-missing', `The stored document "${key}" is missing from the store.`, {
    rule: 'CO-3',
  });
