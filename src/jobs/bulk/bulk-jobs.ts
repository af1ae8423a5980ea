import { currentMillis } from '#clock/clock.ts';
import { isOnline } from '#client/http/online.ts';
import { sleep } from '#client/http/sleep.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { listMadeRequests } from '../engine/made-requests.ts';
import { queueControls } from '../engine/queue-controls.ts';
import type { JobContext } from '../engine/use-jobs.ts';
import { bulkDrafts } from '../drafts/bulk-drafts.ts';
import { removeFiles, storedFiles } from '../store/stored-files.ts';
import { beginBulk, type BulkDecision, type BulkInput } from './bulk.ts';
import { bulkUploads } from './bulk-uploads.ts';
import { bulks } from './bulks.ts';
import { runBulk } from './run-bulk.ts';

/** Bulk sends: of one service one runs at a time, so that it receives no more calls at once than it likes. */
export function bulkJobs(context: JobContext) {
  const { client, connection, fetch, refresh, scope } = context;
  const store = bulks(scope);
  const files = storedFiles(scope);
  const { begin, ...controls } = queueControls<'bulk'>(context, {
    store,
    turnLock: `testigo-bulk-at-${connection.baseUrl}`,
    runToEnd: async (id, runStore) => {
      const end = await runBulk(id, {
        client,
        connection,
        fetch,
        store: runStore,
        readFile: files.readFile,
        others: () => listMadeRequests(scope, id),
        sleep,
        now: currentMillis,
        random: Math.random,
        isOnline,
        onUpload: (n, bytes) => bulkUploads.note(id, n, bytes),
      });
      if (end?.status === 'done' && end.counts.failed === 0)
        await store.removeFiles(id).catch(() => undefined);
      return end;
    },
    affected: [signatureRequests(client).key],
  });
  return {
    ...controls,
    /**
     * Stores the documents, then the bulk with all its items in place of its draft, and lets it run; resolves once it is
     * stored. What was begun of the draft before is left as it is.
     *
     * @param id of the draft, which becomes that of the bulk
     * @throws DOMException `QuotaExceededError` when the disk is full: nothing was begun
     */
    start: async (id: string, { files: documents, ...input }: BulkInput): Promise<void> => {
      const { job, items } = beginBulk(id, scope, input, currentMillis());
      for (const { id: fileId, file } of documents) await files.writeFile(fileId, file);
      const draft = await bulkDrafts(scope).read(id);
      await begin(job, items);
      // Of the draft's files those stay that the bulk needs.
      if (draft) await removeFiles(scope, draft.files).catch(() => undefined);
    },
    cancel: async (id: string): Promise<void> => {
      await controls.cancel(id);
      await store.removeFiles(id).catch(() => undefined);
    },
    /** A person's decision about one item in doubt by its place, or about all of them. */
    decide: async (id: string, decision: BulkDecision, n?: number): Promise<void> => {
      await store.decide(id, decision, n);
      await refresh();
      if (decision.kind !== 'discard') void controls.run(id);
    },
  };
}
