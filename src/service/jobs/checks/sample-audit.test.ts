import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addWitness } from '../../handlers/witnesses/witnesses.ts';
import { sql } from '../../storage/database/sql.ts';
import { StorageUnavailable } from '../../storage/unavailable.ts';
import { pdfBytes, startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import { createSampleAudit } from './sample-audit.ts';
import type { SampleAudit } from './sample-audit.ts';

let on: TestService;
let audit: SampleAudit;
let reported: string[];
let content: string;
beforeEach(async () => {
  on = await startTestService();
  const organization = await on.organization({ nom151: 10 });
  content = await on.upload(organization.key, pdfBytes());
  for (const waiting of ['NOM151', 'MERKLEIZED', 'MERKLEIZED', 'WITNESS_CO', 'WITNESS_CO'] as const) {
    const common = { organizationId: organization.id, kind: 'interface', signatureRequestId: null } as const;
    const hash = randomBytes(32).toString('hex');
    await addWitness(on.database, { ...common, hash, waiting, nom151: false, at: on.service.now() });
  }
  await on.conserve();
  reported = [];
  audit = createSampleAudit(on.service, (text) => reported.push(text), {
    witnesses: 10,
    batches: 5,
    documents: 5,
  });
});
afterEach(() => on.close());

const found = (): string[] => [...audit.state().findings.values()];

it('ST-51 what was preserved holds, and is counted', async () => {
  await audit.look();
  // Five witnesses, a batch and a document.
  expect(audit.state()).toEqual({ verified: 7, findings: new Map() });
  await audit.look();
  expect(audit.state().verified).toBe(14);
});

it.each([
  [
    'a stored Merkle proof',
    sql`merkle_leaf_index = null, merkle_proof = '[]'`,
    sql`merkle_leaf_index is not null`,
    'Merkle proof',
  ],
  [
    'another leaf of the batch',
    sql`merkle_leaf_index = 1 - merkle_leaf_index`,
    sql`merkle_leaf_index is not null`,
    'Merkle proof',
  ],
  [
    'a proof in the tree',
    sql`external_root = repeat('0', 64)`,
    sql`external_leaf_index = 1`,
    "proof in the third party's tree",
  ],
  [
    'the time-stamp of another hash',
    sql`hash = repeat('0', 64)`,
    sql`nom151_token is not null`,
    'time-stamp',
  ],
])('ST-51 %s is found, reported once, and gone when it is put back', async (_name, damage, which, fault) => {
  await on.database.rows(sql`create table saved as select * from witnesses`);
  const [row] = await on.database.rows<{ id: string }>(
    sql`update witnesses set ${damage} where id = (select min(id) from witnesses where ${which}) returning id`,
  );
  await audit.look();
  await audit.look();
  expect(found()).toEqual([`Of witness ${row?.id} does not hold: ${fault}.`]);
  expect(reported).toEqual(found());
  await on.database.rows(sql`update witnesses w set hash = s.hash, merkle_proof = s.merkle_proof,
    merkle_leaf_index = s.merkle_leaf_index,
    external_root = s.external_root from saved s where s.id = w.id`);
  await audit.look();
  expect(found()).toEqual([]);
});

it('ST-51 any changed byte of a tree is found, reported once, and gone when it is put back', async () => {
  const [batch] = await on.database.rows<{ id: string; bytes: number }>(
    sql`select id, octet_length(tree) as bytes from merkle_batches`,
  );
  // Two leaves and the root.
  expect(batch?.bytes).toBe(96);
  const flip = (at: number): Promise<object[]> =>
    on.database.rows(
      sql`update merkle_batches set tree = set_byte(tree, ${at}::int, get_byte(tree, ${at}::int) # 4)`,
    );
  const sentence = `The stored tree of batch ${batch?.id} does not hold.`;
  for (const at of [0, 63, 95]) {
    await flip(at);
    await audit.look();
    await audit.look();
    expect(found()).toContain(sentence);
    expect(reported.filter((text) => text === sentence)).toHaveLength(1);
    await flip(at);
    await audit.look();
    expect(found()).toEqual([]);
    reported.length = 0;
  }
});

it('ST-51 the time-stamp of a batch that is over another root is found', async () => {
  await on.database.rows(sql`update merkle_batches set nom151_token = '30'`);
  await audit.look();
  expect(found()).toHaveLength(2);
  expect(found()[0]).toMatch(/time-stamp of the batch\.$/);
});

it('ST-51 a document with other bytes or none is found, and one of a store that is away is not', async () => {
  const { objects } = on.service;
  await objects.remove(content);
  await audit.look();
  expect(found()).toEqual([`The bytes of ${content} are missing.`]);
  const lost = new StorageUnavailable('documents', 'lost', 'away');
  const away = { ...objects, stream: () => Promise.reject(lost) };
  const other = createSampleAudit({ ...on.service, objects: away }, (text) => reported.push(text));
  await other.look();
  expect([...other.state().findings]).toEqual([]);
});

it('ST-51 what did not hold and was removed since is no finding any more, nor is what is removed while it is read', async () => {
  const { objects } = on.service;
  await objects.remove(content);
  await audit.look();
  expect(found()).toEqual([`The bytes of ${content} are missing.`]);
  const forget = (): Promise<object[]> =>
    on.database.rows(sql`delete from contents where content_key = ${content} returning *`);
  await forget();
  await audit.look();
  expect(found()).toEqual([]);

  const organization = await on.organization();
  content = await on.upload(organization.key, pdfBytes());
  reported.length = 0;
  const meanwhile = createSampleAudit(
    {
      ...on.service,
      objects: {
        ...objects,
        async stream(key) {
          await forget();
          await objects.remove(key);
          return objects.stream(key);
        },
      },
    },
    (text) => reported.push(text),
  );
  await meanwhile.look();
  expect(reported).toEqual([]);
});

it('ST-51 of many witnesses a few are drawn, not always the same', async () => {
  await on.database
    .rows(sql`insert into witnesses (id, organization_id, kind, hash, merkle_batch_id, merkle_leaf_index,
      created_at, updated_at)
    select lpad(to_hex(n), 24, '0'), w.organization_id, 'document', w.hash, w.merkle_batch_id, w.merkle_leaf_index, now(), now()
    from generate_series(1, 30000) n,
      lateral (select * from witnesses where merkle_batch_id is not null order by id limit 1) w`);
  await on.database.script('analyze witnesses');
  const drawn = new Set<string>();
  const database = {
    ...on.database,
    rows: async <Row extends object>(statement: ReturnType<typeof sql>): Promise<Row[]> => {
      const rows = await on.database.rows<Row>(statement);
      for (const row of rows) if ('merkle_root' in row && 'id' in row) drawn.add(String(row.id));
      return rows;
    },
  };
  const many = createSampleAudit({ ...on.service, database }, (text) => reported.push(text));
  for (let looks = 0; looks < 4; looks += 1) await many.look();
  expect(reported).toEqual([]);
  expect(drawn.size).toBeGreaterThan(50);
  expect(drawn.size).toBeLessThanOrEqual(200);
});
