import { useState } from 'react';

interface Identified {
  readonly id?: string | null | undefined;
}

/**
 * A list that others change, with the row that the reader is at work on: it stays where it was, with what was typed
 * in it, also when somebody else removed it.
 *
 * @returns `hold` names the row at work, or with undefined none; `isGone` tells whether it is only still shown
 */
export function useStaying<T extends Identified>(
  items: readonly T[],
): {
  rows: readonly T[];
  hold: (id: string | undefined) => void;
  isGone: (id: string | null | undefined) => boolean;
} {
  const [held, hold] = useState<string>();
  const [last, setLast] = useState<{ readonly row: T; readonly at: number }>();
  const at = held === undefined ? -1 : items.findIndex(({ id }) => id === held);
  const present = items[at];
  // As it was last: remembered while it is there, for when it no longer is.
  if (present && (last?.row !== present || last.at !== at)) setLast({ row: present, at });
  const gone = held !== undefined && !present && last?.row.id === held ? last : undefined;
  return {
    rows: gone ? [...items.slice(0, gone.at), gone.row, ...items.slice(gone.at)] : items,
    hold,
    isGone: (id) => gone !== undefined && gone.row.id === id,
  };
}
