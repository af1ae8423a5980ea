import { useCallback, useEffect, useRef, useState } from 'react';
import { lockDraft, type DraftLock, type DraftLockState } from '#jobs/drafts/draft-lock.ts';

/** What the open form reports of itself, when another tab requests its draft. */
export interface OpenForm {
  readonly isBusy: () => boolean;
  readonly keep: () => Promise<void>;
}

export interface DraftHold {
  readonly state: DraftLockState;
  /** How often the draft changed hands since it was opened here: what is shown is read anew each time. */
  readonly turn: number;
  /** The other tab is just sending it, so it stays there. */
  readonly busy: boolean;
  readonly takeOver: () => Promise<void>;
  /** Registers the open form; the returned function removes it again. */
  readonly registerForm: (form: OpenForm) => () => void;
}

/** Has the draft for this tab, or knows that another one has it. */
export function useDraftHold(id: string): DraftHold {
  const openForm = useRef<OpenForm>(undefined);
  const [held, setHeld] = useState<{ id: string; state: DraftLockState; turn: number }>();
  const [busy, setBusy] = useState(false);
  const hold = useRef<DraftLock>(undefined);
  useEffect(() => {
    const mine = lockDraft(id, {
      isBusy: () => openForm.current?.isBusy() ?? false,
      keep: async () => openForm.current?.keep(),
      onState: (state) =>
        setHeld((before) => {
          const known = before?.id === id && before.state !== 'requesting';
          return { id, state, turn: known ? before.turn + 1 : 0 };
        }),
    });
    hold.current = mine;
    return () => mine.release();
  }, [id]);
  const takeOver = useCallback(async () => {
    setBusy(false);
    setBusy((await hold.current?.takeOver()) === 'busy');
  }, []);
  const registerForm = useCallback((form: OpenForm) => {
    openForm.current = form;
    return () => {
      if (openForm.current === form) openForm.current = undefined;
    };
  }, []);
  const { state, turn } = held?.id === id ? held : { state: 'requesting' as const, turn: 0 };
  return { state, turn, busy, takeOver, registerForm };
}
