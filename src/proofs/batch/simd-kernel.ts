/**
 * The kernel on WebAssembly SIMD: four hashes at a time (source in `kernel/`). The binary is injected and must be
 * the one whose SHA-256 is pinned. Work goes through its memory in pieces, so its size does not depend on the batch.
 */
import { toHex } from '../encoding/bytes.ts';
import { unsupported } from '../errors.ts';
import { sha256 } from '../encoding/hash.ts';
import { kernelSha256 } from './kernel-binary.ts';
import type { KernelExports } from './kernel-exports.ts';
import { itemWords, type Kernel, type Moves, type WitnessReader } from './kernel.ts';
import { plainKernel } from './plain-kernel.ts';
import { batchRecipes } from './proof-batch.ts';
import { simdWitnessReader } from './simd-reader.ts';

/**
 * @returns undefined where the engine has no SIMD, forbids WebAssembly, or does not compute what it should;
 *   `plainKernel` gives the same answers there
 * @throws ProofError `unsupported` when these are not the bytes of the kernel
 */
export function simdKernel(binary: Uint8Array<ArrayBuffer>): Kernel | undefined {
  if (toHex(sha256(binary)) !== kernelSha256) {
    throw unsupported('kernel', `only the binary with SHA-256 ${kernelSha256} may compute proofs`);
  }
  const kernel = instantiate(binary);
  return kernel !== undefined && computesAsPlain(kernel) ? kernel : undefined;
}

function instantiate(binary: Uint8Array<ArrayBuffer>): Kernel | undefined {
  // Absent in hardened browsers, without SIMD in old engines, refused by a content policy.
  if (typeof WebAssembly === 'undefined' || !WebAssembly.validate(binary)) return undefined;
  try {
    return new SimdKernel(new WebAssembly.Instance(new WebAssembly.Module(binary)));
  } catch {
    return undefined;
  }
}

/** A known-answer test: an engine that miscompiles the kernel must not decide about evidence. */
function computesAsPlain(kernel: Kernel): boolean {
  const count = 9;
  const moves: Moves = {
    count,
    proofs: Uint32Array.from({ length: count }, (_, i) => i),
    starts: Uint32Array.from({ length: count }, (_, i) => (i * (i - 1)) / 2),
    runs: Uint8Array.from({ length: count }, (_, i) => i),
  };
  const siblings = new Uint32Array(40 * itemWords).map((_, i) => Math.imul(i + 1, 0x9e3779b1));
  return batchRecipes.every((_, recipe) => {
    const folded = (by: Kernel) => {
      const nodes = new Uint32Array(count * itemWords).map((__, i) => Math.imul(i + 7, 0x85ebca6b));
      by.leaves(recipe, nodes, moves.proofs);
      by.fold(recipe, nodes, siblings, moves);
      return nodes.join();
    };
    return folded(kernel) === folded(plainKernel);
  });
}

class SimdKernel implements Kernel {
  readonly name = 'simd';
  readonly #exports: KernelExports;
  readonly #maxNodes: number;
  readonly #maxSiblings: number;
  readonly #nodes: Uint32Array;
  readonly #siblings: Uint32Array;
  readonly #depths: Uint8Array;

  constructor(instance: WebAssembly.Instance) {
    // The binary is pinned, and these are the functions that its source exports.
    const kernel = instance.exports as unknown as KernelExports;
    this.#exports = kernel;
    this.#maxNodes = kernel.max_nodes();
    this.#maxSiblings = kernel.max_siblings();
    // The memory never grows, so the views stay good.
    const { buffer } = kernel.memory;
    this.#nodes = new Uint32Array(buffer, kernel.nodes(), this.#maxNodes * itemWords);
    this.#siblings = new Uint32Array(buffer, kernel.siblings(), this.#maxSiblings * itemWords);
    this.#depths = new Uint8Array(buffer, kernel.depths(), this.#maxNodes);
    kernel.prepare();
  }

  leaves(recipe: number, nodes: Uint32Array, proofs: Uint32Array): void {
    for (let from = 0; from < proofs.length; from += this.#maxNodes) {
      const to = Math.min(from + this.#maxNodes, proofs.length);
      this.#takeNodes(nodes, proofs, from, to);
      this.#exports.leaves(recipe, to - from);
      this.#giveNodes(nodes, proofs, from, to);
    }
  }

  fold(recipe: number, nodes: Uint32Array, siblings: Uint32Array, moves: Moves): void {
    for (let from = 0, to = 0; from < moves.count; from = to) {
      to = this.#takeSiblings(siblings, moves, from);
      this.#takeNodes(nodes, moves.proofs, from, to);
      this.#exports.fold(recipe, to - from);
      this.#giveNodes(nodes, moves.proofs, from, to);
    }
  }

  witnessReader(text: Uint8Array): WitnessReader {
    return simdWitnessReader(this.#exports, text);
  }

  /** Fills the siblings and depths for as many moves as fit, from `from` on. Returns the first that does not. */
  #takeSiblings(siblings: Uint32Array, moves: Moves, from: number): number {
    let to = from;
    let taken = 0;
    // Siblings that follow one another are copied in one piece.
    let piece = 0;
    let pieceLength = 0;
    for (; to < moves.count && to - from < this.#maxNodes; to++) {
      const start = moves.starts[to] ?? 0;
      const run = moves.runs[to] ?? 0;
      if (taken + pieceLength + run > this.#maxSiblings) break;
      this.#depths[to - from] = run;
      if (start !== piece + pieceLength) {
        copyItems(siblings, piece, this.#siblings, taken, pieceLength);
        taken += pieceLength;
        piece = start;
        pieceLength = 0;
      }
      pieceLength += run;
    }
    copyItems(siblings, piece, this.#siblings, taken, pieceLength);
    return to;
  }

  #takeNodes(nodes: Uint32Array, proofs: Uint32Array, from: number, to: number): void {
    for (let i = from, run = 0; i < to; i += run) {
      run = consecutive(proofs, i, to);
      copyItems(nodes, proofs[i] ?? 0, this.#nodes, i - from, run);
    }
  }

  #giveNodes(nodes: Uint32Array, proofs: Uint32Array, from: number, to: number): void {
    for (let i = from, run = 0; i < to; i += run) {
      run = consecutive(proofs, i, to);
      copyItems(this.#nodes, i - from, nodes, proofs[i] ?? 0, run);
    }
  }
}

/** How many places from `from` on, and before `to`, follow one another. */
function consecutive(places: Uint32Array, from: number, to: number): number {
  let end = from + 1;
  while (end < to && places[end] === (places[end - 1] ?? 0) + 1) end += 1;
  return end - from;
}

/** Short pieces word by word: making a view for `set` costs more than moving a few of them. */
function copyItems(from: Uint32Array, at: number, into: Uint32Array, place: number, items: number): void {
  const start = at * itemWords;
  const words = items * itemWords;
  if (items > 8) {
    into.set(from.subarray(start, start + words), place * itemWords);
    return;
  }
  for (let i = 0; i < words; i++) into[place * itemWords + i] = from[start + i] ?? 0;
}
