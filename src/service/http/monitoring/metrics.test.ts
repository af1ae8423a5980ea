import { describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { readSettings } from '../../settings.ts';
import { createLog } from './log.ts';
import type { Health } from '../ports.ts';
import { stubApp } from '../testing/stub-app.ts';

const health = (about: Partial<Health> = {}): (() => Promise<Health>) => {
  const whole = { waiting: { count: 3, oldestSeconds: 7 }, preserved: 12, failures: 2, ...about };
  return () => Promise.resolve(whole);
};

describe('what the service tells of itself', () => {
  it('ST-31 /readyz stays 200 and tells what waits, that it waits too long, and that the tree is broken', async () => {
    const bodyOf = async (about: Partial<Health>): Promise<unknown> => {
      const answer = await stubApp({}, { health: health(about) }).ask('/readyz');
      expect(answer.status).toBe(200);
      return answer.json();
    };
    const fine = await bodyOf({});
    expect(fine).toMatchObject({ status: 'ready', waiting: { count: 3, oldestSeconds: 7 } });
    expect(fine).not.toHaveProperty('tree');
    const late = { count: 1, oldestSeconds: 61 };
    expect(await bodyOf({ waiting: late })).toMatchObject({ status: 'delayed', waiting: late });
    expect(await bodyOf({ brokenTree: 'of leaf 0' })).toMatchObject({ status: 'ready', tree: 'broken' });
  });

  it('ST-31 /metrics is Prometheus\u2019s text, of the preservation and of what was answered', async () => {
    const { ask } = stubApp({}, { health: health({ brokenTree: 'of leaf 0' }) });
    for (const path of ['/healthz', '/healthz', '/rest/v1/nope']) await ask(path);
    const answer = await ask('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await answer.text();
    for (const line of [
      'testigo_waiting_items 3',
      'testigo_oldest_waiting_seconds 7',
      'testigo_preserved_total 12',
      'testigo_preservation_failures_total 2',
      'testigo_tree_broken 1',
      'testigo_requests_total{class="2xx"} 2',
      'testigo_requests_total{class="4xx"} 1',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).toMatch(/^testigo_event_loop_delay_seconds\{quantile="0\.99"\} [\d.e-]+$/m);
    // Every sample has its type; a database that cannot be reached leaves the rest.
    const named = [...text.matchAll(/^(\w+)[ {]/gm)].map(([, name]) => name ?? '');
    for (const name of named) expect(text).toContain(`# TYPE ${name} `);
    const lost = stubApp({}, { health: () => Promise.reject(new Error('lost')) });
    expect(await (await lost.ask('/metrics')).text()).not.toContain('testigo_waiting_items');
  });

  it('ST-31 /metrics answers this machine alone, and nothing that a proxy passes on', async () => {
    const settings = readSettings({ HOST: '0.0.0.0' });
    const app = createApp(settings, {
      core: () => undefined,
      log: createLog('silent'),
      port: () => 4310,
    });
    const from = async (remoteAddress: string | undefined, headers = {}): Promise<number> => {
      const wire = { incoming: { socket: { remoteAddress } } };
      const request = new Request('http://testigo.example/metrics', { headers });
      return (await app.fetch(request, wire)).status;
    };
    expect(await from('127.0.0.1')).toBe(200);
    expect(await from('::ffff:127.0.0.1')).toBe(200);
    expect(await from('::1')).toBe(200);
    expect(await from('192.0.2.1')).toBe(404);
    expect(await from(undefined)).toBe(404);
    expect(await from('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).toBe(404);
    const { ask } = stubApp({}, {});
    expect((await ask('/metrics')).status).toBe(200);
    expect((await ask('/metrics', { headers: { forwarded: 'for=192.0.2.1' } })).status).toBe(404);
  });
});
