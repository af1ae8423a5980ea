import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { currentMillis, currentTime } from '#clock/clock.ts';
import { sleep } from '#client/http/sleep.ts';
import { invalidate } from '#client/queries/invalidate.ts';
import { offers } from '#client/session/capabilities.ts';
import { organizations } from '#client/families/people/organizations.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import { certifications } from './certifications.ts';
import { certifying, type CertifyWay } from './certify-way.ts';
import {
  beginCertification,
  resumeCertification,
  runCertification,
  type CertifyHost,
} from './run-certification.ts';
import type { CertifyJob } from './certify-record.ts';
import { jobList, lockOf, withLock } from '../engine/job-list.ts';
import { limitToConnection } from '../engine/connection-client.ts';

export interface Certifications {
  /** Keeps the queue and lets it run; resolves once it is kept. */
  readonly start: (chosen: Parameters<typeof beginCertification>[2], way: CertifyWay) => Promise<void>;
  /** Runs what is written as running, when it is its turn; the signal ends the waiting for it. */
  readonly run: (id: string, signal?: AbortSignal) => Promise<CertifyJob | undefined>;
  readonly resume: (id: string) => Promise<void>;
  readonly pause: (id: string) => Promise<void>;
  /** What is certified stays so; the rest is not asked for. */
  readonly cancel: (id: string) => Promise<void>;
  readonly retryFailed: (id: string) => Promise<void>;
  /** A person's word that what is in doubt was taken. */
  readonly settleUnclear: (id: string) => Promise<void>;
}

/**
 * Starts and steers queues of certifications. A queue holds a lock of its own name, so that two tabs never run the
 * same one; and of one organization only one runs at a time, so that no witness is asked for from two at once.
 */
export function useCertifications(): Certifications {
  const queries = useQueryClient();
  const { session } = useHost();
  const { client, connection, capabilities, organization } = useConnection();
  const organizationId = offers(capabilities, 'listOrganizations') ? organization?.id : undefined;

  return useMemo(() => {
    const { scope } = client;
    const book = certifications(scope);
    const refresh = (): Promise<void> => jobList(scope).refresh(queries);
    const seen =
      <A extends unknown[], R>(act: (...given: A) => Promise<R>) =>
      async (...given: A): Promise<R> => {
        const answer = await act(...given);
        void refresh();
        return answer;
      };
    const host: CertifyHost = {
      client: limitToConnection(client, () => session.snapshot().connection === connection),
      book: { ...book, change: seen(book.change), settle: seen(book.settle) },
      quota: async (way) => {
        if (organizationId === undefined) return undefined;
        const { quota } = await client.call('readOrganization', { params: { id: organizationId } });
        return quota?.[certifying[way].counter] ?? undefined;
      },
      sleep,
      now: currentMillis,
    };
    const run = async (id: string, signal?: AbortSignal): Promise<CertifyJob | undefined> => {
      const end = await withLock(
        lockOf(id, 'certify'),
        () => withLock(`testigo-certifying-${scope}`, () => runCertification(id, host), signal),
        signal,
      );
      await Promise.all([refresh(), invalidate(queries, witnesses(client).key, organizations(client).key)]);
      return end;
    };
    const turn = async (id: string, status: 'paused' | 'cancelled'): Promise<void> => {
      await host.book.change(id, (job) =>
        book.isOver(job) ? job : { ...job, status, updatedAt: currentTime().toISOString() },
      );
    };
    return {
      start: async (chosen, way) => {
        const { job, items } = beginCertification(crypto.randomUUID(), scope, chosen, currentMillis(), way);
        await book.add(job, items);
        void refresh();
        void run(job.id);
      },
      run,
      resume: async (id) => {
        await host.book.change(id, (job) => (book.isOver(job) ? job : resumeCertification(job)));
        await run(id);
      },
      pause: (id) => turn(id, 'paused'),
      cancel: (id) => turn(id, 'cancelled'),
      retryFailed: async (id) => {
        await book.retryFailed(id);
        await run(id);
      },
      settleUnclear: async (id) => {
        await book.settleUnclear(id);
        await refresh();
      },
    };
  }, [client, connection, organizationId, queries, session]);
}
