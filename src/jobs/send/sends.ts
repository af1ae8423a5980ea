import { queryOptions } from '@tanstack/react-query';
import { database } from '../store/database.ts';
import { correctionOf, unlinkedSignersOf } from '../store/follow-ups.ts';
import { wasErased } from '../store/erased.ts';
import { listRecords, readRecord } from '../store/records.ts';
import { isDiskFull } from '../store/room.ts';
import type { Book } from '../engine/book.ts';
import { TakenElsewhere } from './send-outcome.ts';
import { attemptsOf } from './send-operation.ts';
import type { SendOperation } from './send-record.ts';

/** Sends that failed where there was no room to keep that: of this page alone. */
const unkept = new Map<string, SendOperation>();

/** The journal of sends, as the tray shows it. */
export function sends(scope: string) {
  const key = [scope, 'sends'] as const;
  const readFile = async (id: string): Promise<Blob | undefined> => {
    const { keptFiles } = await import('../store/file-bytes.ts');
    return keptFiles(scope).readFile(id);
  };
  const read = async (id: string): Promise<SendOperation | undefined> => {
    const operation = readRecord('operations', await (await database()).get('operations', id));
    return operation?.scope === scope ? operation : undefined;
  };
  return {
    kind: 'send',
    key,
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async () => {
          const found = await listRecords('operations', scope);
          const own = [...unkept.values()].filter((operation) => operation.scope === scope);
          const kept = found.filter(({ id }) => !unkept.has(id));
          return [...own, ...kept].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
        },
        staleTime: 0,
      }),
    read,
    /** @param attempts tries that are stored so far; with others there, nothing is stored */
    write: async (operation: SendOperation, attempts?: number): Promise<void> => {
      // What was under way while it was erased, here or in another tab, brings nothing of it back.
      if (wasErased({ scope, updatedAt: operation.startedAt })) return;
      try {
        const work = (await database()).transaction(
          ['operations', 'corrections', 'unlinkedSigners'],
          'readwrite',
        );
        const operations = work.objectStore('operations');
        const stored =
          attempts === undefined ? undefined : readRecord('operations', await operations.get(operation.id));
        if (stored && attemptsOf(stored.progress) !== attempts) throw new TakenElsewhere();
        await operations.put(operation);
        // With the end of the send or not at all: whoever finished it, a form, the tray or another tab, wrote it here.
        const { plan, progress, status } = operation;
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
        unkept.delete(operation.id);
      } catch (error) {
        // That it stopped for want of room is said, though there is no room to keep it: nothing follows from it.
        if (operation.status !== 'failed' || !isDiskFull(error)) throw error;
        unkept.set(operation.id, operation);
      }
    },
    remove: async (id: string): Promise<void> => {
      unkept.delete(id);
      if (await read(id)) await (await database()).delete('operations', id);
    },
    readFile,
    isOver: ({ status }: SendOperation): boolean => status === 'done',
    /** The bytes are with the service, or still here. */
    canResume: async ({ id, progress }: SendOperation): Promise<boolean> =>
      progress.key !== undefined || (await readFile(id)) !== undefined,
  } satisfies Book<SendOperation> & Record<string, unknown>;
}
