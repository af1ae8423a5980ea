import { queryOptions } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';
import type { Correction, NamedRequest, Reminder, ReminderMeans } from './follow-up-shape.ts';

/** Fetched when it is needed: the first screens show it, and what they begin with is small. */
const open = async () => (await import('./database.ts')).database();

/** Which requests of a scope were corrected and sent again from this browser. */
export function corrections(scope: string) {
  const key = [scope, 'corrections'] as const;
  return {
    key,
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async (): Promise<readonly Correction[]> =>
          (await (await open()).getAllFromIndex('corrections', 'scope', scope)).sort((a, b) =>
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
        queryFn: async (): Promise<readonly Reminder[]> =>
          (await open()).getAllFromIndex('reminders', 'scope', scope),
        staleTime: 0,
      }),
    /** Notes what was done for one signer, in place of what was noted before. */
    note: async (request: string, person: string, means: ReminderMeans): Promise<void> => {
      const at = currentTime().toISOString();
      await (
        await open()
      ).put('reminders', { key: `${scope} ${request} ${person}`, scope, request, person, means, at });
    },
  };
}
