import { useQuery } from '@tanstack/react-query';
import { useClient } from '#client/session/session-context.tsx';
import type { Reminder } from '#jobs/store/record-shapes.ts';
import { reminders } from '#jobs/store/follow-ups.ts';

/** Milliseconds between looks: another tab may have made one. */
const every = 15_000;

/** The last reminders of a scope that were made from this browser. */
export function useReminders(): readonly Reminder[] {
  const client = useClient();
  return useQuery({ ...reminders(client.scope).list(), refetchInterval: every }).data ?? [];
}
