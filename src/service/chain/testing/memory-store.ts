import type { ChainBlock, ChainStore, StateNode } from '../blocks.ts';

/** A chain's store in memory, whose last blocks can be undone as a database would. */
export function memoryStore(): ChainStore & { blocks: ChainBlock[]; undo(): void } {
  const entries: { block: ChainBlock; nodes: readonly StateNode[] }[] = [];
  const blocks: ChainBlock[] = [];
  return {
    blocks,
    undo() {
      entries.pop();
      blocks.pop();
    },
    head: () => Promise.resolve(blocks.at(-1)),
    nodes: () => Promise.resolve(entries.flatMap(({ nodes }) => [...nodes])),
    lock: () => Promise.resolve(),
    append(block, nodes) {
      entries.push({ block, nodes });
      blocks.push(block);
      return Promise.resolve();
    },
  };
}
