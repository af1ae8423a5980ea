import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { IntervalHistogram } from 'node:perf_hooks';
import type { Settings } from '../../settings.ts';
import { isLoopback } from '../guards/hosts.ts';
import type { Health } from '../ports.ts';

/** What `/metrics` tells, counted since the process began. */
export interface Metrics {
  /** Counts an answered request by the class of its status. */
  count(status: number): void;
  /** Prometheus's text format 0.0.4. @param health undefined: it cannot be known now */
  text(health: Health | undefined): string;
}

const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** One for the process: whichever app asks, the loop is the same. */
let loopDelay: IntervalHistogram | undefined;

export function createMetrics(): Metrics {
  const requests = new Map<string, number>(classes.map((name) => [name, 0]));
  return {
    count(status) {
      const name = classes[Math.floor(status / 100) - 1] ?? '5xx';
      requests.set(name, (requests.get(name) ?? 0) + 1);
    },
    text(health) {
      const lines: string[] = [];
      const describe = (
        name: string,
        type: 'counter' | 'gauge',
        help: string,
        values: readonly (readonly [labels: string, value: number])[],
      ): void => {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
        for (const [labels, value] of values) lines.push(`${name}${labels} ${value}`);
      };
      const one = (value: number): [string, number][] => [['', value]];
      if (health) {
        const { waiting, preserved, failures, brokenTree } = health;
        describe(
          'testigo_waiting_items',
          'gauge',
          'Witnesses that wait to be preserved.',
          one(waiting.count),
        );
        describe(
          'testigo_oldest_waiting_seconds',
          'gauge',
          'Age of the witness that waits longest.',
          one(waiting.oldestSeconds),
        );
        describe(
          'testigo_preserved_total',
          'counter',
          'Witnesses preserved by this process.',
          one(preserved),
        );
        describe(
          'testigo_preservation_failures_total',
          'counter',
          'Steps of the preservation that failed and are tried again.',
          one(failures),
        );
        describe(
          'testigo_tree_broken',
          'gauge',
          '1 while the stored tree of the third party does not give its checkpoints.',
          one(brokenTree === undefined ? 0 : 1),
        );
      }
      describe(
        'testigo_event_loop_delay_seconds',
        'gauge',
        'Delay of the event loop since it was last reported.',
        [['{quantile="0.99"}', takeLoopDelay()]],
      );
      describe(
        'testigo_requests_total',
        'counter',
        'Answered requests by class of status.',
        [...requests].map(([name, value]) => [`{class="${name}"}`, value]),
      );
      return `${lines.join('\n')}\n`;
    },
  };
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
  if (['forwarded', 'x-forwarded-for', 'x-real-ip'].some((name) => request.headers.has(name))) return false;
  if (isLoopback(host)) return true;
  const { incoming } = (wire ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }; // node-server's own form
  const address = incoming?.socket?.remoteAddress ?? '';
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
