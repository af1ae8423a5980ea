import { createHash, createPublicKey, createVerify, X509Certificate } from 'node:crypto';
import { sql } from '../../storage/database/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Content, SignatureRequest, SignatureRequestInvite } from '#contract/resources/resources.ts';
import { contentKind } from '#contract/resources/kinds.ts';
import { createConservation } from '../../jobs/conservation.ts';
import { pdfBytes, startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import type { TestOrganization } from '../../testing/test-data.ts';
import type { Database } from '../../storage/database/database.ts';
import { createHandlers } from '../handlers.ts';
import { rejectInvite, signInvite } from '../signing/signing.ts';
import { idsOf, json, refusal, refusedWrite } from '../testing/refusal.ts';

let on: TestService;
beforeAll(async () => {
  on = await startTestService();
});
afterAll(() => on.close());

const readRequest = (id: string, as: string): Promise<SignatureRequest> =>
  on.get<SignatureRequest>(`/signature-request/${id}`, as);
const readInvite = (id: string, as: string): Promise<SignatureRequestInvite> =>
  on.get<SignatureRequestInvite>(`/signature-request-invite/${id}`, as);
const later = (milliseconds = 1000): void => {
  on.clock.now = new Date(on.clock.now.getTime() + milliseconds);
};

/** An organization with a sent request and a pending invite of its linked subject. */
async function invited(about: { draft?: boolean; nom151?: boolean } = {}) {
  const organization = await on.organization();
  const request = await on.createRequest(organization, about);
  const invite = await on.invite(organization, request.id, organization.linked.id);
  return { organization, request, invite };
}

async function inviteMore(
  organization: TestOrganization,
  requestId: string,
  count: number,
): Promise<string[]> {
  const invites: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const subject = await on.subject({ linkedTo: organization.id });
    invites.push(await on.invite(organization, requestId, subject.id));
  }
  return invites;
}

describe('signature requests', () => {
  it('SR-1 draft and nom151 are false unless said', async () => {
    const organization = await on.organization();
    const { id } = await on.createRequest(organization);
    expect(await readRequest(id, organization.key)).toMatchObject({
      draft: false,
      nom151: false,
      finalized: false,
      witness: null,
    });
    const draft = await on.createRequest(organization, { draft: true, nom151: true });
    expect(await readRequest(draft.id, organization.key)).toMatchObject({ draft: true, nom151: true });
  });

  it('SR-2 refuses who is no member, and a signer who may only read', async () => {
    const { organization, request } = await invited();
    const other = await on.organization();
    const input = { name: 'x', content: { pdf: request.key }, organization: organization.id };
    for (const as of [other.key, organization.linked.token])
      expect(await refusedWrite(on, 'POST', '/signature-request', as, input)).toBe('403 input.organization');
    const path = `/signature-request/${request.id}`;
    expect(await refusedWrite(on, 'PUT', path, organization.linked.token, { draft: false })).toBe('403');
    expect(await refusedWrite(on, 'PUT', path, other.key, { draft: false })).toBe('404');
    const made = await on.write('POST', '/signature-request', organization.member.token, input);
    expect(made).toMatchObject({ organization: { id: organization.id } });
  });

  it('SR-3 sends a draft once, changes nothing when repeated, and never takes it back', async () => {
    const organization = await on.organization();
    const { id } = await on.createRequest(organization, { draft: true });
    later();
    const sent = await on.write<SignatureRequest>('PUT', `/signature-request/${id}`, organization.key, {
      draft: false,
    });
    expect(sent.draft).toBe(false);
    expect(sent.updatedAt).toBe(on.clock.now.toISOString());
    later();
    const again = await on.write<SignatureRequest>('PUT', '/signature-request', organization.key, {
      id,
      draft: false,
    });
    expect(again).toEqual(sent);
    const back = await refusedWrite(on, 'PUT', `/signature-request/${id}`, organization.key, { draft: true });
    expect(back).toBe('409 input.draft');
    expect(await readRequest(id, organization.key)).toEqual(sent);
  });

  it('SR-15 is sent before anybody is invited, at once or later, and is invited to after that', async () => {
    const organization = await on.organization();
    const draft = await on.createRequest(organization, { draft: true });
    await on.write('PUT', `/signature-request/${draft.id}`, organization.key, { draft: false });
    for (const { id } of [draft, await on.createRequest(organization)]) {
      const sent = { draft: false, finalized: false, invites: [], signed: 0, pending: 0, rejected: 0 };
      expect(await readRequest(id, organization.key)).toMatchObject(sent);
      await on.invite(organization, id, organization.linked.id);
      expect(await readRequest(id, organization.key)).toMatchObject({ pending: 1 });
    }
  });

  it('SR-14 a create sent again under its Idempotency-Key makes nothing new, also at the same moment and for each organization alone', async () => {
    const [organization, other] = [await on.organization(), await on.organization()];
    const [first, second] = [
      await on.upload(organization.key, Buffer.from('one')),
      await on.upload(organization.key, Buffer.from('two')),
    ];
    const create = (named: string, key: string, by = organization) =>
      on.request('/rest/v1/signature-request', {
        method: 'POST',
        as: by.key,
        headers: { 'idempotency-key': named },
        body: {
          input: { draft: true, name: 'Once', content: { raw: key }, organization: by.id, nom151: false },
        },
      });
    const answers = await Promise.all(Array.from({ length: 6 }, () => create('"send-1"', first)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { id: string }).id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(
      await idsOf(on, `/signature-requests?organization=${json({ eq: organization.id })}`, organization.key),
    ).toEqual([ids[0]]);
    // In quotes and bare it is the same key; with other content it is not the same call.
    expect(await (await create('send-1', first)).json()).toMatchObject({ id: ids[0] });
    expect(
      await refusal(on, '/signature-request', {
        method: 'POST',
        as: organization.key,
        headers: { 'idempotency-key': 'send-1' },
        body: {
          input: {
            draft: true,
            name: 'Once',
            content: { raw: second },
            organization: organization.id,
            nom151: false,
          },
        },
      }),
    ).toBe('422 Idempotency-Key');
    expect((await create('send-2', first)).status).toBe(200);
    const theirs = await on.upload(other.key, Buffer.from('one'));
    const made = (await (await create('send-1', theirs, other)).json()) as { id: string };
    expect(ids).not.toContain(made.id);
    expect((await create('', first)).status).toBe(400);
    expect((await create('x'.repeat(129), first)).status).toBe(400);
  });

  it('SR-4 renames only a draft, and takes ids that agree', async () => {
    const organization = await on.organization();
    const { id } = await on.createRequest(organization, { draft: true });
    const path = `/signature-request/${id}`;
    const renamed = await on.write('PUT', path, organization.key, {
      id: id.toUpperCase(),
      name: 'Otro',
      draft: false,
    });
    expect(renamed).toMatchObject({ name: 'Otro', draft: false });
    expect(await refusedWrite(on, 'PUT', path, organization.key, { name: 'Tercero' })).toBe('409 input.name');
    const other = 'f'.repeat(24);
    expect(await refusedWrite(on, 'PUT', path, organization.key, { id: other })).toBe('422 input.id');
    expect(await refusedWrite(on, 'PUT', '/signature-request', organization.key, { name: 'x' })).toBe(
      '422 input.id',
    );
  });

  it('SR-5 counts its invites by their answers', async () => {
    const { organization, request, invite } = await invited();
    const [second, third] = await inviteMore(organization, request.id, 2);
    await signInvite(on.service, invite);
    await rejectInvite(on.service, second!);
    expect(await readRequest(request.id, organization.key)).toMatchObject({
      signed: 1,
      pending: 1,
      rejected: 1,
    });
    await signInvite(on.service, third!);
    await createConservation(on.service).runOnce();
    expect(await readRequest(request.id, organization.key)).toMatchObject({
      signed: 2,
      pending: 0,
      rejected: 1,
    });
  });

  it('SR-6 SR-7 takes content flat and wrapped, one kind only, and answers what tells the kind', async () => {
    const organization = await on.organization();
    const key = await on.upload(organization.key, Buffer.from('contenido'));
    const pdf = await on.upload(organization.key, pdfBytes());
    const text = await on.upload(organization.key, Buffer.from('{"a": [1, "ñ"]}'), 'a.json');
    const iou = {
      latitude: 20.97,
      longitude: '-89.62',
      currency: 'MXN',
      amount: '1250.50',
      debtor: organization.linked.id,
      creditor: organization.member.id,
      raw: key,
    };
    const forms: [object, string][] = [
      [{ raw: key }, 'raw'],
      [{ PDFContent: { pdf } }, 'pdf'],
      [{ JSONContent: { json: text } }, 'json'],
      [{ RawContent: { raw: key } }, 'raw'],
      [iou, 'IOU'],
      [{ IOUContent: iou }, 'IOU'],
    ];
    for (const [content, kind] of forms) {
      const input = { name: kind, content, organization: organization.id };
      const made = await on.write<{ content: Content }>(
        'POST',
        '/signature-request',
        organization.key,
        input,
      );
      expect(contentKind(made.content)).toBe(kind);
      if (kind === 'IOU')
        expect(made.content).toMatchObject({ amount: '1250.50', latitude: 20.97, longitude: -89.62 });
    }
    for (const content of [
      { raw: key, pdf: key },
      {},
      { RawContent: { raw: key }, PDFContent: { pdf: key } },
    ]) {
      const input = { name: 'x', content, organization: organization.id };
      expect(await refusedWrite(on, 'POST', '/signature-request', organization.key, input)).toMatch(
        /^422 input.content/,
      );
    }
  });

  it('SR-8 refuses an IOU that is no debt between two at a place', async () => {
    const organization = await on.organization();
    const key = await on.upload(organization.key, Buffer.from('pagaré'));
    const good = {
      latitude: 20.97,
      longitude: -89.62,
      currency: 'MXN',
      amount: '1.00',
      debtor: organization.linked.id,
      creditor: organization.member.id,
      raw: key,
    };
    const refused: [object, string][] = [
      [{ creditor: organization.linked.id }, 'creditor'],
      [{ debtor: 'f'.repeat(24) }, 'debtor'],
      [{ creditor: 'f'.repeat(24) }, 'creditor'],
      [{ latitude: 90.1 }, 'latitude'],
      [{ longitude: '-180.00000001' }, 'longitude'],
      [{ latitude: '1.123456789' }, 'latitude'],
      [{ latitude: 'north' }, 'latitude'],
      [{ amount: '0.00' }, 'amount'],
      [{ amount: -1 }, 'amount'],
      [{ amount: '1.001' }, 'amount'],
      [{ amount: '1e3' }, 'amount'],
      [{ currency: 'JPY', amount: '1.5' }, 'amount'],
      [{ currency: 'ZZZ' }, 'currency'],
      [{ currency: 'XXX' }, 'currency'],
      [{ currency: 'DEM' }, 'currency'],
    ];
    for (const [change, field] of refused) {
      const input = { name: 'x', content: { ...good, ...change }, organization: organization.id };
      const answer = await refusedWrite(on, 'POST', '/signature-request', organization.key, input);
      expect(answer, JSON.stringify(change)).toBe(`422 input.content.${field}`);
    }
    const edge = { ...good, latitude: '-90.00000000', longitude: 180, amount: '0.01' };
    const input = { name: 'x', content: edge, organization: organization.id };
    expect(await on.write('POST', '/signature-request', organization.key, input)).toMatchObject({
      content: { latitude: -90, longitude: 180, amount: '0.01' },
    });
  });

  it('SR-9 the anonymous key is shown to members and whoever holds it, and to no signer', async () => {
    const { organization, request } = await invited();
    const { anonymousKey } = await readRequest(request.id, organization.key);
    expect(anonymousKey).toMatch(/^.{32,}$/);
    expect(await readRequest(request.id, organization.linked.token)).not.toHaveProperty('anonymousKey');
    const path = `/signature-request/${request.id}?anonymousKey=`;
    const response = await on.request(`/rest/v1${path}${anonymousKey}`);
    expect(await response.json()).toMatchObject({ id: request.id, anonymousKey });
    expect(await refusal(on, `${path}anon_wrong`, {})).toBe('404');
  });

  it('SR-10 filters by every argument, and hides drafts from signers', async () => {
    const { organization, request, invite } = await invited();
    const draft = await on.createRequest(organization, { draft: true });
    await on.invite(organization, draft.id, organization.linked.id);
    const list = (query: string, as = organization.key): Promise<string[]> =>
      idsOf(on, `/signature-requests?${query}`, as);
    expect(await list('', organization.linked.token)).toEqual([request.id]);
    expect(new Set(await list(''))).toEqual(new Set([request.id, draft.id]));
    expect(await list('draft=true')).toEqual([draft.id]);
    expect(await list('finalized=true')).toEqual([]);
    expect(await list(`_id=${json({ in: [draft.id] })}`)).toEqual([draft.id]);
    expect(await list(`subject=${organization.linked.id}&draft=false`)).toEqual([request.id]);
    expect(await list(`subject=${json({ ne: organization.linked.id })}`)).toEqual([]);
    expect(await list('type=RawContent')).toEqual([]);
    expect((await list('type=PDFContent')).length).toBe(2);
    expect(await list(`signedAt=${json({ exists: true })}`)).toEqual([]);
    later();
    await signInvite(on.service, invite);
    expect(await list(`signedAt=${json({ gte: on.clock.now.toISOString() })}`)).toEqual([request.id]);
    expect(await list('finalized=true')).toEqual([request.id]);
    expect(await list(`rejectedAt=${json({ exists: true })}`)).toEqual([]);
    const { name } = await readRequest(request.id, organization.key);
    expect(await list(`search=${json({ name: name?.toUpperCase() })}`)).toEqual([request.id]);
    expect(await list('accessScope=Subject')).toEqual([]);
    expect(await list('accessScope=Organization', organization.linked.token)).toEqual([]);
    const other = await on.organization();
    expect(await refusal(on, `/signature-requests?organization=${other.id}`, { as: organization.key })).toBe(
      '403 organization',
    );
  });

  it('SR-11 counts the hour that comes twice, where clocks go back, as two', async () => {
    const organization = await on.organization();
    const before = on.clock.now;
    for (const at of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-01T06:45:00Z']) {
      on.clock.now = new Date(at);
      await on.createRequest(organization);
    }
    on.clock.now = before;
    const query = 'granularity=hour&timezone=America/New_York';
    expect(await on.get(`/signature-request-timeseries?${query}`, organization.key)).toEqual([
      { mark: '2026-11-01T05:00:00.000Z', count: 1 },
      { mark: '2026-11-01T06:00:00.000Z', count: 2 },
    ]);
  });

  it('SR-11 counts by hour, day and month of the requested zone', async () => {
    const organization = await on.organization();
    const before = on.clock.now;
    // Half past five in the morning of the 2nd in UTC is still the 1st in Mexico.
    for (const at of [
      '2026-03-02T05:30:00Z',
      '2026-03-02T05:59:59Z',
      '2026-03-02T06:00:00Z',
      '2026-04-01T12:00:00Z',
    ]) {
      on.clock.now = new Date(at);
      await on.createRequest(organization);
    }
    on.clock.now = before;
    const marks = (query: string): Promise<unknown> =>
      on.get(`/signature-request-timeseries?${query}`, organization.key);
    expect(await marks('granularity=day&timezone=America/Mexico_City')).toEqual([
      { mark: '2026-03-01T06:00:00.000Z', count: 2 },
      { mark: '2026-03-02T06:00:00.000Z', count: 1 },
      { mark: '2026-04-01T06:00:00.000Z', count: 1 },
    ]);
    expect(await marks('granularity=day')).toEqual([
      { mark: '2026-03-02T00:00:00.000Z', count: 3 },
      { mark: '2026-04-01T00:00:00.000Z', count: 1 },
    ]);
    expect(await marks('granularity=month&order=desc&limit=1')).toEqual([
      { mark: '2026-04-01T00:00:00.000Z', count: 1 },
    ]);
    expect(await marks(`granularity=hour&timestamp=${json({ lte: '2026-03-02T05:59:59Z' })}`)).toEqual([
      { mark: '2026-03-02T05:00:00.000Z', count: 2 },
    ]);
    // A range without an end, as callers write it, ends in the last year that can be written.
    for (const range of [
      { lte: '9999-12-31T23:59:59.999Z' },
      { gte: '2026-04-01T00:00:00Z', lte: '9999-12-31T23:59:59.9999Z' },
      { gte: '9999-12-31T23:50:00Z' },
      { gte: '9999-12-31T23:59:59.9999Z' },
    ]) {
      const found = range.lte === undefined ? 0 : range.gte === undefined ? 4 : 1;
      const counted = (await marks(`timestamp=${json(range)}`)) as { count: number }[];
      expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(found);
      const listed = await on.get<{ results: unknown[] }>(
        `/signature-requests?createdAt=${json(range)}`,
        organization.key,
      );
      expect(listed.results).toHaveLength(found);
    }
    const path = '/signature-request-timeseries?timezone=';
    for (const zone of ['Nowhere/Land', "x' or 1=1", '%2B99', 'IST', 'SST', 'US/Pacific-New'])
      expect(await refusal(on, path + encodeURIComponent(zone), { as: organization.key })).toBe(
        '400 timezone',
      );
  });

  it('SR-12 is finalized by the last answer, with a witness of the document if anybody signed', async () => {
    const { organization, request, invite } = await invited();
    const [second] = await inviteMore(organization, request.id, 1);
    later();
    await rejectInvite(on.service, invite);
    const rejectedAt = on.clock.now.toISOString();
    expect(await readRequest(request.id, organization.key)).toMatchObject({
      finalized: false,
      rejectedAt,
      witness: null,
    });
    later();
    await signInvite(on.service, second!);
    const finalized = await readRequest(request.id, organization.key);
    expect(finalized).toMatchObject({ finalized: true, rejectedAt });
    expect(finalized.witness?.hash).toBe(createHash('sha256').update(request.bytes).digest('hex'));
  });

  it('SR-12 has no witness when everybody rejected', async () => {
    const { organization, request, invite } = await invited();
    await rejectInvite(on.service, invite);
    expect(await readRequest(request.id, organization.key)).toMatchObject({ finalized: true, witness: null });
  });

  it('SR-13 conserves by the policy of the organization, and certifies too on request', async () => {
    const expected = {
      NOM151: ['nom151'],
      MERKLEIZED: ['merkleized'],
      WITNESS_CO: ['witnessExternal'],
    } as const;
    for (const [conservation, strategies] of Object.entries(expected)) {
      for (const nom151 of [false, true]) {
        const { organization, request, invite } = await invited({ nom151 });
        const policies = { signatureRequest: { conservation } };
        await on.write('PUT', '/organization', organization.key, { id: organization.id, policies });
        await signInvite(on.service, invite);
        await createConservation(on.service).runOnce();
        const { witness } = await readRequest(request.id, organization.key);
        const done = (['nom151', 'merkleized', 'witnessExternal'] as const).filter(
          (strategy) => witness?.[strategy],
        );
        const wanted = nom151 ? new Set(['nom151', ...strategies]) : new Set(strategies);
        expect(new Set(done), `${conservation} ${nom151}`).toEqual(wanted);
      }
    }
  });
});

describe('invites', () => {
  it('IV-1 goes from pending to signed to witnessed, or to rejected, and nowhere else', async () => {
    const { organization, invite } = await invited();
    expect((await readInvite(invite, organization.key)).status).toBe('PENDING');
    await signInvite(on.service, invite);
    expect((await readInvite(invite, organization.key)).status).toBe('SIGNED');
    await expect(signInvite(on.service, invite)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(rejectInvite(on.service, invite)).rejects.toMatchObject({ kind: 'conflict' });
    await createConservation(on.service).runOnce();
    expect((await readInvite(invite, organization.key)).status).toBe('WITNESSED');
    await expect(rejectInvite(on.service, invite)).rejects.toMatchObject({ kind: 'conflict' });
    const other = await invited();
    await rejectInvite(on.service, other.invite);
    expect(await readInvite(other.invite, other.organization.key)).toMatchObject({
      status: 'REJECTED',
      rejectedAt: on.clock.now.toISOString(),
      signature: null,
    });
    await expect(signInvite(on.service, other.invite)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('IV-2 refuses a subject without a link', async () => {
    const { organization, request } = await invited();
    const outsider = await on.subject();
    const input = { signatureRequest: request.id, subject: outsider.id };
    const path = '/signature-request-invite';
    expect(await refusedWrite(on, 'POST', path, organization.key, input)).toBe('403 input.subject');
    await on.link(organization.id, outsider.id);
    expect(await on.write('POST', path, organization.key, input)).toMatchObject({ status: 'PENDING' });
  });

  it('IV-3 refuses who is no member: 404 to another organization, 403 to a signer', async () => {
    const { organization, request } = await invited();
    const other = await on.organization();
    const input = { signatureRequest: request.id, subject: organization.member.id };
    const path = '/signature-request-invite';
    expect(await refusedWrite(on, 'POST', path, other.key, input)).toBe('404');
    expect(await refusedWrite(on, 'POST', path, organization.linked.token, input)).toBe('403');
  });

  it('IV-4 refuses a second invite and one on a finalized request; on a draft it stays hidden', async () => {
    const { organization, request, invite } = await invited({ draft: true });
    const path = '/signature-request-invite';
    const again = { signatureRequest: request.id, subject: organization.linked.id };
    expect(await refusedWrite(on, 'POST', path, organization.key, again)).toBe('409 input.subject');
    expect(await refusal(on, `${path}/${invite}`, { as: organization.linked.token })).toBe('404');
    await expect(signInvite(on.service, invite)).rejects.toMatchObject({ kind: 'conflict' });
    await on.write('PUT', `/signature-request/${request.id}`, organization.key, { draft: false });
    expect((await readInvite(invite, organization.linked.token)).status).toBe('PENDING');
    await signInvite(on.service, invite);
    const late = await on.subject({ linkedTo: organization.id });
    const input = { signatureRequest: request.id, subject: late.id };
    expect(await refusedWrite(on, 'POST', path, organization.key, input)).toBe('409');
  });

  it('IV-5 with the anonymous key a subject invites itself, without a link, and nobody else', async () => {
    const { organization, request } = await invited();
    const { anonymousKey } = await readRequest(request.id, organization.key);
    const outsider = await on.subject();
    const path = '/signature-request-invite';
    const input = { signatureRequest: request.id, subject: outsider.id };
    expect(await refusedWrite(on, 'POST', path, outsider.token, input)).toBe('404');
    expect(await refusedWrite(on, 'POST', path, outsider.token, { ...input, anonymousKey: 'anon_x' })).toBe(
      '404',
    );
    const another = { ...input, subject: organization.member.id, anonymousKey };
    expect(await refusedWrite(on, 'POST', path, outsider.token, another)).toBe('403 input.subject');
    const other = await on.organization();
    expect(await refusedWrite(on, 'POST', path, other.key, { ...input, anonymousKey })).toBe(
      '403 input.subject',
    );
    expect(await on.write('POST', path, outsider.token, { ...input, anonymousKey })).toMatchObject({
      subject: { id: outsider.id },
    });
  });

  it('IV-6 lists by every argument; a subject sees its own', async () => {
    const { organization, request, invite } = await invited();
    const [second] = await inviteMore(organization, request.id, 1);
    const list = (query: string, as = organization.key): Promise<string[]> =>
      idsOf(on, `/signature-request-invites?${query}`, as);
    expect(await list('', organization.linked.token)).toEqual([invite]);
    expect((await list(`signatureRequest=${request.id}`)).sort()).toEqual([invite, second].sort());
    expect(await list(`subject=${organization.linked.id}`)).toEqual([invite]);
    later();
    await signInvite(on.service, invite);
    const { certificate } = await readInvite(invite, organization.key);
    expect(await list(`certificate=${certificate?.id}`)).toEqual([invite]);
    expect(await list(`signedAt=${json({ exists: true })}`)).toEqual([invite]);
    await rejectInvite(on.service, second!);
    expect(await list(`rejectedAt=${json({ lte: on.clock.now.toISOString() })}`)).toEqual([second]);
    expect(await list(`_id=${json({ nin: [invite] })}`)).toEqual([second]);
    expect(await list('accessScope=Subject')).toEqual([]);
    const other = await on.organization();
    expect(await list('', other.key)).toEqual([]);
  });

  it('IV-7 IV-8 keeps a signature over the document by its certificate, an OCSP response and a witness', async () => {
    const { organization, request, invite } = await invited();
    await signInvite(on.service, invite);
    const { signature, certificate, ocspResponse, witness, signedAt } = await readInvite(
      invite,
      organization.key,
    );
    expect(signedAt).toBe(on.clock.now.toISOString());
    const parsed = new X509Certificate(certificate!.certificatePem!);
    const bytes = Buffer.from(signature!, 'hex');
    const verify = createVerify('sha256').update(request.bytes);
    expect(
      verify.verify(createPublicKey(parsed.publicKey.export({ type: 'spki', format: 'pem' })), bytes),
    ).toBe(true);
    expect(witness?.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(ocspResponse).toMatch(/^3082[0-9a-f]+$/);
    expect(ocspResponse).toContain(certificate!.serialNumber!);
  });

  it('IV-7 refuses to sign with a certificate that is revoked or over', async () => {
    for (const change of [
      sql`revoked_at = ${on.clock.now.toISOString()}::timestamptz`,
      sql`not_after = ${new Date(on.clock.now.getTime() - 1).toISOString()}::timestamptz`,
      sql`not_before = ${new Date(on.clock.now.getTime() + 1).toISOString()}::timestamptz`,
    ]) {
      const { organization, request, invite } = await invited();
      await on.database.rows(
        sql`update certificates set ${change} where subject_id = ${organization.linked.id}`,
      );
      await expect(signInvite(on.service, invite)).rejects.toMatchObject({ kind: 'conflict', rule: 'IV-7' });
      expect(await readRequest(request.id, organization.key)).toMatchObject({ signed: 0, pending: 1 });
    }
  });

  it('IV-9 of many invites at once of the same and of different subjects, each subject has one', async () => {
    const organization = await on.organization();
    const { id } = await on.createRequest(organization);
    const subjects = await Promise.all(
      Array.from({ length: 6 }, () => on.subject({ linkedTo: organization.id })),
    );
    const invite = (subject: string): Promise<number> =>
      on
        .request('/rest/v1/signature-request-invite', {
          method: 'POST',
          as: organization.key,
          body: { input: { signatureRequest: id, subject } },
        })
        .then(({ status }) => status);
    const statuses = await Promise.all(
      [...subjects, ...subjects, ...subjects].map((subject) => invite(subject.id)),
    );
    expect(statuses.filter((status) => status === 200).length).toBe(6);
    expect(statuses.filter((status) => status === 409).length).toBe(12);
    expect((await readRequest(id, organization.key)).invites?.length).toBe(6);
  });

  it('IV-9 of many answers at once each invite is answered once, and the request is finalized once', async () => {
    const { organization, request, invite } = await invited();
    const invites = [invite, ...(await inviteMore(organization, request.id, 5))];
    const answer = (id: string, index: number): Promise<unknown> =>
      index % 2 === 0 ? signInvite(on.service, id) : rejectInvite(on.service, id);
    const twice = [...invites, ...invites].map((id, index) => answer(id, index + (index >= 6 ? 1 : 0)));
    const outcomes = await Promise.allSettled(twice);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(6);
    const done = await readRequest(request.id, organization.key);
    expect(done).toMatchObject({ finalized: true, pending: 0 });
    expect(Number(done.signed) + Number(done.rejected)).toBe(6);
    const [documents] = await on.database.rows<{ count: number }>(
      sql`select count(*) as count from witnesses where signature_request_id = ${request.id} and kind = 'document'`,
    );
    expect(documents?.count).toBe(Number(done.signed) > 0 ? 1 : 0);
  });

  it('IV-9 of an invite beside the last answer, the answer waits, and the request is not finalized without it', async () => {
    // Each statement of the inviting transaction takes its time, so that the answer falls into its middle.
    const slow: Database = {
      ...on.database,
      transaction: (work) =>
        on.database.transaction((tx) =>
          work({
            ...tx,
            rows: async (query) => {
              await new Promise((resolve) => setTimeout(resolve, 120));
              return tx.rows(query);
            },
          }),
        ),
    };
    const { createInvite } = createHandlers({ ...on.service, database: slow });
    const { organization, request, invite } = await invited();
    const late = await on.subject({ linkedTo: organization.id });
    const caller = { kind: 'key', keyId: 'k', organizationId: organization.id } as const;
    const input = { signatureRequest: request.id, subject: late.id };
    const adding = createInvite!({ caller, params: {}, query: {}, input, nested: [] });
    await new Promise((resolve) => setTimeout(resolve, 180));
    await rejectInvite(on.service, invite);
    await adding;
    expect(await readRequest(request.id, organization.key)).toMatchObject({ finalized: false, pending: 1 });
  });

  it('ST-11 refuses to sign for a subject whose key is not here', async () => {
    const organization = await on.organization();
    const outsider = await on.subject({ linkedTo: organization.id, certificate: false });
    const { id } = await on.createRequest(organization);
    const invite = await on.invite(organization, id, outsider.id);
    await expect(signInvite(on.service, invite)).rejects.toMatchObject({ kind: 'conflict', rule: 'ST-11' });
    await expect(signInvite(on.service, 'f'.repeat(24))).rejects.toMatchObject({ kind: 'not-found' });
  });
});
