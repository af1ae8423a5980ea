import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nestedArgumentName, nestedCollections } from '#contract/filters/nested-lists.ts';
import { allOperations } from '#contract/operations/operations.ts';
import { sql } from '../../storage/database/sql.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';

const wallet = `0x${'a'.repeat(40)}`;
const token = '77';
const events = 60;
let on: TestService;
let organizationId: string;
let key: string;

beforeAll(async () => {
  on = await startTestService();
  ({ id: organizationId, key } = await on.organization());
  await on.database.rows(sql`insert into wallets (id) values (${wallet})`);
  await on.database.rows(sql`insert into endorsables (id, owner_id, "timestamp", network)
    values (${token}::numeric, ${wallet}, 1790000000, 42161)`);
  await on.database.rows(sql`insert into endorse_events (id, "timestamp", from_id, to_id, digest, network)
    select '0x' || lpad(to_hex(n), 64, '0') || '-0x1', 1790000000 + n, ${wallet}, ${wallet}, ${token}::numeric, 42161
    from generate_series(1, ${events}::bigint) n`);
});
afterAll(() => on.close());

interface Tokens {
  readonly items: readonly {
    readonly endorseEvents: {
      readonly items: readonly { readonly from?: { readonly endorsables?: { readonly items: object[] } } }[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
    };
  }[];
}

/** How many events stand in the token, and whether more are announced. */
async function eventsOf(query: string): Promise<[number, boolean]> {
  const { items } = await on.get<Tokens>(`/endorsables?${query}`, key);
  const page = items[0]?.endorseEvents;
  return [page?.items.length ?? 0, page?.pageInfo.hasNextPage ?? false];
}

describe('lists inside each other', () => {
  it('WI-20 a list without a limit has its default, or what the lists around it leave', async () => {
    expect(await eventsOf('')).toEqual([50, true]);
    expect(await eventsOf('limit=200')).toEqual([50, true]);
    expect(await eventsOf('limit=1000')).toEqual([10, true]);
    expect(await eventsOf('limit=100&endorsables_items_items_endorseEvents_limit=100')).toEqual([60, false]);
  });

  it('WI-20 counts every list on the way', async () => {
    const name = 'endorsables_items_items_endorseEvents_endorseEvents_items_items_from_from_endorsables';
    const { items } = await on.get<Tokens>(`/endorsables?limit=1000&${name}_orderBy=id`, key);
    expect(items[0]?.endorseEvents.items).toHaveLength(10);
    expect(items[0]?.endorseEvents.items[0]?.from?.endorsables?.items).toHaveLength(1);
  });

  it.each(['limit', 'orderBy'] as const)('WI-20 counts lists beside each other, by %s', async (suffix) => {
    const operation = allOperations.readEndorsable!;
    const value = { limit: '100', orderBy: 'id' }[suffix];
    const outer = `${nestedArgumentName(operation, ['endorseEvents'], 'limit')}=100`;
    const inner = nestedCollections(operation, 4).filter(
      (path) => path.length > 1 && path.filter((level) => level === 'items').length < 2,
    );
    const ask = (lists: number) =>
      on.request(
        `/rest/v1/endorsable/${token}?${[outer, ...inner.slice(0, lists).map((path) => `${nestedArgumentName(operation, path, suffix)}=${value}`)].join('&')}`,
        { as: key },
      );
    expect((await ask(2)).status).toBe(200);
    const refused = await ask(inner.length);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/WI-20/);
  });

  it('WI-20 takes 64 lists of one item, and refuses 65', async () => {
    const operation = allOperations.createWitness!;
    const paths = nestedCollections(operation, 5);
    const ask = (lists: number): Promise<Response> =>
      on.request('/rest/v1/witness', {
        method: 'POST',
        as: key,
        body: {
          ...Object.fromEntries(
            paths.slice(0, lists).map((path) => [nestedArgumentName(operation, path, 'limit'), 1]),
          ),
          input: { hash: 'ab'.repeat(32), algorithm: 'SHA256', organization: organizationId },
        },
      });
    const refused = await ask(65);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/names 65 nested lists.*WI-20/);
    expect((await ask(64)).status).toBe(200);
  });
});
