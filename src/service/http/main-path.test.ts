import { createHash, verify, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../storage/database/sql.ts';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import type { TestOrganization } from '../testing/test-data.ts';
import { bodyOfError } from './testing/stub-app.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

interface Invite {
  id: string;
  status: string;
  signature: string | null;
  ocspResponse: string | null;
  signedAt: string | null;
  certificate: { certificatePem: string; hash: string } | null;
  witness: Witness | null;
}
interface Witness {
  id: string;
  hash: string;
  timestampedAt: string | null;
  merkleized: { merkleProof: string[]; merkleRoot: string } | null;
  nom151: { provider: string } | null;
}
interface SignatureRequest {
  id: string;
  draft: boolean;
  finalized: boolean;
  signed: number;
  pending: number;
  rejected: number;
  rejectedAt: string | null;
  anonymousKey: string;
  witness: Witness | null;
  invites: { id: string; status: string }[];
}

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const act = (inviteId: string, action: 'sign' | 'reject'): Promise<Response> =>
  service.request(`/sandbox/invites/${inviteId}/${action}`, { method: 'POST' });
const readRequest = (id: string, as: string): Promise<SignatureRequest> =>
  service.get<SignatureRequest>(`/signature-request/${id}`, as);
const readInvite = (id: string, as: string): Promise<Invite> =>
  service.get<Invite>(`/signature-request-invite/${id}`, as);

/** ascii-hex-sorted/1, written here once more: parents of the text of sorted pairs. */
function fold(hash: string, proof: readonly string[]): string {
  return proof.reduce((node, sibling) => sha256([node, sibling].sort().join('')), sha256(hash));
}

async function twoSigners(): Promise<{
  organization: TestOrganization;
  request: { id: string; bytes: Uint8Array };
  invites: [string, string];
}> {
  const organization = await service.organization();
  const second = await service.subject({ linkedTo: organization.id });
  const request = await service.createRequest(organization, { draft: true, nom151: true });
  const invites: [string, string] = [
    await service.invite(organization, request.id, organization.linked.id),
    await service.invite(organization, request.id, second.id),
  ];
  return { organization, request, invites };
}

describe('the main path over HTTP', () => {
  it('SR-3 SR-12 IV-1 IV-7 IV-8 WN-7 draft, sent, signed by two, finalized, witnessed: every piece is true', async () => {
    const { organization, request, invites } = await twoSigners();
    expect((await act(invites[0], 'sign')).status).toBe(409);
    await service.write('PUT', `/signature-request/${request.id}`, organization.key, { draft: false });

    const signing = await act(invites[0], 'sign');
    expect(signing.status).toBe(200);
    expect(await signing.json()).toMatchObject({ id: invites[0], status: 'SIGNED' });
    const halfway = await readRequest(request.id, organization.key);
    expect(halfway).toMatchObject({ finalized: false, signed: 1, pending: 1, rejected: 0, witness: null });
    expect((await act(invites[1], 'sign')).status).toBe(200);

    const finalized = await readRequest(request.id, organization.key);
    expect(finalized).toMatchObject({ finalized: true, signed: 2, pending: 0, rejected: 0 });
    expect(finalized.witness?.hash).toBe(sha256(request.bytes));
    await service.conserve();

    const conserved = await readRequest(request.id, organization.key);
    const witness = await service.get<Witness>(`/witness?hash=${sha256(request.bytes)}`, organization.key);
    expect(conserved.invites.map(({ status }) => status)).toEqual(['WITNESSED', 'WITNESSED']);
    expect(witness.timestampedAt).not.toBeNull();
    expect(witness.nom151?.provider).toBe('TESTIGO-SANDBOX');
    expect(fold(witness.hash, witness.merkleized?.merkleProof ?? [])).toBe(witness.merkleized?.merkleRoot);

    for (const id of invites) {
      const invite = await readInvite(id, organization.key);
      const signature = Buffer.from(invite.signature ?? '', 'hex');
      const certificate = new X509Certificate(invite.certificate?.certificatePem ?? '');
      expect(verify('sha256', request.bytes, certificate.publicKey, signature)).toBe(true);
      expect(sha256(certificate.raw)).toBe(invite.certificate?.hash);
      expect(invite.ocspResponse).toMatch(/^3082[0-9a-f]+$/);
      expect(invite.witness?.hash).toBe(sha256(signature));
      expect(invite.status).toBe('WITNESSED');
    }
  });

  it('SR-12 a rejection is an answer: with one signature there is a witness, with none there is not', async () => {
    for (const [first, witnessed] of [
      ['sign', true],
      ['reject', false],
    ] as const) {
      const { organization, request, invites } = await twoSigners();
      await service.write('PUT', `/signature-request/${request.id}`, organization.key, { draft: false });
      expect((await act(invites[0], first)).status).toBe(200);
      expect((await act(invites[1], 'reject')).status).toBe(200);
      const done = await readRequest(request.id, organization.key);
      expect(done.finalized).toBe(true);
      expect(done.rejectedAt).not.toBeNull();
      expect(done.witness !== null).toBe(witnessed);
      expect(done.rejected).toBe(witnessed ? 1 : 2);
    }
  });

  it('ST-11 what is not allowed is 409, an invite that is not there 404, and nothing changes', async () => {
    const { organization, request, invites } = await twoSigners();
    await service.write('PUT', `/signature-request/${request.id}`, organization.key, { draft: false });
    expect((await act(invites[0], 'reject')).status).toBe(200);
    const before = await service.snapshot();
    for (const [id, action, status] of [
      [invites[0], 'sign', 409],
      [invites[0], 'reject', 409],
      ['f'.repeat(24), 'sign', 404],
      ['f'.repeat(24), 'reject', 404],
      ['xyz', 'sign', 400],
    ] as const) {
      const answer = await act(id, action);
      expect([id, action, answer.status]).toEqual([id, action, status]);
      expect((await bodyOfError(answer)).errors[0]?.message).toMatch(/\S/);
    }
    expect(await service.snapshot()).toEqual(before);
    expect(organization.id).toMatch(/^[0-9a-f]{24}$/);
  });

  it('IV-9 twenty at once: one invite a subject, one answer an invite, and nobody is lost', async () => {
    const organization = await service.organization();
    const request = await service.createRequest(organization);
    const subjects = await Promise.all(
      Array.from({ length: 5 }, () => service.subject({ linkedTo: organization.id })),
    );
    const inviting = await Promise.all(
      [...subjects, ...subjects, ...subjects, ...subjects].map(({ id }) =>
        service.request('/rest/v1/signature-request-invite', {
          method: 'POST',
          as: organization.key,
          body: { input: { signatureRequest: request.id, subject: id } },
        }),
      ),
    );
    const statuses = inviting.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(15).fill(409)]);
    const { invites } = await readRequest(request.id, organization.key);
    const answers = await Promise.all(
      invites.flatMap(({ id }) => [act(id, 'sign'), act(id, 'reject'), act(id, 'sign')]),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(5).fill(200),
      ...Array<number>(10).fill(409),
    ]);
    const done = await readRequest(request.id, organization.key);
    expect(done.finalized).toBe(true);
    expect(done.signed + done.rejected).toBe(5);
    const [{ count } = { count: -1 }] = await service.database.rows<{ count: number }>(
      sql`select count(*)::int as count from witnesses where signature_request_id = ${request.id} and kind = 'document'`,
    );
    expect(count).toBe(done.signed > 0 ? 1 : 0);
  });

  it('IV-5 SR-9 with the anonymous key a subject reads the request and invites itself, only itself', async () => {
    const organization = await service.organization();
    const request = await service.createRequest(organization);
    const { anonymousKey } = await readRequest(request.id, organization.key);
    const [subject, other] = [await service.subject(), await service.subject()];
    const read = await service.request(
      `/rest/v1/signature-request/${request.id}?anonymousKey=${anonymousKey}`,
    );
    expect([read.status, ((await read.json()) as { id: string }).id]).toEqual([200, request.id]);
    expect(
      (await service.request(`/rest/v1/signature-request/${request.id}?anonymousKey=wrong`)).status,
    ).toBe(404);
    const invite = (as: string, input: object): Promise<Response> =>
      service.request('/rest/v1/signature-request-invite', { method: 'POST', as, body: { input } });
    const own = { signatureRequest: request.id, subject: subject.id, anonymousKey };
    expect((await invite(subject.token, { ...own, subject: other.id })).status).toBe(403);
    expect((await invite(subject.token, { ...own, anonymousKey: 'wrong-key-wrong-key' })).status).toBe(404);
    expect((await invite(subject.token, own)).status).toBe(200);
    expect((await invite(subject.token, own)).status).toBe(409);
    expect(service.lines.join('\n')).not.toContain(anonymousKey);
  });
});

describe('authority', () => {
  it('AU-2 a key acts as its organization, a token as its subject and as a member', async () => {
    const organization = await service.organization();
    const request = await service.createRequest(organization, { draft: true });
    await service.invite(organization, request.id, organization.linked.id);
    const status = async (as: string): Promise<number> =>
      (await service.request(`/rest/v1/signature-request/${request.id}`, { as })).status;
    expect(await status(organization.key)).toBe(200);
    expect(await status(organization.member.token)).toBe(200);
    expect(await status(organization.linked.token)).toBe(404);
    await service.write('PUT', `/signature-request/${request.id}`, organization.member.token, {
      draft: false,
    });
    expect(await status(organization.linked.token)).toBe(200);
  });

  it('AU-4 only the digest of a key is stored', async () => {
    const organization = await service.organization();
    const made = await service.write<{ id: string; secret: string }>('POST', '/api-key', organization.key, {
      name: 'Second',
      organization: organization.id,
    });
    expect((await service.request('/rest/v1/server-time', { as: made.secret })).status).toBe(200);
    const rows = await service.database.rows<{ line: string }>(
      sql`select to_jsonb(k)::text as line from api_keys k`,
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { line } of rows) expect(line).not.toContain(made.secret);
    expect(rows.some(({ line }) => line.includes(sha256(made.secret)))).toBe(true);
    expect(service.lines.join('\n')).not.toContain(made.secret);
  });

  it('AK-2 a key that is switched off or deleted answers 401', async () => {
    const organization = await service.organization();
    const made = await service.write<{ id: string; secret: string }>('POST', '/api-key', organization.key, {
      name: 'Second',
      organization: organization.id,
    });
    const status = async (): Promise<number> =>
      (await service.request('/rest/v1/server-time', { as: made.secret })).status;
    await service.write('PUT', '/api-key', organization.key, { id: made.id, enabled: false });
    expect(await status()).toBe(401);
    await service.write('PUT', '/api-key', organization.key, { id: made.id, enabled: true });
    expect(await status()).toBe(200);
    await service.request(`/rest/v1/api-key?id=${made.id}`, { method: 'DELETE', as: organization.key });
    expect(await status()).toBe(401);
  });

  it('AU-5 with quota.API false the keys are refused with 403, the members’ tokens are not', async () => {
    const organization = await service.organization({ quotaApi: false });
    const refused = await service.request('/rest/v1/signature-requests', { as: organization.key });
    expect([refused.status, (await bodyOfError(refused)).errors[0]?.extensions.code]).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect(
      (await service.request('/rest/v1/signature-requests', { as: organization.member.token })).status,
    ).toBe(200);
  });

  it('ST-1 the clock of the service is reported', async () => {
    const organization = await service.organization();
    const { time } = await service.get<{ time: string }>('/server-time', organization.key);
    expect(time).toBe(service.clock.now.toISOString());
  });

  it('ST-2 the description is OpenAPI 3.1, needs no key and names exactly what is served', async () => {
    const answer = await service.request('/rest/v1/openapi.json');
    expect(answer.status).toBe(200);
    const text = await answer.text();
    const document = JSON.parse(text) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
      components: { schemas: Record<string, unknown> };
    };
    expect(document.openapi).toBe('3.1.0');
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((o) => o.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const [path, methods] of Object.entries(document.paths))
      for (const method of Object.keys(methods)) {
        const served = await service.request(`/rest/v1${path.replace(/\{\w+\}/, 'x')}`, {
          method: method.toUpperCase(),
        });
        expect([path, method, [404, 405].includes(served.status)]).toEqual([path, method, false]);
      }
    for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
      expect(Object.keys(document.components.schemas)).toContain(name);
    expect(text).not.toContain('$id');
  });
});
