import { queryOptions } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';
import type { Correction, NamedRequest, Reminder, ReminderMeans, UnlinkedSigner } from './record-shapes.ts';

/** Fetched when it is needed: the first screens show it, and what they begin with is small. */
const open = async () => (await import('./database.ts')).database();
const records = () => import('./records.ts');

/** Which requests of a scope were corrected and sent again from this browser. */
export function corrections(scope: string) {
  const key = [scope, 'corrections'] as const;
  return {
    key,
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async (): Promise<readonly Correction[]> =>
          (await (await records()).listRecords('corrections', scope)).sort((a, b) =>
            b.at.localeCompare(a.at),
          ),
        staleTime: 0,
      }),
  };
}

/** The record of a correction that a finished send makes. */
export function correctionOf(
  scope: string,
  rejected: NamedRequest,
  replacement: NamedRequest,
  sent: boolean,
): Correction {
  const at = currentTime().toISOString();
  return { key: `${scope} ${replacement.id}`, scope, rejected, replacement, sent, at };
}

/** Who was reminded of what from this browser. */
export function reminders(scope: string) {
  const key = [scope, 'reminders'] as const;
  return {
    key,
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async (): Promise<readonly Reminder[]> => (await records()).listRecords('reminders', scope),
        staleTime: 0,
      }),
    /** Notes what was done for one signer, in place of what was noted before. */
    note: async (request: string, person: string, means: ReminderMeans): Promise<void> => {
      const at = currentTime().toISOString();
      await (
        await open()
      ).put('reminders', { key: keyOf(scope, request, person), scope, request, person, means, at });
    },
  };
}

/** Who was chosen as a signer without a link, and waits to be invited. */
export function unlinkedSigners(scope: string) {
  const key = [scope, 'unlinked-signers'] as const;
  return {
    key,
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async (): Promise<readonly UnlinkedSigner[]> =>
          (await records()).listRecords('unlinkedSigners', scope),
        staleTime: 0,
      }),
    /** They were invited, or are not to be. */
    remove: async (request: string, person: string): Promise<void> =>
      (await open()).delete('unlinkedSigners', keyOf(scope, request, person)),
  };
}

/** The records that a finished send makes of those whom it could not invite. */
export function unlinkedSignersOf(
  scope: string,
  request: string,
  people: readonly { id: string; name: string }[],
): readonly UnlinkedSigner[] {
  const at = currentTime().toISOString();
  return people.map(({ id, name }) => ({
    key: keyOf(scope, request, id),
    scope,
    request,
    person: id,
    name,
    at,
  }));
}

const keyOf = (scope: string, request: string, person: string): string => `${scope} ${request} ${person}`;
