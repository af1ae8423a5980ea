import { createHash, randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../storage/testing/database.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import type { TestOrganization } from '../../testing/test-data.ts';

interface Witnesses {
  readonly info: { readonly count: number };
  readonly results: readonly { readonly id: string }[];
}

// Two services of one database, as two instances are: what one writes, the other has stored nothing of.
let writing: TestService;
let reading: TestService;
let organization: TestOrganization;
/** Statements that read witnesses: who calls is read again after a second. */
let witnessReads = 0;
/** A server with other databases gives another version now and then; a test that counts fixes it. */
let fixedVersion: string | undefined;

beforeAll(async () => {
  const database = await openTestDatabase();
  writing = await startTestService({}, { database });
  reading = await startTestService(
    {},
    {
      database: {
        ...database,
        rows(query) {
          if (query.text.includes('witnesses')) witnessReads += 1;
          return database.rows(query);
        },
        version: () => (fixedVersion === undefined ? database.version() : Promise.resolve(fixedVersion)),
        close: () => Promise.resolve(),
      },
    },
  );
  organization = await writing.organization();
});
afterAll(async () => {
  await reading.close();
  await writing.close();
});

const newWitness = async (): Promise<string> => {
  const hash = createHash('sha256').update(randomBytes(16)).digest('hex');
  const input = { hash, algorithm: 'SHA256', organization: organization.id };
  return String((await writing.write('POST', '/witness', organization.key, input)).id);
};
const readWitnesses = (as = organization.key) => reading.get<Witnesses>('/witnesses', as);

describe('WI-19 stored lists', () => {
  it('are as another process of the database left the data', async () => {
    for (let count = (await readWitnesses()).info.count + 1; count < 8; count += 1) {
      const id = await newWitness();
      for (const page of [await readWitnesses(), await readWitnesses()]) {
        expect(page.info.count).toBe(count);
        expect(page.results.map((witness) => witness.id)).toContain(id);
      }
    }
  });

  it('are made once while nothing is written, and have the same bytes and validator', async () => {
    const read = () => reading.request('/rest/v1/witnesses?other=1', { as: organization.key });
    witnessReads = 0;
    fixedVersion = 'fixed';
    const answers = await Promise.all([read(), read()])
      .then(async (first) => [...first, await read()])
      .finally(() => (fixedVersion = undefined));
    expect(witnessReads).toBe(1);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    const etags = answers.map(({ headers }) => headers.get('etag'));
    expect(new Set(etags).size).toBe(1);
    const named = { 'if-none-match': etags[0] ?? '' };
    const unchanged = await reading.request('/rest/v1/witnesses?other=1', {
      as: organization.key,
      headers: named,
    });
    expect(unchanged.status).toBe(304);
    await newWitness();
    const changed = await reading.request('/rest/v1/witnesses?other=1', {
      as: organization.key,
      headers: named,
    });
    expect(changed.status).toBe(200);
  });

  it('never lack what was acknowledged before the request came, beside many writes and reads', async () => {
    const acknowledged: string[] = [];
    let isWriting = true;
    const first = (await readWitnesses()).info.count;
    const readers = Array.from({ length: 10 }, async () => {
      while (isWriting) {
        const least = first + acknowledged.length;
        expect((await readWitnesses()).info.count).toBeGreaterThanOrEqual(least);
      }
    });
    try {
      for (let made = 0; made < 20; made += 1) {
        acknowledged.push(await newWitness());
        expect((await readWitnesses()).info.count).toBe(first + made + 1);
      }
    } finally {
      isWriting = false;
    }
    await Promise.all(readers);
  });

  it('are answered to the caller alone for whom they were made', async () => {
    const other = await writing.organization();
    expect((await readWitnesses()).info.count).toBeGreaterThan(0);
    expect((await readWitnesses(other.key)).info.count).toBe(0);
    expect((await reading.request('/rest/v1/witnesses')).status).toBe(401);
  });

  it('are not stored when they were refused', async () => {
    const path = `/rest/v1/witnesses?organization=${(await writing.organization()).id}`;
    for (let again = 0; again < 2; again += 1)
      expect((await reading.request(path, { as: organization.key })).status).toBe(403);
  });
});
