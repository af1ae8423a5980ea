import type { Client } from '#client/http/client.ts';
import { ApiError, isTransientError } from '#client/http/errors.ts';
import type { Witness } from '#contract/resources/resources.ts';
import { AttemptConflict, isRunning } from '../engine/job.ts';
import type { RunStore } from '../engine/queue-store.ts';
import { isUnclear } from '../send/send-outcome.ts';
import type { CertifyFailure, CertifyItem, CertifyJob } from './certify-record.ts';
import { certifiedAt, certifying, standingOf, type CertifyWay } from './certify-way.ts';

export interface CertifyHost {
  readonly client: Client;
  readonly store: RunStore<'certify'>;
  /** Reads what remains of the quota; undefined where the service does not report it. */
  readonly quota: (way: CertifyWay) => Promise<number | undefined>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
}

/** Milliseconds between two certifications: far below the limits of services, so that other calls get their turn. */
export const certifyPaceMs = 150;
/** Number of witnesses that are read together before they are certified. */
const lookTogether = 50;
/** Longest pause that a queue waits for; after a request for a longer one it stops until the user resumes it. */
const longestWaitMs = 15 * 60_000;
const mostTries = 4;
/** Most requests of one certificate without a person's decision. */
const mostAttempts = 2;
/** Number of consecutive refusals after which the cause cannot be a single witness. */
const mostRefusals = 5;

export const wayOf = ({ way }: Pick<CertifyJob, 'way'>): CertifyWay => way ?? 'single';

export function beginCertification(
  id: string,
  scope: string,
  witnesses: readonly { readonly witness: string; readonly hash?: string; readonly title?: string }[],
  now: number,
  way: CertifyWay = 'single',
): { job: CertifyJob; items: CertifyItem[] } {
  const unique = [...new Map(witnesses.map((one) => [one.witness, one])).values()];
  const at = new Date(now).toISOString();
  return {
    job: {
      id,
      scope,
      way,
      status: 'running',
      total: unique.length,
      counts: { waiting: unique.length, asking: 0, certified: 0, already: 0, pending: 0, failed: 0 },
      startedAt: at,
      updatedAt: at,
    },
    items: unique.map((one, n) => ({ operation: id, n, scope, ...one, state: 'waiting' })),
  };
}

/**
 * Certifies the remaining witnesses of a queue, one after another, until it ends, is paused, or meets a failure that
 * concerns all of it. Each witness is read before its certificate is requested, so that a witness that was certified
 * meanwhile, or whose answer was lost, is not requested again.
 */
export async function runCertification(id: string, host: CertifyHost): Promise<CertifyJob | undefined> {
  const { store } = host;
  let tries = 0;
  let refusals = 0;
  for (;;) {
    if (!(await waitUntilResumable(id, host))) return store.read(id);
    const way = wayOf((await store.read(id)) ?? {});
    const open = await listOpenItems(id, host);
    if (open.length === 0) return end(id, host);
    let at: CertifyItem | undefined;
    try {
      const known = await look(open, host);
      for (const item of open) {
        at = item;
        const found = known.get(item.witness);
        const settled = found ? settledBy(item, found, way) : absent(item);
        if (settled) {
          if (!isRunning(await keep(settled, host))) return await store.read(id);
          continue;
        }
        const { attempts = Number(item.state === 'asking') } = item;
        if (item.state === 'asking' && (way === 'grouped' || item.accepted || attempts >= mostAttempts)) {
          // No answer shows whether a witness waits for its batch: only the batch itself will. A request that was sent
          // twice or was accepted is not repeated, because its certificate may show a moment later.
          if (tries + 1 < mostTries) {
            tries += 1;
            await pauseUntil(id, host.now() + 1000 * 2 ** tries, host);
            break;
          }
          tries = 0;
          if (!isRunning(await keep(unclear(item), host))) return await store.read(id);
          continue;
        }
        at = { ...item, state: 'asking', attempts: attempts + 1 };
        if (!isRunning(await store.settle(at, item.attempts ?? 0))) {
          // Paused between two steps: no certificate was requested for this witness.
          await store.settle(item);
          return await store.read(id);
        }
        const { operation } = certifying[way];
        const answer = await host.client.call(operation, {
          query: { witnessId: item.witness },
          body: { witnessId: item.witness },
        });
        tries = 0;
        refusals = 0;
        at = undefined;
        if (!isRunning(await keep(answered(item, answer, way), host))) return await store.read(id);
        await host.sleep(certifyPaceMs);
      }
    } catch (error) {
      // The stored job is newer than the state of this run.
      if (error instanceof AttemptConflict) return store.read(id);
      const failure = failureOf(error, way);
      // The user opened another connection: the job stays stored as running, and goes on when they are back.
      if (failure.kind === 'cancelled') return store.read(id);
      const verdict = await decideAfterFailure(error, failure, host, tries, way);
      const wasSent = at?.state === 'asking' && at.attempts !== undefined;
      if (at && isUnclear(error)) await store.settle({ ...at, accepted: true });
      else if (at && isRefusal(failure))
        await store.settle({ ...at, state: 'waiting', attempts: (at.attempts ?? 1) - Number(wasSent) });
      if (verdict === 'next' && at) {
        refusals += 1;
        await keep({ ...at, state: 'failed', failure }, host);
        if (refusals >= mostRefusals) return stop(id, failure, host);
        await host.sleep(certifyPaceMs);
      } else if (typeof verdict === 'number') {
        tries += 1;
        await pauseUntil(id, host.now() + verdict, host);
      } else return stop(id, verdict === 'quota' ? { ...failure, kind: 'quota' } : failure, host);
    }
  }
}

/** Items without an outcome: first those whose answer is not known. */
async function listOpenItems(id: string, { store }: CertifyHost): Promise<readonly CertifyItem[]> {
  const most = lookTogether;
  const requested = await store.listItems(id, { state: 'asking', most });
  return [...requested, ...(await store.listItems(id, { state: 'waiting', most }))].slice(0, most);
}

const keep = (item: CertifyItem, host: CertifyHost): Promise<CertifyJob | undefined> =>
  host.store.settle({ ...item, at: new Date(host.now()).toISOString() });

async function look(items: readonly CertifyItem[], { client }: CertifyHost): Promise<Map<string, Witness>> {
  const ids = items.map(({ witness }) => witness);
  const query = { _id: { in: ids }, pagination: { page: 1, size: lookTogether } };
  const { results = [] } = await client.call('listWitnesses', { query });
  return new Map((results ?? []).flatMap((found) => (found.id ? [[found.id, found] as const] : [])));
}

/** The outcome that the witness shows; undefined when the request is still to be made or its outcome is unknown. */
function settledBy(item: CertifyItem, found: Witness, way: CertifyWay): CertifyItem | undefined {
  const standing = standingOf(found, undefined, way);
  if (standing === 'pending') return { ...item, state: 'pending' };
  if (standing === 'certifiable' || standing === 'not-ours') return undefined;
  const at = certifiedAt(found, standing === 'own' ? 'single' : way);
  // This queue requested it and the answer was lost: the certificate belongs to this queue.
  const state = item.state === 'asking' && standing === 'already' ? 'certified' : 'already';
  return { ...item, state, ...(at === undefined ? {} : { certifiedAt: at }) };
}

const unclear = (item: CertifyItem): CertifyItem => ({
  ...item,
  state: 'failed',
  failure: { kind: 'unclear', messages: [] },
});

const absent = (item: CertifyItem): CertifyItem => ({
  ...item,
  state: 'failed',
  failure: { kind: 'not-found', messages: [] },
});

function answered(item: CertifyItem, answer: Witness, way: CertifyWay): CertifyItem {
  const at = certifiedAt(answer, way);
  return at ? { ...item, state: 'certified', certifiedAt: at } : { ...item, state: 'pending' };
}

/** Whether the service certainly did nothing. After other failures the witness is read before a repeated request. */
function isRefusal({ kind }: CertifyFailure): boolean {
  return (
    ['key-refused', 'forbidden', 'not-found', 'absent', 'conflict', 'rule'].includes(kind) ||
    ['malformed', 'too-large', 'unsupported', 'rate-limited', 'refused', 'blocked'].includes(kind)
  );
}

/**
 * Decides what follows a failure: milliseconds to wait before the same call again, `next` when it concerns this witness
 * alone, or why the queue stops.
 */
async function decideAfterFailure(
  error: unknown,
  { kind }: CertifyFailure,
  host: CertifyHost,
  tries: number,
  way: CertifyWay,
): Promise<number | 'next' | 'quota' | 'stop'> {
  if (!(error instanceof ApiError)) return 'stop';
  const { retryAfter } = error;
  if (kind === 'rule') {
    const left = await host.quota(way).catch(() => undefined);
    // Without a reported remainder, further requests would be a guess.
    return left === 0 ? 'quota' : left === undefined ? 'stop' : 'next';
  }
  if (isTransientError(error) || kind === 'unreadable') {
    if (tries + 1 >= mostTries) return 'stop';
    const wait = retryAfter === undefined ? 1000 * 2 ** tries : retryAfter * 1000;
    return wait > longestWaitMs ? 'stop' : wait;
  }
  return ['forbidden', 'not-found', 'conflict', 'malformed', 'refused'].includes(kind) ? 'next' : 'stop';
}

function failureOf(error: unknown, way: CertifyWay): CertifyFailure {
  if (error instanceof ApiError) {
    // The witness existed when it was read, so a 404 means that the service does not offer the operation.
    const isYes = isUnclear(error) && error.kind === 'not-found';
    const kind = isYes
      ? 'unreadable'
      : way === 'grouped' && error.kind === 'not-found'
        ? 'absent'
        : error.kind;
    return { kind, messages: error.messages, request: error.request };
  }
  return {
    kind: 'defect',
    messages: [{ message: error instanceof Error ? error.message : String(error) }],
  };
}

const stamped = (job: CertifyJob, host: CertifyHost): CertifyJob => ({
  ...job,
  updatedAt: new Date(host.now()).toISOString(),
});

async function stop(id: string, failure: CertifyFailure, host: CertifyHost): Promise<CertifyJob | undefined> {
  return host.store.change(id, (job) =>
    job.status === 'running' ? stamped({ ...job, status: 'stopped', failure }, host) : job,
  );
}

async function end(id: string, host: CertifyHost): Promise<CertifyJob | undefined> {
  const failures = (await host.store.listItems(id)).flatMap(({ failure }) => failure ?? []);
  const [first, ...others] = failures;
  // The job reports what a person must decide, or the reason that all failed items share.
  const open = failures.find(({ kind }) => kind === 'unclear');
  const common = first && others.every(({ kind }) => kind === first.kind) ? first : undefined;
  const reason = open ?? common;
  const shared = reason ? { failure: reason } : {};
  return host.store.change(id, (job) =>
    job.status === 'running' ? stamped({ ...job, status: 'done', ...shared }, host) : job,
  );
}

async function pauseUntil(id: string, until: number, host: CertifyHost): Promise<void> {
  const waitingUntil = new Date(until).toISOString();
  await host.store.change(id, (job) => stamped({ ...job, waitingUntil }, host));
}

/** Waits as long as the service requested, also after a reload. Returns false when the queue must not run any more. */
async function waitUntilResumable(id: string, host: CertifyHost): Promise<boolean> {
  for (;;) {
    const job = await host.store.read(id);
    if (!job || !isRunning(job)) return false;
    if (job.waitingUntil === undefined) return true;
    const left = Math.min(Date.parse(job.waitingUntil) - host.now(), longestWaitMs);
    if (left <= 0) {
      await host.store.change(id, ({ waitingUntil: _over, ...rest }) => rest);
      return true;
    }
    // Short steps, so that a pause requested in another tab takes effect.
    await host.sleep(Math.min(left, 1000));
  }
}
