import { useState } from 'react';
import type { EditedForm } from './use-edited-form.ts';

/** How a form saves what is edited without replacing what the user has not seen. */
export interface CheckedSave<F extends string> {
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

export function useCheckedSave<F extends string>(edited: EditedForm<F>): CheckedSave<F> {
  const [checking, setChecking] = useState(false);
  return {
    checking,
    save: async (read, write) => {
      setChecking(true);
      // A failed read does not stop the save: the write itself reports what is wrong.
      const now = await read().catch(() => undefined);
      setChecking(false);
      if (now && !edited.mayReplace(now)) edited.decide();
      else await write();
    },
  };
}
