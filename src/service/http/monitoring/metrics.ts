import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { IntervalHistogram } from 'node:perf_hooks';
import type { Settings } from '../../settings.ts';
import { isLoopback } from '../guards/hosts.ts';
import { isForwarded, peerOf } from '../guards/peer.ts';
import type { Health } from '../ports.ts';
import { createExposition } from './exposition.ts';
import type { Exposition, Sample } from './exposition.ts';

/** A request that was answered. */
interface AnsweredRequest {
  /** Undefined for what is no operation of the interface. */
  readonly operation: string | undefined;
  readonly status: number;
  readonly seconds: number;
}

/** The metrics of `/metrics`, counted since the process began (Rule ST-31). */
export interface Metrics {
  count(request: AnsweredRequest): void;
  /** Prometheus's text format 0.0.4. @param health undefined: it cannot be known now */
  text(health: Health | undefined): string;
}

const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** Seconds. Half of all requests are answered in the first few; a file may take minutes. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

interface Durations {
  /** Of each bound, how many were not above it and above the one before. */
  readonly counts: number[];
  sum: number;
  count: number;
}

/** One for the process: whichever app asks, the loop is the same. */
let loopDelay: IntervalHistogram | undefined;

export function createMetrics({ roles }: Pick<Settings, 'roles'>): Metrics {
  const perClass = new Map<string, number>(classes.map((name) => [name, 0]));
  const perOperation = new Map<string, Map<number, number>>();
  const durations: Durations = { counts: durationBounds.map(() => 0), sum: 0, count: 0 };
  return {
    count({ operation, status, seconds }) {
      const name = classes[Math.floor(status / 100) - 1] ?? '5xx';
      perClass.set(name, (perClass.get(name) ?? 0) + 1);
      if (operation === undefined) return;
      const statuses = perOperation.get(operation) ?? new Map<number, number>();
      perOperation.set(operation, statuses.set(status, (statuses.get(status) ?? 0) + 1));
      observe(durations, seconds);
    },
    text(health) {
      const exposition = createExposition();
      const { gauge, counter, summary } = exposition;
      const names = Object.entries(roles).map(([role, has]): Sample => [{ role }, has ? 1 : 0]);
      gauge('testigo_role', '1 for each role that this instance has.', names);
      if (health) describeHealth(exposition, health);
      const delay: Sample = [{ quantile: '0.99' }, takeLoopDelay()];
      summary('testigo_event_loop_delay_seconds', 'Delay of the event loop since it was last reported.', [
        delay,
      ]);
      gauge(
        'process_resident_memory_bytes',
        'Memory of this process that the system holds for it.',
        process.memoryUsage.rss(),
      );
      const byClass = [...perClass].map(([name, value]): Sample => [{ class: name }, value]);
      counter('testigo_requests_total', 'Answered requests by class of status.', byClass);
      const byOperation = [...perOperation].flatMap(([operation, statuses]) =>
        [...statuses].map(([status, value]): Sample => [{ operation, status: String(status) }, value]),
      );
      counter('testigo_operation_requests_total', 'Answered calls by operation and status.', byOperation);
      exposition.histogram(
        'testigo_operation_duration_seconds',
        'Time until a call of an operation was answered.',
        { bounds: durationBounds, ...durations },
      );
      return exposition.text();
    },
  };
}

function observe(durations: Durations, seconds: number): void {
  const place = durationBounds.findIndex((bound) => seconds <= bound);
  if (place >= 0) durations.counts[place] = (durations.counts[place] ?? 0) + 1;
  durations.sum += seconds;
  durations.count += 1;
}

function describeHealth({ gauge, counter }: Exposition, health: Health): void {
  const { waiting, queues = [], preserved, failures, brokenTree, indexLag, pool, instances } = health;
  const { reachesDocuments, audit, failing = [] } = health;
  const { count, oldestSeconds } = waiting;
  gauge('testigo_waiting_items', 'Witnesses that wait to be preserved.', count);
  gauge('testigo_oldest_waiting_seconds', 'Age of the witness that waits longest.', oldestSeconds);
  const depths = queues.map((queue): Sample => [{ kind: queue.kind }, queue.count]);
  gauge('testigo_queue_depth', 'Witnesses that wait, by what they wait for.', depths);
  const ages = queues.map((queue): Sample => [{ kind: queue.kind }, queue.oldestSeconds]);
  gauge('testigo_queue_oldest_seconds', 'Age of the one that waits longest, by what it waits for.', ages);
  gauge(
    'testigo_failing_items',
    'Items whose last attempt failed, by what they are.',
    failing.map(({ kind, count: items }): Sample => [{ kind }, items]),
  );
  counter('testigo_preserved_total', 'Witnesses preserved by this process.', preserved);
  counter(
    'testigo_preservation_failures_total',
    'Steps of the preservation that failed and are tried again.',
    failures,
  );
  const broken = brokenTree === undefined ? 0 : 1;
  gauge(
    'testigo_tree_broken',
    '1 while the stored tree of the third party does not give its checkpoints.',
    broken,
  );
  if (audit) {
    counter('testigo_verified_total', 'Witnesses and documents recomputed in samples.', audit.verified);
    gauge('testigo_unsound_items', 'Those of them that did not hold when last recomputed.', audit.unsound);
  }
  if (reachesDocuments !== undefined)
    gauge('testigo_documents_reachable', '1 while the object store answers.', reachesDocuments ? 1 : 0);
  if (indexLag !== undefined)
    gauge('testigo_index_lag_blocks', 'Blocks of the chain whose tokens are not indexed yet.', indexLag);
  if (instances !== undefined)
    gauge('testigo_instances', 'Instances that serve the database, this one among them.', instances);
  if (!pool) return;
  const uses = (['open', 'idle', 'waiting'] as const).map((state): Sample => [{ state }, pool[state]]);
  gauge('testigo_database_pool', 'Connections of the pool, and statements that wait for one.', uses);
}

function takeLoopDelay(): number {
  if (!loopDelay) {
    loopDelay = monitorEventLoopDelay({ resolution: 20 });
    loopDelay.enable();
  }
  const seconds = loopDelay.count === 0 ? 0 : loopDelay.percentile(99) / 1e9;
  loopDelay.reset();
  return seconds;
}

/**
 * Whether whoever asks is on this machine: bound to loopback nobody else reaches the service, otherwise the socket says
 * it. What a proxy passes on comes from elsewhere, wherever the proxy is.
 *
 * @param wire the connection as the adaptor gives it; absent where the request came by none
 */
export function isLocal(request: Request, wire: unknown, { host }: Pick<Settings, 'host'>): boolean {
  const peer = peerOf(wire);
  return !isForwarded(request, peer) && (isLoopback(host) || peer?.isLocal === true);
}
