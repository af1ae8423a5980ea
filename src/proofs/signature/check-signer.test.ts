import { describe, expect, it } from 'vitest';
import type { CheckId } from '../check.ts';
import { certificatesAtHand, checkSigner } from './check-signer.ts';
import type { Context } from '../evidence/evidence.ts';
import type { ReportedCertificate, InviteFacts } from '../evidence/facts.ts';
import { readInstant } from '../encoding/instant.ts';
import { oid } from '../pki/der/oids.ts';
import { authorityExtensions, issue, purposes, testKey, usage } from '../pki/testing/authority.ts';
import { ocspResponse } from '../pki/testing/ocsp-responder.ts';
import { authority, context, inviteOf, now, pem, provenAt, root, signer } from '../testing/case-material.ts';
import { hex } from '../testing/trees.ts';

const invite = inviteOf('Ana');
const moment = { at: readInstant(provenAt, 'at'), proven: true, now };
const verdictOf = (
  change: Partial<InviteFacts> = {},
  certificates?: readonly string[],
  of: Context = context,
) => checkSigner({ ...invite, ...change }, moment, certificates === undefined ? {} : { certificates }, of);
const find = (result: ReturnType<typeof verdictOf>, id: CheckId) =>
  result.checks.find((one) => one.id === id)!;
const reported = (change: ReportedCertificate) =>
  verdictOf({ certificate: { ...invite.certificate, ...change } });

describe('who signed', () => {
  it('nobody, where there is no signature', () => {
    const { signature: _, ...unsigned } = invite;
    expect(checkSigner(unsigned, moment, {}, context)).toStrictEqual({ key: undefined, checks: [] });
  });

  it('the key of the certificate, and what the response says of it', () => {
    const { key } = signer('Ana').certificate.publicKey;
    if (key.kind !== 'rsa') throw new Error('an RSA key');
    const result = verdictOf();
    expect(result.key).toStrictEqual({ modulus: key.modulus, exponent: key.exponent });
    expect(result.revoked).toBe(false);
    expect(result.checks.map(({ id, status }) => `${id} ${status}`)).toEqual(
      [
        ...['parse', 'fields', 'identity', 'key', 'validity', 'usage', 'path'].map(
          (one) => `certificate.${one}`,
        ),
        ...['parse', 'cert', 'signature', 'responder', 'status', 'time'].map((one) => `ocsp.${one}`),
      ].map((id) => `${id} PASSED`),
    );
    const response = ocspResponse({
      singles: [
        {
          certificate: signer('Ana').certificate,
          issuer: authority,
          thisUpdate: provenAt,
          status: { revokedAt: '2026-01-01T00:00:00Z' },
        },
      ],
      signer: authority,
      producedAt: provenAt,
    });
    expect(verdictOf({ ocspResponse: hex(response) }).revoked).toBe(true);
    expect(verdictOf({ ocspResponse: 'zz' })).not.toHaveProperty('revoked');
  });

  it('with a key that is not RSA, it is some other key', () => {
    const other = issue({
      subject: 'CN=Ana',
      issuer: authority,
      key: testKey('ec'),
      extensions: [usage(0, 1)],
    });
    expect(reported({ pem: pem(other) }).key).toBe('other');
  });

  it.each([[undefined], [''], ['  '], ['https://x.example/c.pem'], ['HTTP://x.example/c.pem']])(
    'no certificate in %j: every question about it is open, and says what to get',
    (text) => {
      const { pem: _, ...rest } = invite.certificate!;
      const result = verdictOf({ certificate: { ...rest, ...(text !== undefined && { pem: text }) } });
      expect(result.key).toBeUndefined();
      expect(find(result, 'certificate.parse').reason?.code).toBe('X_EVIDENCE_ABSENT');
      const open = result.checks.filter(({ reason }) => reason?.code === 'NO_SIGNING_CERTIFICATE_FOUND');
      expect(open.map(({ id }) => id)).toEqual([
        'certificate.path',
        ...['parse', 'cert', 'signature', 'responder', 'status', 'time'].map((one) => `ocsp.${one}`),
      ]);
      for (const { next } of open) expect(next).toEqual({ code: 'get_certificate' });
      expect(verdictOf({ certificate: undefined } as never).key).toBeUndefined();
    },
  );

  it('a text that only mentions an address is no address', () => {
    expect(find(reported({ pem: 'see https://x.example' }), 'certificate.parse').reason?.code).toBe(
      'X_UNREADABLE',
    );
    expect(find(reported({ pem: `\n${pem(signer('Ana'))}\n` }), 'certificate.parse').status).toBe('PASSED');
  });

  it('issuers come from the invite or from the evidence', () => {
    const { issuerPem: _, ...alone } = invite.certificate!;
    expect(find(verdictOf({ certificate: alone }), 'certificate.path').status).toBe('INDETERMINATE');
    expect(find(verdictOf({ certificate: alone }, [pem(authority)]), 'certificate.path').status).toBe(
      'PASSED',
    );
    expect(find(verdictOf({}, ['nonsense']), 'certificate.path').status).toBe('PASSED');
  });

  it('a person is certified by no authority that is critically for something else', () => {
    const under = (...critical: readonly string[]): string | undefined => {
      const extensions = [...authorityExtensions(), purposes(true, ...critical)];
      const limited = issue({ subject: `CN=Limited ${critical.join()}`, issuer: root, extensions });
      const issued = issue({
        subject: 'CN=Ana',
        issuer: limited,
        key: testKey('Ana', 'RSA'),
        extensions: [usage(0, 1)],
      });
      const { status, reason } = find(
        reported({ pem: pem(issued), issuerPem: pem(limited) }),
        'certificate.path',
      );
      return reason === undefined ? status : `${status} ${reason.code}`;
    };
    expect(under(oid.timeStamping)).toBe('FAILED CHAIN_CONSTRAINTS_FAILURE');
    expect(under('1.3.6.1.5.5.7.3.1', oid.ocspSigning)).toBe('FAILED CHAIN_CONSTRAINTS_FAILURE');
    for (const one of [oid.emailProtection, oid.clientAuth, oid.documentSigning, oid.anyExtendedKeyUsage])
      expect(under(oid.timeStamping, one)).toBe('PASSED');
  });

  it.each([
    ['serialNumber', { serialNumber: '00' }],
    ['hash', { hash: '00'.repeat(32) }],
    ['notBefore', { notBefore: '2001-01-01T00:00:00Z' }],
    ['notAfter', { notAfter: '2001-01-01T00:00:00Z' }],
    ['version', { version: 1 }],
    ['modulus', { modulus: '00ff' }],
    ['exponent', { exponent: '03' }],
    ['issuer', { issuer: { commonName: 'Otra' } }],
  ] as const)('what the service tells of its %s is compared with it', (_field, change) => {
    expect(find(reported(change as ReportedCertificate), 'certificate.fields')).toMatchObject({
      status: 'FAILED',
    });
  });

  it.each([{ rfc: 'X' }, { serialNumber: 'X' }])(
    'another person than the one in the certificate fails: %j',
    (subject) => {
      expect(find(verdictOf({ subject }), 'certificate.identity')).toMatchObject({
        status: 'FAILED',
        level: 'FAIL',
        reason: { code: 'X_CERT_FIELD_CONFLICT' },
      });
    },
  );

  it.each([{ commonName: 'Otra' }, { country: 'US' }, { emailAddress: 'a@b' }])(
    'what may be written otherwise is a warning: %j',
    (subject) => {
      expect(find(verdictOf({ subject }), 'certificate.identity')).toMatchObject({
        status: 'PASSED',
        warnings: [{ code: 'X_CERT_FIELD_CONFLICT', detail: { field: Object.keys(subject)[0] } }],
      });
    },
  );
});

describe('certificates at hand', () => {
  it('are read once for all signatures and time-stamps that they are at hand for', () => {
    const texts = [pem(authority)];
    const [read] = certificatesAtHand(texts);
    expect(certificatesAtHand(texts)[0]).toBe(read);
    expect(certificatesAtHand([...texts])[0]).not.toBe(read);
  });

  it('are those that can be read, at most 256 texts and 256 certificates', () => {
    const [one, two] = [pem(authority), pem(signer('Ana'))];
    expect(certificatesAtHand(['x', one, two]).map(({ fingerprint }) => fingerprint)).toEqual([
      authority.certificate.fingerprint,
      signer('Ana').certificate.fingerprint,
    ]);
    expect(certificatesAtHand([...Array<string>(256).fill('x'), one])).toEqual([]);
    expect(certificatesAtHand([...Array<string>(255).fill('x'), one])).toHaveLength(1);
    expect(certificatesAtHand([...Array<string>(200).fill(`${one}\n${two}`)])).toHaveLength(256);
  });
});
