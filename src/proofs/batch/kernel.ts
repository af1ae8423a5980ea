/**
 * What hashes for `verifyProofs`. A kernel decides nothing: it computes SHA-256 over nodes and siblings as a
 * recipe says, and every kernel gives the same bytes. `plain-kernel.ts` runs everywhere, `simd-kernel.ts` on
 * the WebAssembly binary that is injected into it.
 */
import type { BatchWriter } from './batch-writer.ts';
import { itemBytes } from './proof-batch.ts';

/** 32-bit words of a hash, in the byte order of the host: good for moving and for equality, not for order. */
export const itemWords = itemBytes / 4;

/** Which proofs are moved up, and how far: the first `count` entries of each array. */
export interface Moves {
  readonly count: number;
  /** Places of the nodes. */
  readonly proofs: Uint32Array;
  /** Places of the first sibling to be merged. */
  readonly starts: Uint32Array;
  /** How many siblings, 0…64. */
  readonly runs: Uint8Array;
}

/**
 * Appends the witnesses in their plain form that begin at byte `at` and are separated by commas, and returns the
 * place after the last one; `at` itself when the first is not in that form.
 */
export type WitnessReader = (at: number, writer: BatchWriter) => number;

export interface Kernel {
  readonly name: 'plain' | 'simd';
  /** Replaces the nodes at `proofs` by their leaves. `recipe` is a place in `batchRecipes`. */
  leaves(recipe: number, nodes: Uint32Array, proofs: Uint32Array): void;
  /** Replaces each moved node by what merging it with its run of siblings, in order, gives. */
  fold(recipe: number, nodes: Uint32Array, siblings: Uint32Array, moves: Moves): void;
  /** A fast path of the reader for one text. */
  witnessReader?(text: Uint8Array): WitnessReader;
}

/** The same bytes as words; copied only if they do not lie on a word. */
export function wordsOf(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}

/** Whether `words` words of a from `at` on are those of b from `bt` on. */
export function equalWords(a: Uint32Array, at: number, b: Uint32Array, bt: number, words: number): boolean {
  for (let word = 0; word < words; word++) if (a[at + word] !== b[bt + word]) return false;
  return true;
}
