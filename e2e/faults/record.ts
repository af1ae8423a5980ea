import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxFaultKind } from '#contract/sandbox/injected-faults.ts';

/** How what the operation gives was seen once the fault was gone. */
export const recoveries = [
  /** It was seen all the while, or came by itself. */
  'by itself',
  /** By the action that stood beside the words. */
  'as offered',
  /** By giving the key anew. */
  'with a key',
  /** By doing the same once more from the start. */
  'once more',
] as const;
export type Recovery = (typeof recoveries)[number];

/** What came of one fault of one operation. */
export interface CellRecord {
  readonly operation: string;
  readonly fault: SandboxFaultKind;
  /** What the page said, each in its own words, without what the service said. */
  readonly words: readonly string[];
  /** It said nothing because it showed nearly the same, read in another way. */
  readonly otherwise: boolean;
  /** What it offered to do, in the order of the page. */
  readonly actions: readonly string[];
  readonly recovery: Recovery | undefined;
  /** What it does not do that it should. Empty: the cell holds. */
  readonly problems: readonly string[];
  readonly milliseconds: number;
}

/** Where the runs of the matrix leave what they saw: a file for each operation, so that parts add up. */
export const recordsFolder = 'reports/faults';

export const fileOf = (operation: string): string => `${operation.replace(':', '.')}.json`;

export function writeRecords(operation: string, cells: readonly CellRecord[]): void {
  mkdirSync(recordsFolder, { recursive: true });
  writeFileSync(join(recordsFolder, fileOf(operation)), `${JSON.stringify(cells, null, 2)}\n`);
}
