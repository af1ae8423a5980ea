import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import { invalidate } from '#client/queries/invalidate.ts';
import type { Client } from '#client/http/client.ts';
import type { Connection } from '#client/session/connection.ts';
import { offers } from '#client/session/capabilities.ts';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import { knownRequests } from '../store/known-requests.ts';
import { limitToConnection } from './connection-client.ts';
import { jobListKey } from './has-jobs.ts';
import { underLocks } from './locks.ts';
import { recordRequests } from './record-requests.ts';

/** What a kind of job is given to start, run and control its jobs. */
export interface JobContext {
  readonly scope: string;
  /** Its calls end when the user opens another connection; requests that it makes are recorded. */
  readonly client: Client;
  readonly connection: Connection;
  readonly fetch: typeof fetch;
  /** The chosen organization, where the service says what it has left of its quotas. */
  readonly organizationId: string | undefined;
  /** Reads what is on screen of jobs again, soon: a run stores something several times a second. */
  readonly noteChange: () => void;
  /** The same at once. */
  readonly refresh: () => Promise<void>;
  /**
   * Runs in one tab at a time.
   *
   * @param locks of the job, and of what it must not run beside
   * @param affected keys of the queries that the run makes out of date
   * @param signal ends the waiting for its turn, and not the run
   */
  readonly runInOneTab: <T>(
    locks: readonly string[],
    run: () => Promise<T>,
    affected: readonly QueryKey[],
    signal?: AbortSignal,
  ) => Promise<T>;
}

export interface RunOptions {
  /** Ends the waiting for its turn. */
  readonly signal?: AbortSignal;
  /** There is a network again: what failed for want of one need not wait for its time. */
  readonly isOnline?: boolean;
}

/** Milliseconds between two looks of the screens at what runs store. */
const refreshEveryMs = 300;

/**
 * Starts and controls jobs of one kind.
 *
 * @param kind makes the controls; the same function at every call
 */
export function useJobs<Controls>(kind: (context: JobContext) => Controls): Controls {
  const queries = useQueryClient();
  const { fetch: fetcher, session } = useHost();
  const { client, connection, capabilities, organization } = useConnection();
  const organizationId = offers(capabilities, 'listOrganizations') ? organization?.id : undefined;
  return useMemo(() => {
    const { scope } = client;
    const refresh = (): Promise<void> => invalidate(queries, jobListKey(scope));
    const isOpen = (): boolean => session.snapshot().connection === connection;
    let pending: ReturnType<typeof setTimeout> | undefined;
    return kind({
      scope,
      client: recordRequests(limitToConnection(client, isOpen), knownRequests(client)),
      connection,
      fetch: fetcher,
      organizationId,
      refresh,
      noteChange: () => {
        pending ??= setTimeout(() => {
          pending = undefined;
          void refresh();
        }, refreshEveryMs);
      },
      runInOneTab: async (locks, run, affected, signal) => {
        const end = await underLocks(locks, run, signal);
        await invalidate(queries, jobListKey(scope), ...affected);
        return end;
      },
    });
  }, [kind, client, connection, organizationId, queries, fetcher, session]);
}
