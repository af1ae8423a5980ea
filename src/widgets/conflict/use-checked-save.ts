import { useState } from 'react';
import type { Edited } from './use-edited.ts';

/** How a form saves what is edited without replacing what the user has not seen. */
export interface CheckedSave<F extends string> {
  /** Counts up each time the conflicts need the user's eyes. */
  readonly attention: number;
  readonly decide: () => void;
  /** Whether the current value is being read. */
  readonly checking: boolean;
  /**
   * Writes, or shows the conflict.
   *
   * @param read what the service has now
   */
  readonly save: (
    read: () => Promise<Readonly<Record<F, string>> | undefined>,
    write: () => Promise<void>,
  ) => Promise<void>;
}

export function useCheckedSave<F extends string>(edited: Edited<F>): CheckedSave<F> {
  const [attention, setAttention] = useState(0);
  const [checking, setChecking] = useState(false);
  const decide = () => setAttention((before) => before + 1);
  return {
    attention,
    decide,
    checking,
    save: async (read, write) => {
      setChecking(true);
      // A failed read does not stop the save: the write itself reports what is wrong.
      const now = await read().catch(() => undefined);
      setChecking(false);
      if (now && !edited.mayReplace(now)) decide();
      else await write();
    },
  };
}
