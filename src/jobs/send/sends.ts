import { AttemptConflict } from '../engine/job.ts';
import { jobStore, openDatabase } from '../engine/job-store.ts';
import { isErased } from '../store/erasures.ts';
import { correctionOf, unlinkedSignersOf } from '../store/follow-ups.ts';
import { attemptsOf } from './send-job.ts';
import type { SendJob } from './send-record.ts';

const stores = ['operations', 'corrections', 'unlinkedSigners'] as const;

/** The stored sends of a scope. */
export function sends(scope: string) {
  const base = jobStore('send', scope);
  const readFile = async (id: string): Promise<Blob | undefined> => {
    const { storedFiles } = await import('../store/stored-files.ts');
    return storedFiles(scope).readFile(id);
  };
  const write = async (job: SendJob, attempts?: number): Promise<void> => {
    const work = (await openDatabase()).transaction(stores, 'readwrite');
    const jobs = work.objectStore('operations');
    const stored = attempts === undefined ? undefined : base.ofScope(await jobs.get(job.id));
    if (stored && attemptsOf(stored.progress) !== attempts) throw new AttemptConflict();
    await jobs.put(job);
    // In the same transaction as the end of the send, whoever finished it: a form, the tray or another tab.
    const { plan, progress, status } = job;
    if (status === 'done' && progress.requestId) {
      const replacement = { id: progress.requestId, name: plan.name };
      if (plan.corrects)
        await work
          .objectStore('corrections')
          .put(correctionOf(scope, plan.corrects, replacement, !plan.keepAsDraft));
      for (const signer of unlinkedSignersOf(scope, progress.requestId, plan.unlinked ?? []))
        await work.objectStore('unlinkedSigners').put(signer);
    }
    await work.done;
  };
  return {
    ...base,
    readFile,
    /**
     * @param attempts attempts that must be stored already
     * @throws AttemptConflict when another number is stored, or the scope was erased since; nothing is stored then
     */
    write: async (job: SendJob, attempts?: number): Promise<void> => {
      // A send that was running while it was erased, here or in another tab, brings nothing of it back, and ends there.
      if (isErased({ scope, updatedAt: job.startedAt })) throw new AttemptConflict();
      await base.save(job, () => write(job, attempts));
    },
    /** Whether the service has the bytes, or this browser still does. */
    canResume: async ({ id, progress }: SendJob): Promise<boolean> =>
      progress.key !== undefined || (await readFile(id)) !== undefined,
  };
}
