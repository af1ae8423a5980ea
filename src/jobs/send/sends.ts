import { queryOptions } from '@tanstack/react-query';
import { database } from '../store/database.ts';
import { correctionOf, unlinkedSignersOf } from '../store/follow-ups.ts';
import { isErased } from '../store/erasures.ts';
import { listRecords, readRecord } from '../store/records.ts';
import { isDiskFull } from '../store/storage-space.ts';
import type { Book } from '../engine/job.ts';
import { AttemptConflict } from './send-outcome.ts';
import { attemptsOf } from './send-job.ts';
import type { SendJob } from './send-record.ts';

/** Sends that failed where there was no room to keep that: of this page alone. */
const unkept = new Map<string, SendJob>();

/** The journal of sends, as the tray shows it. */
export function sends(scope: string) {
  const key = [scope, 'sends'] as const;
  const readFile = async (id: string): Promise<Blob | undefined> => {
    const { storedFiles: keptFiles } = await import('../store/stored-files.ts');
    return keptFiles(scope).readFile(id);
  };
  const read = async (id: string): Promise<SendJob | undefined> => {
    const job = readRecord('operations', await (await database()).get('operations', id));
    return job?.scope === scope ? job : undefined;
  };
  return {
    kind: 'send',
    key,
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async () => {
          const found = await listRecords('operations', scope);
          const own = [...unkept.values()].filter((job) => job.scope === scope);
          const kept = found.filter(({ id }) => !unkept.has(id));
          return [...own, ...kept].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
        },
        staleTime: 0,
      }),
    read,
    /** @param attempts tries that are stored so far; with others there, nothing is stored */
    write: async (job: SendJob, attempts?: number): Promise<void> => {
      // What was under way while it was erased, here or in another tab, brings nothing of it back.
      if (isErased({ scope, updatedAt: job.startedAt })) return;
      try {
        const work = (await database()).transaction(
          ['operations', 'corrections', 'unlinkedSigners'],
          'readwrite',
        );
        const operations = work.objectStore('operations');
        const stored =
          attempts === undefined ? undefined : readRecord('operations', await operations.get(job.id));
        if (stored && attemptsOf(stored.progress) !== attempts) throw new AttemptConflict();
        await operations.put(job);
        // With the end of the send or not at all: whoever finished it, a form, the tray or another tab, wrote it here.
        const { plan, progress, status } = job;
        if (status === 'done' && plan.corrects && progress.requestId)
          await work
            .objectStore('corrections')
            .put(
              correctionOf(
                scope,
                plan.corrects,
                { id: progress.requestId, name: plan.name },
                !plan.keepAsDraft,
              ),
            );
        if (status === 'done' && progress.requestId)
          for (const signer of unlinkedSignersOf(scope, progress.requestId, plan.unlinked ?? []))
            await work.objectStore('unlinkedSigners').put(signer);
        await work.done;
        unkept.delete(job.id);
      } catch (error) {
        // That it stopped for want of room is said, though there is no room to keep it: nothing follows from it.
        if (job.status !== 'failed' || !isDiskFull(error)) throw error;
        unkept.set(job.id, job);
      }
    },
    remove: async (id: string): Promise<void> => {
      unkept.delete(id);
      if (await read(id)) await (await database()).delete('operations', id);
    },
    readFile,
    isOver: ({ status }: SendJob): boolean => status === 'done',
    /** The bytes are with the service, or still here. */
    canResume: async ({ id, progress }: SendJob): Promise<boolean> =>
      progress.key !== undefined || (await readFile(id)) !== undefined,
  } satisfies Book<SendJob> & Record<string, unknown>;
}
