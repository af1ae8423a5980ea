import { sql } from '../../storage/database/sql.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setClock } from '#clock/clock.ts';
import type { SandboxClock } from '#contract/sandbox/sandbox.ts';
import { readCertificateInput } from '#proofs/pki/certificate/certificate.ts';
import { checkOcsp } from '#proofs/pki/ocsp/ocsp.ts';
import { standard } from '#proofs/policy/policy.ts';
import { createHash, randomBytes } from 'node:crypto';
import { createConservation } from '../../jobs/conservation.ts';
import type { Database } from '../../storage/database/database.ts';
import { openTestDatabase } from '../../storage/testing/database.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import type { TestOrganization } from '../../testing/test-data.ts';
import { openClock } from './clock.ts';

const minute = 60;
const day = 86_400;

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await startTestService();
  organization = await service.organization();
});
afterAll(() => service.close());

const move = async (body: object): Promise<{ status: number; clock: SandboxClock }> => {
  const answer = await service.request('/sandbox/clock', { method: 'POST', body });
  return { status: answer.status, clock: (await answer.json()) as SandboxClock };
};
const read = async (): Promise<SandboxClock> =>
  (await (await service.request('/sandbox/clock')).json()) as SandboxClock;
const now = async (): Promise<number> => Date.parse((await read()).now);
const sign = async (invite: string): Promise<Response> =>
  service.request(`/sandbox/invites/${invite}/sign`, { method: 'POST' });
const invited = async (): Promise<string> =>
  service.invite(organization, (await service.createRequest(organization)).id, organization.linked.id);

describe('the clock of the sandbox', () => {
  it('ST-19 goes forward by seconds and to an instant, and everything that is reported follows it', async () => {
    const before = await now();
    expect((await read()).offset).toBe(0);
    const { clock } = await move({ advance: 90.5 });
    expect(clock).toEqual({ now: new Date(before + 90_500).toISOString(), offset: 90.5 });
    const at = new Date(before + 3_600_000).toISOString();
    expect((await move({ at })).clock).toEqual({ now: at, offset: 3600 });
    expect(await read()).toEqual({ now: at, offset: 3600 });
    expect(await service.get('/server-time', organization.key)).toEqual({ time: at });
    const made = await service.write<{ createdAt: string; updatedAt: string }>(
      'POST',
      '/api-key',
      organization.key,
      { name: 'later', organization: organization.id },
    );
    expect([made.createdAt, made.updatedAt]).toEqual([at, at]);
  });

  it('ST-19 never goes back, and not beyond its end; then nothing has moved', async () => {
    const before = await read();
    for (const body of [
      { at: new Date(Date.parse(before.now) - 1).toISOString() },
      { advance: 20 * 366 * day },
    ])
      expect((await move(body)).status).toBe(409);
    expect((await move({ advance: -1 })).status).toBe(400);
    expect(await read()).toEqual(before);
    expect((await move({ at: before.now })).clock).toEqual(before);
  });

  it('ST-19 is stored: a service that opens the same data continues from it', async () => {
    const { offset } = (await move({ advance: minute })).clock;
    const machine = (): number => service.clock.now.getTime() + 5_000;
    const again = await openClock(service.database, new Date('2035-01-01T00:00:00Z'), {
      machine,
      elapsed: () => 0,
    });
    expect(again.now().getTime()).toBe(machine() + offset * 1000);
    // Two at the same database: the other's move is seen where the clock is read.
    await again.move({ advance: 7 });
    expect((await read()).offset).toBe(offset + 7);
  });

  it('ST-19 stands on the clock of the product', async () => {
    setClock(new Date('2027-01-01T06:00:00Z'));
    const clock = await openClock(service.database, new Date('2035-01-01T00:00:00Z'));
    const { now: shown, offset } = await clock.read();
    const behind = Date.parse(shown) - offset * 1000 - Date.parse('2027-01-01T06:00:00Z');
    // Where the clock stands still, time goes on.
    expect(behind).toBeGreaterThanOrEqual(0);
    expect(behind).toBeLessThan(10_000);
  });

  it('ST-19 UP-5 an upload address is over once the clock is beyond its end', async () => {
    const bytes = Buffer.from('late');
    const md5 = createHash('md5').update(bytes).digest();
    const path = `/sign-file-url?filePath=late.txt&md5Checksum=${md5.toString('hex')}`;
    const address = async (): Promise<string> =>
      (await service.get<{ url: string }>(path, organization.key)).url;
    const headers = { 'content-md5': md5.toString('base64') };
    const put = async (url: string): Promise<number> =>
      (await service.request(url, { method: 'PUT', body: bytes, headers })).status;
    const [early, late] = [await address(), await address()];
    await move({ advance: 15 * minute - 1 });
    expect(await put(early)).toBe(200);
    await move({ advance: 2 });
    expect(await put(late)).toBe(404);
  });

  it('ST-19 IV-7 an OCSP response is of the moved instant, and beyond a certificate’s end nothing is signed', async () => {
    const [soon, tooLate] = [await invited(), await invited()];
    await move({ advance: 40 * day });
    const at = await now();
    expect((await sign(soon)).status).toBe(200);
    const invite = await service.get<{
      signedAt: string;
      ocspResponse: string;
      certificate: { certificatePem: string; notAfter: string };
    }>(`/signature-request-invite/${soon}`, organization.key);
    expect(invite.signedAt).toBe(new Date(at).toISOString());
    const { facts } = checkOcsp({
      response: Buffer.from(invite.ocspResponse, 'hex'),
      certificate: readCertificateInput(invite.certificate.certificatePem),
      issuer: readCertificateInput(service.authorities.issuer.certificate),
      moment: { at, proven: true, now: at },
      policy: standard,
    });
    expect(Date.parse(facts?.thisUpdate ?? '')).toBe(at - (at % 1000));
    await move({ at: invite.certificate.notAfter });
    await move({ advance: 1 });
    const refused = await sign(tooLate);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('expired');
  });
});

describe('a machine whose clock is put back', () => {
  const end = new Date('2035-01-01T00:00:00Z');
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it('ST-19 the time goes on at its pace, and is the machine’s again once that is put right', async () => {
    const state = { machine: Date.parse('2026-11-20T12:00:00Z'), elapsed: 0 };
    const clock = await openClock(database, end, {
      machine: () => state.machine,
      elapsed: () => state.elapsed,
    });
    const pass = (milliseconds: number): void => {
      state.machine += milliseconds;
      state.elapsed += milliseconds;
    };
    const started = clock.now().getTime();
    state.machine -= day * 1000;
    pass(500);
    expect(clock.now().getTime() - started).toBe(500);
    pass(60_000);
    expect(clock.now().getTime() - started).toBe(60_500);
    // Moved meanwhile, it is ahead by no more than what was requested.
    expect((await clock.move({ advance: 30 })).offset).toBe(30);
    expect(clock.now().getTime() - started).toBe(90_500);
    await expect(clock.move({ at: new Date(started) })).rejects.toMatchObject({ kind: 'conflict' });
    state.machine += day * 1000;
    pass(1_000);
    expect(clock.now().getTime()).toBe(state.machine + 30_000);
    // What another process wrote is in no future either.
    const later = new Date(clock.now().getTime() + 5_000);
    expect(clock.now(later)).toEqual(later);
    expect(clock.now()).toEqual(later);
  });

  it('ST-19 who opens the same data is not before the instant to which it was moved', async () => {
    const machine = Date.parse('2026-11-20T12:00:00Z');
    const sources = { machine: () => machine, elapsed: () => 0 };
    const before = await openClock(database, end, sources);
    await before.move({ advance: 7 * day });
    const other = await openClock(database, end, sources);
    await before.move({ advance: 60 });
    await other.follow();
    expect(other.now()).toEqual(before.now());
    const again = await openClock(database, end, { machine: () => machine - day * 1000, elapsed: () => 0 });
    expect(again.now()).toEqual(before.now());
  });

  it('ST-19 after a restart new witnesses are preserved, no proof is older than what it proves, and lists are in order', async () => {
    const shared = await openTestDatabase();
    const unclosed = { ...shared, close: () => Promise.resolve() };
    const elapsed = (): number => performance.now();
    const first = await startTestService({}, { database: unclosed, elapsed });
    const own = await first.organization();
    const hashes: string[] = [];
    const witness = async (on: TestService): Promise<void> => {
      const hash = randomBytes(32).toString('hex');
      const input = { hash, algorithm: 'SHA256', organization: own.id };
      const { id } = await on.write('POST', '/witness', own.key, input);
      await on.database.rows(sql`update witnesses set waiting = case when ${hashes.length % 2 === 0}::boolean
        then 'WITNESS_CO' else 'MERKLEIZED' end where id = ${String(id)}`);
      hashes.push(hash);
    };
    await first.request('/sandbox/clock', { method: 'POST', body: { advance: 3 * day } });
    await witness(first);
    await first.conserve();
    first.clock.now = new Date(first.clock.now.getTime() - day * 1000);
    await witness(first);
    await witness(first);
    await first.conserve();
    await witness(first);
    await first.close();

    const second = await startTestService({}, { database: unclosed, elapsed });
    // Two days behind where it was, and the move of three days stays.
    second.clock.now = new Date(second.clock.now.getTime() - 2 * day * 1000);
    await witness(second);
    await witness(second);
    const conservation = createConservation(second.service, undefined, 50);
    conservation.start();
    try {
      await vi.waitFor(
        async () =>
          expect(await second.database.rows(sql`select id from witnesses where waiting is not null`)).toEqual(
            [],
          ),
        { timeout: 20_000, interval: 100 },
      );
    } finally {
      await conservation.stop();
    }
    const listed = await second.get<{ results: { hash: string; createdAt: string }[] }>(
      '/witnesses?sort={"field":"createdAt","order":"asc"}&pagination={"size":100}',
      own.key,
    );
    const made = listed.results.filter(({ hash }) => hashes.includes(hash));
    expect(made.map(({ hash }) => hash)).toEqual(hashes);
    const old = await second.database.rows(sql`select w.id from witnesses w
      left join merkle_batches b on b.id = w.merkle_batch_id
      where least(w.merkle_created_at, w.external_created_at, w.timestamped_at, b.created_at, w.updated_at) < w.created_at`);
    expect(old).toEqual([]);
    await second.close();
    await shared.close();
  });
});

describe('a service in production on the database of a demo', () => {
  it('ST-19 ST-44 with the sandbox off a clock that a demo moved ahead is not applied', async () => {
    const database = await openTestDatabase();
    const machine = (): number => Date.parse('2026-11-20T12:00:00.000Z');
    const sources = { machine, elapsed: () => 0 };
    const demo = await openClock(database, new Date('2035-01-01T00:00:00Z'), sources);
    await demo.move({ advance: 30 * day });
    const production = await openClock(database, new Date('2035-01-01T00:00:00Z'), {
      ...sources,
      isDemo: false,
    });
    expect(production.now().getTime()).toBe(machine());
    await production.follow();
    expect(await production.read()).toEqual({ now: new Date(machine()).toISOString(), offset: 0 });
    expect((await openClock(database, new Date('2035-01-01T00:00:00Z'), sources)).now().getTime()).toBe(
      machine() + 30 * day * 1000,
    );
    await database.close();
  });
});
