/** What a document of a report is made of: plain data, for paper and for the page that checks itself. */
import type { Status } from '#proofs/check.ts';

/** What is drawn before a word. REPORTED: the service says so, and nothing here confirms it. */
export type Mark = Status | 'REPORTED';

export interface MarkCell {
  readonly mark: Mark;
  readonly word: string;
  /** It does not decide. */
  readonly warns?: boolean;
}

export type Cell =
  | string
  /** A hash, an id, a code: never broken by a hyphen, never translated. */
  | { readonly code: string }
  | MarkCell
  /** One under the other. */
  | { readonly lines: readonly Cell[] };

/** Stands where there is nothing to say. */
export const emptyCell = '—';

export type Block =
  | {
      readonly kind: 'heading';
      /** 1 is the title of the document. */
      readonly level: 2 | 3 | 4;
      readonly text: string;
      readonly mark?: MarkCell;
    }
  | { readonly kind: 'text'; readonly text: string; readonly look?: 'note' | 'warning' }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: Cell])[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly head: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
    }
  /** Closed on a screen until it is wanted; open on paper. */
  | { readonly kind: 'folded'; readonly summary: string; readonly blocks: readonly Block[] };
