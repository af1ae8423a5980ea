import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { invalidate } from '#client/queries/invalidate.ts';
import { currentTime } from '#clock/clock.ts';
import { bulkDrafts } from '#jobs/drafts/bulk-drafts.ts';
import { laterThan } from '#jobs/drafts/later-than.ts';
import { unsavedBulkDrafts } from '#jobs/drafts/unsaved-bulk-drafts.ts';
import { isErased } from '#jobs/store/erasures.ts';
import type { BulkDraft } from '#jobs/store/record-shapes.ts';
import { isDiskFull } from '#jobs/store/storage-space.ts';
import { isBegun } from './work.ts';
import { workVersion, type BulkWork } from './work-record.ts';

export type Saving = { readonly at: Date } | { readonly failed: 'full' | 'other' } | undefined;

export type ChangeWork = (change: (work: BulkWork) => BulkWork) => void;

/** Milliseconds of quiet after which a change is stored. */
const saveAfter = 300;

/**
 * A bulk being prepared. Every change is stored in this browser a moment later, and at once when the page is left.
 *
 * @param start what it was when it was opened, and when it was changed last
 */
export function useWork(
  id: string,
  scope: string,
  start: { readonly work: BulkWork; readonly updatedAt: string },
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
  const [work, setWork] = useState(start.work);
  const [saving, setSaving] = useState<Saving>();
  const unsaved = useRef<BulkDraft>(undefined);
  const updatedAt = useRef(start.updatedAt);
  const ended = useRef(false);

  const keep = useCallback(async (): Promise<void> => {
    const pending = unsaved.current;
    if (!pending || ended.current) return;
    const store = bulkDrafts(scope);
    try {
      await store.write(pending);
      // Not before: what is being written when the page goes away is still to be stored.
      if (unsaved.current === pending) unsaved.current = undefined;
      setSaving({ at: currentTime() });
      await invalidate(queries, store.key);
    } catch (error) {
      setSaving({ failed: isDiskFull(error) ? 'full' : 'other' });
    }
  }, [queries, scope]);

  const change = useCallback<ChangeWork>(
    (how) => {
      setWork((before) => {
        const next = how(before);
        if (next !== before && (isBegun(next) || isBegun(before))) {
          updatedAt.current = laterThan(updatedAt.current);
          unsaved.current = draftOf(id, scope, updatedAt.current, next);
        }
        return next;
      });
    },
    [id, scope],
  );

  useEffect(() => {
    if (!unsaved.current) return undefined;
    const timer = setTimeout(() => void keep(), saveAfter);
    return () => clearTimeout(timer);
  }, [work, keep]);

  useEffect(() => {
    // A page may be discarded without more notice once it is hidden.
    const leave = (): void => {
      const pending = unsaved.current;
      if (pending && !ended.current && !isErased(pending)) unsavedBulkDrafts.save(pending);
      void keep();
    };
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      // Leaving the page inside the app keeps the last change too.
      leave();
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

const draftOf = (id: string, scope: string, updatedAt: string, work: BulkWork): BulkDraft => ({
  id,
  scope,
  updatedAt,
  version: workVersion,
  files: [...work.documents.map((document) => document.id), ...(work.source ? [work.source.fileId] : [])],
  data: work,
});
