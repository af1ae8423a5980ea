import { createHash, randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { sql } from '../../storage/database/sql.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sandboxFaultKinds } from '#contract/sandbox/injected-faults.ts';
import type { SandboxFaultRule, SandboxFaults } from '#contract/sandbox/injected-faults.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import type { TestOrganization } from '../../testing/test-data.ts';
import { refusal } from '../testing/refusal.ts';
import { requestOverWire } from '../testing/wire.ts';
import type { Wired } from '../testing/wire.ts';

let service: TestService;
let organization: TestOrganization;
let origin: string;

beforeAll(async () => {
  service = await startTestService();
  organization = await service.organization();
  origin = await service.listen();
});
afterEach(async () => {
  await service.request('/sandbox/faults', { method: 'DELETE' });
});
afterAll(() => service.close());

const set = async (...faults: SandboxFaultRule[]): Promise<SandboxFaults> => {
  const answer = await service.request('/sandbox/faults', { method: 'PUT', body: { seed: 1, faults } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as SandboxFaults;
};
const readFaults = async (): Promise<SandboxFaults> =>
  (await (await service.request('/sandbox/faults')).json()) as SandboxFaults;
const always = (
  operation: string,
  fault: SandboxFaultRule['fault'],
  more: object = {},
): SandboxFaultRule => ({
  operation,
  fault,
  rate: 1,
  ...more,
});

/** Makes a witness of a hash by the interface, over a connection. */
const create = (hash: string): Promise<Wired> =>
  requestOverWire(`${origin}/rest/v1/witness`, {
    method: 'POST',
    headers: { authorization: `Bearer ${organization.key}` },
    body: { input: { hash, algorithm: 'SHA256', organization: organization.id } },
  });
const hash = (): string => randomBytes(32).toString('hex');
const countWitnesses = async (of: string): Promise<number> =>
  (await service.database.rows(sql`select 1 from witnesses where hash = ${of}`)).length;

describe('faults on purpose', () => {
  const refused: readonly [SandboxFaultRule['fault'], number, string | undefined][] = [
    ['401', 401, undefined],
    ['403', 403, undefined],
    ['404', 404, undefined],
    ['409', 409, undefined],
    ['413', 413, undefined],
    ['422', 422, undefined],
    ['429', 429, '9'],
    ['429-bare', 429, undefined],
    ['500', 500, undefined],
    ['503', 503, '9'],
  ];

  it.each(refused)(
    'ST-20 %s is answered as any refusal is, and nothing is written',
    async (fault, status, after) => {
      await set(always('createWitness', fault, after === undefined ? {} : { retryAfter: Number(after) }));
      const of = hash();
      const answer = await create(of);
      expect([answer.status, answer.isComplete, answer.headers['retry-after']]).toEqual([
        status,
        true,
        after,
      ]);
      expect(answer.headers['testigo-fault']).toBe(fault);
      expect(answer.headers['www-authenticate']).toBe(fault === '401' ? 'Bearer' : undefined);
      expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'/);
      const { errors } = JSON.parse(answer.body) as {
        errors: { extensions: { http: { status: number } } }[];
      };
      expect(errors[0]?.extensions).toMatchObject({ rule: 'ST-20', http: { status } });
      expect(await countWitnesses(of)).toBe(0);
      expect((await readFaults()).injected).toEqual({ createWitness: { [fault]: 1 } });
    },
  );

  it('ST-20 a cut before ends the connection without an answer, and nothing is written', async () => {
    await set(always('createWitness', 'cut-before'));
    const of = hash();
    expect(await create(of)).toMatchObject({ status: undefined, isComplete: false });
    expect(await countWitnesses(of)).toBe(0);
  });

  it('ST-20 a cut after ends the connection without an answer when all is written', async () => {
    await set(always('createWitness', 'cut-after', { times: 1 }));
    const of = hash();
    expect(await create(of)).toMatchObject({ status: undefined, isComplete: false });
    expect(await countWitnesses(of)).toBe(1);
    // On repetition the rule of the operation applies; a refusal can be lost like any answer.
    expect((await create(of)).status).toBe(409);
  });

  it('ST-20 half a body tells its whole length, half of its bytes and no more, when all is written', async () => {
    await set(always('createWitness', 'half-body'));
    const of = hash();
    const answer = await create(of);
    expect([answer.status, answer.isComplete]).toEqual([200, false]);
    const length = Number(answer.headers['content-length']);
    expect(Buffer.byteLength(answer.body)).toBe(Math.floor(length / 2));
    expect(answer.body.startsWith('{')).toBe(true);
    expect(await countWitnesses(of)).toBe(1);
  });

  it('ST-20 malformed JSON, unknown fields, wrong types and null corrupt the answer after the write', async () => {
    for (const fault of ['malformed-json', 'unknown-fields', 'wrong-types', 'null-fields', 'null'] as const) {
      await set(always('createWitness', fault));
      const of = hash();
      const answer = await create(of);
      expect([fault, answer.status, answer.isComplete]).toEqual([fault, 200, true]);
      expect(answer.headers['testigo-fault']).toBe(fault);
      expect(await countWitnesses(of), fault).toBe(1);
      if (fault === 'malformed-json') {
        expect(() => JSON.parse(answer.body) as unknown).toThrow();
        continue;
      }
      const body = JSON.parse(answer.body) as Record<string, unknown> | null;
      if (fault === 'null') expect(body).toBeNull();
      else if (fault === 'unknown-fields')
        expect(body).toMatchObject({ hash: of, unannouncedText: 'añadido' });
      else {
        // Nothing was processed in between, so the witness is what its creation was answered with.
        const truth = await service.get(`/witness?hash=${of}`, organization.key);
        expect(Object.keys(body ?? {}).sort()).toEqual(Object.keys(truth).sort());
        expect(body, fault).not.toEqual(truth);
      }
    }
  });

  it('ST-20 a delay is waited for, and the operation runs as it would', async () => {
    await set(always('createWitness', 'delay', { milliseconds: 300 }));
    const of = hash();
    const start = performance.now();
    expect((await create(of)).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThanOrEqual(290);
    expect(await countWitnesses(of)).toBe(1);
  });

  it('ST-20 faults of uploads are injected at their address: cut before nothing came, cut after it is there', async () => {
    const bytes = randomBytes(500);
    const md5 = createHash('md5').update(bytes).digest();
    const path = `/sign-file-url?filePath=a.pdf&md5Checksum=${md5.toString('hex')}`;
    const { url, key } = await service.get<{ url: string; key: string }>(path, organization.key);
    const put = (): Promise<Wired> =>
      requestOverWire(url, {
        method: 'PUT',
        headers: { 'content-md5': md5.toString('base64') },
        body: bytes,
      });
    const came = async (): Promise<number> =>
      (await service.database.rows(sql`select 1 from contents where content_key = ${key}`)).length;
    for (const [fault, status] of [
      ['cut-before', undefined],
      ['503', 503],
      ['413', 413],
      ['401', 401],
    ] as const) {
      await set(always('upload', fault));
      expect([fault, (await put()).status, await came()]).toEqual([fault, status, 0]);
    }
    await set(always('upload', 'cut-after', { times: 1 }));
    expect([(await put()).status, await came()]).toEqual([undefined, 1]);
    expect((await put()).status).toBe(409);
    const content = await service.request(`/rest/v1/content/${encodeURIComponent(key)}`, {
      as: organization.key,
    });
    expect(Buffer.from(await content.arrayBuffer())).toEqual(bytes);
    expect((await readFaults()).injected).toEqual({ upload: { 'cut-after': 1 } });
  });

  it('ST-20 half of a document that is served ends in its middle', async () => {
    const bytes = Buffer.from('0123456789'.repeat(50));
    const key = await service.upload(organization.key, bytes, 'half.txt');
    await set(always('readContent', 'half-body'));
    const answer = await requestOverWire(`${origin}/rest/v1/content/${encodeURIComponent(key)}`, {
      headers: { authorization: `Bearer ${organization.key}` },
    });
    expect([answer.status, answer.isComplete, answer.headers['content-length']]).toEqual([200, false, '500']);
    expect(answer.body).toBe(bytes.subarray(0, 250).toString());
  });

  it('ST-20 faults of one operation are of no other, and of everything are never injected into the sandbox', async () => {
    await set(always('createWitness', '500'));
    expect((await service.request('/rest/v1/witnesses', { as: organization.key })).status).toBe(200);
    await set(always('*', 'cut-before'));
    for (const path of ['session', 'anchors', 'stories', 'clock', 'faults'])
      expect([path, (await requestOverWire(`${origin}/sandbox/${path}`)).status]).toEqual([path, 200]);
    expect((await requestOverWire(`${origin}/healthz`)).status).toBe(200);
    expect((await requestOverWire(`${origin}/rest/v1/server-time`)).status).toBeUndefined();
    expect((await requestOverWire(`${origin}/uploads/unknown`, { method: 'PUT' })).status).toBeUndefined();
  });

  it('ST-20 while faults are set no connection is reused, so that no client repeats a request by itself', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const get = (): Promise<Wired> =>
      requestOverWire(`${origin}/rest/v1/server-time`, {
        headers: { authorization: `Bearer ${organization.key}` },
        agent,
      });
    try {
      expect((await get()).headers.connection).toBe('keep-alive');
      expect(Object.keys(agent.freeSockets)).toHaveLength(1);
      await set(always('createWitness', 'cut-after'));
      // The end of the connection takes its way to this side of it.
      await expect.poll(() => Object.keys(agent.freeSockets), { timeout: 5_000 }).toEqual([]);
      expect((await get()).headers.connection).toBe('close');
    } finally {
      agent.destroy();
    }
  });

  it('ST-20 without a connection a cut rejects, and half a body breaks off', async () => {
    await set(always('readServerTime', 'cut-before'));
    await expect(service.request('/rest/v1/server-time', { as: organization.key })).rejects.toThrow(
      'cut on purpose',
    );
    await set(always('readServerTime', 'half-body'));
    const answer = await service.request('/rest/v1/server-time', { as: organization.key });
    await expect(answer.text()).rejects.toThrow('cut on purpose');
  });

  it('ST-20 the log says what was on purpose', async () => {
    await set(always('readServerTime', '500'), always('*', 'delay', { milliseconds: 1 }));
    service.lines.length = 0;
    await service.request('/rest/v1/server-time', { as: organization.key });
    expect(JSON.parse(service.lines.at(-1) ?? '')).toMatchObject({
      operation: 'readServerTime',
      status: 500,
      injectedFault: 'delay 500',
    });
  });
});

describe('setting faults', () => {
  const put = (body: unknown, method = 'PUT'): Promise<Response> =>
    service.request('/sandbox/faults', {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('ST-20 PUT and POST set, GET tells, DELETE clears', async () => {
    const faults = [always('listWitnesses', '500'), always('*', 'delay', { milliseconds: 1, times: 3 })];
    for (const method of ['PUT', 'POST']) {
      const answer = await put({ seed: 7, faults }, method);
      expect([answer.status, await answer.json()]).toEqual([
        200,
        expect.objectContaining({ seed: 7, faults, calls: {}, injected: {} }),
      ]);
    }
    expect(await readFaults()).toMatchObject({ seed: 7, faults });
    const cleared = await service.request('/sandbox/faults', { method: 'DELETE' });
    expect([cleared.status, await cleared.json()]).toEqual([200, await readFaults()]);
    expect(await readFaults()).toMatchObject({ seed: 0, faults: [] });
    expect((await service.request('/sandbox/faults', { method: 'PATCH' })).status).toBe(405);
  });

  it('ST-20 every kind can be set, for every operation and for each into which it can be injected', async () => {
    const { operations } = await readFaults();
    expect(operations).toContain('upload');
    for (const fault of sandboxFaultKinds)
      for (const operation of ['*', 'listWitnesses'])
        expect((await put({ faults: [always(operation, fault)] })).status, `${operation} ${fault}`).toBe(200);
  });

  it.each([
    [{ faults: [{ operation: 'listWitnesses', fault: '500', rate: 1.5 }] }, ['faults', 0, 'rate']],
    [{ faults: [{ operation: 'listWitnesses', fault: '500', rate: '1' }] }, ['faults', 0, 'rate']],
    [{ faults: [{ operation: 'listWitnesses', fault: '418', rate: 1 }] }, ['faults', 0, 'fault']],
    [{ faults: [always('noSuchOperation', '500')] }, ['faults', 0, 'operation']],
    [{ faults: [always('__proto__', '500')] }, ['faults', 0, 'operation']],
    [{ faults: [always('*', '500'), always('upload', 'half-body')] }, ['faults', 1, 'fault']],
    [{ faults: [always('readContent', 'wrong-types')] }, ['faults', 0, 'fault']],
    [{ faults: [always('*', '500'), always('*', '500')] }, ['faults', 1, 'fault']],
    [{ faults: [always('*', '500', { milliseconds: 5 })] }, ['faults', 0, 'milliseconds']],
    [{ faults: [always('*', 'delay', { milliseconds: 60_001 })] }, ['faults', 0, 'milliseconds']],
    [{ faults: [always('*', '429-bare', { retryAfter: 5 })] }, ['faults', 0, 'retryAfter']],
    [{ faults: [always('*', '503', { retryAfter: 0 })] }, ['faults', 0, 'retryAfter']],
    [{ faults: [always('*', '503', { times: 0.5 })] }, ['faults', 0, 'times']],
    [{ faults: [always('*', '503', { sometimes: true })] }, ['faults', 0, 'sometimes']],
    [{ seed: -1, faults: [] }, ['seed']],
    [{ seed: 1 }, ['faults']],
    [{ faults: [], more: 1 }, ['more']],
    [{ faults: Array.from({ length: 201 }, () => always('*', '500')) }, ['faults']],
  ] as [unknown, (string | number)[]][])(
    'ST-20 refuses %j and names the field and the rule',
    async (body, path) => {
      const before = await set(always('listWitnesses', 'delay'));
      const answer = await put(body);
      const { errors } = (await answer.clone().json()) as { errors: { extensions: { rule?: string } }[] };
      expect(errors[0]?.extensions.rule).toBe('ST-20');
      expect(await refusal(answer)).toEqual([422, path]);
      expect(await readFaults()).toEqual(before);
    },
  );

  it('ST-6 the fault plan is only for callers on this machine, and absent with the sandbox off', async () => {
    const foreign = { origin: 'https://evil.example' };
    expect((await service.request('/sandbox/faults', { headers: foreign })).status).toBe(403);
    expect((await service.request('/sandbox/faults', { method: 'DELETE', headers: foreign })).status).toBe(
      403,
    );
    const off = await startTestService({ TESTIGO_SANDBOX: '0' });
    try {
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect((await off.request('/sandbox/faults', { method })).status).toBe(404);
    } finally {
      await off.close();
    }
  });
});
