import { createHash, sign } from 'node:crypto';
import { sql } from '../../storage/database/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignatureRequestInvite } from '#contract/resources/resources.ts';
import { issueCertificate } from '../../authorities/certificates/certificate-authority.ts';
import { derOf, pemOf } from '../../authorities/certificates/certificate.ts';
import type { Der } from '../../authorities/asn1/der.ts';
import { generateKeyPairs } from '../../authorities/keys.ts';
import type { KeyPair } from '../../authorities/keys.ts';
import { signDocument } from '../../authorities/signer.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import { openOutsideWorld } from '../../testing/outside-world.ts';
import type { TestOrganization, TestSubject } from '../../testing/test-data.ts';
import { ServiceError } from '../../service-error.ts';

const day = 86_400_000;

let service: TestService;
let organization: TestOrganization;
let otherKeys: KeyPair;
beforeAll(async () => {
  service = await startTestService({ TESTIGO_SANDBOX: '0' });
  organization = await service.organization();
  const [keys] = await generateKeyPairs(1);
  if (!keys) throw new TypeError('no key was made');
  otherKeys = keys;
});
afterAll(() => service.close());

interface Invitation {
  readonly signer: TestSubject;
  readonly request: { readonly id: string; readonly bytes: Uint8Array };
  readonly invite: string;
  /** The certificate and the signature that hold. */
  readonly good: { certificate: string; signature: string };
}

async function invited(): Promise<Invitation> {
  const signer = await service.subject({ linkedTo: organization.id });
  const request = await service.createRequest(organization);
  const invite = await service.invite(organization, request.id, signer.id);
  const good = {
    certificate: service.authorities.certificateOf(signer.id),
    signature: signDocument(request.bytes, service.authorities.signingKey.privateKey),
  };
  return { signer, request, invite, good };
}

const post = (
  invite: string,
  verb: 'sign' | 'reject',
  as: string | undefined,
  input: object,
): Promise<Response> =>
  service.request(`/rest/v1/signature-request-invite/${invite}/${verb}`, {
    method: 'POST',
    as,
    body: { input },
  });

const read = (invite: string): Promise<SignatureRequestInvite> =>
  service.get(`/signature-request-invite/${invite}`, organization.key);

interface Refusal {
  errors: { message: string; path?: string[]; extensions: { rule?: string } }[];
}

/** Refused with this status, field and rule, and not a row changed. */
async function expectRefusal(
  answer: () => Promise<Response>,
  { status, field, rule, message }: { status: number; field?: string; rule?: string; message: RegExp },
): Promise<void> {
  const before = await service.snapshot();
  const refused = await answer();
  const { errors } = (await refused.json()) as Refusal;
  expect(refused.status, errors[0]?.message).toBe(status);
  expect(errors[0]?.message).toMatch(message);
  if (field) expect(errors[0]?.path).toEqual(['input', field]);
  if (rule) expect(errors[0]?.extensions.rule).toBe(rule);
  expect(await service.snapshot()).toEqual(before);
}

/** A certificate of the test's issuer for this name and key. */
function issued(
  subject: { commonName: string; RFC: string; CURP: string },
  about: { keys?: KeyPair; notAfter?: Date; serial?: string } = {},
): Der {
  return issueCertificate(service.authorities.issuer, {
    subject: { country: 'MX', emailAddress: 'a@correo.example', ...subject },
    serial: about.serial ?? `8000${String(Math.floor(performance.now() * 1000)).padStart(16, '0')}`,
    notBefore: new Date(service.clock.now.getTime() - 30 * day),
    notAfter: about.notAfter ?? new Date(service.clock.now.getTime() + 30 * day),
    publicKey: (about.keys ?? service.authorities.signingKey).publicKey,
  });
}

async function nameOf({ id }: TestSubject): Promise<{ commonName: string; RFC: string; CURP: string }> {
  const [row] = await service.database.rows<{ common_name: string; rfc: string; serial_number: string }>(
    sql`select * from subjects where id = ${id}`,
  );
  return { commonName: row?.common_name ?? '', RFC: row?.rfc ?? '', CURP: row?.serial_number ?? '' };
}

describe('a signature of a signer with its own program', () => {
  it('SI-1 is stored with the certificate and a good OCSP response, has a witness and finalizes the request', async () => {
    const { signer, request, invite, good } = await invited();
    const answer = await post(invite, 'sign', signer.token, good);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: invite, status: 'SIGNED', signature: good.signature });
    const stored = await read(invite);
    expect(stored).toMatchObject({
      status: 'SIGNED',
      signature: good.signature,
      certificate: { certificatePem: good.certificate },
      witness: { hash: createHash('sha256').update(Buffer.from(good.signature, 'hex')).digest('hex') },
      signedAt: service.clock.now.toISOString(),
    });
    expect(stored.ocspResponse).toMatch(/^30[0-9a-f]{500,}$/);
    const finalized = await service.get<{ finalized: boolean; witness: { hash: string } }>(
      `/signature-request/${request.id}`,
      organization.key,
    );
    expect(finalized.finalized).toBe(true);
    expect(finalized.witness.hash).toBe(createHash('sha256').update(request.bytes).digest('hex'));
  });

  it('SI-1 takes the DER in hexadecimal, and hexadecimal of either case with a prefix', async () => {
    const { signer, invite, good } = await invited();
    const certificate = Buffer.from(derOf(good.certificate)).toString('hex').toUpperCase();
    const answer = await post(invite, 'sign', signer.token, {
      certificate,
      signature: `0x${good.signature.toUpperCase()}`,
    });
    expect(answer.status).toBe(200);
    expect(await read(invite)).toMatchObject({ signature: good.signature });
  });

  it('SI-1 is taken from the subject of the invite alone', async () => {
    const { invite, good } = await invited();
    for (const as of [organization.key, organization.member.token])
      await expectRefusal(() => post(invite, 'sign', as, good), {
        status: 403,
        rule: 'SI-1',
        message: /by its own subject/,
      });
    const { token } = await service.subject();
    await expectRefusal(() => post(invite, 'sign', token, good), { status: 404, message: /no/ });
    await expectRefusal(() => post(invite, 'sign', undefined, good), { status: 401, message: /./ });
  });

  it('SI-1 is taken once, and not for a draft or a rejected invite', async () => {
    const { signer, invite, good } = await invited();
    expect((await post(invite, 'sign', signer.token, good)).status).toBe(200);
    await expectRefusal(() => post(invite, 'sign', signer.token, good), {
      status: 409,
      message: /The invite is SIGNED/,
    });
    const draft = await service.createRequest(organization, { draft: true });
    const hidden = await service.invite(organization, draft.id, signer.id);
    await expectRefusal(() => post(hidden, 'sign', signer.token, good), { status: 404, message: /no/ });
  });

  it('SI-1 IV-9 of two that come at once one is taken', async () => {
    const { signer, invite, good } = await invited();
    const answers = await Promise.all([1, 2, 3].map(() => post(invite, 'sign', signer.token, good)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const witnesses = await service.database.rows(
      sql`select 1 from witnesses where hash = ${createHash('sha256').update(Buffer.from(good.signature, 'hex')).digest('hex')}`,
    );
    expect(witnesses).toHaveLength(1);
  });

  it('SI-3 a renewed certificate of the subject is stored with its signature', async () => {
    const { signer, request, invite } = await invited();
    const renewed = pemOf(issued(await nameOf(signer), { keys: otherKeys }));
    const signature = signDocument(request.bytes, otherKeys.privateKey);
    const answer = await post(invite, 'sign', signer.token, { certificate: renewed, signature });
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect(await read(invite)).toMatchObject({ certificate: { certificatePem: renewed } });
    const rows = await service.database.rows(sql`select 1 from certificates where subject_id = ${signer.id}`);
    expect(rows).toHaveLength(2);
  });

  it('SI-3 while the responder cannot be reached, signing is 503 and nothing changes', async () => {
    const { signer, invite, good } = await invited();
    const { answerOcsp } = service.authorities;
    Object.assign(service.authorities, {
      answerOcsp: () =>
        Promise.reject(new ServiceError('unavailable', 'No OCSP responder answers.', { retryAfter: 30 })),
    });
    try {
      await expectRefusal(() => post(invite, 'sign', signer.token, good), {
        status: 503,
        message: /No OCSP responder answers/,
      });
    } finally {
      Object.assign(service.authorities, { answerOcsp });
    }
  });
});

describe('a signature that does not hold', () => {
  const expectRefused = (
    { invite, signer }: Invitation,
    input: object,
    expected: { field: string; message: RegExp },
  ): Promise<void> =>
    expectRefusal(() => post(invite, 'sign', signer.token, input), {
      status: 422,
      rule: 'SI-2',
      ...expected,
    });

  it('SI-2 of other bytes, by another key, of another digest, or with a bit changed is 422', async () => {
    const invitation = await invited();
    const { request, good } = invitation;
    const { privateKey } = service.authorities.signingKey;
    const wrong = { field: 'signature', message: /signature\.rsa, SIG_CRYPTO_FAILURE/ };
    for (const signature of [
      signDocument(Buffer.concat([request.bytes, Buffer.of(0)]), privateKey),
      sign('sha512', request.bytes, privateKey).toString('hex'),
      good.signature.replace(/^../, (first) => (first === '00' ? '01' : '00')),
    ])
      await expectRefused(invitation, { ...good, signature }, wrong);
    // As a number, a signature by another key may lie above this key's modulus: then its form is wrong.
    await expectRefused(
      invitation,
      { ...good, signature: signDocument(request.bytes, otherKeys.privateKey) },
      { field: 'signature', message: /signature\.rsa, SIG_CRYPTO_FAILURE|signature\.form/ },
    );
    await expectRefused(
      invitation,
      { ...good, signature: 'abcd' },
      { field: 'signature', message: /signature\.form/ },
    );
  });

  it('SI-2 with the certificate of another subject is 422', async () => {
    const invitation = await invited();
    const { request } = invitation;
    const name = await nameOf(invitation.signer);
    const signature = signDocument(request.bytes, service.authorities.signingKey.privateKey);
    for (const subject of [
      { ...name, RFC: 'XAXX010101000' },
      { ...name, CURP: 'XEXX010101HNEXXXA4' },
    ])
      await expectRefused(
        invitation,
        { certificate: pemOf(issued(subject)), signature },
        { field: 'certificate', message: /names another RFC or serial number/ },
      );
  });

  it('SI-2 with an expired certificate, one of an authority, of another issuer, or with a changed byte is 422', async () => {
    const invitation = await invited();
    const { good } = invitation;
    const name = await nameOf(invitation.signer);
    const expired = issued(name, { notAfter: new Date(service.clock.now.getTime() - day) });
    const otherWorld = await openOutsideWorld(service.clock.now);
    const foreign = await otherWorld.signer(name);
    const changed = Buffer.from(derOf(good.certificate));
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    for (const [certificate, message] of [
      [pemOf(expired), /is not within its dates/],
      [pemOf(service.authorities.issuer.certificate), /not for signing documents/],
      [foreign.pem, /does not lead to an issuer/],
      [changed.toString('hex'), /does not lead to an issuer/],
      ['-----BEGIN CERTIFICATE-----', /cannot be read/],
    ] as const)
      await expectRefused(invitation, { ...good, certificate }, { field: 'certificate', message });
    await otherWorld.close();
  });

  it('SI-2 with a revoked certificate is 422', async () => {
    const invitation = await invited();
    await service.database
      .rows(sql`update certificates set revoked_at = ${service.clock.now.toISOString()}::timestamptz
      where subject_id = ${invitation.signer.id}`);
    await expectRefused(invitation, invitation.good, {
      field: 'certificate',
      message: /was revoked on 2026-11-20/,
    });
  });

  it('SI-2 with a response of the responder about another certificate, an old one, or bytes that are none is 422', async () => {
    const invitation = await invited();
    const other = await service.subject();
    const { answerOcsp } = service.authorities;
    const answers = [
      (): Promise<Uint8Array> =>
        answerOcsp({
          certificatePem: service.authorities.certificateOf(other.id),
          revokedAt: null,
          at: service.clock.now,
        }),
      (): Promise<Uint8Array> =>
        answerOcsp({
          certificatePem: invitation.good.certificate,
          revokedAt: null,
          at: new Date(service.clock.now.getTime() - 2 * day),
        }),
      (): Promise<Uint8Array> => Promise.resolve(Buffer.from('good')),
    ];
    try {
      for (const answer of answers) {
        Object.assign(service.authorities, { answerOcsp: answer });
        await expectRefused(invitation, invitation.good, {
          field: 'certificate',
          message: /does not say that the certificate is good \(ocsp\./,
        });
      }
    } finally {
      Object.assign(service.authorities, { answerOcsp });
    }
  });

  it('SI-2 with another certificate of a number that the issuer gave before is 422', async () => {
    const invitation = await invited();
    const name = await nameOf(invitation.signer);
    const [row] = await service.database.rows<{ serial_number: string }>(
      sql`select serial_number from certificates where subject_id = ${invitation.signer.id}`,
    );
    const serial = Buffer.from(row?.serial_number ?? '', 'hex').toString('latin1');
    await expectRefused(
      invitation,
      { ...invitation.good, certificate: pemOf(issued(name, { serial })) },
      { field: 'certificate', message: /Another certificate of this issuer with the same number/ },
    );
  });
});

describe('a rejection by a signer with its own program', () => {
  it('SI-4 rejects the invite, and nobody else does', async () => {
    const { signer, invite } = await invited();
    for (const as of [organization.key, organization.member.token])
      await expectRefusal(() => post(invite, 'reject', as, {}), {
        status: 403,
        rule: 'SI-4',
        message: /by its own subject/,
      });
    expect(await (await post(invite, 'reject', signer.token, {})).json()).toMatchObject({
      id: invite,
      status: 'REJECTED',
      rejectedAt: service.clock.now.toISOString(),
    });
    await expectRefusal(() => post(invite, 'reject', signer.token, {}), {
      status: 409,
      message: /The invite is REJECTED/,
    });
  });

  it('PR-3 neither is taken while the organization of the invite is off', async () => {
    const { signer, invite, good } = await invited();
    const set = (at: string | null): Promise<object[]> =>
      service.database.rows(
        sql`update organizations set disabled_at = ${at}::timestamptz where id = ${organization.id}`,
      );
    await set(service.clock.now.toISOString());
    try {
      for (const [verb, input] of [['sign', good] as const, ['reject', {}] as const])
        await expectRefusal(() => post(invite, verb, signer.token, input), {
          status: 403,
          rule: 'PR-3',
          message: /switched off by the operator/,
        });
    } finally {
      await set(null);
    }
  });
});
