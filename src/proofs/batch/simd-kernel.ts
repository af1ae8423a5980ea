/**
 * The kernel on WebAssembly SIMD: four hashes at a time (source in `kernel/`). The binary is injected and must be
 * the one whose SHA-256 is pinned. Work goes through its memory in pieces, so its size does not depend on the batch.
 */
import { toHex } from '../bytes.ts';
import { unsupported } from '../errors.ts';
import { sha256 } from '../hash.ts';
import type { BatchWriter } from './batch-writer.ts';
import { kernelSha256 } from './kernel-binary.ts';
import { itemWords, type Kernel, type Moves } from './kernel.ts';
import { plainKernel } from './plain-kernel.ts';
import { batchRecipes, itemBytes } from './proof-batch.ts';

/** What marks a witness without a proof among depths. */
const noProof = 255;
/** Zero bytes that the text in the window must be followed by. */
const slack = 256;

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

interface KernelExports {
  readonly memory: WebAssembly.Memory;
  prepare(): void;
  nodes(): number;
  siblings(): number;
  depths(): number;
  roots(): number;
  window(): number;
  max_nodes(): number;
  max_siblings(): number;
  window_size(): number;
  leaves(recipe: number, count: number): void;
  fold(recipe: number, count: number): void;
  read_elements(from: number): number;
  elements_read(): number;
  siblings_read(): number;
}

class SimdKernel implements Kernel {
  readonly name = 'simd';
  readonly #exports: KernelExports;
  readonly #maxNodes: number;
  readonly #maxSiblings: number;
  readonly #nodes: Uint32Array;
  readonly #siblings: Uint32Array;
  readonly #depths: Uint8Array;
  readonly #roots: Uint8Array;
  readonly #window: Uint8Array;
  /** What of which text is in the window. */
  #text: Uint8Array | undefined;
  #from = 0;

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
    this.#roots = new Uint8Array(buffer, kernel.roots(), this.#maxNodes * itemBytes);
    this.#window = new Uint8Array(buffer, kernel.window(), kernel.window_size() + slack);
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

  readWitnesses(text: Uint8Array, at: number, writer: BatchWriter): number {
    const size = this.#window.length - slack;
    const inWindow = this.#text === text && at >= this.#from && at < this.#from + size;
    if (!inWindow) this.#look(text, at);
    let end = this.#read(at, writer);
    // The first one may just be cut off by the end of the window.
    if (end === at && this.#from !== at && this.#from + size < text.length) {
      this.#look(text, at);
      end = this.#read(at, writer);
    }
    if (end >= text.length) this.#text = undefined;
    return end;
  }

  #look(text: Uint8Array, at: number): void {
    const piece = text.subarray(at, at + this.#window.length - slack);
    this.#window.set(piece);
    this.#window.fill(0, piece.length, piece.length + slack);
    this.#text = text;
    this.#from = at;
  }

  #read(at: number, writer: BatchWriter): number {
    const end = this.#from + this.#exports.read_elements(at - this.#from);
    const elements = this.#exports.elements_read();
    const siblings = this.#exports.siblings_read();
    const depths = this.#depths.subarray(0, elements);
    writer.expectRoom(elements, siblings);
    const siblingBytes = new Uint8Array(
      this.#siblings.buffer,
      this.#siblings.byteOffset,
      siblings * itemBytes,
    );
    writer.siblings.set(siblingBytes, writer.siblingCount * itemBytes);
    const nodeBytes = new Uint8Array(this.#nodes.buffer, this.#nodes.byteOffset, elements * itemBytes);
    if (depths.includes(noProof)) {
      for (let i = 0; i < elements; i++) {
        const depth = depths[i] ?? noProof;
        if (depth === noProof) {
          writer.addWithoutProof();
          continue;
        }
        const place = writer.count * itemBytes;
        writer.hashes.set(nodeBytes.subarray(i * itemBytes, (i + 1) * itemBytes), place);
        writer.roots.set(this.#roots.subarray(i * itemBytes, (i + 1) * itemBytes), place);
        writer.addProof(depth);
      }
    } else {
      writer.hashes.set(nodeBytes, writer.count * itemBytes);
      writer.roots.set(this.#roots.subarray(0, elements * itemBytes), writer.count * itemBytes);
      for (const depth of depths) writer.addProof(depth);
    }
    return end;
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
    for (let i = from; i < to; i++) copyItems(nodes, proofs[i] ?? 0, this.#nodes, i - from, 1);
  }

  #giveNodes(nodes: Uint32Array, proofs: Uint32Array, from: number, to: number): void {
    for (let i = from; i < to; i++) copyItems(this.#nodes, i - from, nodes, proofs[i] ?? 0, 1);
  }
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
