import { randomBytes } from 'node:crypto';
import { sql } from './storage/database/sql.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService } from './testing/service.ts';
import type { TestService } from './testing/service.ts';
import type { TestOrganization, TestSubject } from './testing/test-data.ts';

// Everything at once, in any mix: what was acknowledged is there, once, and nothing is spent that is not there.

let on: TestService;
beforeAll(async () => {
  on = await startTestService();
});
afterAll(() => on.close());

const count = async (query: ReturnType<typeof sql>): Promise<number> => {
  const [row] = await on.database.rows<{ count: number }>(query);
  return row?.count ?? -1;
};
const hash = (): string => randomBytes(32).toString('hex');

interface Small {
  readonly own: TestOrganization;
  readonly subjects: readonly TestSubject[];
  readonly witnesses: readonly string[];
  readonly hashes: readonly string[];
  readonly request: string;
  readonly draft: string;
  readonly quota: { readonly nom151: number; readonly grouped: number };
}

async function small(nom151: number, grouped: number): Promise<Small> {
  const own = await on.organization({ nom151, groupedNom151: grouped });
  const subjects = [own.linked];
  while (subjects.length < 3) subjects.push(await on.subject({ linkedTo: own.id }));
  const witnesses: string[] = [];
  while (witnesses.length < 3) witnesses.push(await create(own, hash()));
  // A request whose own witness asks for a certificate, once everybody has answered.
  const { id: request } = await on.createRequest(own, { nom151: true });
  const { id: draft } = await on.createRequest(own, { draft: true });
  return {
    own,
    subjects,
    witnesses,
    hashes: [hash(), hash()],
    request,
    draft,
    quota: { nom151, grouped },
  };
}

const create = async (own: TestOrganization, of: string): Promise<string> => {
  const input = { hash: of, algorithm: 'SHA256', organization: own.id };
  return (await on.write<{ id: string }>('POST', '/witness', own.key, input)).id;
};

type Act =
  | {
      readonly act: 'certify' | 'group' | 'create' | 'invite' | 'answer' | 'own';
      readonly at: number;
      readonly by: number;
    }
  | { readonly act: 'send' | 'conserve' };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    act: fc.constantFrom('certify', 'group', 'create', 'invite', 'answer', 'own'),
    at: fc.nat({ max: 2 }),
    by: fc.nat({ max: 2 }),
  }),
  fc.record({ act: fc.constantFrom('send', 'conserve') }),
);

/** The status of an act; 200 where the job was run. */
async function carryOut(what: Act, world: Small, invites: readonly string[]): Promise<number> {
  const { own, subjects, witnesses, hashes } = world;
  const send = async (method: string, path: string, body?: object): Promise<number> =>
    (await on.request(path, { method, as: own.key, ...(body ? { body } : {}) })).status;
  switch (what.act) {
    case 'certify':
    case 'group': {
      const witnessId = witnesses[what.at];
      const operation =
        what.act === 'certify' ? 'nom151-certification' : 'schedule-grouped-nom151-certification';
      return send('POST', `/rest/v1/${operation}?witnessId=${witnessId}`, { witnessId });
    }
    case 'create':
      return send('POST', '/rest/v1/witness', {
        input: { hash: hashes[what.at % 2], algorithm: 'SHA256', organization: own.id },
      });
    case 'invite':
      return send('POST', '/rest/v1/signature-request-invite', {
        input: { signatureRequest: world.draft, subject: subjects[what.at]?.id },
      });
    case 'answer':
      return send('POST', `/sandbox/invites/${invites[what.at]}/${what.by === 0 ? 'reject' : 'sign'}`);
    case 'own':
      return send('PUT', '/rest/v1/witness', {
        input: { id: witnesses[what.at], initialOwner: subjects[what.by]?.id },
      });
    case 'send':
      return send('PUT', `/rest/v1/signature-request/${world.draft}`, { input: { draft: false } });
    case 'conserve':
      return on.conserve().then(() => 200);
  }
}

describe('everything at once', () => {
  it('NO-2 IV-9 WN-5 WN-6 what was acknowledged is there once, no quota is overspent, each request is finalized once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 8, maxLength: 40 }),
        fc.nat({ max: 3 }),
        fc.nat({ max: 2 }),
        async (acts, nom151, grouped) => {
          const world = await small(nom151, grouped);
          const { own, request, draft, hashes, witnesses, quota } = world;
          const invites: string[] = [];
          for (const { id } of world.subjects) invites.push(await on.invite(own, request, id));
          const statuses = await Promise.all(acts.map((one) => carryOut(one, world, invites)));
          expect(statuses.every((status) => [200, 409, 422].includes(status))).toBe(true);
          const acknowledged = (matches: (one: Act) => boolean): number =>
            acts.filter((one, index) => matches(one) && statuses[index] === 200).length;
          await on.conserve();

          // Quotas: what is gone was spent on something that is there.
          const [left] = await on.database.rows<{ nom151: number; grouped: number }>(
            sql`select quota_nom151 as nom151, quota_grouped_nom151 as grouped from organizations where id = ${own.id}`,
          );
          const certified = await count(
            sql`select count(*) as count from witnesses where organization_id = ${own.id} and nom151_created_at is not null`,
          );
          const inGroups = await count(
            sql`select count(*) as count from witnesses where organization_id = ${own.id} and grouped`,
          );
          expect(left?.nom151).toBe(quota.nom151 - certified);
          expect(left?.nom151).toBeGreaterThanOrEqual(0);
          expect(left?.grouped).toBe(quota.grouped - inGroups);
          expect(left?.grouped).toBeGreaterThanOrEqual(0);
          for (const [at, id] of witnesses.entries()) {
            const certifications = acknowledged((one) => one.act === 'certify' && one.at === at);
            const has = await count(
              sql`select count(*) as count from witnesses where id = ${id} and nom151_created_at is not null`,
            );
            expect(has).toBe(certifications > 0 ? 1 : 0);
            // Set once: of different owners one was acknowledged.
            const owners = new Set(
              acts.flatMap((one, index) =>
                one.act === 'own' && one.at === at && statuses[index] === 200
                  ? [world.subjects[one.by]?.id]
                  : [],
              ),
            );
            expect(owners.size).toBeLessThanOrEqual(1);
            const [row] = await on.database.rows<{ owner: string | null }>(
              sql`select initial_owner_id as owner from witnesses where id = ${id}`,
            );
            expect(row?.owner ?? undefined).toBe([...owners][0]);
          }
          for (const [at, of] of hashes.entries()) {
            const made = acknowledged((one) => one.act === 'create' && one.at % 2 === at);
            expect(made).toBeLessThanOrEqual(1);
            expect(
              await count(
                sql`select count(*) as count from witnesses where organization_id = ${own.id} and hash = ${of}`,
              ),
            ).toBe(made);
          }
          for (const [at, subject] of world.subjects.entries()) {
            const invited = acknowledged((one) => one.act === 'invite' && one.at === at);
            expect(invited).toBeLessThanOrEqual(1);
            expect(
              await count(
                sql`select count(*) as count from invites where signature_request_id = ${draft} and subject_id = ${subject.id}`,
              ),
            ).toBe(invited);
            expect(acknowledged((one) => one.act === 'answer' && one.at === at)).toBeLessThanOrEqual(1);
          }
          // Finalized by its last answer and no other, with one witness of the document.
          const answered = acknowledged((one) => one.act === 'answer');
          const signed = acknowledged((one) => one.act === 'answer' && one.by !== 0);
          const read = await on.get<{ finalized: boolean; signed: number; rejected: number }>(
            `/signature-request/${request}`,
            own.key,
          );
          expect(read).toMatchObject({ finalized: answered === 3, signed, rejected: answered - signed });
          const documents = await count(
            sql`select count(*) as count from witnesses where signature_request_id = ${request} and kind = 'document'`,
          );
          expect(documents).toBe(answered === 3 && signed > 0 ? 1 : 0);
          const sent = acts.some(({ act: name }) => name === 'send');
          expect(await on.get(`/signature-request/${draft}`, own.key)).toMatchObject({ draft: !sent });
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);

  it('NO-2 a hundred at once for one quota: as many are certified as it has, and the rest is reported', async () => {
    const own = await on.organization({ nom151: 7 });
    const ids: string[] = [];
    while (ids.length < 20) ids.push(await create(own, hash()));
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const witnessId = ids[index % ids.length];
        const answer = await on.request(`/rest/v1/nom151-certification?witnessId=${witnessId}`, {
          method: 'POST',
          as: own.key,
          body: { witnessId },
        });
        return { witnessId, status: answer.status };
      }),
    );
    const reported = new Set(
      statuses.filter(({ status }) => status === 200).map(({ witnessId }) => witnessId),
    );
    expect(reported.size).toBe(7);
    expect(statuses.every(({ status }) => status === 200 || status === 422)).toBe(true);
    const rows = await on.database.rows<{ id: string }>(
      sql`select id from witnesses where organization_id = ${own.id} and nom151_created_at is not null`,
    );
    expect(new Set(rows.map(({ id }) => id))).toEqual(reported);
  });

  it('SR-3 a draft that many send at once is sent once, and says so to each', async () => {
    const own = await on.organization();
    const { id } = await on.createRequest(own, { draft: true });
    const before = await on.database.rows<{ updated_at: Date }>(
      sql`select updated_at from signature_requests where id = ${id}`,
    );
    on.clock.now = new Date(on.clock.now.getTime() + 5);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        on.request(`/rest/v1/signature-request/${id}`, {
          method: 'PUT',
          as: own.key,
          body: { input: { draft: false } },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(12).fill(200));
    for (const answer of answers) expect(await answer.json()).toMatchObject({ id, draft: false });
    const after = await on.database.rows<{ updated_at: Date }>(
      sql`select updated_at from signature_requests where id = ${id}`,
    );
    expect(after).not.toEqual(before);
  });
});
