import { queryOptions } from '@tanstack/react-query';
import { sends } from './sends.ts';
import type { SendOperation } from './send-request.ts';

/** One send as the tray shows it. */
export interface JournalEntry {
  readonly operation: SendOperation;
  /** It is written as running, but no tab runs it: a reload or a crash stopped it. */
  readonly interrupted: boolean;
}

/** The name of the lock that a running send holds. */
export const lockOf = (id: string): string => `testigo-send-${id}`;

/** Without Web Locks, a send that has written nothing for this long is taken for stopped. */
const silence = 60_000;

export function journal(scope: string) {
  const { key, list } = sends(scope);
  return {
    entries: () =>
      queryOptions({
        queryKey: [...key, 'entries'],
        queryFn: async (context): Promise<JournalEntry[]> => {
          // Asked before and after, because a send may begin or end while the list is read.
          const before = await heldLocks();
          const operations = await context.client.fetchQuery(list());
          const after = await heldLocks();
          return operations.map((operation) => {
            const name = lockOf(operation.id);
            const runs =
              before && after
                ? before.has(name) || after.has(name)
                : Date.now() - Date.parse(operation.updatedAt) < silence;
            return { operation, interrupted: operation.status === 'running' && !runs };
          });
        },
        staleTime: 0,
      }),
    /** Whether what is left of it can be done: the bytes are with the service, or still here. */
    canResume: async ({ id, progress }: SendOperation): Promise<boolean> =>
      progress.key !== undefined || (await sends(scope).readFile(id)) !== undefined,
  };
}

/**
 * Lets exactly one tab take up a stopped send, with the newest of what is written about it.
 *
 * @returns false when another tab has it, or when it is no longer stopped
 */
export async function takeUp(
  scope: string,
  id: string,
  resume: (operation: SendOperation) => Promise<unknown>,
): Promise<boolean> {
  const take = async (): Promise<boolean> => {
    if ((await heldLocks())?.has(lockOf(id))) return false;
    const operation = await sends(scope).read(id);
    if (!operation || operation.status === 'done') return false;
    await resume(operation);
    return true;
  };
  if (!hasLocks()) return take();
  return navigator.locks.request(`testigo-resume-${id}`, { ifAvailable: true }, (lock) =>
    lock ? take() : Promise.resolve(false),
  );
}

const hasLocks = (): boolean => typeof navigator !== 'undefined' && 'locks' in navigator;

async function heldLocks(): Promise<ReadonlySet<string> | undefined> {
  if (!hasLocks()) return undefined;
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => name ?? []));
}
