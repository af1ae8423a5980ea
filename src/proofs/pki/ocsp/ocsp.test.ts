import { describe, expect, test } from 'vitest';
import type { Check } from '../../check.ts';
import { readInstant } from '../../encoding/instant.ts';
import { standard, strict, vectors, type Policy } from '../../policy/policy.ts';
import { toBase64, toHex } from '../../encoding/bytes.ts';
import { flipByte } from '../../testing/mutate.ts';
import { checkOcsp, type OcspInput } from './ocsp.ts';
import { oid } from '../der/oids.ts';
import { readOcspInput } from './ocsp-response.ts';
import {
  authorityExtensions,
  extension,
  issue,
  purposes,
  smallChain,
  testKey,
  usage,
  type Issued,
} from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';
import {
  ocspResponse,
  ocspStatusOnly,
  type ResponseSpec,
  type SingleSpec,
} from '../testing/ocsp-responder.ts';

const { root, authority, leaf } = smallChain();
const instant = (text: string): number => readInstant(text, 'test');
const moment = { at: instant('2026-11-19T18:00:00Z'), proven: true, now: instant('2026-11-20T00:00:00Z') };

const delegate = (
  extensions: readonly Uint8Array[],
  more: Partial<Parameters<typeof issue>[0]> = {},
): Issued => issue({ subject: 'CN=Responder', issuer: authority, extensions, ...more });
const responder = delegate([
  usage(0),
  purposes(false, oid.ocspSigning),
  extension(oid.ocspNoCheck, der.nullValue()),
]);

function response(single: Partial<SingleSpec> = {}, more: Partial<ResponseSpec> = {}): Uint8Array {
  return ocspResponse({
    singles: [{ certificate: leaf.certificate, issuer: authority, ...single }],
    signer: authority,
    ...more,
  });
}

const delegated = (by: Issued, more: Partial<ResponseSpec> = {}): Uint8Array =>
  response({}, { signer: by, certificates: [by], ...more });

function run(bytes: OcspInput['response'], more: Partial<OcspInput> = {}): readonly Check[] {
  return checkOcsp({
    response: bytes,
    certificate: leaf.certificate,
    issuer: authority.certificate,
    moment,
    policy: standard,
    ...more,
  }).checks;
}

/** `parse PASSED, cert FAILED X_…`: everything that is not PASSED; empty when all six passed. */
function open(checks: readonly Check[]): string[] {
  return checks.flatMap(({ id, status, reason }) =>
    status === 'PASSED' ? [] : [`${id.slice(5)} ${status} ${reason?.code ?? ''}`],
  );
}

const ids = ['ocsp.parse', 'ocsp.cert', 'ocsp.signature', 'ocsp.responder', 'ocsp.status', 'ocsp.time'];

describe('RFC 6960: a response that holds', () => {
  test('signed by the issuer, named by key or by name', () => {
    for (const by of ['key', 'name'] as const) {
      const checks = run(response({}, { by }));
      expect(checks.map(({ id }) => id)).toEqual(ids);
      expect(open(checks)).toEqual([]);
    }
  });

  test('signed by a delegate of the issuer', () => {
    const { checks, facts } = checkOcsp({
      response: delegated(responder),
      certificate: leaf.certificate,
      issuer: authority.certificate,
      moment,
      policy: standard,
    });
    expect(open(checks)).toEqual([]);
    expect(facts).toMatchObject({
      status: 'good',
      responderStanding: 'no-check',
      responderFingerprint: responder.certificate.fingerprint,
      thisUpdate: '2026-11-19T20:00:00Z',
      nextUpdate: undefined,
    });
  });

  test('as PEM, base64 or hex', () => {
    const bytes = response();
    const base64 = toBase64(bytes);
    expect(open(run(base64))).toEqual([]);
    expect(open(run(toHex(bytes)))).toEqual([]);
    expect(open(run(`-----BEGIN OCSP RESPONSE-----\n${base64}\n-----END OCSP RESPONSE-----\n`))).toEqual([]);
  });

  test('among answers about other certificates', () => {
    const bytes = ocspResponse({
      singles: [authority, leaf].map(({ certificate }) => ({ certificate, issuer: authority })),
      signer: authority,
    });
    expect(open(run(bytes))).toEqual([]);
  });

  test('with a nonce, critical or not: it belongs to a request that is not at hand', () => {
    const nonce = extension(oid.ocspNonce, der.octetString(Uint8Array.of(1, 2)), true);
    expect(open(run(response({}, { extensions: [nonce] })))).toEqual([]);
  });
});

describe('ocsp.parse', () => {
  test('no response, and one that cannot be read: every check is INDETERMINATE', () => {
    expect(open(run(undefined))).toEqual(ids.map((id) => `${id.slice(5)} INDETERMINATE X_EVIDENCE_ABSENT`));
    expect(open(run('not a response'))).toEqual(ids.map((id) => `${id.slice(5)} INDETERMINATE X_UNREADABLE`));
    const cut = response().subarray(0, 60);
    expect(new Set(run(cut).map(({ status }) => status))).toEqual(new Set(['INDETERMINATE']));
  });

  test('a status in place of an answer', () => {
    const checks = run(ocspStatusOnly(3));
    expect(checks[0]).toMatchObject({
      reason: { code: 'TRY_LATER', detail: { responseStatus: 'tryLater' } },
    });
    expect(open(checks)).toHaveLength(6);
    expect(() => readOcspInput(ocspStatusOnly(0))).toThrow('an answer that fits its status');
    expect(() => readOcspInput(ocspStatusOnly(4))).toThrow('a status of RFC 6960');
  });

  test('a critical extension that is not processed', () => {
    const odd = extension('1.2.3.4', der.nullValue(), true);
    for (const bytes of [response({}, { extensions: [odd] }), response({ extensions: [odd] })]) {
      expect(open(run(bytes))[0]).toBe('parse INDETERMINATE X_UNSUPPORTED');
      expect(open(run(bytes))).toContain('status INDETERMINATE X_UNSUPPORTED');
    }
  });
});

describe('ocsp.cert (§4.1.1, §3.2)', () => {
  test('another serial number, another issuer, the hash of another key', () => {
    const other = issue({ subject: 'CN=Other', issuer: authority });
    const [first] = open(run(response({ certificate: other.certificate })));
    expect(first).toBe('cert FAILED X_OCSP_NOT_FOR_CERT');
    const twin = issue({ subject: 'CN=Authority', key: testKey('twin'), extensions: authorityExtensions() });
    expect(open(run(response({ issuer: twin })))[0]).toBe('cert FAILED X_OCSP_NOT_FOR_CERT');
    expect(
      open(run(response({ certificate: { ...leaf.certificate, issuer: root.certificate.subject } })))[0],
    ).toBe('cert FAILED X_OCSP_NOT_FOR_CERT');
  });

  test('expected and computed show the three parts', () => {
    const other = issue({ subject: 'CN=Other', issuer: authority });
    const cert = run(response({ certificate: other.certificate })).find(({ id }) => id === 'ocsp.cert');
    expect(cert?.expected?.split(' ')).toHaveLength(3);
    expect(cert?.expected).not.toBe(cert?.computed);
  });

  test('SHA-1 passes with a warning, silently for known answers, and is refused by a strict policy', () => {
    const bytes = response({ hash: 'sha1' });
    const of = (policy: Policy): Check | undefined =>
      run(bytes, { policy }).find(({ id }) => id === 'ocsp.cert');
    expect(of(standard)).toMatchObject({ status: 'PASSED', warnings: [{ code: 'X_WEAK_ALGORITHM' }] });
    expect(of(vectors)).toMatchObject({ status: 'PASSED' });
    expect(of(vectors)?.warnings).toBeUndefined();
    expect(of(strict)).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'CRYPTO_CONSTRAINTS_FAILURE' },
    });
  });

  test('a hash that is not known here', () => {
    expect(open(run(response({ hash: 'md5' })))[0]).toBe('cert INDETERMINATE X_UNSUPPORTED');
    expect(open(run(response({ hash: 'sha384' })))).toEqual([]);
  });

  test('without an issuer, or with one that did not sign the certificate', () => {
    expect(open(run(response(), { issuer: undefined }))[0]).toBe(
      'cert INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
    );
    expect(open(run(response(), { issuer: root.certificate }))[0]).toBe(
      'cert INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
    );
  });

  test('two answers about one certificate: the worse one counts', () => {
    const one = { certificate: leaf.certificate, issuer: authority };
    const revoked = { ...one, status: { revokedAt: '2026-01-01T00:00:00Z' } } as const;
    for (const singles of [
      [one, revoked],
      [revoked, one],
    ]) {
      expect(open(run(ocspResponse({ singles, signer: authority })))).toEqual(['status FAILED REVOKED']);
    }
  });
});

describe('ocsp.signature and ocsp.responder (§4.2.2.2)', () => {
  test('a signature of another key', () => {
    const checks = open(run(response({}, { signingKey: testKey('forger') })));
    expect(checks[0]).toBe('signature FAILED SIG_CRYPTO_FAILURE');
    expect(checks).toContain('status INDETERMINATE SIG_CRYPTO_FAILURE');
  });

  test('a responder that is neither the issuer nor in the response', () => {
    const checks = open(run(response({}, { signer: responder })));
    expect(checks).toContain('signature INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND');
    expect(checks).toContain('responder FAILED X_OCSP_RESPONDER_UNAUTHORIZED');
  });

  test('SHA-1 in the signature is weak, and refused by a strict policy', () => {
    const bytes = response({}, { signatureHash: 'sha1' });
    const of = (policy: Policy): Check | undefined =>
      run(bytes, { policy }).find(({ id }) => id === 'ocsp.signature');
    expect(of(standard)).toMatchObject({ status: 'PASSED', warnings: [{ code: 'X_WEAK_ALGORITHM' }] });
    expect(of(strict)).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'CRYPTO_CONSTRAINTS_FAILURE' },
    });
  });

  const signing = purposes(false, oid.ocspSigning);
  const unauthorized: readonly (readonly [string, () => Issued])[] = [
    ['for another purpose', () => delegate([purposes(false, oid.timeStamping)])],
    ['for any purpose only', () => delegate([purposes(false, oid.anyExtendedKeyUsage)])],
    ['without a purpose', () => delegate([usage(0)])],
    ['whose key may not sign', () => delegate([usage(2), signing])],
    ['certified by another authority', () => delegate([signing], { issuer: root })],
    [
      'that names the issuer, who did not sign it',
      () => delegate([signing], { signingKey: testKey('forger') }),
    ],
    ['that had expired', () => delegate([signing], { notAfter: '2026-11-19T19:00:00Z' })],
    ['that was not valid yet', () => delegate([signing], { notBefore: '2026-11-19T21:00:00Z' })],
  ];
  for (const [kind, make] of unauthorized) {
    test(`a responder ${kind} is not authorized`, () => {
      const by = make();
      expect(open(run(delegated(by)))[0]).toBe('responder FAILED X_OCSP_RESPONDER_UNAUTHORIZED');
    });
  }

  test('a responder with a critical extension that is not processed, and one without nocheck', () => {
    const odd = delegate([signing, extension('1.2.3.4', der.nullValue(), true)]);
    expect(open(run(delegated(odd)))[0]).toBe('responder INDETERMINATE X_UNSUPPORTED');
    const plain = delegate([signing]);
    const { checks, facts } = checkOcsp({
      response: delegated(plain),
      certificate: leaf.certificate,
      issuer: authority.certificate,
      moment,
      policy: standard,
    });
    expect(open(checks)).toEqual([]);
    expect(facts?.responderStanding).toBe('not-checked');
  });

  test('an issuer that was not valid when it answered', () => {
    const producedAt = '2040-01-01T00:00:00Z';
    const later = { ...moment, now: instant('2041-01-01T00:00:00Z') };
    expect(open(run(response({}, { producedAt }), { moment: later }))[0]).toBe(
      'responder FAILED X_OCSP_RESPONDER_UNAUTHORIZED',
    );
  });
});

describe('ocsp.status', () => {
  const revoked = (revokedAt: string): Uint8Array => response({ status: { revokedAt, reason: 1 } });

  test('revoked before the proven time is FAILED, after it PASSED', () => {
    expect(open(run(revoked('2026-11-01T00:00:00Z')))).toEqual(['status FAILED REVOKED']);
    expect(open(run(revoked('2026-11-19T18:00:00Z')))).toEqual(['status FAILED REVOKED']);
    expect(open(run(revoked('2026-11-19T18:00:01Z')))).toEqual([]);
  });

  test('revoked without a proof of existence cannot be determined', () => {
    const unproven = { moment: { ...moment, proven: false } };
    expect(open(run(revoked('2026-11-01T00:00:00Z'), unproven))).toEqual([
      'status INDETERMINATE REVOKED_NO_POE',
    ]);
    expect(open(run(revoked('2026-11-19T19:00:00Z'), unproven))).toEqual([
      'status INDETERMINATE REVOKED_NO_POE',
    ]);
  });

  test('unknown cannot be determined', () => {
    expect(open(run(response({ status: 'unknown' })))).toEqual(['status INDETERMINATE X_OCSP_UNKNOWN']);
  });

  test('what an unauthorized response says does not count, good or bad', () => {
    const forged = response(
      { status: { revokedAt: '2026-01-01T00:00:00Z' } },
      { signingKey: testKey('forger') },
    );
    expect(open(run(forged))).toContain('status INDETERMINATE SIG_CRYPTO_FAILURE');
  });
});

describe('ocsp.time', () => {
  const times = (thisUpdate: string, nextUpdate: string | null = null, producedAt = thisUpdate): string[] =>
    open(run(response({ thisUpdate, nextUpdate }, { producedAt })));

  test('the policy says how much older than the best signature time an answer may be', () => {
    expect(times('2026-11-18T18:00:00Z')).toEqual([]);
    expect(times('2026-11-18T17:59:59Z')).toEqual(['time INDETERMINATE X_OCSP_STALE']);
    const old = response({ thisUpdate: '2026-11-01T18:00:00Z' }, { producedAt: '2026-11-01T18:00:00Z' });
    expect(open(run(old, { policy: vectors }))).toEqual([]);
    const stale = run(old).find(({ id }) => id === 'ocsp.time');
    expect(stale?.reason).toEqual({
      code: 'X_OCSP_STALE',
      detail: { thisUpdate: '2026-11-01T18:00:00Z', bestTime: '2026-11-19T18:00:00Z', days: 18 },
    });
  });

  test('without a proof of when it was signed an answer is compared with now, and says so', () => {
    const old = response({ thisUpdate: '2026-11-01T18:00:00Z' }, { producedAt: '2026-11-01T18:00:00Z' });
    const stale = run(old, { moment: { ...moment, at: moment.now, proven: false } });
    expect(stale.find(({ id }) => id === 'ocsp.time')?.reason).toMatchObject({
      code: 'X_OCSP_STALE',
      detail: { against: 'now', days: 18.3 },
    });
  });

  test('after nextUpdate an answer is stale, whatever the policy says', () => {
    expect(times('2026-11-19T10:00:00Z', '2026-11-19T18:00:00Z')).toEqual([]);
    expect(times('2026-11-19T10:00:00Z', '2026-11-19T17:59:59Z')).toEqual([
      'time INDETERMINATE X_OCSP_STALE',
    ]);
  });

  test('times out of order, and times from the future', () => {
    const broken = ['time INDETERMINATE TIMESTAMP_ORDER_FAILURE'];
    expect(times('2026-11-19T10:00:00Z', '2026-11-19T09:59:59Z')).toEqual(broken);
    expect(times('2026-11-19T20:10:00Z', null, '2026-11-19T20:00:00Z')).toEqual(broken);
    expect(times('2026-11-20T00:05:00Z')).toEqual([]);
    expect(times('2026-11-20T00:05:01Z')).toEqual(broken);
    expect(times('2026-11-19T20:00:00Z', null, '2026-11-20T00:05:01Z')).toEqual(broken);
  });

  test('after the expiry only a responder that says that it remembers', () => {
    const expired = issue({ subject: 'CN=Expired', issuer: authority, notAfter: '2026-11-19T19:00:00Z' });
    const cutoff = (text: string): Uint8Array => extension(oid.ocspArchiveCutoff, der.generalizedTime(text));
    const about = (extensions?: readonly Uint8Array[]): string[] =>
      open(
        run(response({ certificate: expired.certificate, ...(extensions && { extensions }) }), {
          certificate: expired.certificate,
        }),
      );
    expect(about()).toEqual(['time INDETERMINATE OUT_OF_BOUNDS_NO_POE']);
    expect(about([cutoff('2020-01-01T00:00:00Z')])).toEqual([]);
    expect(about([cutoff('2026-11-19T19:30:00Z')])).toEqual(['time INDETERMINATE OUT_OF_BOUNDS_NO_POE']);
  });
});

describe('one flipped byte of a response', () => {
  test.each([
    ['of the issuer', response()],
    ['of a delegate', delegated(responder)],
  ])('%s: some check leaves PASSED, wherever it is', (_, bytes) => {
    for (let index = 0; index < bytes.length; index++) {
      const checks = run(flipByte(bytes, index));
      expect(`${index} ${open(checks).length > 0}`).toBe(`${index} true`);
    }
  });
});
