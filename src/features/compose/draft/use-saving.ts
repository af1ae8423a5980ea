import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { invalidate } from '#client/queries/invalidate.ts';
import { currentTime } from '#clock/clock.ts';
import type { Draft } from '#jobs/drafts/draft-shape.ts';
import { drafts } from '#jobs/drafts/drafts.ts';
import { isDiskFull } from '#jobs/store/storage-space.ts';

/** What became of the newest change. `reserve`: it is stored beside the database, and comes back from there. */
export type Saving =
  | { readonly state: 'pending' }
  | { readonly state: 'saved'; readonly at: Date }
  | { readonly state: 'full' | 'failed'; readonly reason: string; readonly reserve: boolean }
  | undefined;

/** Milliseconds of quiet after which a change is stored. */
const saveAfter = 250;
/** Milliseconds after which one that could not be stored is tried again. */
const againAfter = 5_000;

/** Keeps what changes in a draft a moment later, and at once when the page is left. */
export function useSaving(scope: string): {
  readonly saving: Saving;
  /** To be called with every change. */
  readonly note: (draft: Draft) => void;
  readonly save: () => Promise<void>;
  /** There is nothing to be stored any more. */
  readonly forget: () => void;
} {
  const queries = useQueryClient();
  const store = useMemo(() => drafts(scope), [scope]);
  const unsaved = useRef<Draft>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [saving, setSaving] = useState<Saving>();

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    const pending = unsaved.current;
    if (!pending) return;
    try {
      await store.write(pending);
      // Not before: what is being written when the page goes away is still to be stored.
      if (unsaved.current === pending) {
        unsaved.current = undefined;
        setSaving({ state: 'saved', at: currentTime() });
      }
      await invalidate(queries, store.key);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setSaving({
        state: isDiskFull(error) ? 'full' : 'failed',
        reason,
        reserve: store.writeNow(unsaved.current ?? pending),
      });
    }
  }, [queries, store]);

  const note = useCallback(
    (draft: Draft): void => {
      unsaved.current = draft;
      // The failure of what could not be stored stays shown until it is stored.
      setSaving((before) =>
        before === undefined || before.state === 'saved' ? { state: 'pending' } : before,
      );
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), saveAfter);
    },
    [save],
  );

  useEffect(() => {
    if (saving?.state !== 'full' && saving?.state !== 'failed') return undefined;
    const again = setTimeout(() => void save(), againAfter);
    return () => clearTimeout(again);
  }, [saving, save]);

  useEffect(() => {
    // A page may be discarded without more notice once it is hidden.
    const leave = (): void => {
      if (unsaved.current) store.writeNow(unsaved.current);
      void save();
    };
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      // Leaving the page inside the app keeps the last keystrokes too.
      leave();
    };
  }, [save, store]);

  return {
    saving,
    note,
    save,
    forget: useCallback(() => {
      clearTimeout(timer.current);
      unsaved.current = undefined;
    }, []),
  };
}
