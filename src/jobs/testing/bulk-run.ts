import { embeddedConnection } from '#client/session/connection.ts';
import { afterDecision, afterItem, beginBulk, retryItem } from '../bulk/bulk.ts';
import type { BulkItem, BulkJob } from '../bulk/bulk-record.ts';
import { resumeJob } from '../engine/job.ts';
import type { RunStore } from '../engine/queue-store.ts';
import type { BulkHost } from '../bulk/run-bulk.ts';
import type { SendPlan } from '../send/send-record.ts';
import { baseUrl, clientOf } from '#client/testing/answers.ts';
import type { sendService } from './send-service.ts';

/** A store in memory, whose every write is one, and before or after any of which the tab may end. */
export function memoryStore(
  beforeWrite: () => void = () => undefined,
  afterWrite: () => void = () => undefined,
) {
  const operations = new Map<string, BulkJob>();
  const items = new Map<string, BulkItem>();
  const keyOf = ({ operation, n }: Pick<BulkItem, 'operation' | 'n'>): string => `${operation} ${n}`;
  const write = async <T>(run: () => T): Promise<T> => {
    await Promise.resolve();
    beforeWrite();
    const answer = run();
    afterWrite();
    return answer;
  };
  const store: RunStore<'bulk'> = {
    read: (id) => Promise.resolve(structuredClone(operations.get(id))),
    change: (id, how) =>
      write(() => {
        const job = operations.get(id);
        if (!job) return undefined;
        const next = how(job);
        operations.set(id, structuredClone(next));
        return next;
      }),
    settle: (item) =>
      write(() => {
        const job = operations.get(item.operation);
        const before = items.get(keyOf(item));
        if (!job || !before) return undefined;
        const next = afterItem(job, before, item);
        operations.set(next.id, next);
        items.set(keyOf(item), structuredClone(item));
        return next;
      }),
    listItems: (id, { state, most } = {}) =>
      Promise.resolve(
        structuredClone(
          [...items.values()]
            .filter((item) => item.operation === id && (state === undefined || item.state === state))
            .sort((a, b) => a.n - b.n)
            .slice(0, most),
        ),
      ),
  };
  return {
    store,
    items: () => [...items.values()].sort((a, b) => a.n - b.n),
    job: (id: string) => operations.get(id),
    add: (job: BulkJob, added: readonly BulkItem[]) => {
      operations.set(job.id, job);
      for (const item of added) items.set(keyOf(item), item);
    },
    /** What a person does who has to decide: looks at what is there, and says so or has it made again. */
    decide: (id: string, { requests, invites }: ReturnType<typeof sendService>['records']) => {
      for (const item of items.values()) {
        const job = operations.get(id);
        if (!job || item.failure?.kind !== 'ambiguous') continue;
        const { step, subjectId } = item.failure;
        const request = requests.find(({ name }) => name === item.plan.name);
        const isInvited = invites.some(
          (invite) => invite.request === item.progress.requestId && invite.subject === subjectId,
        );
        const isThere = step === 'create' ? request : isInvited;
        const next = afterDecision(
          item,
          isThere ? { kind: 'there', ...(request && { requestId: request.id }) } : { kind: 'again' },
        );
        operations.set(id, afterItem(job, item, next));
        items.set(keyOf(item), next);
      }
    },
    /** What a reader does who wants it to go on, whatever stopped it. */
    goOn: (id: string) => {
      const stoppedJob = operations.get(id);
      if (!stoppedJob || stoppedJob.status === 'cancelled') return;
      let job = resumeJob(stoppedJob);
      for (const failed of items.values())
        if (failed.state === 'failed') {
          const item = retryItem(failed);
          job = afterItem(job, failed, item);
          items.set(keyOf(item), item);
        }
      operations.set(id, job);
    },
  };
}

export const bulkPlan = (n: number, signers: readonly string[] = ['s1', 's2']): SendPlan => ({
  name: `Contrato ${n}`,
  organizationId: 'a'.repeat(24),
  kind: 'pdf',
  filePath: `bulk/contrato-${n}.pdf`,
  md5: '900150983cd24fb0d6963f7d28e17f72',
  size: 3,
  nom151: false,
  keepAsDraft: false,
  signers: signers.map((id) => ({ id, name: id })),
});

/** A bulk of so many requests, each of the same two people. */
export function bulkOf(count: number, id = 'b') {
  const items = Array.from({ length: count }, (_, n) => ({
    plan: bulkPlan(n),
    fileId: 'file',
    rows: [{ n: n + 1, cells: [`Contrato ${n}`] }],
  }));
  return beginBulk(id, 'scope', { title: 'Contratos', columns: ['nombre'], items }, 0);
}

/** A host whose time passes only while everybody sleeps. */
export function bulkHost(fetcher: typeof fetch, store: RunStore<'bulk'>, part: Partial<BulkHost> = {}) {
  let now = 0;
  const slept: number[] = [];
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const wakeNext = (): void => {
    const next = sleepers.sort((a, b) => a.at - b.at).shift();
    if (!next) return;
    now = Math.max(now, next.at);
    next.wake();
  };
  const host: BulkHost = {
    client: clientOf(fetcher),
    connection: { ...embeddedConnection('https://service.example'), baseUrl },
    fetch: fetcher,
    store,
    readFile: () => Promise.resolve(new Blob(['abc'])),
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      return new Promise((wake) => {
        sleepers.push({ at: now + milliseconds, wake });
        // Others get their turn first, also those that wait for a timer of the platform.
        setTimeout(wakeNext, milliseconds >= 10_000 ? 20 : 0);
      });
    },
    now: () => now,
    random: () => 0.5,
    isOnline: () => true,
    ...part,
  };
  return { host, slept, now: () => now };
}
