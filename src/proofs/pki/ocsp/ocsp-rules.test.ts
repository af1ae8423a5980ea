import { describe, expect, test } from 'vitest';
import type { Check, CheckId } from '../../check.ts';
import { toHex } from '../../encoding/bytes.ts';
import { readInstant } from '../../encoding/instant.ts';
import { standard, strict, vectors } from '../../policy/policy.ts';
import { checkOcsp, type OcspInput } from './ocsp.ts';
import { readOcspInput, type BasicResponse } from './ocsp-response.ts';
import {
  checkCertificateId,
  checkResponder,
  checkResponseSignature,
  checkStatus,
  checkResponseTime,
} from './ocsp-rules.ts';
import { oid } from '../der/oids.ts';
import { extension, issue, purposes, smallChain, testKey, usage, type Issued } from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';
import {
  ocspResponse,
  ocspStatusOnly,
  type ResponseSpec,
  type SingleSpec,
} from '../testing/ocsp-responder.ts';
import { signatureMemo } from '../path/trust.ts';

const { root, authority, leaf } = smallChain();
const instant = (text: string): number => readInstant(text, 'test');
const moment = { at: instant('2026-11-19T18:00:00Z'), proven: true, now: instant('2026-11-20T00:00:00Z') };
const times = { thisUpdate: '2026-11-19T20:00:00Z', bestTime: '2026-11-19T18:00:00Z' };

function response(single: Partial<SingleSpec> = {}, more: Partial<ResponseSpec> = {}): Uint8Array {
  return ocspResponse({
    singles: [{ certificate: leaf.certificate, issuer: authority, ...single }],
    signer: authority,
    ...more,
  });
}

const input: OcspInput = {
  response: undefined,
  certificate: leaf.certificate,
  issuer: authority.certificate,
  moment,
  policy: standard,
};
const verdictOf = (bytes: OcspInput['response'], more: Partial<OcspInput> = {}) =>
  checkOcsp({ ...input, response: bytes, ...more });
const find = (checks: readonly Check[], id: CheckId): Check => checks.find((one) => one.id === id)!;
const basicOf = (bytes: Uint8Array): BasicResponse => readOcspInput(bytes).basic!;

describe('what every check of a response tells', () => {
  test('where nothing was given, and where it is no response: all six say so, without evidence', () => {
    const { checks, facts } = verdictOf(undefined);
    expect([checks.length, facts]).toEqual([6, undefined]);
    for (const check of checks) {
      expect(check).toMatchObject({
        status: 'INDETERMINATE',
        reason: { code: 'X_EVIDENCE_ABSENT' },
        next: { code: 'get_ocsp' },
        evidence: [],
      });
    }
    for (const check of verdictOf('zz').checks) {
      expect(check).toMatchObject({
        status: 'INDETERMINATE',
        reason: { code: 'X_UNREADABLE' },
        evidence: [],
      });
    }
  });

  test('the response itself is the evidence, with its size, digest, time and origin', () => {
    const bytes = response();
    const shown = { kind: 'ocsp-response', sha256: readOcspInput(bytes).fingerprint, size: bytes.length };
    const time = '2026-11-19T20:00:00Z';
    expect(verdictOf(bytes, { origin: 'file' }).checks.map(({ evidence }) => evidence)).toStrictEqual(
      Array(6).fill([{ ...shown, origin: 'file', time }]),
    );
    expect(verdictOf(bytes).checks[0]!.evidence).toStrictEqual([{ ...shown, time }]);
    const bare = ocspStatusOnly(3);
    expect(verdictOf(bare)).toMatchObject({ facts: undefined });
    expect(verdictOf(bare).checks[0]).toMatchObject({
      reason: { code: 'TRY_LATER', detail: { responseStatus: 'tryLater' } },
      next: { code: 'get_ocsp' },
    });
    expect(verdictOf(bare).checks[0]!.evidence[0]).not.toHaveProperty('time');
  });

  test('facts: everything that the answer says, the responder by key or by name', () => {
    const bytes = response(
      { status: { revokedAt: '2026-11-01T00:00:00Z', reason: 4 }, nextUpdate: '2026-11-21T00:00:00Z' },
      { by: 'name' },
    );
    expect(verdictOf(bytes).facts).toStrictEqual({
      status: 'revoked',
      producedAt: '2026-11-19T20:00:00Z',
      thisUpdate: '2026-11-19T20:00:00Z',
      nextUpdate: '2026-11-21T00:00:00Z',
      revokedAt: '2026-11-01T00:00:00Z',
      revocationReason: 4,
      responder: 'CN=Authority',
      responderFingerprint: authority.certificate.fingerprint,
      responderStanding: 'issuer',
      signatureAlgorithm: 'ECDSA P-256 with SHA-256',
    });
    expect(verdictOf(response()).facts).toMatchObject({
      responder: expect.stringMatching(/^key [0-9a-f]{40}$/) as string,
    });
    // An answer about another certificate is shown as what it is; one that answers nothing has no facts.
    const other = issue({ subject: 'CN=Other', issuer: authority });
    expect(verdictOf(response({ certificate: other.certificate, status: 'unknown' })).facts?.status).toBe(
      'unknown',
    );
    const second = { certificate: leaf.certificate, issuer: authority, status: 'good' } as const;
    const first = { ...second, certificate: other.certificate, status: 'unknown' } as const;
    expect(verdictOf(ocspResponse({ singles: [first, second], signer: authority })).facts?.status).toBe(
      'good',
    );
  });

  test('a critical extension is named; what the response says then does not count, and that is said', () => {
    const odd = extension('1.2.3.4', der.nullValue(), true);
    const { checks } = verdictOf(response({}, { extensions: [odd] }));
    expect(find(checks, 'ocsp.parse')).toMatchObject({
      reason: { code: 'X_UNSUPPORTED', detail: { what: 'critical extension 1.2.3.4' } },
      next: { code: 'check_elsewhere' },
    });
    for (const id of ['ocsp.status', 'ocsp.time'] as const) {
      expect(find(checks, id)).toMatchObject({
        status: 'INDETERMINATE',
        reason: {
          code: 'X_UNSUPPORTED',
          detail: {
            rule: 'what a response says counts once it is shown to be an authorized answer about this certificate',
          },
        },
        next: { code: 'get_ocsp' },
      });
    }
  });
});

describe('ocsp.cert', () => {
  const cert = (bytes: Uint8Array, more: Partial<OcspInput> = {}) =>
    checkCertificateId(basicOf(bytes), { ...input, ...more }, signatureMemo(9));

  test('needs the issuer of the checked path, and one that signed the certificate', () => {
    const missing = {
      finding: {
        status: 'INDETERMINATE',
        reason: { code: 'NO_CERTIFICATE_CHAIN_FOUND' },
        next: { code: 'add_anchor' },
      },
    };
    expect(cert(response(), { issuer: undefined })).toStrictEqual(missing);
    expect(cert(response(), { issuer: root.certificate })).toStrictEqual(missing);
  });

  test('another certificate: the first id as reported, and as it would have to be', () => {
    const other = issue({ subject: 'CN=Other', issuer: authority });
    const reported = basicOf(response({ certificate: other.certificate })).responses[0]!.id;
    const responseId = basicOf(response()).responses[0]!.id;
    const text = (id: typeof reported): string =>
      [id.issuerNameHash, id.issuerKeyHash, id.serialNumber].map(toHex).join(' ');
    expect(cert(response({ certificate: other.certificate })).finding).toStrictEqual({
      status: 'FAILED',
      reason: { code: 'X_OCSP_NOT_FOR_CERT' },
      computed: text(responseId),
      expected: text(reported),
    });
    // Of several hashes the first that is known here is shown.
    const two = ocspResponse({
      singles: (['sha256', 'sha1'] as const).map((hash) => ({
        certificate: other.certificate,
        issuer: authority,
        hash,
      })),
      signer: authority,
    });
    expect(cert(two).finding.computed).toBe(text(responseId));
  });

  test('a hash that is not known here is named; SHA-1 is weak, or refused', () => {
    expect(cert(response({ hash: 'md5' })).finding).toMatchObject({
      reason: { code: 'X_UNSUPPORTED', detail: { what: 'hash 1.2.840.113549.2.5' } },
      next: { code: 'check_elsewhere' },
    });
    const weak = { code: 'X_WEAK_ALGORITHM', detail: { what: 'SHA-1', where: 'certID' } };
    expect(cert(response({ hash: 'sha1' })).finding).toStrictEqual({ status: 'PASSED', warnings: [weak] });
    expect(cert(response({ hash: 'sha1' }), { policy: vectors }).finding).toStrictEqual({ status: 'PASSED' });
    expect(cert(response()).finding).toStrictEqual({ status: 'PASSED' });
    expect(cert(response({ hash: 'sha1' }), { policy: strict }).finding).toMatchObject({
      reason: { code: 'CRYPTO_CONSTRAINTS_FAILURE', detail: { what: 'SHA-1 in certID' } },
      next: { code: 'get_ocsp' },
    });
  });

  test('of several answers about it: revoked before unknown before good', () => {
    const one = { certificate: leaf.certificate, issuer: authority };
    const statusOf = (...statuses: NonNullable<SingleSpec['status']>[]) =>
      cert(ocspResponse({ singles: statuses.map((status) => ({ ...one, status })), signer: authority }))
        .single?.status;
    const revoked = { revokedAt: '2026-01-01T00:00:00Z' };
    expect(statusOf('good', 'unknown')).toBe('unknown');
    expect(statusOf('unknown', 'good')).toBe('unknown');
    expect(statusOf('unknown', revoked, 'good')).toBe('revoked');
    expect(statusOf('good', 'good')).toBe('good');
  });
});

describe('ocsp.signature and ocsp.responder', () => {
  const sign = (bytes: Uint8Array, more: Partial<OcspInput> = {}) =>
    checkResponseSignature(basicOf(bytes), { ...input, ...more }, signatureMemo(9));
  const authorized = (bytes: Uint8Array, signer?: Issued, more: Partial<OcspInput> = {}) =>
    checkResponder(basicOf(bytes), signer?.certificate, { ...input, ...more }, signatureMemo(9));
  const delegate = (more: Partial<Parameters<typeof issue>[0]> = {}): Issued =>
    issue({
      subject: 'CN=Responder',
      issuer: authority,
      extensions: [usage(0), purposes(false, oid.ocspSigning)],
      ...more,
    });

  test('nobody at hand has the key that is named', () => {
    const absent = delegate();
    expect(sign(response({}, { signer: absent, by: 'name' }))).toStrictEqual({
      finding: {
        status: 'INDETERMINATE',
        reason: { code: 'NO_SIGNING_CERTIFICATE_FOUND', detail: { responder: 'CN=Responder' } },
        next: { code: 'get_ocsp' },
      },
    });
    expect(sign(response(), { issuer: undefined }).finding.status).toBe('INDETERMINATE');
    expect(authorized(response({}, { signer: absent, by: 'name' })).finding).toMatchObject({
      status: 'FAILED',
      reason: {
        code: 'X_OCSP_RESPONDER_UNAUTHORIZED',
        detail: {
          responder: 'CN=Responder',
          rule: 'the responder is the issuer, or its certificate is in the response',
        },
      },
    });
  });

  test('a signature that does not hold, that is refused, that is not supported here', () => {
    expect(sign(response({}, { signingKey: testKey('forger') })).finding).toMatchObject({
      status: 'FAILED',
      reason: { code: 'SIG_CRYPTO_FAILURE', detail: { rule: 'the ECDSA signature holds' } },
    });
    expect(sign(response({}, { signatureHash: 'sha1' }), { policy: strict }).finding).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'CRYPTO_CONSTRAINTS_FAILURE', detail: { what: 'SHA-1' } },
      next: { code: 'get_ocsp' },
    });
    const basic = basicOf(response());
    const odd = {
      ...basic,
      signatureAlgorithm: { ...basic.signatureAlgorithm, id: '1.2.840.113549.1.1.10' },
    };
    expect(checkResponseSignature(odd, input, signatureMemo(9)).finding).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_UNSUPPORTED', detail: { what: 'RSA-PSS' } },
      next: { code: 'check_elsewhere' },
    });
    expect(sign(response({}, { signatureHash: 'sha1' })).finding).toStrictEqual({
      status: 'PASSED',
      warnings: [{ code: 'X_WEAK_ALGORITHM', detail: { what: 'SHA-1', where: 'signature' } }],
    });
    expect(sign(response())).toStrictEqual({
      finding: { status: 'PASSED' },
      signer: authority.certificate,
      algorithm: 'ECDSA P-256 with SHA-256',
    });
  });

  test('who is named and at hand but did not sign is not unauthorized; that is for the signature to say', () => {
    const open = {
      finding: {
        status: 'INDETERMINATE',
        reason: { code: 'NO_SIGNING_CERTIFICATE_FOUND' },
        next: { code: 'get_ocsp' },
      },
    };
    expect(authorized(response())).toStrictEqual(open);
    const by = delegate();
    expect(authorized(response({}, { signer: by, certificates: [leaf, by] }))).toStrictEqual(open);
    expect(authorized(response(), authority, { issuer: undefined })).toStrictEqual({
      finding: {
        status: 'INDETERMINATE',
        reason: { code: 'NO_CERTIFICATE_CHAIN_FOUND' },
        next: { code: 'add_anchor' },
      },
    });
  });

  test('valid at producedAt: the first and the last second belong to it', () => {
    const by = delegate({ notBefore: '2026-11-19T10:00:00Z', notAfter: '2026-11-19T20:00:00Z' });
    const at = (producedAt: string) =>
      authorized(response({}, { signer: by, producedAt }), by).finding.status;
    expect(at('2026-11-19T10:00:00Z')).toBe('PASSED');
    expect(at('2026-11-19T09:59:59Z')).toBe('FAILED');
    expect(at('2026-11-19T20:00:00Z')).toBe('PASSED');
    expect(at('2026-11-19T20:00:01Z')).toBe('FAILED');
  });

  test('a delegate is certified by this issuer, by name and by key', () => {
    const by = delegate({ issuerName: root.subjectName });
    expect(authorized(response({}, { signer: by }), by).finding.reason?.detail?.rule).toBe(
      'the responder is certified by the issuer itself',
    );
    const forged = delegate({ signingKey: testKey('forger') });
    expect(authorized(response({}, { signer: forged }), forged).finding.reason?.detail?.rule).toBe(
      'the issuer signed the certificate of the responder',
    );
  });

  test('a delegate whose certificate is weakly signed, or by what is not supported here', () => {
    const weak = delegate({ hash: 'sha1' });
    const bytes = response({}, { signer: weak });
    expect(authorized(bytes, weak).finding.warnings).toEqual([
      { code: 'X_WEAK_ALGORITHM', detail: { what: 'SHA-1', where: 'certificate of the responder' } },
    ]);
    expect(authorized(bytes, weak, { policy: strict }).finding).toStrictEqual({
      status: 'INDETERMINATE',
      reason: { code: 'CRYPTO_CONSTRAINTS_FAILURE', detail: { what: 'SHA-1' } },
      next: { code: 'get_ocsp' },
    });
    const plain = delegate();
    const pss = { ...plain.certificate.signatureAlgorithm, id: '1.2.840.113549.1.1.10' };
    const odd = { ...plain, certificate: { ...plain.certificate, signatureAlgorithm: pss } };
    expect(authorized(response({}, { signer: plain }), odd).finding).toMatchObject({
      reason: { code: 'X_UNSUPPORTED', detail: { what: 'RSA-PSS' } },
    });
    const critical = delegate({
      extensions: [usage(1), purposes(false, oid.ocspSigning), extension('1.2.3.4', der.nullValue(), true)],
    });
    expect(authorized(response({}, { signer: critical }), critical).finding).toMatchObject({
      reason: { code: 'X_UNSUPPORTED', detail: { what: 'critical extension 1.2.3.4' } },
      next: { code: 'check_elsewhere' },
    });
  });
});

describe('ocsp.status', () => {
  const single = basicOf(response()).responses[0]!;
  const status = (more: Partial<typeof single>, proven = true) =>
    checkStatus({ ...single, ...more }, { ...input, moment: { ...moment, proven } });

  test('revoked: when, why, and what would decide it', () => {
    const revokedAt = instant('2026-11-01T00:00:00Z');
    const detail = { revokedAt: '2026-11-01T00:00:00Z', reason: 0 };
    expect(status({ status: 'revoked', revokedAt })).toStrictEqual({
      status: 'FAILED',
      reason: { code: 'REVOKED', detail },
    });
    expect(status({ status: 'revoked', revokedAt, revocationReason: 4 }).reason?.detail?.reason).toBe(4);
    expect(status({ status: 'revoked', revokedAt }, false)).toStrictEqual({
      status: 'INDETERMINATE',
      reason: { code: 'REVOKED_NO_POE', detail },
      next: { code: 'prove_time' },
    });
    expect(status({ status: 'revoked', revokedAt: moment.at + 1000 })).toStrictEqual({
      status: 'PASSED',
      expected: '2026-11-19T18:00:00Z',
      computed: '2026-11-19T18:00:01Z',
    });
  });

  test('unknown, or revoked without a time, cannot be determined', () => {
    const open = {
      status: 'INDETERMINATE',
      reason: { code: 'X_OCSP_UNKNOWN' },
      next: { code: 'get_ocsp' },
    };
    expect(status({ status: 'unknown' })).toStrictEqual(open);
    expect(status({ status: 'unknown', revokedAt: moment.at })).toStrictEqual(open);
    expect(status({ status: 'revoked', revokedAt: undefined })).toStrictEqual(open);
  });
});

describe('ocsp.time', () => {
  const basic = basicOf(response());
  const [single] = basic.responses;
  const time = (
    more: Partial<NonNullable<typeof single>>,
    producedAt = basic.producedAt,
    of: Partial<OcspInput> = {},
  ) => checkResponseTime({ ...basic, producedAt }, { ...single!, ...more }, { ...input, ...of });

  test('tells both times, whatever it says', () => {
    expect(time({})).toStrictEqual({
      status: 'PASSED',
      expected: times.bestTime,
      computed: times.thisUpdate,
    });
    expect(time({ nextUpdate: single!.thisUpdate - 1 })).toStrictEqual({
      status: 'INDETERMINATE',
      reason: { code: 'TIMESTAMP_ORDER_FAILURE', detail: times },
      next: { code: 'get_ocsp' },
    });
  });

  test('bounds: five minutes of clocks, and a nextUpdate that is thisUpdate', () => {
    const { thisUpdate } = single!;
    expect(time({}, thisUpdate - 300_000).status).toBe('PASSED');
    expect(time({}, thisUpdate - 300_001).reason?.code).toBe('TIMESTAMP_ORDER_FAILURE');
    expect(time({ nextUpdate: thisUpdate }).status).toBe('PASSED');
  });

  test('after the expiry: the second of the expiry still counts, as does a memory that reaches to it', () => {
    const { thisUpdate } = single!;
    const at = (notAfter: number, archiveCutoff?: number) =>
      time({ archiveCutoff }, undefined, { certificate: { ...leaf.certificate, notAfter } });
    expect(at(thisUpdate).status).toBe('PASSED');
    expect(at(thisUpdate - 1, thisUpdate - 1).status).toBe('PASSED');
    expect(at(thisUpdate - 1)).toStrictEqual({
      status: 'INDETERMINATE',
      reason: { code: 'OUT_OF_BOUNDS_NO_POE', detail: { ...times, notAfter: '2026-11-19T19:59:59.999Z' } },
      next: { code: 'get_ocsp' },
    });
  });
});
