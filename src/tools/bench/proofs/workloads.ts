/** Batches to be measured, made from random bytes. One proof in a thousand is forged, so nobody can win by saying yes. */
import type { Kernel } from '#proofs/batch/kernel.ts';
import { type BatchRecipe, batchRecipes, itemBytes, type ProofBatch } from '#proofs/batch/proof-batch.ts';

const itemWords = itemBytes / 4;

export interface Workload {
  readonly name: string;
  readonly recipe: BatchRecipe;
  readonly shared: boolean;
  readonly batch: ProofBatch;
  /** What every contestant must answer: 1 where the proof is as it was made, 0 where it was forged. */
  readonly holds: Uint8Array;
}

export interface Size {
  readonly proofs: number;
  readonly depth: number;
}

/** Every proof has a path and a root of its own. */
export function unrelatedRoots(kernel: Kernel, recipe: BatchRecipe, { proofs, depth }: Size): Workload {
  const hashes = randomItems(proofs);
  const siblings = randomItems(proofs * depth);
  const roots = hashes.slice();
  const all = Uint32Array.from({ length: proofs }, (_, i) => i);
  kernel.leaves(batchRecipes.indexOf(recipe), roots, all);
  kernel.fold(batchRecipes.indexOf(recipe), roots, siblings, {
    count: proofs,
    proofs: all,
    starts: all.map((proof) => proof * depth),
    runs: new Uint8Array(proofs).fill(depth),
  });
  return workload('unrelated roots', recipe, false, { proofs, depth }, hashes, siblings, roots);
}

/** Proofs of leaves taken at random, each once, from full trees of 2^depth leaves, one tree after the other. */
export function treesOf(kernel: Kernel, recipe: BatchRecipe, size: Size, trees: number): Workload {
  const { proofs, depth } = size;
  const hashes = new Uint32Array(proofs * itemWords);
  const siblings = new Uint32Array(proofs * depth * itemWords);
  const roots = new Uint32Array(proofs * itemWords);
  let proof = 0;
  for (let tree = 0; tree < trees; tree++) {
    const leaves = randomItems(2 ** depth);
    const levels = levelsOf(kernel, batchRecipes.indexOf(recipe), leaves);
    const end = Math.round((proofs * (tree + 1)) / trees);
    const order = shuffled(2 ** depth);
    for (let i = 0; proof < end; proof++, i++) {
      const leaf = order[i] ?? 0;
      copyItem(leaves, leaf, hashes, proof);
      for (let level = 0; level < depth; level++) {
        copyItem(levels[level] ?? leaves, (leaf >> level) ^ 1, siblings, proof * depth + level);
      }
      copyItem(levels[depth] ?? leaves, 0, roots, proof);
    }
  }
  return workload(trees === 1 ? 'one root' : `${trees} roots`, recipe, true, size, hashes, siblings, roots);
}

/** The JSON of the interface for the same proofs, as its lists of witnesses look. */
export function witnessesJson(batch: ProofBatch): Uint8Array {
  const depth = batch.depths[0] ?? 0;
  const date = '2026-11-20T00:00:00.000Z';
  const before = `{"id":"65f0c0ffee65f0c0ffee65f0","algorithm":"SHA256","createdAt":"${date}","updatedAt":"${date}","organization":{"id":"65f0c0ffee65f0c0ffee65f1","name":"Notaría Pública 12"},"hash":"`;
  const within = `","merkleized":{"createdAt":"${date}","updatedAt":"${date}","txHash":"0x${'5f'.repeat(32)}","network":"137","algorithm":"SHA256","merkleRoot":"`;
  const encoder = new TextEncoder();
  const parts = [before, within, '","merkleProof":["', '","', `"]},"timestampedAt":"${date}"}`].map((part) =>
    encoder.encode(part),
  );
  const [head, middle, list, comma, tail] = parts as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const each = head.length + middle.length + list.length + (depth - 1) * comma.length + tail.length;
  const text = new Uint8Array(batch.count * (each + (depth + 2) * 2 * itemBytes + 1) + 64);
  let at = 0;
  const put = (bytes: Uint8Array) => {
    text.set(bytes, at);
    at += bytes.length;
  };
  const putHex = (items: Uint8Array, item: number) => {
    for (let i = item * itemBytes; i < (item + 1) * itemBytes; i++) {
      const byte = items[i] ?? 0;
      text[at++] = hexDigits[byte >> 4] ?? 0;
      text[at++] = hexDigits[byte & 15] ?? 0;
    }
  };
  put(encoder.encode('{"results":['));
  for (let proof = 0; proof < batch.count; proof++) {
    if (proof > 0) text[at++] = 0x2c;
    put(head);
    putHex(batch.hashes, proof);
    put(middle);
    putHex(batch.roots, proof);
    put(list);
    for (let level = 0; level < depth; level++) {
      if (level > 0) put(comma);
      putHex(batch.siblings, proof * depth + level);
    }
    put(tail);
  }
  put(encoder.encode(']}'));
  return text.slice(0, at);
}

const hexDigits = new TextEncoder().encode('0123456789abcdef');

function workload(
  name: string,
  recipe: BatchRecipe,
  shared: boolean,
  { proofs, depth }: Size,
  hashes: Uint32Array<ArrayBuffer>,
  siblings: Uint32Array<ArrayBuffer>,
  roots: Uint32Array<ArrayBuffer>,
): Workload {
  const holds = new Uint8Array(proofs).fill(1);
  for (let proof = 500; proof < proofs; proof += 1000) {
    const level = proof % depth;
    const word = (proof * depth + level) * itemWords + (proof % itemWords);
    siblings[word] = (siblings[word] ?? 0) ^ (1 << (proof % 32));
    holds[proof] = 0;
  }
  const batch = {
    count: proofs,
    recipes: new Uint8Array(proofs).fill(batchRecipes.indexOf(recipe)),
    depths: new Uint8Array(proofs).fill(depth),
    hashes: new Uint8Array(hashes.buffer),
    roots: new Uint8Array(roots.buffer),
    siblings: new Uint8Array(siblings.buffer),
  };
  return { name, recipe, shared, batch, holds };
}

/** All levels of the tree, leaves first. */
function levelsOf(kernel: Kernel, recipe: number, hashes: Uint32Array): Uint32Array[] {
  let level = hashes.slice();
  let count = level.length / itemWords;
  kernel.leaves(
    recipe,
    level,
    Uint32Array.from({ length: count }, (_, i) => i),
  );
  const levels = [level];
  while (count > 1) {
    count /= 2;
    const left = Uint32Array.from({ length: count }, (_, i) => 2 * i);
    const merged = level.slice();
    kernel.fold(recipe, merged, level, {
      count,
      proofs: left,
      starts: left.map((place) => place + 1),
      runs: new Uint8Array(count).fill(1),
    });
    level = new Uint32Array(count * itemWords);
    for (let i = 0; i < count; i++) copyItem(merged, 2 * i, level, i);
    levels.push(level);
  }
  return levels;
}

function randomItems(count: number): Uint32Array<ArrayBuffer> {
  const items = new Uint32Array(count * itemWords);
  // The host gives at most 65,536 random bytes at a time.
  for (let at = 0; at < items.length; at += 16_384) crypto.getRandomValues(items.subarray(at, at + 16_384));
  return items;
}

function shuffled(count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1));
    const place = order[i] ?? 0;
    order[i] = order[other] ?? 0;
    order[other] = place;
  }
  return order;
}

function copyItem(from: Uint32Array, at: number, into: Uint32Array, place: number): void {
  for (let i = 0; i < itemWords; i++) into[place * itemWords + i] = from[at * itemWords + i] ?? 0;
}
