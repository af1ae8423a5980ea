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
  it('ST-31 /readyz stays 200 and tells what waits, that it waits too long, that evidence is broken and documents are out of reach', async () => {
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
    expect(await bodyOf({ reachesDocuments: true })).not.toHaveProperty('documents');
    expect(await bodyOf({ audit: { verified: 9, unsound: 0 } })).not.toHaveProperty('evidence');
    expect(await bodyOf({ audit: { verified: 9, unsound: 1 } })).toMatchObject({ evidence: 'broken' });
  });

  it('ST-31 /readyz and /metrics say that the object store is away, for which nothing is taken out of service', async () => {
    const read = async (reachesDocuments: boolean): Promise<unknown[]> => {
      const stub = stubApp({}, { health: health({ reachesDocuments }) });
      const answer = await stub.ask('/readyz');
      const text = await (await stub.ask('/metrics')).text();
      return [answer.status, await answer.json(), /^testigo_documents_reachable .*$/m.exec(text)?.[0]];
    };
    const unreachable = { status: 'degraded', documents: 'unreachable' };
    expect(await read(false)).toEqual([
      200,
      expect.objectContaining(unreachable),
      'testigo_documents_reachable 0',
    ]);
    const [status, body, metric] = await read(true);
    expect([status, metric]).toEqual([200, 'testigo_documents_reachable 1']);
    expect(body).toMatchObject({ status: 'ready' });
    expect(body).not.toHaveProperty('documents');
  });

  it('ST-31 /readyz reads the database once for all who ask within a second', async () => {
    let reads = 0;
    const read = health();
    const { ask } = stubApp(
      {},
      {
        health: () => {
          reads += 1;
          return read();
        },
      },
    );
    const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await ask('/readyz')).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await ask('/readyz')).status).toBe(200);
    expect(reads).toBe(1);
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
    const [, memory] = /^process_resident_memory_bytes (\d+)$/m.exec(text) ?? [];
    expect(Number(memory)).toBeGreaterThan(10_000_000);
    // Prometheus keeps the label `quantile` for summaries.
    expect(text).toContain('# TYPE testigo_event_loop_delay_seconds summary');
    expect(text).toMatch(/^testigo_event_loop_delay_seconds\{quantile="0\.99"\} [\d.e-]+$/m);
    // Every sample has its type; a database that cannot be reached leaves the rest.
    const named = [...text.matchAll(/^(\w+)[ {]/gm)].map(([, name]) => name ?? '');
    for (const name of named) expect(text).toContain(`# TYPE ${name.replace(/_(?:bucket|sum|count)$/, '')} `);
    const lost = stubApp({}, { health: () => Promise.reject(new Error('lost')) });
    expect(await (await lost.ask('/metrics')).text()).not.toContain('testigo_waiting_items');
  });

  it('ST-31 /metrics has the queues by kind, the index, the pool, the roles, and calls by operation, status and duration', async () => {
    const about = {
      queues: [{ kind: 'certificate', count: 2, oldestSeconds: 9 }],
      failing: [{ kind: 'certificate', count: 5 }],
      indexLag: 4,
      reachesDocuments: false,
      audit: { verified: 40, unsound: 2 },
      pool: { open: 10, idle: 3, waiting: 1 },
      instances: 3,
    };
    const times = [0, 0.004, 1, 1.2, 5, 5].map((seconds) => seconds * 1000);
    const { ask } = stubApp({}, { health: health(about) }, { tick: () => times.shift() ?? 5000 });
    await ask('/rest/v1/witnesses');
    await ask('/rest/v1/witnesses?sort=5');
    const lines = (await (await ask('/metrics')).text()).split('\n');
    for (const line of [
      'testigo_role{role="web"} 1',
      'testigo_role{role="worker"} 1',
      'testigo_queue_depth{kind="certificate"} 2',
      'testigo_queue_oldest_seconds{kind="certificate"} 9',
      'testigo_failing_items{kind="certificate"} 5',
      'testigo_index_lag_blocks 4',
      'testigo_documents_reachable 0',
      'testigo_verified_total 40',
      'testigo_unsound_items 2',
      'testigo_instances 3',
      'testigo_database_pool{state="waiting"} 1',
      'testigo_operation_requests_total{operation="listWitnesses",status="200"} 1',
      'testigo_operation_requests_total{operation="listWitnesses",status="400"} 1',
      'testigo_operation_duration_seconds_bucket{le="+Inf"} 2',
      'testigo_operation_duration_seconds_count 2',
    ])
      expect(lines).toContain(line);
  });

  it('ST-50 a request keeps its own id in the answer and the log, and has a new one for any that is not plain', async () => {
    const { ask, lines } = stubApp();
    const idOf = async (id?: string): Promise<string | null> => {
      const headers = id === undefined ? {} : { 'x-request-id': id };
      return (await ask('/rest/v1/witnesses', { headers })).headers.get('x-request-id');
    };
    expect(await idOf('1-5759e988.a/b:c=d+e_f')).toBe('1-5759e988.a/b:c=d+e_f');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      requestId: '1-5759e988.a/b:c=d+e_f',
      status: 200,
    });
    const made = [
      await idOf(),
      await idOf('a'.repeat(129)),
      await idOf('a b'),
      await idOf('{"a":1}'),
      await idOf(''),
    ];
    for (const id of made) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(new Set(made).size).toBe(made.length);
    const failing = stubApp({}, { dataVersion: () => Promise.reject(new Error('broken')) });
    await failing.ask('/rest/v1/witnesses', { headers: { 'x-request-id': 'mine' } });
    const errors = failing.lines.map((line) => JSON.parse(line) as object);
    expect(errors).toContainEqual(expect.objectContaining({ requestId: 'mine', msg: 'a request failed' }));
  });

  it('ST-45 a worker answers the monitoring alone, and so does it before it is there', async () => {
    const environment = { TESTIGO_ROLES: 'worker', DATABASE_URL: 'postgres://t@127.0.0.1/t' };
    const { ask } = stubApp(environment, { health: health() });
    for (const path of ['/livez', '/healthz', '/readyz', '/metrics'])
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    for (const path of ['/', '/rest/v1/witnesses', '/rest/v1/openapi.json', '/sandbox/session', '/uploads/x'])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    const starting = stubApp(environment, {}, { core: () => undefined });
    expect((await starting.ask('/readyz')).status).toBe(503);
    expect((await starting.ask('/livez')).status).toBe(200);
  });

  it('ST-46 a service that stops is not ready, answers all the same, and keeps no connection', async () => {
    let isStopping = false;
    const { ask } = stubApp({}, {}, { isStopping: () => isStopping });
    expect((await ask('/readyz')).status).toBe(200);
    isStopping = true;
    const readiness = await ask('/readyz');
    expect([readiness.status, await readiness.json()]).toEqual([
      503,
      expect.objectContaining({ status: 'stopping' }),
    ]);
    const answer = await ask('/rest/v1/witnesses');
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect((await ask('/livez')).status).toBe(200);
  });

  it('ST-31 /metrics answers this machine alone, and nothing that a proxy passes on', async () => {
    const settings = readSettings({ HOST: '0.0.0.0' });
    const app = createApp(settings, {
      core: () => undefined,
      log: createLog('silent'),
      port: () => 4310,
    });
    const from = async (remoteAddress: string | undefined, headers = {}, httpVersion = '1.1') => {
      const wire = { incoming: { socket: { remoteAddress }, httpVersion } };
      const request = new Request('http://testigo.example/metrics', { headers });
      return (await app.fetch(request, wire)).status;
    };
    expect(await from('127.0.0.1')).toBe(200);
    expect(await from('::ffff:127.0.0.1')).toBe(200);
    expect(await from('::1')).toBe(200);
    expect(await from('192.0.2.1')).toBe(404);
    expect(await from(undefined)).toBe(404);
    expect(await from('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).toBe(404);
    // The same marks by which the sandbox knows a proxy; a plain one has none and speaks 1.0.
    expect(await from('127.0.0.1', { via: '1.1 proxy' })).toBe(404);
    expect(await from('127.0.0.1', { 'x-forwarded-host': 'testigo.example' })).toBe(404);
    expect(await from('127.0.0.1', { 'cf-connecting-ip': '192.0.2.1' })).toBe(404);
    expect(await from('127.0.0.1', {}, '1.0')).toBe(404);
    const { ask } = stubApp({}, {});
    expect((await ask('/metrics')).status).toBe(200);
    expect((await ask('/metrics', { headers: { forwarded: 'for=192.0.2.1' } })).status).toBe(404);
  });
});
