import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Preservation } from '#contract/resources/preservation.ts';
import { AuthorityFailure } from '../../authorities/outside/send.ts';
import { createConservation } from '../../jobs/conservation.ts';
import { ServiceError } from '../../service-error.ts';
import type { Database } from '../../storage/database/database.ts';
import { sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import { attentionAttempts, claimNext, giveBack, retryWork } from '../../storage/tables/work-items.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import type { TestOrganization } from '../../testing/test-data.ts';
import type { Authorities, Service } from '../ports.ts';
import { refusal } from '../testing/refusal.ts';
import { NoAnswer } from '../within.ts';
import { preservationHandlers } from './preservation.ts';
import { addWitness } from './witnesses.ts';

/** An empty partition is read from end to end, and its indexes have other names. */
const isPartitioned = process.env.TESTIGO_TEST_PARTITIONED !== undefined;

let on: TestService;
beforeAll(async () => {
  on = await startTestService();
});
afterAll(() => on.close());
afterEach(async () => {
  // What a test left unfinished is none of the next one's.
  await createConservation(on.service).runOnce();
});

const pathOf = ({ id }: TestOrganization): string => `/organization/${id}/preservation`;
const read = (organization: TestOrganization, as = organization.key): Promise<Preservation> =>
  on.get<Preservation>(pathOf(organization), as);

/** As above, past the wire, with other parts of the service. */
const readWith = async (service: Service, { id }: TestOrganization): Promise<unknown> =>
  preservationHandlers(service).readPreservation?.({
    caller: { kind: 'key', keyId: 'k', organizationId: id },
    params: { id },
    query: {},
    input: undefined as never,
    nested: [],
  });

async function add(
  organization: TestOrganization,
  waiting: 'NOM151' | 'MERKLEIZED' | 'WITNESS_CO' = 'MERKLEIZED',
  about: { nom151?: boolean; at?: Date } = {},
): Promise<{ id: string; hash: string }> {
  const hash = randomBytes(32).toString('hex');
  const id = await addWitness(on.database, {
    organizationId: organization.id,
    hash,
    kind: 'interface',
    signatureRequestId: null,
    waiting,
    nom151: about.nom151 ?? false,
    at: about.at ?? on.service.now(),
  });
  return { id: id!, hash };
}

/** One look at everything that waits, with authorities that fail. */
async function fail(authorities: Partial<Authorities>): Promise<void> {
  const service = { ...on.service, authorities: { ...on.authorities, ...authorities } };
  await expect(createConservation(service).runOnce()).rejects.toThrow();
}
const noStamp = (): Promise<never> => Promise.reject(new AuthorityFailure('tsa.example answers with 503.'));

const idsOf = ({ items }: Preservation): (string | null | undefined)[] =>
  (items ?? []).map(({ witnessId }) => witnessId);

describe('what of an organization waits to be preserved', () => {
  it('PR-8 is counted with the age of the oldest, and no more once it is preserved', async () => {
    const [organization, other] = [await on.organization(), await on.organization()];
    const early = new Date(on.service.now().getTime() - 90_000);
    await add(organization, 'MERKLEIZED', { at: early });
    await add(organization, 'WITNESS_CO');
    await add(other, 'MERKLEIZED', { at: new Date(early.getTime() - 60_000) });
    const nothing = { count: 0, needAttention: 0 };
    expect(await read(organization)).toEqual({
      waiting: { count: 2, oldestAt: early.toISOString(), withoutQuota: 0, withoutLog: 0 },
      failing: nothing,
      items: [],
    });
    expect((await read(other)).waiting?.count).toBe(1);
    await createConservation(on.service).runOnce();
    expect(await read(organization)).toEqual({
      waiting: { count: 0, oldestAt: null, withoutQuota: 0, withoutLog: 0 },
      failing: nothing,
      items: [],
    });
  });

  it('PR-8 is apart where no time ends it: without a quota, and without a third party’s log', async () => {
    const organization = await on.organization({ nom151: 0 });
    await add(organization, 'NOM151');
    await add(organization, 'WITNESS_CO');
    expect((await read(organization)).waiting).toMatchObject({ count: 1, withoutQuota: 1, withoutLog: 0 });
    const { checkpoint: _none, ...authorities } = on.authorities;
    expect(await readWith({ ...on.service, authorities }, organization)).toMatchObject({
      waiting: { count: 0, oldestAt: null, withoutQuota: 1, withoutLog: 1 },
    });
    await on.database.rows(sql`update organizations set quota_nom151 = 1 where id = ${organization.id}`);
    expect((await read(organization)).waiting).toMatchObject({ count: 2, withoutQuota: 0 });
  });

  it('PR-8 is for those who act for the organization and may read', async () => {
    const [organization, other] = [await on.organization(), await on.organization()];
    expect((await read(organization, organization.member.token)).failing?.count).toBe(0);
    for (const as of [other.key, other.member.token, organization.linked.token])
      expect(await refusal(on, pathOf(organization), { as })).toBe('404');
    const { secret } = await on.write<{ secret: string }>('POST', '/api-key', organization.key, {
      name: 'Escritor',
      organization: organization.id,
      scopes: ['write'],
    });
    expect(await refusal(on, pathOf(organization), { as: secret })).toBe('403');
  });
});

describe('what of an organization fails', () => {
  it('PR-8 is its own alone, though a batch and a checkpoint have witnesses of several', async () => {
    const [organization, other] = [await on.organization(), await on.organization()];
    const own = [await add(organization, 'WITNESS_CO')];
    const others = [await add(other, 'WITNESS_CO')];
    await fail({ checkpoint: noStamp });
    own.push(await add(organization));
    others.push(await add(other));
    await fail({ stamp: noStamp });
    expect(idsOf(await read(organization)).sort()).toEqual(own.map(({ id }) => id).sort());
    expect(idsOf(await read(other)).sort()).toEqual(others.map(({ id }) => id).sort());
    const text = JSON.stringify(await read(organization));
    for (const { id, hash } of others) {
      expect(text).not.toContain(id);
      expect(text).not.toContain(hash);
    }
    expect((await read(organization)).failing).toEqual({ count: 2, needAttention: 0 });
    await createConservation(on.service).runOnce();
    expect(await read(organization)).toMatchObject({ failing: { count: 0 }, items: [] });
  });

  it('PR-8 is one witness, however many of its strategies fail', async () => {
    const organization = await on.organization({ nom151: 1 });
    const { id, hash } = await add(organization, 'MERKLEIZED', { nom151: true });
    await fail({ stamp: noStamp });
    const { waiting, failing, items } = await read(organization);
    expect(waiting?.count).toBe(1);
    expect(failing).toEqual({ count: 1, needAttention: 0 });
    const failure = { attempts: 1, reason: 'NO_TIME_STAMP', needsAttention: false };
    expect(items).toMatchObject([
      {
        witnessId: id,
        hash,
        failures: [
          { ...failure, waitsFor: 'MERKLEIZED' },
          { ...failure, waitsFor: 'NOM151' },
        ],
      },
    ]);
  });

  it('PR-8 has a reason of the closed set, and nothing of what was thrown', async () => {
    const organization = await on.organization({ nom151: 1 });
    const secrets = [
      'cliente:s3creto',
      'tsa.interno',
      'k3y',
      '/var/lib/testigo',
      '0xfeed',
      'TESTIGO_TSA_URLS',
    ];
    const said = `https://cliente:s3creto@tsa.interno/sign?apikey=k3y, /var/lib/testigo/keys of 0xfeed: see TESTIGO_TSA_URLS`;
    const steps: readonly [
      error: Error,
      failing: (error: Error) => Partial<Authorities>,
      reasons: string[],
    ][] = [
      [
        new AuthorityFailure(said),
        (error) => ({ stamp: () => Promise.reject(error) }),
        ['NO_TIME_STAMP', 'NO_TIME_STAMP'],
      ],
      [
        new ServiceError('unavailable', said),
        (error) => ({ anchor: () => Promise.reject(error) }),
        ['NOT_ANCHORED'],
      ],
      [new NoAnswer(said), (error) => ({ anchor: () => Promise.reject(error) }), ['NOT_ANCHORED']],
      [new Error(said), (error) => ({ anchor: () => Promise.reject(error) }), ['INTERNAL']],
    ];
    await add(organization, 'MERKLEIZED', { nom151: true });
    for (const [error, failing, reasons] of steps) {
      await fail(failing(error));
      const answer = await read(organization);
      const failures = (answer.items ?? []).flatMap((item) => item.failures ?? []);
      expect(failures.map(({ reason }) => reason)).toEqual(reasons);
      for (const secret of secrets) expect(JSON.stringify(answer)).not.toContain(secret);
    }
    await createConservation(on.service).runOnce();
    await add(organization, 'WITNESS_CO');
    await fail({ checkpoint: () => Promise.reject(new ServiceError('unavailable', said)) });
    // It is there to be answered: the operator reads it.
    const [stored] = await on.database.rows<{ last_error: string }>(
      sql`select last_error from preservation_checkpoints`,
    );
    expect(stored?.last_error).toContain('/var/lib/testigo');
    const { items } = await read(organization);
    expect(items?.[0]?.failures).toMatchObject([{ waitsFor: 'WITNESS_CO', reason: 'NOT_ANCHORED' }]);
    expect(JSON.stringify(items)).not.toContain('testigo');
  });

  it('PR-8 has its next attempt by the clock of the service, and none to wait for where it is due', async () => {
    const organization = await on.organization();
    await add(organization);
    await fail({ stamp: noStamp });
    const table = 'preservation_batches';
    const item = await claimNext(on.database, table, { force: true });
    await giveBack(on.database, item!, 3_600_000, 'ServiceError: down');
    const next = async (): Promise<string | null | undefined> =>
      (await read(organization)).items?.[0]?.failures?.[0]?.nextAttemptAt;
    const wait = Date.parse((await next()) ?? '') - on.service.now().getTime();
    expect(wait).toBeGreaterThan(3_500_000);
    expect(wait).toBeLessThanOrEqual(3_600_001);
    await retryWork(on.database, table, [item!.key]);
    expect(await next()).toBeNull();
  });

  it('PR-8 needs attention after so many attempts, and is tried again all the same', async () => {
    const organization = await on.organization();
    await add(organization);
    await fail({ stamp: noStamp });
    const attention = async (): Promise<unknown> => {
      const { failing, items } = await read(organization);
      const [failure] = items?.[0]?.failures ?? [];
      return [failure?.attempts, failure?.needsAttention, failing?.needAttention];
    };
    await on.database.rows(sql`update preservation_batches set attempts = ${attentionAttempts - 1}::integer`);
    expect(await attention()).toEqual([attentionAttempts - 1, false, 0]);
    await fail({ stamp: noStamp });
    expect(await attention()).toEqual([attentionAttempts, true, 1]);
    await createConservation(on.service).runOnce();
    expect(await read(organization)).toMatchObject({ waiting: { count: 0 }, failing: { count: 0 } });
  });

  it('PR-8 is listed up to fifty, those with the most attempts first, and counted whole', async () => {
    const organization = await on.organization({ nom151: 1 });
    for (let count = 0; count < 53; count += 1) await add(organization);
    const worst = await add(organization, 'NOM151');
    await fail({ stamp: noStamp });
    await on.database.rows(sql`update preservation_certificates set attempts = 9`);
    const answer = await read(organization);
    expect(answer.failing?.count).toBe(54);
    expect(answer.items).toHaveLength(50);
    expect(answer.items?.[0]).toMatchObject({ witnessId: worst.id, failures: [{ attempts: 9 }] });
    expect(new Set(idsOf(answer)).size).toBe(50);
  });

  it.skipIf(isPartitioned)(
    'PR-8 is looked for in indexes, however many witnesses are preserved',
    async () => {
      const [organization, other] = [await on.organization(), await on.organization()];
      await add(organization);
      await fail({ stamp: noStamp });
      // One of twenty thousand fails, in the company of two thousand of others.
      await on.database
        .rows(sql`insert into witnesses (id, organization_id, kind, hash, merkle_nom151_provider, waiting,
          created_at, updated_at)
        select lpad(to_hex(n), 24, '0'), case when n > 20000 then ${other.id}::text else ${organization.id}::text end,
          'interface', lpad(to_hex(n), 64, '0'), 'Prestador', case when n > 20000 then 'MERKLEIZED' end, now(), now()
        from generate_series(1, 22000) n`);
      await on.database.rows(sql`insert into preservation_batch_members
        select w.id, b.id, '[]' from witnesses w, preservation_batches b where w.organization_id = ${other.id}`);
      await on.database.rows(sql`analyze`);
      const statements: Sql[] = [];
      const database: Database = {
        ...on.database,
        rows: (statement) => {
          statements.push(statement);
          return on.database.rows(statement);
        },
      };
      expect(await readWith({ ...on.service, database }, organization)).toMatchObject({
        failing: { count: 1 },
      });
      const plans = await Promise.all(
        statements.map(async (statement) =>
          JSON.stringify(await on.database.rows(sql`explain ${statement}`)),
        ),
      );
      await on.database.rows(
        sql`delete from preservation_batch_members m using witnesses w
          where w.id = m.witness_id and w.organization_id = ${other.id}`,
      );
      await on.database.rows(
        sql`delete from witnesses where id < '000000000000000000010000' and merkle_nom151_provider = 'Prestador'`,
      );
      expect(plans).toHaveLength(2);
      expect(plans.filter((plan) => plan.includes('Seq Scan on witnesses'))).toEqual([]);
    },
  );
});
