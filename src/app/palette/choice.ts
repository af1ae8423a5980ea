import type { ReactNode } from 'react';

/** One line of the palette: a place, something found, or something to do. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** What it is, in a word. */
  readonly detail?: string | undefined;
  readonly icon: ReactNode;
  readonly to?: string | undefined;
  readonly onSelect?: (() => void) | undefined;
  /** The search stays open. */
  readonly stays?: boolean;
}
