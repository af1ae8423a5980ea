import { describe, expect, test } from 'vitest';
import { toHex } from '../../encoding/bytes.ts';
import type { Check } from '../../check.ts';
import { readInstant } from '../../encoding/instant.ts';
import { standard, vectors } from '../../policy/policy.ts';
import { checkCertificate, type CertificateInput } from './check-certificate.ts';
import { certificateFacts } from './certificate.ts';
import {
  compareFields,
  compareIdentity,
  type DeclaredCertificate,
  type DeclaredSubject,
} from './compare-fields.ts';
import { oid } from '../der/oids.ts';
import {
  authorityExtensions,
  basicConstraints,
  issue,
  purposes,
  testKey,
  usage,
} from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';

const now = readInstant('2026-11-20T00:00:00Z', 'now');
const moment = { at: now, proven: true, now };
const digits = '30001000000500003285';
const issuer = issue({
  subject: 'CN=AC UAT, O=SERVICIO DE ADMINISTRACION TRIBUTARIA, C=MX, 2.5.4.17=06370, x500=SAT970701NN3',
  key: testKey('issuer', 'RSA'),
});
const person = issue({
  subject: 'CN=KARLA FUENTE, x500=FUNK671228PH6, serialNumber=FUNK671228MCLNLR05, C=MX, email=k@example.mx',
  key: testKey('person', 'RSA'),
  issuer,
  serial: BigInt(`0x${Buffer.from(digits).toString('hex')}`),
  extensions: [usage(0, 1)],
  notAfter: '2027-05-08T18:07:00Z',
});
const { certificate } = person;
const key = certificate.publicKey.key;
const [modulus, exponent] = key.kind === 'rsa' ? [toHex(key.modulus), toHex(key.exponent)] : ['', ''];

const run = (more: Partial<CertificateInput> = {}): readonly Check[] =>
  checkCertificate({ certificate: person.der, moment, policy: standard, ...more }).checks;
const one = (id: string, more?: Partial<CertificateInput>): Check | undefined =>
  run(more).find((check) => check.id === `certificate.${id}`);

const ids = ['parse', 'fields', 'identity', 'key', 'validity', 'usage'].map((id) => `certificate.${id}`);

describe('a certificate by itself', () => {
  test('six checks, in order; what was not declared is not applicable', () => {
    const {
      checks,
      facts,
      certificate: read,
    } = checkCertificate({ certificate: person.der, moment, policy: standard });
    expect(checks.map(({ id, status }) => [id, status])).toEqual(
      ids.map((id) => [id, /fields|identity/.test(id) ? 'NOT_APPLICABLE' : 'PASSED']),
    );
    expect(facts).toEqual(certificateFacts(certificate));
    expect(read?.fingerprint).toBe(certificate.fingerprint);
    expect(checks[0]?.evidence).toEqual([
      { kind: 'certificate', sha256: certificate.fingerprint, size: person.der.length },
    ]);
  });

  test('none at hand, and none that can be read', () => {
    const absent = run({ certificate: undefined });
    expect(new Set(absent.map(({ status, reason }) => `${status} ${reason?.code}`))).toEqual(
      new Set(['INDETERMINATE X_EVIDENCE_ABSENT']),
    );
    const broken = run({ certificate: 'https://example.com/cert.pem' });
    expect(broken.map(({ id }) => id)).toEqual(ids);
    expect(new Set(broken.map(({ status, reason }) => `${status} ${reason?.code}`))).toEqual(
      new Set(['INDETERMINATE X_UNREADABLE']),
    );
  });

  test('what every check tells: where it is from, what was compared, what to do', () => {
    for (const { evidence } of run({ origin: 'file' })) expect(evidence[0]).toMatchObject({ origin: 'file' });
    for (const check of run({ certificate: undefined })) {
      expect(check).toMatchObject({ next: { code: 'get_certificate' }, evidence: [] });
    }
    for (const check of run({ certificate: 'zz' })) expect(check.evidence).toEqual([]);
    expect(checkCertificate({ certificate: 'zz', moment, policy: standard })).toMatchObject({
      certificate: undefined,
      facts: undefined,
    });
    const late = { at: readInstant('2030-01-01T00:00:00Z', 'at'), proven: false, now };
    expect(one('validity', { moment: late })).toMatchObject({
      expected: '2020-01-01T00:00:00Z – 2027-05-08T18:07:00Z',
      computed: '2030-01-01T00:00:00Z',
      next: { code: 'prove_time' },
    });
    const narrow = { ...standard, algorithms: { ...standard.algorithms, minRsaBits: 3072 } };
    expect(one('key', { policy: narrow })).toMatchObject({
      expected: 'RSA 3072–8192',
      computed: 'RSA 2048',
      next: { code: 'check_policy' },
    });
    const exactly = {
      ...standard,
      algorithms: { ...standard.algorithms, minRsaBits: 2048, maxRsaBits: 2048 },
    };
    expect(one('key', { policy: exactly })?.status).toBe('PASSED');
    const fields = one('fields', { declared: { hash: 'ff' } });
    expect(fields?.steps?.[0]).toMatchObject({
      kind: 'different',
      values: { field: 'hash', reported: 'ff', certificate: certificate.fingerprint },
    });
  });

  test('usage: of a signer, not of an authority; the usages are reported', () => {
    const with_ = (...extensions: readonly Uint8Array[]) =>
      one('usage', { certificate: issue({ subject: 'CN=U', issuer, extensions }).der });
    expect(with_(usage(0, 1))).toMatchObject({
      status: 'PASSED',
      computed: 'digitalSignature, contentCommitment',
    });
    for (const bit of [0, 1]) expect(with_(usage(bit))?.status).toBe('PASSED');
    expect(with_()).toMatchObject({ status: 'PASSED', computed: '' });
    expect(with_(usage(2))).toMatchObject({
      status: 'FAILED',
      reason: { code: 'SIG_CONSTRAINTS_FAILURE', detail: { rule: 'keyUsage allows signatures' } },
      computed: 'keyEncipherment',
    });
    expect(with_(...authorityExtensions())).toMatchObject({
      status: 'FAILED',
      reason: { detail: { rule: 'the certificate is not one of an authority' } },
      computed: 'keyCertSign, cRLSign',
    });
    expect(with_(basicConstraints(true), usage(0))?.status).toBe('FAILED');
    expect(with_(basicConstraints(false), usage(0))?.status).toBe('PASSED');
  });

  test('validity: at the best signature time', () => {
    const at = (text: string, proven: boolean): string => {
      const instant = readInstant(text, 'at');
      const { status, reason } = one('validity', { moment: { at: instant, proven, now } })!;
      return reason === undefined ? status : `${status} ${reason.code}`;
    };
    expect(at('2027-05-08T18:07:00Z', true)).toBe('PASSED');
    expect(at('2027-05-08T18:07:01Z', true)).toBe('FAILED EXPIRED');
    expect(at('2019-12-31T23:59:59Z', true)).toBe('FAILED NOT_YET_VALID');
    expect(at('2027-05-08T18:07:01Z', false)).toBe('INDETERMINATE OUT_OF_BOUNDS_NO_POE');
  });

  test('key: its kind and size are those that the policy lets count', () => {
    expect(one('key')).toMatchObject({ status: 'PASSED', computed: 'RSA 2048' });
    const curve = issue({ subject: 'CN=EC' });
    expect(one('key', { certificate: curve.der })).toMatchObject({ status: 'PASSED', computed: 'EC P-256' });
    const narrow = { ...standard, algorithms: { ...standard.algorithms, minRsaBits: 3072 } };
    expect(one('key', { policy: narrow })).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'CRYPTO_CONSTRAINTS_FAILURE' },
    });
    const wide = { ...standard, algorithms: { ...standard.algorithms, maxRsaBits: 2047 } };
    expect(one('key', { policy: wide })?.status).toBe('INDETERMINATE');
  });

  const rsaWith = (e: bigint): Uint8Array => {
    const spki = der.sequence(
      der.sequence(der.oid('1.2.840.113549.1.1.1'), der.nullValue()),
      der.bitString(der.sequence(der.integer(2n ** 2047n + 1n), der.integer(e))),
    );
    return issue({ subject: 'CN=e', key: { ...testKey('e'), spki }, signingKey: testKey('e') }).der;
  };

  test('key: an exponent that is none tells its rule; a key of another kind is not supported', () => {
    expect(one('key', { certificate: rsaWith(1n) })).toMatchObject({
      status: 'FAILED',
      reason: {
        code: 'CRYPTO_CONSTRAINTS_FAILURE',
        detail: { rule: 'the exponent is odd, from 3, below 2^256' },
      },
      computed: 'RSA 2048',
    });
    expect(one('key', { certificate: rsaWith(2n ** 256n - 1n) })?.status).toBe('PASSED');
    expect(one('key', { certificate: rsaWith(2n ** 256n + 1n) })?.status).toBe('FAILED');
    const spki = der.sequence(der.sequence(der.oid('1.3.101.112')), der.bitString(new Uint8Array(32)));
    const odd = issue({ subject: 'CN=ed', key: { ...testKey('ed'), spki }, signingKey: testKey('ed') }).der;
    expect(one('key', { certificate: odd })).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_UNSUPPORTED', detail: { what: expect.any(String) as string } },
      next: { code: 'check_elsewhere' },
    });
  });

  test('key: another exponent than 65537 is reported, an impossible one fails', () => {
    expect(one('key', { certificate: rsaWith(65537n) })?.warnings).toBeUndefined();
    expect(one('key', { certificate: rsaWith(3n) })).toMatchObject({
      status: 'PASSED',
      warnings: [{ code: 'X_UNUSUAL_EXPONENT', detail: { exponent: '3' } }],
    });
    for (const e of [1n, 4n, 2n ** 256n + 1n]) {
      expect(one('key', { certificate: rsaWith(e) })?.status).toBe('FAILED');
    }
  });

  test('key: a kind that is not checked', () => {
    const spki = der.sequence(der.sequence(der.oid('1.3.101.112')), der.bitString(new Uint8Array(32)));
    const ed = issue({ subject: 'CN=Ed', key: { ...testKey('ed'), spki }, signingKey: testKey('ed') });
    expect(one('key', { certificate: ed.der, policy: vectors })).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_UNSUPPORTED', detail: { what: 'Ed25519' } },
    });
  });

  test('usage: a key for signatures, not that of an authority', () => {
    const of = (extensions: readonly Uint8Array[]): string | undefined =>
      one('usage', { certificate: issue({ subject: 'CN=u', extensions }).der })?.status;
    expect(of([usage(0)])).toBe('PASSED');
    expect(of([usage(1)])).toBe('PASSED');
    expect(of([])).toBe('PASSED');
    expect(of([usage(2, 3, 4)])).toBe('FAILED');
    expect(of(authorityExtensions())).toBe('FAILED');
  });

  test('usage: a certificate that names its purposes names one by which documents are signed', () => {
    const of = (...list: readonly string[]): Check | undefined =>
      one('usage', {
        certificate: issue({ subject: 'CN=u', extensions: [usage(0), purposes(false, ...list)] }).der,
      });
    const signing = [oid.emailProtection, oid.clientAuth, '1.3.6.1.5.5.7.3.36', oid.anyExtendedKeyUsage];
    const [server, code] = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.3'];
    for (const purpose of signing)
      expect([purpose, of(purpose)?.status, of(server, purpose)?.status]).toEqual([
        purpose,
        'PASSED',
        'PASSED',
      ]);
    for (const purpose of [server, code, oid.ocspSigning, oid.timeStamping, '1.2.3.4'])
      expect([purpose, of(purpose)]).toMatchObject([
        purpose,
        { status: 'FAILED', level: 'FAIL', reason: { code: 'CHAIN_CONSTRAINTS_FAILURE' } },
      ]);
  });
});

describe('certificate.fields: what the interface says beside the certificate', () => {
  const reported: DeclaredCertificate = {
    serialNumber: Buffer.from(digits).toString('hex').toUpperCase(),
    hash: certificate.fingerprint,
    notBefore: '2020-01-01T00:00:00.000Z',
    notAfter: '2027-05-08T12:07:00-06:00',
    version: 3,
    publicKey: { exponent, modulus },
    issuer: {
      commonName: 'ac uat',
      organization: 'Servicio de Administracion Tributaria',
      country: 'MX',
      postalCode: 6370,
      RFC: 'SAT970701NN3',
    },
  };

  test('equal fields pass, whatever their spelling', () => {
    const check = one('fields', { declared: reported });
    expect(check).toMatchObject({ status: 'PASSED', level: 'WARN' });
    expect(check?.steps).toHaveLength(12);
    expect(new Set(check?.steps?.map(({ kind }) => kind))).toEqual(new Set(['equal']));
  });

  test('the serial number as the digits that it spells; hex with a prefix; the version as encoded', () => {
    expect(
      one('fields', { declared: { serialNumber: digits, hash: `0x${certificate.fingerprint}`, version: 2 } }),
    ).toMatchObject({ status: 'PASSED' });
  });

  test('exponent and modulus may come swapped: which is which follows from the certificate', () => {
    expect(compareFields(certificate, { publicKey: { exponent: modulus, modulus: exponent } })).toMatchObject(
      [
        { field: 'publicKey.modulus', equal: true },
        { field: 'publicKey.exponent', equal: true },
      ],
    );
    expect(compareFields(certificate, { publicKey: { modulus, exponent: '03' } })).toMatchObject([
      { field: 'publicKey.modulus', equal: true },
      { field: 'publicKey.exponent', equal: false },
    ]);
  });

  const wrong: readonly (readonly [string, DeclaredCertificate])[] = [
    ['serialNumber', { ...reported, serialNumber: '30' }],
    ['hash', { ...reported, hash: '00'.repeat(32) }],
    ['notBefore', { ...reported, notBefore: '2020-01-01T00:00:01Z' }],
    ['notAfter', { ...reported, notAfter: 'soon' }],
    ['version', { ...reported, version: 1 }],
    ['publicKey.modulus', { ...reported, publicKey: { exponent, modulus: `${modulus}00` } }],
    ['issuer.commonName', { ...reported, issuer: { commonName: 'AC 5' } }],
    ['issuer.postalCode', { ...reported, issuer: { postalCode: '06371' } }],
    ['issuer.localityName', { ...reported, issuer: { localityName: 'COYOACAN' } }],
  ];
  test.each(wrong)('a %s that differs is named', (field, declared) => {
    const check = one('fields', { declared });
    expect(check).toMatchObject({
      status: 'FAILED',
      level: 'WARN',
      reason: { code: 'X_CERT_FIELD_CONFLICT', detail: { field, fields: 1 } },
    });
    expect(check?.expected).not.toBe(check?.computed);
  });

  test('what was not reported, or reported as null, is not compared', () => {
    const nothing = { serialNumber: null, hash: '', publicKey: null, issuer: null };
    expect(one('fields', { declared: nothing })?.status).toBe('NOT_APPLICABLE');
    const curve = issue({ subject: 'CN=EC' }).certificate;
    expect(compareFields(curve, { publicKey: { modulus: 'aa', exponent: '03' } })).toEqual([]);
  });

  test('what was reported is shown with hidden characters written out', () => {
    const [comparison] = compareFields(certificate, { hash: 'ab\u202ecd' });
    expect(comparison?.reported).toBe('ab\\u{202e}cd');
  });
});

describe('certificate.identity: RFC, CURP and name of the subject', () => {
  const identity = (subject: DeclaredSubject): Check | undefined => one('identity', { subject });

  test('a person', () => {
    expect(
      identity({
        commonName: 'Karla  Fuente',
        RFC: 'funk671228ph6',
        serialNumber: 'FUNK671228MCLNLR05',
        country: 'MX',
        emailAddress: 'k@example.mx',
      }),
    ).toMatchObject({ status: 'PASSED' });
    expect(identity({ RFC: 'XAXX010101000' })).toMatchObject({
      status: 'FAILED',
      reason: { detail: { field: 'RFC' } },
      expected: 'XAXX010101000',
      computed: 'FUNK671228PH6',
    });
    expect(identity({ serialNumber: 'FUNK671228MCLNLR06' })?.status).toBe('FAILED');
  });

  test('an empty identifier before another hides none of it', () => {
    const rdn = (id: string, value: string) => der.set(der.sequence(der.oid(id), der.utf8(value)));
    for (const [id, field] of [
      [oid.uniqueIdentifier, 'RFC'],
      [oid.serialNumber, 'serialNumber'],
    ] as const)
      for (const empty of ['', ' ', '\u200b']) {
        const subjectName = der.sequence(rdn(id, empty), rdn(id, 'FUNK671228PH6'));
        const { der: bytes } = issue({ subject: 'CN=Karla', subjectName, issuer, key: person.key });
        const of = (reported: string) =>
          one('identity', { certificate: bytes, subject: { [field]: reported } });
        expect(of('FUNK671228PH6')?.status).toBe('PASSED');
        expect(of('XAXX010101000')).toMatchObject({ status: 'FAILED', computed: 'FUNK671228PH6' });
      }
  });

  test('a name counts beyond case, accents and order; one that differs is a warning', () => {
    for (const commonName of ['KARLA FUENTE', 'Fuente, Kárla', 'fuente  karla'])
      expect(identity({ commonName })).not.toHaveProperty('warnings');
    for (const subject of [{ commonName: 'KARLA FUENTES' }, { country: 'US' }, { emailAddress: 'x@y.mx' }])
      expect(identity(subject)).toMatchObject({
        status: 'PASSED',
        warnings: [{ code: 'X_CERT_FIELD_CONFLICT', detail: { field: Object.keys(subject)[0] } }],
      });
    expect(identity({ commonName: 'KARLA FUENTES', RFC: 'XAXX010101000' })?.status).toBe('FAILED');
  });

  test('a company, with its representative', () => {
    const company = issue({
      subject: 'CN=ACCEM, x500=AAA010101AAA / HEGT7610034S2, serialNumber= / HEGT761003MDFRNN09',
    }).certificate;
    const equal = (subject: DeclaredSubject): boolean[] =>
      compareIdentity(company, subject).map((one) => one.equal);
    expect(equal({ RFC: 'AAA010101AAA', serialNumber: 'HEGT761003MDFRNN09' })).toEqual([true, true]);
    expect(equal({ RFC: 'AAA010101AAA / HEGT7610034S2', serialNumber: '/ HEGT761003MDFRNN09' })).toEqual([
      true,
      true,
    ]);
    // The representative is not the company.
    expect(equal({ RFC: 'HEGT7610034S2' })).toEqual([false]);
  });
});
