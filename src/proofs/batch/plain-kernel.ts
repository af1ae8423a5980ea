/** The kernel without WebAssembly: one hash after the other, with the same primitive as the single check. */
import { sha256 } from '../encoding/hash.ts';
import { itemWords, type Kernel } from './kernel.ts';
import { batchRecipes, itemBytes } from './proof-batch.ts';

export const plainKernel: Kernel = {
  name: 'plain',

  leaves(recipe, nodes, proofs) {
    const hashing = hashingOf(recipe);
    const nodeBytes = bytesOf(nodes);
    const input = new Uint8Array(hashing.width);
    for (const proof of proofs) {
      hashing.write(nodeBytes, proof * itemBytes, input, 0);
      nodeBytes.set(sha256(input), proof * itemBytes);
    }
  },

  fold(recipe, nodes, siblings, moves) {
    const { width, write } = hashingOf(recipe);
    const nodeBytes = bytesOf(nodes);
    const siblingBytes = bytesOf(siblings);
    const input = new Uint8Array(2 * width);
    for (let i = 0; i < moves.count; i++) {
      const node = (moves.proofs[i] ?? 0) * itemBytes;
      const start = moves.starts[i] ?? 0;
      const end = start + (moves.runs[i] ?? 0);
      for (let sibling = start; sibling < end; sibling++) {
        const nodeFirst = isLesser(nodeBytes, node, siblingBytes, sibling * itemBytes);
        write(nodeBytes, node, input, nodeFirst ? 0 : width);
        write(siblingBytes, sibling * itemBytes, input, nodeFirst ? width : 0);
        nodeBytes.set(sha256(input), node);
      }
    }
  },
};

/** How a hash enters the input of the next one: `width` bytes of input for each item. */
interface Hashing {
  readonly width: number;
  readonly write: (from: Uint8Array, at: number, into: Uint8Array, place: number) => void;
}

const hashingByRecipe: Readonly<Record<(typeof batchRecipes)[number], Hashing>> = {
  'bytes-sorted/1': { width: itemBytes, write: writeBytes },
  'ascii-hex-sorted/1': { width: 2 * itemBytes, write: writeHex },
};

function hashingOf(recipe: number): Hashing {
  const name = batchRecipes[recipe];
  if (name === undefined) throw new RangeError(`no recipe ${recipe}`);
  return hashingByRecipe[name];
}

function writeBytes(from: Uint8Array, at: number, into: Uint8Array, place: number): void {
  for (let i = 0; i < itemBytes; i++) into[place + i] = from[at + i] ?? 0;
}

/** The ASCII of the lower-case hex text. */
function writeHex(from: Uint8Array, at: number, into: Uint8Array, place: number): void {
  for (let i = 0; i < itemBytes; i++) {
    const byte = from[at + i] ?? 0;
    into[place + 2 * i] = hexDigit(byte >> 4);
    into[place + 2 * i + 1] = hexDigit(byte & 15);
  }
}

function hexDigit(value: number): number {
  return value < 10 ? 0x30 + value : 0x57 + value;
}

/** Whether item a comes first; equal items may stand in either order. */
function isLesser(a: Uint8Array, at: number, b: Uint8Array, bt: number): boolean {
  for (let i = 0; i < itemBytes; i++) {
    const difference = (a[at + i] ?? 0) - (b[bt + i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.length * (itemBytes / itemWords));
}
