import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '#contract/operations/operations.ts';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../storage/testing/database.ts';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import type { TestOrganization, TestSubject } from '../testing/test-data.ts';

/** Most statements of one list: who calls, of which version the data is, and the page with everything in it. */
const mostStatements = 3;

let statements = 0;
let on: TestService;
let organization: TestOrganization;
let member: TestSubject;

function counted(database: Database): Database {
  return {
    ...database,
    rows(query) {
      statements += 1;
      return database.rows(query);
    },
    version() {
      statements += 1;
      return database.version();
    },
    transaction(work) {
      statements += 2;
      return database.transaction((tx) =>
        work({
          ...tx,
          rows(query) {
            statements += 1;
            return tx.rows(query);
          },
        }),
      );
    },
  };
}

beforeAll(async () => {
  on = await startTestService({}, { database: counted(await openTestDatabase()) });
  organization = await on.organization();
  member = await on.subject({ linkedTo: organization.id, memberOf: organization.id });
  for (let made = 0; made < 3; made += 1) {
    const { id } = await on.createRequest(organization);
    await on.invite(organization, id, member.id);
    const input = { hash: String(made).repeat(64), algorithm: 'SHA256', organization: organization.id };
    await on.write('POST', '/witness', organization.key, input);
  }
  await on.conserve();
});
afterAll(() => on.close());

const lists = Object.entries(allOperations).filter(
  ([name, { method }]) => method === 'GET' && /^(?:list|find)/.test(name),
);

/** Arguments of nested lists, so that whatever can stand in an answer does. */
const nested: Readonly<Record<string, string>> = {
  listWitnesses:
    'witnesses_results_results_endorsable_endorsable_owner_owner_endorseToEvents_limit=5' +
    '&witnesses_results_results_endorsable_endorsable_endorseEvents_orderBy=timestamp',
  listSubjects: 'subjects_results_results_wallet_wallet_endorsables_limit=5',
  listEndorseEvents: 'endorseEvents_items_items_from_from_endorsables_limit=5',
};

describe('statements of a list', () => {
  it.each(lists)('%s takes at most three, for a key and for a token', async (name, { path }) => {
    for (const secret of [organization.key, member.token]) {
      for (const query of ['', ...(nested[name] === undefined ? [] : [nested[name]])]) {
        const url = `/rest/v1${path}?${query}`;
        // The first use of a key in a minute is noted.
        await on.request(url, { as: secret });
        // After a write, nothing is remembered of callers and of answers.
        await on.write('PUT', '/organization', organization.key, {
          id: organization.id,
          emailAddress: 'a@example.mx',
        });
        statements = 0;
        const answer = await on.request(url, { as: secret });
        expect(answer.status, await answer.clone().text()).toBe(200);
        expect(statements, url).toBeLessThanOrEqual(mostStatements);
        expect(statements, url).toBeGreaterThan(0);
      }
    }
  });
});
