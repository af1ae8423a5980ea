import { createHash, createPublicKey, verify } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';

// A follower of a log, written apart from the service by c2sp.org/tlog-tiles, tlog-checkpoint and signed-note. Only the
// hash is the third party's: keccak-256 without prefixes, and an entry is its own leaf.

/** The bytes or text at a path of the log; undefined: 404. */
export type FetchPath = (path: string) => Promise<Buffer | undefined>;

export interface FollowedCheckpoint {
  readonly size: number;
  readonly root: Buffer;
}

const node = (left: Buffer, right: Buffer): Buffer => Buffer.from(keccak_256(Buffer.concat([left, right])));

/** @throws Error for a note that the key did not sign */
export async function fetchCheckpoint(fetch: FetchPath, verifierKey: string): Promise<FollowedCheckpoint> {
  const note = String(await fetch('checkpoint'));
  const [, origin = '', keyId = '', key = ''] = /^([^+ ]+)\+([0-9a-f]{8})\+(\S+)$/.exec(verifierKey) ?? [];
  const typed = Buffer.from(key, 'base64');
  const expectedId = createHash('sha256').update(`${origin}\n`).update(typed).digest().subarray(0, 4);
  if (typed[0] !== 1 || typed.length !== 33 || expectedId.toString('hex') !== keyId)
    throw new Error('The verifier key is malformed.');
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), typed.subarray(1)]);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const [, text = '', name, signed = ''] = /^((?:.+\n)+)\n— (\S+) (\S+)\n$/.exec(note) ?? [];
  const signature = Buffer.from(signed, 'base64');
  const [first, size, root] = text.split('\n');
  if (first !== origin || name !== origin || signature.subarray(0, 4).toString('hex') !== keyId)
    throw new Error('The checkpoint is of another log.');
  if (!verify(null, Buffer.from(text), publicKey, signature.subarray(4)))
    throw new Error('The checkpoint is not signed by its log.');
  return { size: Number(size), root: Buffer.from(root ?? '', 'base64') };
}

/** The root of a tree of that size, from the partial tiles of each level. */
export async function rebuildRoot(fetch: FetchPath, size: number): Promise<Buffer> {
  const peaks: Buffer[] = [];
  for (let level = 0; 256 ** level <= size; level += 1) {
    const hashes = Math.floor(size / 256 ** level);
    if (hashes % 256 === 0) continue;
    const tile = await fetchTile(fetch, level, Math.floor(hashes / 256), hashes % 256);
    const ofTile: Buffer[] = [];
    for (let bit = 128, at = 0; bit >= 1; bit /= 2) {
      if ((hashes & bit) === 0) continue;
      ofTile.push(rootOf(tile.slice(at, at + bit)));
      at += bit;
    }
    peaks.unshift(...ofTile);
  }
  return peaks.reduceRight((right, left) => node(left, right));
}

/** Reads every entry from an index on, and says of which tile the hashes are not those of what stands below. */
export async function auditTiles(fetch: FetchPath, size: number, from = 0): Promise<string[]> {
  const wrong: string[] = [];
  for (let level = 0; 256 ** level <= size; level += 1) {
    const hashes = Math.floor(size / 256 ** level);
    for (let at = Math.floor(from / 256 ** level); at < hashes;) {
      const index = Math.floor(at / 256);
      const width = Math.min(256, hashes - index * 256);
      const tile = await fetchTile(fetch, level, index, width);
      const bundle = level === 0 ? await fetchEntries(fetch, index, width) : [];
      for (; at < index * 256 + width; at += 1) {
        // What began before the first entry is not known as a whole.
        if (level > 0 && at * 256 ** level < from) continue;
        const below = level === 0 ? bundle[at % 256] : rootOf(await fetchTile(fetch, level - 1, at, 256));
        if (!below?.equals(tile[at % 256] ?? Buffer.of())) wrong.push(pathOf(String(level), index, width));
      }
    }
  }
  return [...new Set(wrong)];
}

async function fetchTile(fetch: FetchPath, level: number, index: number, width: number): Promise<Buffer[]> {
  const path = pathOf(String(level), index, width);
  const bytes = await fetch(path);
  if (bytes?.length !== width * 32) throw new Error(`${path} has ${bytes?.length ?? 'no'} bytes.`);
  return Array.from({ length: width }, (_, at) => bytes.subarray(at * 32, at * 32 + 32));
}

async function fetchEntries(fetch: FetchPath, index: number, width: number): Promise<Buffer[]> {
  const bytes = (await fetch(pathOf('entries', index, width))) ?? Buffer.of();
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt16BE(at);
    entries.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}

function pathOf(kind: string, index: number, width: number): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const groups = digits.match(/\d{3}/g) ?? [];
  const name = [...groups.slice(0, -1).map((group) => `x${group}`), groups.at(-1)].join('/');
  return `tile/${kind}/${name}${width < 256 ? `.p/${width}` : ''}`;
}

function rootOf(hashes: readonly Buffer[]): Buffer {
  const [first] = hashes;
  if (hashes.length === 1 && first) return first;
  return node(rootOf(hashes.slice(0, hashes.length / 2)), rootOf(hashes.slice(hashes.length / 2)));
}

/** RFC 9162 §2.1.4.2: whether a proof leads from the one root to the other. */
export function isConsistent(
  before: FollowedCheckpoint,
  after: FollowedCheckpoint,
  proof: readonly Buffer[],
): boolean {
  if (before.size === after.size) return proof.length === 0 && before.root.equals(after.root);
  const path = Number.isInteger(Math.log2(before.size)) ? [before.root, ...proof] : [...proof];
  let fn = before.size - 1;
  let sn = after.size - 1;
  for (; fn % 2 === 1; fn = Math.floor(fn / 2)) sn = Math.floor(sn / 2);
  const [first, ...others] = path;
  if (!first) return false;
  let fr = first;
  let sr = first;
  for (const sibling of others) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = node(sibling, fr);
      sr = node(sibling, sr);
      for (; fn % 2 === 0 && fn !== 0; fn /= 2) sn = Math.floor(sn / 2);
    } else sr = node(sr, sibling);
    fn = Math.floor(fn / 2);
    sn = Math.floor(sn / 2);
  }
  return sn === 0 && fr.equals(before.root) && sr.equals(after.root);
}
