/**
 * Who verifies the batches. What a contestant needs in its own shape (buffers, hex) is made before the clock starts, so
 * only verifying is measured. Everybody hashes SHA-256 by the recipe of the batch.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { SimpleMerkleTree } from '@openzeppelin/merkle-tree';
import { createSHA256 } from 'hash-wasm';
import { MerkleTree } from 'merkletreejs';
import { type BatchRecipe, itemBytes, type ProofBatch } from '#proofs/batch/proof-batch.ts';
import type { Kernel } from '#proofs/batch/kernel.ts';
import { plainKernel } from '#proofs/batch/plain-kernel.ts';
import { verifyProofs } from '#proofs/batch/verify-proofs.ts';

export interface Contestant {
  readonly name: string;
  /** The part of the batch that it verifies; the time is scaled up to the whole. */
  readonly share: number;
  /** Returns what is then measured: it answers for each proof, 1 or 0. */
  readonly prepare: (batch: ProofBatch, recipe: BatchRecipe) => () => Uint8Array;
}

type Hash = (bytes: Uint8Array) => Uint8Array;

export async function contestants(kernel: Kernel): Promise<Contestant[]> {
  const hasher = await createSHA256();
  const hashWasm: Hash = (bytes) => hasher.init().update(bytes).digest('binary');
  return [
    { name: 'verifyProofs', share: 1, prepare: (batch) => () => verifyProofs(batch, kernel).holds },
    { name: 'hash-wasm loop', share: 1, prepare: (batch, recipe) => () => loop(batch, recipe, hashWasm) },
    {
      name: 'verifyProofs without SIMD',
      share: 0.1,
      prepare: (batch) => () => verifyProofs(batch, plainKernel).holds,
    },
    { name: '@noble/hashes loop', share: 0.1, prepare: (batch, recipe) => () => loop(batch, recipe, sha256) },
    { name: '@openzeppelin/merkle-tree', share: 0.02, prepare: openZeppelin },
    { name: 'merkletreejs', share: 0.05, prepare: merkletreejs },
  ];
}

/** The plainest fast loop over packed arrays: one call of the hash function for a leaf and for each level. */
function loop(batch: ProofBatch, recipe: BatchRecipe, hash: Hash): Uint8Array {
  const width = recipe === 'bytes-sorted/1' ? itemBytes : 2 * itemBytes;
  const write = recipe === 'bytes-sorted/1' ? writeBytes : writeHex;
  const leaf = new Uint8Array(width);
  const pair = new Uint8Array(2 * width);
  const holds = new Uint8Array(batch.count);
  let sibling = 0;
  for (let proof = 0; proof < batch.count; proof++) {
    write(batch.hashes, proof * itemBytes, leaf, 0);
    let node = hash(leaf);
    for (let left = batch.depths[proof] ?? 0; left > 0; left--, sibling += itemBytes) {
      const first = precedes(node, 0, batch.siblings, sibling);
      write(node, 0, pair, first ? 0 : width);
      write(batch.siblings, sibling, pair, first ? width : 0);
      node = hash(pair);
    }
    holds[proof] = precedes(node, 0, batch.roots, proof * itemBytes, true) ? 1 : 0;
  }
  return holds;
}

function writeBytes(from: Uint8Array, at: number, into: Uint8Array, place: number): void {
  for (let i = 0; i < itemBytes; i++) into[place + i] = from[at + i] ?? 0;
}

const hexDigits = new TextEncoder().encode('0123456789abcdef');

function writeHex(from: Uint8Array, at: number, into: Uint8Array, place: number): void {
  for (let i = 0; i < itemBytes; i++) {
    const byte = from[at + i] ?? 0;
    into[place + 2 * i] = hexDigits[byte >> 4] ?? 0;
    into[place + 2 * i + 1] = hexDigits[byte & 15] ?? 0;
  }
}

/** Whether item a comes before item b, or with `equal` whether they are the same. */
function precedes(a: Uint8Array, at: number, b: Uint8Array, bt: number, equal = false): boolean {
  for (let i = 0; i < itemBytes; i++) {
    const difference = (a[at + i] ?? 0) - (b[bt + i] ?? 0);
    if (difference !== 0) return !equal && difference < 0;
  }
  return true;
}

function openZeppelin(batch: ProofBatch, recipe: BatchRecipe): () => Uint8Array {
  const proofs = itemsOf(batch, (bytes) => `0x${toHex(bytes)}`);
  const input = recipe === 'bytes-sorted/1' ? fromHex : toAscii;
  const hash = (text: string): `0x${string}` => `0x${toHex(sha256(input(text)))}`;
  const nodeHash = (a: unknown, b: unknown): `0x${string}` => {
    const [one, other] = [String(a).slice(2), String(b).slice(2)];
    return hash(one < other ? one + other : other + one);
  };
  return () =>
    Uint8Array.from(proofs, (proof) => {
      const leaf = hash(proof.hash.slice(2));
      return SimpleMerkleTree.verify(proof.root, leaf, proof.siblings, nodeHash) ? 1 : 0;
    });
}

function merkletreejs(batch: ProofBatch, recipe: BatchRecipe): () => Uint8Array {
  const proofs = itemsOf(batch, toHex);
  // It joins the bytes of a pair, and the hex text of the joined bytes is the joined hex text.
  const hash: Hash = recipe === 'bytes-sorted/1' ? sha256 : (bytes) => sha256(toAscii(toHex(bytes)));
  return () =>
    Uint8Array.from(proofs, ({ hash: text, siblings, root }) => {
      const leaf = toHex(hash(fromHex(text)));
      return MerkleTree.verify(siblings, leaf, root, hash, { sortPairs: true }) ? 1 : 0;
    });
}

function itemsOf<Item>(batch: ProofBatch, item: (bytes: Uint8Array) => Item) {
  let sibling = 0;
  const at = (items: Uint8Array, place: number) =>
    item(items.subarray(place * itemBytes, (place + 1) * itemBytes));
  return Array.from({ length: batch.count }, (_, proof) => ({
    hash: at(batch.hashes, proof),
    root: at(batch.roots, proof),
    siblings: Array.from({ length: batch.depths[proof] ?? 0 }, () => at(batch.siblings, sibling++)),
  }));
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexOfByte[byte] ?? '';
  return text;
}

function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

function toAscii(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
