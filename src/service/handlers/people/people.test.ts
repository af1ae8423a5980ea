import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { sql } from '../../storage/database/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiKey, Certificate, Issuer, Subject } from '#contract/resources/resources.ts';
import { insertRows } from '../../storage/tables/bulk.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import { createHandlers } from '../handlers.ts';
import { idsOf, json, refusal, refusedWrite } from '../testing/refusal.ts';

let on: TestService;
/** The same data with the sandbox off, where not everybody sees everybody. */
let closed: TestService;
beforeAll(async () => {
  on = await startTestService();
  closed = await startTestService({ TESTIGO_SANDBOX: '0' });
});
afterAll(async () => {
  await on.close();
  await closed.close();
});

describe('callers', () => {
  it('AU-2 a key acts as its organization, a token as its subject and as a member where it is one', async () => {
    const organization = await on.organization();
    const organizations = (as: string): Promise<string[]> => idsOf(on, '/organizations', as);
    expect(await organizations(organization.key)).toEqual([organization.id]);
    expect(await organizations(organization.member.token)).toEqual([organization.id]);
    expect(await organizations(organization.linked.token)).toEqual([]);
    await on.write('POST', '/organization-member', organization.key, {
      organization: organization.id,
      subject: organization.linked.id,
    });
    expect(await organizations(organization.linked.token)).toEqual([organization.id]);
  });

  it('AU-4 AU-5 AK-2 refuses keys that are unknown, switched off, or not included in the quota', async () => {
    const organization = await on.organization({ quotaApi: false });
    expect(await refusal(on, '/server-time', { as: organization.key })).toBe('403');
    expect(await refusal(on, '/server-time', { as: organization.member.token })).not.toMatch(/^4/);
    expect(await refusal(on, '/server-time', { as: `${organization.key}x` })).toBe('401');
    const [stored] = await on.database.rows<{ text: string }>(
      sql`select string_agg(to_jsonb(k)::text, ' ') as text from api_keys k`,
    );
    expect(stored?.text).not.toContain(organization.key);
    expect(stored?.text).toContain(createHash('sha256').update(organization.key).digest('hex'));
  });
});

describe('subjects', () => {
  it('SB-1 are selected alike by /subjects and /subject, by every argument', async () => {
    const organization = await on.organization();
    const { linked } = organization;
    const whole = await on.get<Subject>(`/subject/${linked.id}`, organization.key);
    const queries = [
      `_id=${linked.id}`,
      `organization=${organization.id}`,
      `EVMAddress=${linked.evmAddress.toUpperCase().replace('0X', '0x')}`,
      `RFC=${whole.RFC}&organization=${organization.id}`,
      `serialNumber=${json({ eq: whole.serialNumber })}&_id=${json({ in: [linked.id] })}`,
      `search=${json({ commonName: linked.commonName.normalize('NFD').toUpperCase().replace(/\p{M}/gu, '') })}&organization=${organization.id}`,
      `search=${json({ emailAddress: whole.emailAddress, RFC: whole.RFC })}&organization=${organization.id}`,
      `country=${json({ in: ['MX'] })}&organization=${organization.id}`,
      `createdAt=${json({ lte: on.clock.now.toISOString() })}&organization=${organization.id}`,
    ];
    for (const query of queries) {
      expect(await idsOf(on, `/subjects?${query}`, organization.key), query).toEqual([linked.id]);
      const [plural, singular] = [
        await on.get(`/subjects?${query}`, organization.key),
        await on.get(`/subject?${query}`, organization.key),
      ];
      expect(singular).toEqual(plural);
    }
    expect(await idsOf(on, `/subjects?organization=${organization.id}&country=US`, organization.key)).toEqual(
      [],
    );
  });

  it('SB-2 are read by id and by address, in any case', async () => {
    const { key, linked } = await on.organization();
    const byId = await on.get(`/subject/${linked.id.toUpperCase()}`, key);
    const path = `/subject-by-evm-address?EVMAddress=0x${linked.evmAddress.slice(2).toUpperCase()}`;
    expect(await on.get(path, key)).toEqual(byId);
    expect(await refusal(on, `/subject/${'f'.repeat(24)}`, { as: key })).toBe('404');
    expect(await refusal(on, `/subject-by-evm-address?EVMAddress=0x${'1'.repeat(40)}`, { as: key })).toBe(
      '404',
    );
  });

  it('SB-3 are those linked to, invited by or members of the organization; in the sandbox everybody', async () => {
    for (const service of [on, closed]) {
      const organization = await service.organization();
      const other = await service.organization();
      const outsider = await service.subject();
      const isVisible = async (id: string, as = organization.key): Promise<boolean> =>
        (await idsOf(service, `/subjects?_id=${id}`, as)).length === 1;
      expect(await isVisible(organization.linked.id)).toBe(true);
      expect(await isVisible(organization.member.id)).toBe(true);
      for (const id of [outsider.id, other.linked.id, other.member.id]) {
        expect(await isVisible(id)).toBe(service === on);
        const status = await refusal(service, `/subject/${id}`, { as: organization.key });
        expect(status === '404').toBe(service === closed);
      }
      const request = await service.createRequest(organization);
      await service.link(organization.id, outsider.id);
      await service.invite(organization, request.id, outsider.id);
      await service.database.rows(sql`delete from organization_links where subject_id = ${outsider.id}`);
      expect(await isVisible(outsider.id)).toBe(true);
      expect(await isVisible(outsider.id, outsider.token)).toBe(true);
      expect(await isVisible(other.linked.id, outsider.token)).toBe(service === on);
      const mine = await idsOf(
        service,
        '/subjects?accessScope=Organization&pagination={"size":100}',
        organization.key,
      );
      expect(new Set(mine)).toEqual(new Set([organization.linked.id, organization.member.id, outsider.id]));
    }
  });

  it('SB-4 the push token is line to the subject and to nobody else, however nested', async () => {
    const organization = await on.organization();
    const { linked } = organization;
    const request = await on.createRequest(organization);
    const invite = await on.invite(organization, request.id, linked.id);
    const paths = [
      `/subject/${linked.id}`,
      `/subjects?_id=${linked.id}`,
      `/signature-request-invite/${invite}`,
    ];
    for (const path of [...paths, '/organization-links', `/certificates?subject=${linked.id}`]) {
      const line = await on.request(`/rest/v1${path}`, { as: organization.key });
      expect(await line.text(), path).not.toContain('push');
    }
    const own = await on.get<Subject>(`/subject/${linked.id}`, linked.token);
    expect(own.pushNotificationToken).toMatch(/^push-/);
    const another = await on.get<Subject>(`/subject/${organization.member.id}`, linked.token);
    expect(another).not.toHaveProperty('pushNotificationToken');
  });
});

describe('links and members', () => {
  it('OL-1 a link is read and listed by members and its subject', async () => {
    const organization = await on.organization();
    const [id] = await idsOf(on, '/organization-links', organization.key);
    const other = await on.organization();
    for (const as of [organization.key, organization.member.token, organization.linked.token])
      expect(await on.get(`/organization-link/${id}`, as)).toMatchObject({
        subject: { id: organization.linked.id },
        organization: { id: organization.id },
      });
    expect(await refusal(on, `/organization-link/${id}`, { as: other.key })).toBe('404');
    const { name } = await on.get<{ name: string }>(`/organization/${organization.id}`, organization.key);
    const search = json({ organization: { name: name.toUpperCase() } });
    expect(await idsOf(on, `/organization-links?search=${search}`, organization.key)).toEqual([id]);
    expect(
      await idsOf(on, `/organization-links?subject=${organization.member.id}`, organization.key),
    ).toEqual([]);
    expect(await idsOf(on, '/organization-links?accessScope=Subject', organization.linked.token)).toEqual([
      id,
    ]);
  });

  it('OL-2 a link is made by the subject itself, once', async () => {
    const { id: organization, key } = await on.organization();
    const subject = await on.subject();
    const path = '/organization-link';
    const input = { organization, subject: subject.id };
    expect(await refusedWrite(on, 'POST', path, key, input)).toBe('403 input.subject');
    const another = await on.subject();
    expect(await refusedWrite(on, 'POST', path, another.token, input)).toBe('403 input.subject');
    expect(await on.write('POST', path, subject.token, { organization })).toMatchObject({
      subject: { id: subject.id },
    });
    expect(await refusedWrite(on, 'POST', path, subject.token, input)).toBe('409 input.organization');
    expect(await refusedWrite(on, 'POST', path, subject.token, { organization: 'f'.repeat(24) })).toBe('404');
  });

  it('OL-3 a link is deleted by a member or the subject, and sent invites stay', async () => {
    const organization = await on.organization();
    const { linked, key } = organization;
    const request = await on.createRequest(organization);
    const invite = await on.invite(organization, request.id, linked.id);
    const [id] = await idsOf(on, '/organization-links', key);
    const other = await on.organization();
    const remove = (query: string, as: string) =>
      on.request(`/rest/v1/organization-link?${query}`, { method: 'DELETE', as });
    expect((await remove(`id=${id}`, other.key)).status).toBe(404);
    expect((await remove(`subject=${linked.id}`, key)).status).toBe(400);
    const removed = await remove(`subject=${linked.id}&organization=${organization.id}`, linked.token);
    expect(await removed.json()).toMatchObject({ id, subject: { id: linked.id } });
    expect((await remove(`id=${id}`, key)).status).toBe(404);
    expect(await on.get(`/signature-request-invite/${invite}`, linked.token)).toMatchObject({
      status: 'PENDING',
    });
  });

  it('OM-1 OM-3 a member is added by a member once, and line to members', async () => {
    const organization = await on.organization();
    const { linked, member, key, id } = organization;
    const path = '/organization-member';
    const input = { subject: linked.id, organization: id };
    const other = await on.organization();
    expect(await refusedWrite(on, 'POST', path, other.key, input)).toBe('403 input.organization');
    expect(await refusedWrite(on, 'POST', path, key, { ...input, subject: 'f'.repeat(24) })).toBe(
      '404 input.subject',
    );
    expect(await idsOf(on, '/organization-members', linked.token)).toEqual([]);
    const made = await on.write('POST', path, member.token, input);
    expect(made).toMatchObject({ subject: { id: linked.id }, organization: { id } });
    expect(await refusedWrite(on, 'POST', path, key, input)).toBe('409 input.subject');
    expect((await idsOf(on, '/organization-members', linked.token)).length).toBe(2);
    expect(await idsOf(on, `/organization-members?subject=${linked.id}`, key)).toEqual([made.id]);
    expect(await idsOf(on, '/organization-members', other.linked.token)).toEqual([]);
  });

  it('OM-2 the last member cannot be removed, not even by two at once', async () => {
    const organization = await on.organization();
    const { key } = organization;
    const remove = (id: string) =>
      on.request(`/rest/v1/organization-member?id=${id}`, { method: 'DELETE', as: key });
    const [only] = await idsOf(on, '/organization-members', key);
    expect((await remove(only!)).status).toBe(409);
    const second = await on.member(organization.id, organization.linked.id);
    const other = await on.organization();
    const foreign = await on.request(`/rest/v1/organization-member?id=${second}`, {
      method: 'DELETE',
      as: other.key,
    });
    expect(foreign.status).toBe(404);
    const statuses = (await Promise.all([remove(only!), remove(second)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    expect((await idsOf(on, '/organization-members', key)).length).toBe(1);
  });
});

describe('organizations and keys', () => {
  it('OR-1 are listed and read by those who act for them; to others they are not there', async () => {
    const organization = await on.organization();
    const other = await on.organization();
    const path = `/organization/${organization.id}`;
    expect(await on.get(path, organization.key)).toMatchObject({ quota: { API: true, nom151: 10 } });
    expect(await refusal(on, path, { as: other.key })).toBe('404');
    expect(await refusal(on, path, { as: organization.linked.token })).toBe('404');
  });

  it('OR-2 OR-3 profile and policy are changed by members, and the policy is one of three', async () => {
    const organization = await on.organization();
    const { id, key, member } = organization;
    const conservation = async (): Promise<unknown> =>
      (await on.get<{ policies: unknown }>(`/organization/${id}`, key)).policies;
    expect(await conservation()).toEqual({ signatureRequest: { conservation: 'MERKLEIZED' } });
    const input = { id, name: 'Nueva', policies: { signatureRequest: { conservation: 'WITNESS_CO' } } };
    expect(await on.write('PUT', '/organization', member.token, input)).toMatchObject({ name: 'Nueva' });
    expect(await conservation()).toEqual({ signatureRequest: { conservation: 'WITNESS_CO' } });
    const other = await on.organization();
    for (const as of [other.key, organization.linked.token])
      expect(await refusedWrite(on, 'PUT', '/organization', as, input)).toBe('403 input.id');
    const unknown = { id, policies: { signatureRequest: { conservation: 'PAPER' } } };
    expect(await refusedWrite(on, 'PUT', '/organization', key, unknown)).toMatch(/^422/);
    // Others who meet the organization are not line what is its own affair.
    const [link] = await idsOf(on, '/organization-links', organization.linked.token);
    const line = await on.get<{ organization: object }>(
      `/organization-link/${link}`,
      organization.linked.token,
    );
    expect(line.organization).toMatchObject({ id, name: 'Nueva' });
    expect(line.organization).not.toHaveProperty('quota');
  });

  it('AK-4 a key does what its scopes say, and gives no other key more than it has', async () => {
    const { id: organization, key, member } = await on.organization();
    const make = (as: string, scopes?: string[]): Promise<ApiKey> =>
      on.write<ApiKey>('POST', '/api-key', as, { name: 'Scoped', organization, ...(scopes && { scopes }) });
    const whole = await make(key);
    expect(whole.scopes).toEqual(['read', 'write', 'administer']);
    const readName = await make(key, ['read']);
    const writer = await make(key, ['write', 'read']);
    const administrator = await make(member.token, ['administer']);
    expect([readName.scopes, writer.scopes]).toEqual([['read'], ['read', 'write']]);
    const { results } = await on.get<{ results: ApiKey[] }>('/api-keys', readName.secret!);
    expect(results.find(({ id }) => id === writer.id)?.scopes).toEqual(['read', 'write']);

    const witness = (): object => ({
      hash: randomBytes(32).toString('hex'),
      algorithm: 'SHA256',
      organization,
    });
    const rename = { id: organization, name: 'Renamed' };
    const upload = '/sign-file-url?filePath=a.pdf&md5Checksum=00000000000000000000000000000000';
    const statuses = async (as: string): Promise<string[]> => [
      await refusal(on, '/witnesses', { as }),
      await refusal(on, upload, { as }),
      await refusedWrite(on, 'POST', '/witness', as, witness()),
      await refusedWrite(on, 'PUT', '/organization', as, rename),
      await refusedWrite(on, 'PUT', '/api-key', as, { id: readName.id, name: 'Reader' }),
    ];
    expect((await statuses(readName.secret!)).map((line) => line.slice(0, 3))).toEqual(
      '200 403 403 403 403'.split(' '),
    );
    expect((await statuses(writer.secret!)).map((line) => line.slice(0, 3))).toEqual(
      '200 200 200 403 403'.split(' '),
    );
    expect((await statuses(administrator.secret!)).map((line) => line.slice(0, 3))).toEqual(
      '403 403 403 200 200'.split(' '),
    );
    const refused = await on.request('/rest/v1/witness', {
      method: 'POST',
      as: readName.secret!,
      body: { input: witness() },
    });
    expect(await refused.json()).toMatchObject({ errors: [{ extensions: { rule: 'AK-4' } }] });

    // No more than its own, and its own where nothing is said.
    expect((await make(administrator.secret!)).scopes).toEqual(['administer']);
    const wider = { name: 'Wider', organization, scopes: ['administer', 'write'] };
    expect(await refusedWrite(on, 'POST', '/api-key', administrator.secret!, wider)).toBe('403 input.scopes');
    const own = { id: administrator.id, scopes: ['read', 'write', 'administer'] };
    expect(await refusedWrite(on, 'PUT', '/api-key', administrator.secret!, own)).toBe('403 input.scopes');
    // Nor by switching on a key that may do more, unless that is limited by the same call; nor by a member.
    await on.write('PUT', '/api-key', key, { id: whole.id, enabled: false });
    const on1 = { id: whole.id, enabled: true };
    expect(await refusedWrite(on, 'PUT', '/api-key', administrator.secret!, on1)).toBe('403 input.enabled');
    expect(await refusal(on, '/witnesses', { as: whole.secret! })).toMatch(/^401/);
    const person = await on.subject();
    await on.write('POST', '/organization-link', person.token, { organization });
    const joining = { organization, subject: person.id };
    expect(await refusedWrite(on, 'POST', '/organization-member', administrator.secret!, joining)).toBe(
      '403 input.subject',
    );
    expect(
      await on.write('PUT', '/api-key', administrator.secret!, { ...on1, scopes: ['administer'] }),
    ).toMatchObject({ enabled: true, scopes: ['administer'] });
    expect(await on.write('PUT', '/api-key', key, on1)).toMatchObject({ enabled: true });
    expect(await on.write('PUT', '/api-key', key, { id: writer.id, scopes: ['read'] })).toMatchObject({
      scopes: ['read'],
      name: 'Scoped',
    });
    expect(await refusedWrite(on, 'POST', '/witness', writer.secret!, witness())).toBe('403');
    for (const scopes of [[], ['read', 'read'], ['everything'], 'read'])
      expect(await refusedWrite(on, 'POST', '/api-key', key, { name: 'x', organization, scopes })).toMatch(
        /^422 input\.scopes/,
      );
  });

  it('AK-1 AK-2 AK-3 a key works until it is switched off, and its secret is line once', async () => {
    const { id: organization, key, linked } = await on.organization();
    const made = await on.write<ApiKey>('POST', '/api-key', key, { name: 'Nómina', organization });
    const secret = made.secret!;
    expect(secret.length).toBeGreaterThan(40);
    expect(await idsOf(on, '/organizations', secret)).toEqual([organization]);
    const listed = await on.request('/rest/v1/api-keys', { as: key });
    const text = await listed.text();
    const { results } = JSON.parse(text) as { results: ApiKey[] };
    expect(made.lastUsedAt).toBeNull();
    expect(results.find(({ id }) => id === made.id)?.lastUsedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(text).toContain('Nómina');
    expect(text).not.toContain('secret');
    expect(await idsOf(on, '/api-keys', linked.token)).toEqual([]);
    const off = await on.write('PUT', '/api-key', key, { id: made.id, enabled: false });
    expect(off).toMatchObject({ enabled: false, name: 'Nómina' });
    expect(off).not.toHaveProperty('secret');
    expect(await refusal(on, '/server-time', { as: secret })).toBe('401');
    expect(
      await on.write('PUT', '/api-key', key, { id: made.id, enabled: true, name: 'Otra' }),
    ).toMatchObject({
      name: 'Otra',
    });
    const other = await on.organization();
    expect(await refusedWrite(on, 'PUT', '/api-key', other.key, { id: made.id, name: 'x' })).toBe('404');
    expect(await refusedWrite(on, 'POST', '/api-key', other.key, { name: 'x', organization })).toBe(
      '403 input.organization',
    );
    const remove = (as: string) => on.request(`/rest/v1/api-key?id=${made.id}`, { method: 'DELETE', as });
    expect((await remove(other.key)).status).toBe(404);
    expect((await remove(key)).status).toBe(200);
    expect(await refusal(on, '/server-time', { as: secret })).toBe('401');
    expect((await remove(key)).status).toBe(404);
  });
});

describe('certificates and issuers', () => {
  it('CE-1 CE-2 certificates say what they are, and are found by every argument', async () => {
    const { linked, key } = await on.organization();
    const [id] = await idsOf(on, `/certificates?subject=${linked.id}`, key);
    const certificate = await on.get<Certificate>(`/certificate/${id}`, key);
    const parsed = new X509Certificate(certificate.certificatePem!);
    expect(certificate).toMatchObject({
      serialNumber: parsed.serialNumber.toLowerCase(),
      hash: createHash('sha256').update(parsed.raw).digest('hex'),
      notBefore: new Date(parsed.validFrom).toISOString(),
      notAfter: new Date(parsed.validTo).toISOString(),
      revoked: false,
      subject: { id: linked.id },
    });
    expect(parsed.subject).toContain(linked.commonName);
    for (const query of [
      `_id=${id}`,
      `serialNumber=0x${certificate.serialNumber?.toUpperCase()}`,
      `issuer=${certificate.issuer?.id}&subject=${linked.id}`,
      `version=3&subject=${linked.id}`,
      `notBefore=${json({ lte: certificate.notBefore })}&subject=${linked.id}`,
      `notAfter=${json({ gte: certificate.notAfter })}&subject=${linked.id}`,
    ])
      expect(await idsOf(on, `/certificates?${query}`, key), query).toEqual([id]);
    for (const query of [
      'version=1',
      `subject=${linked.id}&notAfter=${json({ lte: certificate.notBefore })}`,
    ])
      expect(await idsOf(on, `/certificates?${query}`, key), query).toEqual([]);
    const other = await closed.organization();
    const { linked: foreign } = await closed.organization();
    const [hidden] = await idsOf(closed, '/certificates', foreign.token);
    expect(await refusal(closed, `/certificate/${hidden}`, { as: other.key })).toBe('404');
  });

  it('CE-3 answers exponent and modulus under their own names, as in the certificate', async () => {
    const { linked, key } = await on.organization();
    const { certificate } = await on.get<Subject>(`/subject/${linked.id}`, key);
    const { publicKey } = new X509Certificate(certificate!.certificatePem!);
    const { e, n } = publicKey.export({ format: 'jwk' });
    expect(certificate!.publicKey).toEqual({
      exponent: Buffer.from(e!, 'base64url').toString('hex'),
      modulus: Buffer.from(n!, 'base64url').toString('hex'),
    });
  });

  it('CE-4 issuers are searched and read by everybody with a key', async () => {
    const { key } = await on.organization();
    const [id] = await idsOf(on, '/issuers', key);
    const issuer = await on.get<Issuer>(`/issuer/${id}`, key);
    expect(String(issuer.postalCode)).toMatch(/^\d{5}$/);
    const search = json({ commonName: issuer.commonName?.toUpperCase().slice(3) });
    expect(
      await idsOf(on, `/issuers?search=${search}&country=MX&postalCode=${issuer.postalCode}`, key),
    ).toEqual([id]);
    expect(await idsOf(on, `/issuers?search=${json({ organization: 'nobody' })}`, key)).toEqual([]);
    expect(await idsOf(on, '/issuers?postalCode=1', key)).toEqual([]);
    expect(await refusal(on, `/issuer/${'f'.repeat(24)}`, { as: key })).toBe('404');
  });
});

describe('tokens and rates', () => {
  it('WA-1 EN-1 EE-1 wallets, tokens and events are pages of each other', async () => {
    const organization = await on.organization();
    const { linked, member, key } = organization;
    const { id: witness, hash } = await on.write<{ id: string; hash: string }>('POST', '/witness', key, {
      hash: createHash('sha256').update(linked.id).digest('hex'),
      algorithm: 'SHA256',
      organization: organization.id,
    });
    const id = BigInt(`0x${hash}`);
    await insertRows(on.database, 'endorsables', [
      { id, owner_id: member.evmAddress, timestamp: 1_700_000_100, network: 421_614, witness_id: witness },
    ]);
    const event = (n: number, from: string, to: string) => ({
      id: `0x${String(n).repeat(64)}-0x${n}`,
      timestamp: 1_700_000_000 + n,
      from_id: from,
      to_id: to,
      digest: id,
      network: 421_614,
    });
    await insertRows(on.database, 'endorse_events', [
      event(1, linked.evmAddress, linked.evmAddress),
      event(2, linked.evmAddress, member.evmAddress),
    ]);
    const upper = `0x${linked.evmAddress.slice(2).toUpperCase()}`;
    const wallet = await on.get<{ endorseFromEvents: { items: { id: string }[] } }>(`/wallet/${upper}`, key);
    expect(wallet).toMatchObject({
      id: linked.evmAddress,
      subject: { id: linked.id },
      endorsables: { items: [] },
    });
    expect(wallet.endorseFromEvents.items.map((item) => item.id)).toEqual([
      event(1, '', '').id,
      event(2, '', '').id,
    ]);
    const token = await on.get(`/endorsable/${id}`, key);
    expect(token).toMatchObject({ id: id.toString(), ownerId: member.evmAddress, witness: { id: witness } });
    const listed = await on.get<{ items: object[] }>(
      `/endorsables?where=${json({ id: id.toString() })}`,
      key,
    );
    expect(listed.items).toMatchObject([{ id: id.toString(), owner: { id: member.evmAddress } }]);
    const where = json({ digest: id.toString(), toId: member.evmAddress.toUpperCase().replace('0X', '0x') });
    const events = await on.get<{ items: { id: string }[] }>(`/endorse-events?where=${where}`, key);
    expect(events.items).toMatchObject([{ id: event(2, '', '').id, digest: id.toString() }]);
    const one = await on.get(`/endorse-event/${event(2, '', '').id}`, key);
    expect(one).toMatchObject({ fromId: linked.evmAddress, token: { id: id.toString() } });
    const witnesses = await on.get<{ results: object[] }>(
      `/witnesses?_id=${witness}&witnesses_results_results_endorsable_endorsable_endorseEvents_limit=1`,
      key,
    );
    expect(witnesses.results).toMatchObject([
      {
        endorsable: {
          endorseEvents: { items: [{ timestamp: 1_700_000_001 }], pageInfo: { hasNextPage: true } },
        },
      },
    ]);
    // A token is public; the witness behind it and the holder's name are not.
    const outsider = await closed.organization();
    expect(await refusal(closed, `/endorsable/${id}`, { as: outsider.key })).toBe('404');
    const foreign = await on.organization();
    expect(await on.get(`/endorsable/${id}`, foreign.key)).toMatchObject({ witness: null });
  });

  it('WI-11 follows an argument of any depth, and whole pages on the way', async () => {
    const { linked, key } = await on.organization();
    const name = 'subject_wallet_wallet_endorsables_endorsables_items_items_owner_owner_endorseToEvents';
    const path = `/subject/${linked.id}?${name}_limit=5`;
    expect(await on.get(path, key)).toMatchObject({ wallet: { endorsables: { items: [] } } });
    expect(await refusal(on, `/subject/${linked.id}?${name}_limit=1001`, { as: key })).toMatch(/^400/);
  });

  it('RT-1 RT-2 rates are read by the start of their week and listed in any order', async () => {
    const { key } = await on.organization();
    const weeks = [2800, 2801, 2802].map((week) => week * 604_800);
    const price = { open: 18, close: 18.5, low: 17.5, high: 19, average: 18.2 };
    const inverse = {
      inverse_open: 0.05,
      inverse_close: 0.05,
      inverse_low: 0.05,
      inverse_high: 0.05,
      inverse_average: 0.05,
    };
    await insertRows(
      on.database,
      'rate_buckets',
      weeks.map((id, index) => ({
        family: 'weekly-bucket',
        pair: 'usdcmxn',
        id,
        ...price,
        close: 18.5 - index,
        ...inverse,
        count: 100,
      })),
    );
    const path = '/weekly-bucket-usdcmxn-rate';
    expect(await on.get(`${path}/${weeks[1]}`, key)).toMatchObject({
      id: weeks[1],
      close: 17.5,
      inverseHigh: 0.05,
    });
    for (const id of [weeks[1]! + 1, 604_800, 9_999_999_999])
      expect(await refusal(on, `${path}/${id}`, { as: key })).toBe('404');
    const list = (query: string) =>
      on.get<{ items: { id: number }[]; pageInfo: { endCursor: string } }>(`${path}s?${query}`, key);
    const first = await list('orderBy=close&orderDirection=asc&limit=2');
    expect(first.items.map(({ id }) => id)).toEqual([weeks[2], weeks[1]]);
    const after = encodeURIComponent(first.pageInfo.endCursor);
    const rest = await list(`orderBy=close&orderDirection=asc&after=${after}`);
    expect(rest.items.map(({ id }) => id)).toEqual([weeks[0]]);
    expect((await on.get<{ items: [] }>('/median-mxnusd-rates', key)).items).toEqual([]);
  });

  it('RT-2 rates are selected by every column, and a filter that they do not have is refused', async () => {
    const { key } = await on.organization();
    const [family, pair] = ['daily-bucket', 'usdcusd'];
    const inverses = { inverse_open: 1, inverse_close: 1, inverse_low: 1, inverse_high: 1 };
    await insertRows(
      on.database,
      'rate_buckets',
      [1, 2, 3].map((id) => ({
        ...{ family, pair, id, open: id, close: id + 0.25, low: id, high: id + 0.5, average: id },
        ...{ ...inverses, inverse_average: 1 / id, count: id * 10 },
      })),
    );
    await insertRows(
      on.database,
      'rate_medians',
      [4, 5].map((id) => ({ pair, id, median: id + 0.1, inverse: 1 / id })),
    );
    const ids = async (where: object, path = '/daily-bucket-usdcusd-rates') =>
      (await on.get<{ items: { id: number }[] }>(`${path}?where=${json(where)}`, key)).items.map(
        ({ id }) => id,
      );
    expect(await ids({ id_gte: 2 })).toEqual([2, 3]);
    expect(await ids({ close: 2.25 })).toEqual([2]);
    expect(await ids({ inverseAverage_lt: 0.5, count_not: 10 })).toEqual([3]);
    expect(await ids({ OR: [{ high_in: [1.5] }, { AND: [{ low_gt: 2.5 }, { open: 3 }] }] })).toEqual([1, 3]);
    expect(await ids({ average: null })).toEqual([]);
    expect(await ids({ median_gt: 4.5 }, '/median-usdcusd-rates')).toEqual([5]);
    expect(await ids({ inverse_lte: 0.25, id_not_in: [5] }, '/median-usdcusd-rates')).toEqual([4]);
    for (const where of [
      { median: 1 },
      { close: '2.25' },
      { close_contains: '2' },
      { id: 1.5 },
      { close: true },
      7,
    ])
      expect(await refusal(on, `/daily-bucket-usdcusd-rates?where=${json(where)}`, { as: key })).toMatch(
        /^400 where/,
      );
  });

  it('WI-14 nests whole resources one level deep, or stubs', async () => {
    const stub = createHandlers({ ...on.service, nesting: 'stub' });
    const organization = await on.organization();
    const caller = { kind: 'key', keyId: 'k', organizationId: organization.id } as const;
    const call = { caller, params: {}, query: {}, input: undefined as never, nested: [] };
    const stubbed = (await stub.listOrganizationLinks!(call)) as { results: object[] };
    expect(stubbed.results).toMatchObject([{ subject: { id: organization.linked.id } }]);
    expect(stubbed.results[0]).toHaveProperty('subject', { id: organization.linked.id });
    const whole = await on.get<{ results: { subject: Subject }[] }>('/organization-links', organization.key);
    const [link] = whole.results;
    expect(link?.subject.commonName).toBe(organization.linked.commonName);
    expect(Object.keys(link?.subject.certificate ?? {})).toEqual(['id']);
  });
});
