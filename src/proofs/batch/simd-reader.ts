/**
 * The fast path of the reader on WebAssembly: the text goes through a window of the kernel's memory, and what was
 * read there is taken over in whole pieces.
 */
import type { BatchWriter } from './batch-writer.ts';
import type { KernelExports } from './kernel-exports.ts';
import type { WitnessReader } from './kernel.ts';
import { itemBytes } from './proof-batch.ts';

/** Depth that marks a witness without a proof. */
const noProof = 255;
/** Zero bytes that the text in the window must be followed by. */
const slack = 256;

/** A reader is valid until the next one of the same kernel is made: they share the window. */
export function simdWitnessReader(kernel: KernelExports, text: Uint8Array): WitnessReader {
  const size = kernel.window_size();
  const window = new Uint8Array(kernel.memory.buffer, kernel.window(), size + slack);
  /** The place of the text that is at the beginning of the window; at first, nothing is. */
  let from = Number.POSITIVE_INFINITY;

  const look = (at: number) => {
    const piece = text.subarray(at, at + size);
    window.set(piece);
    window.fill(0, piece.length, piece.length + slack);
    from = at;
  };
  const read = (at: number, writer: BatchWriter) => {
    const end = from + kernel.read_elements(at - from);
    takeOver(kernel, writer);
    return end;
  };

  return (at, writer) => {
    if (at < from || at >= from + size) look(at);
    const end = read(at, writer);
    const cutOff = end === at && from < at && from + size < text.length;
    if (!cutOff) return end;
    look(at);
    return read(at, writer);
  };
}

/** Appends what the last call left in the buffers. */
function takeOver(kernel: KernelExports, writer: BatchWriter): void {
  const view = (at: number, length: number) => new Uint8Array(kernel.memory.buffer, at, length);
  const elements = kernel.elements_read();
  const siblings = kernel.siblings_read();
  writer.expectCapacity(elements, siblings);
  writer.reserve(elements);
  const depths = view(kernel.depths(), elements);
  const hashes = view(kernel.nodes(), elements * itemBytes);
  const roots = view(kernel.roots(), elements * itemBytes);
  writer.siblings.set(view(kernel.siblings(), siblings * itemBytes), writer.siblingCount * itemBytes);
  if (!depths.includes(noProof)) {
    writer.hashes.set(hashes, writer.count * itemBytes);
    writer.roots.set(roots, writer.count * itemBytes);
    for (const depth of depths) writer.addProof(depth);
    return;
  }
  depths.forEach((depth, i) => {
    if (depth === noProof) {
      writer.addWithoutProof();
      return;
    }
    writer.hashes.set(hashes.subarray(i * itemBytes, (i + 1) * itemBytes), writer.count * itemBytes);
    writer.roots.set(roots.subarray(i * itemBytes, (i + 1) * itemBytes), writer.count * itemBytes);
    writer.addProof(depth);
  });
}
