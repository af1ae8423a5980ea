import { queryOptions } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';

/** A rejected request and the one that was sent in its place. */
export interface Correction {
  /** `scope` and the id of the replacement: it corrects one request. */
  readonly key: string;
  readonly scope: string;
  readonly rejected: NamedRequest;
  readonly replacement: NamedRequest;
  /** Signers were told; false: it was left as a draft on the service. */
  readonly sent: boolean;
  /** RFC 3339 UTC. */
  readonly at: string;
}

interface NamedRequest {
  readonly id: string;
  readonly name: string;
}

export type ReminderMeans = 'copied' | 'mail' | 'shared';

/** The last reminder that a person made for a signer from here. Nothing says that it arrived. */
export interface Reminder {
  /** `scope`, id of the request, id of the signer. */
  readonly key: string;
  readonly scope: string;
  readonly request: string;
  /** Id of the subject, or of the invite where the service does not name one. */
  readonly person: string;
  readonly means: ReminderMeans;
  /** RFC 3339 UTC. */
  readonly at: string;
}

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
