import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../database/sql.ts';
import type { Queries } from '../database/queries.ts';
import { signInvite } from '../../handlers/signing/signing.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import type { TestOrganization } from '../../testing/test-data.ts';
import { addComingPartitions, areWitnessesPartitioned, partitionWitnesses } from './witness-partitions.ts';

let on: TestService;
let organization: TestOrganization;
beforeAll(async () => {
  on = await startTestService();
  organization = await on.organization();
});
afterAll(() => on.close());

const newHash = (): string => randomBytes(32).toString('hex');
const register = (hash = newHash()): Promise<{ id: string }> =>
  on.write('POST', '/witness', organization.key, {
    hash,
    algorithm: 'SHA256',
    organization: organization.id,
  });

async function signedRequest(): Promise<void> {
  const { id } = await on.createRequest(organization);
  const invite = await on.invite(organization, id, organization.linked.id);
  await signInvite(on.service, invite);
}

/** What a list of the interface answers, in every order and with every condition that an index serves. */
async function lists(): Promise<unknown> {
  const of = `organization=${organization.id}`;
  const queries = [
    '',
    '&nom151={"exists":false}',
    '&merkleized={"exists":true}',
    '&sort={"field":"updatedAt","order":"asc"}',
  ];
  const paths = queries.flatMap((query) =>
    [1, 2].map((page) => `/witnesses?${of}${query}&pagination={"page":${page},"size":3}`),
  );
  return Promise.all(
    [...paths, `/signature-requests?${of}`, '/signature-request-invites'].map((path) =>
      on.get(path, organization.key),
    ),
  );
}

/** What stands on a table, without the names of the indexes of a partition. */
const standing = (queries: Queries): Promise<object[]> =>
  queries.rows(sql`
    select 'constraint' as kind, conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as text,
      convalidated as valid from pg_constraint
      where conparentid = 0 and (conrelid = 'witnesses'::regclass or confrelid = 'witnesses'::regclass)
    union all select 'index', 'witnesses', c.relname, regexp_replace(pg_get_indexdef(c.oid), ' ON (ONLY )?', ' ON '), i.indisvalid
      from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'witnesses'::regclass
    union all select 'trigger', 'witnesses', tgname, pg_get_triggerdef(oid), true
      from pg_trigger where tgrelid = 'witnesses'::regclass and not tgisinternal
    union all select 'column', 'witnesses', attname, format_type(atttypid, atttypmod) || attnotnull || attnum, true
      from pg_attribute where attrelid = 'witnesses'::regclass and attnum > 0
    order by 1, 2, 3`);

const partitionOf = async (id: string): Promise<string | undefined> => {
  const [row] = await on.database.rows<{ name: string }>(
    sql`select tableoid::regclass::text as name from witnesses where id = ${id}`,
  );
  return row?.name;
};

describe('witnesses in partitions by month', () => {
  it('lose nothing as the table is converted, and every list stays the same', async () => {
    for (let made = 0; made < 5; made += 1) await register();
    await signedRequest();
    await on.conserve();
    // Ids of another form than the service's own, and one of a month to come.
    for (const id of [`d${'0'.repeat(23)}`, `f${'1'.repeat(23)}`, `6b${'3'.repeat(22)}`])
      await on.database
        .rows(sql`insert into witnesses (id, organization_id, kind, hash, created_at, updated_at)
        values (${id}, ${organization.id}, 'interface', ${newHash()}, now(), now())`);
    const rows = (): Promise<object[]> => on.database.rows(sql`select * from witnesses order by id`);
    const counted = async (): Promise<object[]> => [
      ...(await on.database
        .rows(sql`select claimed, nom151_created_at, merkle_created_at, sum(row_count) as count
        from witness_counts where organization_id = ${organization.id} group by 1, 2, 3 order by 4, 1, 2, 3`)),
      ...(await on.database.rows(sql`select quarter, sum(row_count) as count
        from witness_quarters where organization_id = ${organization.id} group by 1 order by 1`)),
    ];
    const before = {
      rows: await rows(),
      counted: await counted(),
      lists: await lists(),
      standing: await standing(on.database),
    };

    const { moved, verified } = await partitionWitnesses(on.database, '2026-12-01', on.clock.now);
    expect(await areWitnessesPartitioned(on.database)).toBe(true);
    expect({ moved, verified }).toEqual({ moved: 3, verified: 4 });
    const after = {
      rows: await rows(),
      counted: await counted(),
      lists: await lists(),
      standing: await standing(on.database),
    };
    expect(after.rows).toEqual(before.rows);
    expect(after.counted).toEqual(before.counted);
    expect(after.lists).toEqual(before.lists);
    // A hash once for each organization is held by a lock, as no unique index without the id spans partitions.
    expect(after.standing).toEqual(
      before.standing.filter((one) => !('name' in one && one.name === 'witnesses_interface_hash')),
    );
    // Once more does nothing.
    expect(await partitionWitnesses(on.database, '2026-12-01', on.clock.now)).toEqual({
      moved: 0,
      verified: 0,
    });
  });

  it('WN-5 registers a hash of an organization once, whoever comes at the same time and in whichever month', async () => {
    const hash = newHash();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        on.request('/rest/v1/witness', {
          method: 'POST',
          as: organization.key,
          body: { input: { hash, algorithm: 'SHA256', organization: organization.id } },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const now = on.clock.now;
    on.clock.now = new Date('2027-01-15T12:00:00Z');
    await expect(register(hash)).rejects.toThrow('409');
    on.clock.now = now;
  });

  it('lie in the partition of their month, and a month without one harms nothing', async () => {
    const now = on.clock.now;
    const old = await register();
    on.clock.now = new Date('2027-01-15T12:00:00Z');
    const january = await register();
    await signedRequest();
    on.clock.now = new Date('2027-06-30T23:59:59Z');
    const june = await register();
    expect(await Promise.all([old, january, june].map(({ id }) => partitionOf(id)))).toEqual([
      expect.stringMatching(/^witnesses_before_[0-9a-f]{8}$/),
      'witnesses_202701',
      'witnesses_other',
    ]);
    // What is there already stays where it is.
    expect(await addComingPartitions(on.database, on.clock.now)).toEqual([
      'witnesses_202707',
      'witnesses_202708',
      'witnesses_202709',
    ]);
    expect(await addComingPartitions(on.database, on.clock.now)).toEqual([]);
    on.clock.now = new Date('2027-07-01T00:00:00Z');
    const july = await register();
    expect(await partitionOf(july.id)).toBe('witnesses_202707');
    expect(await on.conserve()).toBeGreaterThan(0);
    const { info } = await on.get<{ info: { count: number } }>(
      `/witnesses?organization=${organization.id}`,
      organization.key,
    );
    const [counted] = await on.database.rows<{ count: number }>(
      sql`select count(*) as count from witnesses where organization_id = ${organization.id}`,
    );
    expect(info.count).toBe(counted?.count);
    on.clock.now = now;
  });

  it('are refused to builds that would register a hash without the lock', async () => {
    const [row] = await on.database.rows(
      sql`select ends_older from migrations where name = '0111-partitions.sql'`,
    );
    expect(row).toEqual({ ends_older: true });
  });
});

it('without partitions nothing is made, and a bound that was left behind goes before its month begins', async () => {
  const plain = await startTestService();
  try {
    await plain.database.script(
      "alter table witnesses add constraint witnesses_bound check (id < '65920080')",
    );
    expect(await addComingPartitions(plain.database, new Date('2023-12-28T00:00:00Z'))).toEqual([]);
    const bounds = sql`select 1 as one from pg_constraint where conname = 'witnesses_bound'`;
    expect(await plain.database.rows(bounds)).toHaveLength(1);
    expect(await addComingPartitions(plain.database, new Date('2023-12-31T12:00:00Z'))).toEqual([]);
    expect(await plain.database.rows(bounds)).toHaveLength(0);
    expect(await areWitnessesPartitioned(plain.database)).toBe(false);
  } finally {
    await plain.close();
  }
});
