import type { ReactNode } from 'react';

/** One place of the app in the navigation. The app knows where the reader is and says `current`. */
export interface NavItem {
  id: string;
  label: string;
  icon: ReactNode;
  to: string;
  current: boolean;
  /** How many are there, formatted. */
  count?: string | undefined;
  /** One of the four in the bottom bar of the phone; the others are behind «Más». */
  primary?: boolean | undefined;
}

/** Groups are divided by a line. */
export type NavGroups = readonly (readonly NavItem[])[];
