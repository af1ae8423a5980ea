import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { invalidate } from '#client/queries/invalidate.ts';
import { currentTime } from '#clock/clock.ts';
import { bulkDrafts } from '#jobs/drafts/bulk-drafts.ts';
import { isDiskFull } from '#jobs/store/storage-space.ts';
import { isBegun } from './work.ts';
import { workVersion, type BulkWork } from './work-record.ts';

export type Saving = { readonly at: Date } | { readonly failed: 'full' | 'other' } | undefined;

export type ChangeWork = (change: (work: BulkWork) => BulkWork) => void;

/** Milliseconds of quiet after which a change is stored. */
const saveAfter = 300;

/** A bulk being prepared. Every change is stored in this browser a moment later, and at once when the page is left. */
export function useWork(
  id: string,
  scope: string,
  start: BulkWork,
): {
  work: BulkWork;
  change: ChangeWork;
  saving: Saving;
  /** Stores what is not stored yet. */
  keep: () => Promise<void>;
  /** It is over: nothing of it is written any more. */
  end: () => Promise<void>;
} {
  const queries = useQueryClient();
  const [work, setWork] = useState(start);
  const [saving, setSaving] = useState<Saving>();
  const unsaved = useRef<BulkWork>(undefined);
  const ended = useRef(false);

  const keep = useCallback(async (): Promise<void> => {
    const pending = unsaved.current;
    if (!pending || ended.current) return;
    const store = bulkDrafts(scope);
    const files = [
      ...pending.documents.map((document) => document.id),
      ...(pending.source ? [pending.source.fileId] : []),
    ];
    try {
      await store.write({
        id,
        updatedAt: currentTime().toISOString(),
        version: workVersion,
        files,
        data: pending,
      });
      // Not before: what is being written when the page goes away is still to be stored.
      if (unsaved.current === pending) unsaved.current = undefined;
      setSaving({ at: currentTime() });
      await invalidate(queries, store.key);
    } catch (error) {
      setSaving({ failed: isDiskFull(error) ? 'full' : 'other' });
    }
  }, [id, queries, scope]);

  const change = useCallback<ChangeWork>((how) => {
    setWork((before) => {
      const next = how(before);
      if (next !== before && (isBegun(next) || isBegun(before))) unsaved.current = next;
      return next;
    });
  }, []);

  useEffect(() => {
    if (!unsaved.current) return undefined;
    const timer = setTimeout(() => void keep(), saveAfter);
    return () => clearTimeout(timer);
  }, [work, keep]);

  useEffect(() => {
    const leave = (): void => void keep();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      // Leaving the page inside the app keeps the last change too.
      void keep();
    };
  }, [keep]);

  const end = useCallback(async (): Promise<void> => {
    ended.current = true;
    const store = bulkDrafts(scope);
    await store.remove(id);
    await invalidate(queries, store.key);
  }, [id, queries, scope]);

  return { work, change, saving, keep, end };
}
