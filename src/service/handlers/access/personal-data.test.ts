import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../storage/database/sql.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import type { TestOrganization, TestSubject } from '../../testing/test-data.ts';
import { hash } from '../../testing/world.ts';
import { idsOf, json, refusedWrite } from '../testing/refusal.ts';

// With the sandbox off, where not everybody reads everybody.
let on: TestService;
let organization: TestOrganization;
let unlinked: TestSubject;
beforeAll(async () => {
  on = await startTestService({ TESTIGO_SANDBOX: '0' });
  organization = await on.organization();
  unlinked = await on.subject();
});
afterAll(() => on.close());

const nobody = 'f'.repeat(24);

/** What a refusal says in words, without the id that it repeats. */
async function answerText(method: string, path: string, input: object, id: string): Promise<string> {
  const answer = await on.request(`/rest/v1${path}`, { method, as: organization.key, body: { input } });
  return `${answer.status} ${(await answer.text()).replaceAll(id, 'ID')}`;
}

async function iouInput(parties: { debtor: string; creditor: string }): Promise<object> {
  const raw = await on.upload(organization.key, Buffer.from('pagaré'));
  const place = { latitude: 20.97, longitude: -89.62, currency: 'MXN', amount: '1.00' };
  return { name: 'IOU', content: { ...place, ...parties, raw }, organization: organization.id };
}

async function newWitness(): Promise<string> {
  const input = { hash: hash(), algorithm: 'SHA256', organization: organization.id };
  return String((await on.write('POST', '/witness', organization.key, input)).id);
}

/** Everything that an answer says of a person. */
async function secretsOf(id: string): Promise<string[]> {
  const [row] = await on.database.rows<Record<string, string>>(
    sql`select s.common_name, s.rfc, s.email_address, s.evm_address, c.hash, c.certificate_pem
      from subjects s join certificates c on c.subject_id = s.id where s.id = ${id}`,
  );
  return Object.values(row ?? {}).map((value) => JSON.stringify(value).slice(1, -1));
}

async function expectOnlyId(answer: string, subject: TestSubject): Promise<void> {
  expect(answer).toContain(subject.id);
  for (const secret of await secretsOf(subject.id)) expect(answer).not.toContain(secret);
}

describe('a person whom the caller may not read', () => {
  it('SB-5 is refused like an id that does not exist when named as debtor, creditor, initial owner or member', async () => {
    const { linked } = organization;
    const witness = await newWitness();
    for (const field of ['debtor', 'creditor']) {
      const parties = { debtor: linked.id, creditor: organization.member.id };
      const attempt = async (id: string) =>
        answerText('POST', '/signature-request', await iouInput({ ...parties, [field]: id }), id);
      expect(await attempt(unlinked.id)).toBe(await attempt(nobody));
      expect(await attempt(unlinked.id)).toMatch(/^422 /);
    }
    const own = (id: string) => answerText('PUT', '/witness', { id: witness, initialOwner: id }, id);
    expect(await own(unlinked.id)).toBe(await own(nobody));
    expect(await own(unlinked.id)).toMatch(/^422 /);
    const join = (id: string) =>
      answerText('POST', '/organization-member', { subject: id, organization: organization.id }, id);
    expect(await join(unlinked.id)).toBe(await join(nobody));
    expect(await join(unlinked.id)).toMatch(/^404 /);
    const request = await on.createRequest(organization);
    const invite = (id: string) =>
      answerText('POST', '/signature-request-invite', { signatureRequest: request.id, subject: id }, id);
    expect(await invite(unlinked.id)).toBe(await invite(nobody));
  });

  it('SB-5 is an id and nothing else in whatever names it, however deep an argument asks', async () => {
    const { linked, member } = organization;
    const leaving = await on.subject({ linkedTo: organization.id });
    const { id: request } = await on.write(
      'POST',
      '/signature-request',
      organization.key,
      await iouInput({ debtor: leaving.id, creditor: linked.id }),
    );
    const witness = await newWitness();
    await on.write('PUT', '/witness', organization.key, { id: witness, initialOwner: leaving.id });
    await on.invite(organization, String(request), linked.id);
    const body = async (path: string, as?: string): Promise<string> => {
      const answer = await on.request(`/rest/v1${path}`, { as });
      expect(answer.status, path).toBe(200);
      return answer.text();
    };
    const reads = {
      request: `/signature-request/${String(request)}`,
      witness: `/witnesses?_id=${witness}`,
      deeper: `/witnesses?_id=${witness}&witnesses_results_results_initialOwner_initialOwner_wallet_wallet_endorsables_limit=1`,
    };
    // Linked, it is read; its link gone, nothing but the id is left.
    for (const path of Object.values(reads))
      expect(await body(path, organization.key)).toContain(leaving.commonName);
    await on.database.rows(sql`delete from organization_links where subject_id = ${leaving.id}`);
    for (const path of Object.values(reads)) await expectOnlyId(await body(path, organization.key), leaving);

    // A signer sees the others who sign, and of whom the debt is, by their ids alone.
    const others = await on.subject({ linkedTo: organization.id });
    await on.invite(organization, String(request), others.id);
    await expectOnlyId(await body(reads.request, linked.token), leaving);
    const [row] = await on.database.rows<{ anonymous_key: string }>(
      sql`select anonymous_key from signature_requests where id = ${String(request)}`,
    );
    const anonymousBody = await body(`${reads.request}?anonymousKey=${row?.anonymous_key}`);
    await expectOnlyId(anonymousBody, leaving);
    for (const secret of await secretsOf(linked.id)) expect(anonymousBody).not.toContain(secret);
    expect(await body(reads.request, member.token)).toContain(linked.commonName);
  });

  it('SB-5 is not found by whom else it is linked to', async () => {
    const { linked } = organization;
    const other = await on.organization();
    await on.link(other.id, linked.id);
    const find = (match: object) =>
      idsOf(on, `/subjects?_id=${linked.id}&organization=${json(match)}`, organization.key);
    expect(await find({ eq: organization.id })).toEqual([linked.id]);
    expect(await find({ nin: [organization.id] })).toEqual([]);
    expect(await idsOf(on, `/subjects?organization=${other.id}`, organization.member.token)).toEqual([]);
    expect(await idsOf(on, `/subjects?organization=${other.id}`, linked.token)).toEqual([linked.id]);
  });
});

describe('whoever becomes a member', () => {
  it('OM-4 has linked itself to the organization before; without it nobody is made a member', async () => {
    const invited = await on.subject({ linkedTo: organization.id });
    const request = await on.createRequest(organization);
    await on.invite(organization, request.id, invited.id);
    await on.database.rows(sql`delete from organization_links where subject_id = ${invited.id}`);
    const input = { subject: invited.id, organization: organization.id };
    const add = () => refusedWrite(on, 'POST', '/organization-member', organization.key, input);
    expect(await add()).toBe('422 input.subject');
    await on.write('POST', '/organization-link', invited.token, { organization: organization.id });
    const made = await on.write('POST', '/organization-member', organization.key, input);
    expect(made).toMatchObject({ subject: { id: invited.id, commonName: invited.commonName } });
    expect(await add()).toBe('409 input.subject');
  });
});
