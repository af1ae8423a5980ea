/** Something that does not hold. */
export interface Finding {
  readonly about:
    'tree' | 'external proof' | 'merkle proof' | 'merkle tree' | 'stamp' | 'content' | 'chain' | 'count';
  /** Of the witness, where it is about one. */
  readonly witness?: string;
  /** One sentence in plain English. */
  readonly text: string;
}

/** How many of each were looked at. */
export interface Looked {
  leaves: number;
  checkpoints: number;
  witnesses: number;
  batches: number;
  stamps: number;
  contents: number;
  blocks: number;
  /** Witnesses of the sandbox's test cases, which are wrong on purpose and left out. */
  leftOut: number;
}

export const nothingLooked = (): Looked => ({
  leaves: 0,
  checkpoints: 0,
  witnesses: 0,
  batches: 0,
  stamps: 0,
  contents: 0,
  blocks: 0,
  leftOut: 0,
});
