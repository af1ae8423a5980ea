import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toHex } from '../../encoding/bytes.ts';
import type { Check, CheckId } from '../../check.ts';
import { readInstant } from '../../encoding/instant.ts';
import { standard, strict, vectors } from '../../policy/policy.ts';
import { oid } from '../der/oids.ts';
import { economiaAcr2Fingerprint } from '../anchors/economia-acr2.ts';
import { builtInStampTrust, nom151Profile, policyCounts, rfc3161Profile } from './stamp-profiles.ts';
import { findSigner, checkImprint, checkTokenSignature, checkStampTime } from './stamp-rules.ts';
import { checkStampSigner } from './stamp-signer-rules.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { PublicKey } from '../certificate/public-key.ts';
import { checkStamp, checkStampAs, type StampInput } from './stamp.ts';
import {
  anchor,
  authorityExtensions,
  extension,
  issue,
  purposes,
  testKey,
  usage,
} from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';
import {
  issuerSerial,
  stampResponse,
  stampSigner,
  stampToken,
  type StampSpec,
} from '../testing/time-stamper.ts';
import { readTimeStampInput, type TimeStampToken } from './time-stamp.ts';

const root = issue({ subject: 'CN=Stamp root', extensions: authorityExtensions() });
const authority = issue({ subject: 'CN=Stamp authority', issuer: root, extensions: authorityExtensions() });
const signer = stampSigner(authority);
const digest = Uint8Array.from(createHash('sha256').update('document').digest());
const now = readInstant('2026-11-20T00:00:00Z', 'now');
const trust = [{ profile: rfc3161Profile, anchors: [anchor(root)] }];

const made = (more: Partial<StampSpec> = {}): Uint8Array<ArrayBuffer> =>
  stampToken({ digest, signer, certificates: [signer.der, authority.der], ...more });
const tokenOf = (more: Partial<StampSpec> = {}): TimeStampToken => readTimeStampInput(made(more)).token!;
const input: StampInput = { stamp: undefined, digests: { 'SHA-256': digest }, trust, now, policy: standard };
const verdictOf = (stamp: StampInput['stamp'], more: Partial<StampInput> = {}) =>
  checkStamp({ ...input, stamp, ...more });
const find = (checks: readonly Check[], id: CheckId): Check => checks.find((one) => one.id === id)!;
const refusedSha1 = (what: string) => ({
  status: 'INDETERMINATE',
  reason: { code: 'CRYPTO_CONSTRAINTS_FAILURE', detail: { what } },
  next: { code: 'get_stamp' },
});
const unsupported = (what: string) => ({
  status: 'INDETERMINATE',
  reason: { code: 'X_UNSUPPORTED', detail: { what } },
  next: { code: 'check_elsewhere' },
});

describe('nom151.imprint', () => {
  const imprint = (more: Partial<StampSpec>, digests: StampInput['digests'] = input.digests) =>
    checkImprint(tokenOf(more), { ...input, digests });

  test('the digest, shown beside what was expected', () => {
    const computed = toHex(digest);
    expect(imprint({})).toStrictEqual({ status: 'PASSED', expected: computed, computed });
    const other = Uint8Array.from(digest, (byte) => byte ^ 1);
    expect(imprint({ digest: other })).toStrictEqual({
      status: 'FAILED',
      reason: { code: 'X_STAMP_IMPRINT_MISMATCH' },
      expected: computed,
      computed: toHex(other),
    });
    expect(imprint({ imprintHash: 'sha384', digest: new Uint8Array(48) })).toStrictEqual({
      status: 'INDETERMINATE',
      reason: { code: 'SIGNED_DATA_NOT_FOUND', detail: { what: 'SHA-384' } },
      next: { code: 'add_document' },
      computed: '00'.repeat(48),
    });
  });

  test('as long as its hash says; by no hash that is weak or not known', () => {
    expect(imprint({ digest: digest.subarray(1) })).toStrictEqual({
      status: 'FAILED',
      reason: { code: 'X_STAMP_IMPRINT_MISMATCH', detail: { rule: 'an imprint of 32 bytes' } },
      computed: toHex(digest.subarray(1)),
    });
    expect(imprint({ imprintHash: 'sha1', digest: new Uint8Array(20) })).toStrictEqual(refusedSha1('SHA-1'));
    expect(imprint({ imprintHash: 'md5' })).toStrictEqual(unsupported('imprint by 1.2.840.113549.2.5'));
  });
});

describe('the signer of a token', () => {
  const twin = issue({ subject: 'CN=Other', issuer: authority, extensions: [usage(0)] });

  test('is who its id names, in the token or at hand', () => {
    const bare = tokenOf({ certificates: [] });
    expect(findSigner(bare, input)).toBeUndefined();
    expect(findSigner(bare, { ...input, others: [twin.certificate, signer.certificate] })).toBe(
      signer.certificate,
    );
    expect(findSigner(tokenOf({ certificates: [twin.der, signer.der] }), input)?.fingerprint).toBe(
      signer.certificate.fingerprint,
    );
    const elsewhere = { ...signer.certificate, issuer: root.certificate.subject };
    expect(findSigner(bare, { ...input, others: [elsewhere] })).toBeUndefined();
  });

  test('by its key identifier, where it has that one', () => {
    const bare = tokenOf({ certificates: [], by: 'key' });
    expect(findSigner(bare, { ...input, others: [twin.certificate] })).toBeUndefined();
    const other = issue({
      subject: 'CN=Other key',
      extensions: [extension(oid.subjectKeyIdentifier, der.octetString(Uint8Array.of(1)))],
    });
    expect(findSigner(bare, { ...input, others: [other.certificate, signer.certificate] })).toBe(
      signer.certificate,
    );
  });

  test('of several of that name the one whose hash is signed', () => {
    const impostor = { ...signer.certificate, der: twin.der };
    for (const ess of [[1], [2]] as const) {
      const bare = tokenOf({ certificates: [], ess });
      expect(findSigner(bare, { ...input, others: [impostor, signer.certificate] })).toBe(signer.certificate);
      expect(findSigner(bare, { ...input, others: [impostor] })).toBe(impostor);
    }
    const none = tokenOf({ certificates: [], ess: [] });
    expect(findSigner(none, { ...input, others: [impostor, signer.certificate] })).toBe(impostor);
  });
});

describe('nom151.signature', () => {
  const sign = (more: Partial<StampSpec>, policy = standard, certificate = signer.certificate) =>
    checkTokenSignature(tokenOf(more), certificate, policy);

  test('the digest of the content is signed, and shown', () => {
    const { signedData } = tokenOf();
    const computed = createHash('sha256').update(signedData.content).digest('hex');
    expect(sign({})).toStrictEqual({ status: 'PASSED', expected: computed, computed });
    expect(sign({ messageDigest: new Uint8Array(32) })).toStrictEqual({
      status: 'FAILED',
      reason: { code: 'HASH_FAILURE', detail: { rule: 'the signed message digest is that of the content' } },
      expected: '00'.repeat(32),
      computed,
    });
    const without = { ...tokenOf(), signedData: { ...signedData, signedAttributes: new Map() } };
    expect(checkTokenSignature(without, signer.certificate, standard)).toMatchObject({
      reason: { code: 'HASH_FAILURE' },
      expected: '',
    });
    const text = signedData.signedAttributes.get(oid.messageDigest)!;
    const odd = new Map(signedData.signedAttributes).set(oid.messageDigest, { ...text, tag: 0x0c });
    const tagged = { ...tokenOf(), signedData: { ...signedData, signedAttributes: odd } };
    expect(checkTokenSignature(tagged, signer.certificate, standard).reason?.code).toBe('HASH_FAILURE');
  });

  test('what it is by: known hashes, not weak ones, a key that is at hand', () => {
    expect(sign({ signedType: oid.signedData })).toMatchObject({
      status: 'FAILED',
      reason: {
        code: 'SIG_CRYPTO_FAILURE',
        detail: { rule: 'the signed content type is that of the content' },
      },
    });
    expect(sign({ digestHash: 'sha1' })).toStrictEqual(refusedSha1('SHA-1'));
    expect(sign({ digestHash: 'sha1' }, vectors).reason?.code).not.toBe('CRYPTO_CONSTRAINTS_FAILURE');
    expect(sign({ digestHash: 'md5' })).toStrictEqual(unsupported('digest by 1.2.840.113549.2.5'));
    expect(checkTokenSignature(tokenOf(), undefined, standard)).toStrictEqual({
      status: 'INDETERMINATE',
      reason: { code: 'NO_SIGNING_CERTIFICATE_FOUND' },
      next: { code: 'add_certificate' },
    });
    expect(sign({ signingKey: testKey('forger') })).toStrictEqual({
      status: 'FAILED',
      reason: { code: 'SIG_CRYPTO_FAILURE', detail: { rule: 'the ECDSA signature holds' } },
    });
    expect(sign({ algorithm: der.sequence(der.oid('1.2.840.113549.1.1.10')) })).toStrictEqual(
      unsupported('RSA-PSS'),
    );
    expect(sign({ algorithm: der.sequence(der.oid('1.2.840.10045.4.1')) })).toStrictEqual(
      refusedSha1('SHA-1'),
    );
  });
});

describe('nom151.signer', () => {
  const by = (
    more: Partial<StampSpec> = {},
    policy = standard,
    entries = trust,
    certificate = signer.certificate,
  ) => checkStampSigner(tokenOf(more), certificate, entries, { policy });
  const broken = {
    code: 'SIG_CONSTRAINTS_FAILURE',
    detail: { rule: 'the signed certificate hash is that of the signer' },
  };

  test('the signed hashes name it, every one of them', () => {
    expect(by()).toStrictEqual({ status: 'PASSED' });
    expect(by({ ess: [] })).toStrictEqual({
      status: 'INDETERMINATE',
      reason: { code: 'SIG_CONSTRAINTS_FAILURE', detail: { rule: 'ESSCertID or ESSCertIDv2' } },
      next: { code: 'get_stamp' },
    });
    expect(by({ essCertificate: authority })).toStrictEqual({
      status: 'FAILED',
      reason: broken,
      expected: authority.certificate.fingerprint,
      computed: signer.certificate.fingerprint,
    });
    const [own, other] = [tokenOf(), tokenOf({ essCertificate: authority })];
    const both = { ...own, signerHashes: [...own.signerHashes, ...other.signerHashes] };
    expect(checkStampSigner(both, signer.certificate, trust, { policy: standard }).reason).toEqual(broken);
    const odd = own.signerHashes.map((one) => ({
      ...one,
      algorithm: { ...own.signedData.digestAlgorithm, id: '1.2.3' },
    }));
    expect(
      checkStampSigner({ ...own, signerHashes: odd }, signer.certificate, trust, { policy: standard }),
    ).toStrictEqual(unsupported('certificate hash by 1.2.3'));
    expect(checkStampSigner(own, undefined, trust, { policy: standard })).toStrictEqual({
      status: 'INDETERMINATE',
      reason: { code: 'NO_SIGNING_CERTIFICATE_FOUND' },
      next: { code: 'add_certificate' },
    });
  });

  test('issuer and serial number, where they are signed, are its own', () => {
    const { serialNumber } = signer.certificate;
    const serial = (name: Uint8Array, number: Uint8Array) => by({ issuerSerial: issuerSerial(name, number) });
    expect(serial(authority.subjectName, serialNumber)).toStrictEqual({ status: 'PASSED' });
    expect(serial(root.subjectName, serialNumber).reason).toEqual(broken);
    expect(serial(authority.subjectName, Uint8Array.of(9)).reason).toEqual(broken);
    const [one] = tokenOf({ issuerSerial: issuerSerial(authority.subjectName, serialNumber) }).signerHashes;
    const names = (issuer: NonNullable<NonNullable<typeof one>['issuerSerial']>['issuer']) =>
      checkStampSigner(
        { ...tokenOf(), signerHashes: [{ ...one!, issuerSerial: { issuer, serialNumber } }] },
        signer.certificate,
        trust,
        { policy: standard },
      ).status;
    const right = { form: 'directory', name: authority.certificate.subject } as const;
    const wrong = { form: 'directory', name: root.certificate.subject } as const;
    expect(names([wrong, right])).toBe('PASSED');
    expect(names([wrong])).toBe('FAILED');
    expect(names([{ form: 'dns', value: 'x' }])).toBe('FAILED');
  });

  test('SHA-1 alone is weak, or refused; beside SHA-256 it is no harm', () => {
    const weak = { code: 'X_WEAK_ALGORITHM', detail: { what: 'SHA-1', where: 'ESSCertID' } };
    expect(by({ ess: [1] })).toStrictEqual({ status: 'PASSED', warnings: [weak] });
    expect(by({ ess: [1] }, strict)).toStrictEqual(refusedSha1('SHA-1 in ESSCertID'));
    expect(by({ ess: [1] }, vectors)).toStrictEqual({ status: 'PASSED' });
    expect(by({ ess: [1, 2] }, strict)).toStrictEqual({ status: 'PASSED' });
  });

  test('its key is for signatures, and its certificate for stamps alone; none at all counts by the profile of NOM-151', () => {
    const made = (...extensions: Uint8Array[]) => issue({ subject: 'CN=P', issuer: authority, extensions });
    const outcomeOf = (one: ReturnType<typeof made>, entries = trust) =>
      by({ signer: one, certificates: [one.der] }, standard, entries, one.certificate);
    const unknown = (rule: string) => ({
      status: 'INDETERMINATE',
      reason: { code: 'X_STAMP_PROFILE_UNKNOWN', detail: { policy: '2.16.484.101.10.316.1.2', rule } },
      next: { code: 'add_profile' },
    });
    const alone = 'the signer is certified for time stamping alone';
    expect(outcomeOf(made(usage(2), purposes(true, oid.timeStamping)))).toStrictEqual({
      status: 'FAILED',
      reason: {
        code: 'SIG_CONSTRAINTS_FAILURE',
        detail: { rule: 'the key of the signer is for signatures' },
      },
    });
    for (const bit of [0, 1])
      expect(outcomeOf(made(usage(bit), purposes(true, oid.timeStamping))).status).toBe('PASSED');
    expect(outcomeOf(made(purposes(true, oid.timeStamping))).status).toBe('PASSED');
    expect(outcomeOf(made(purposes(false, oid.timeStamping)))).toStrictEqual(unknown(alone));
    expect(outcomeOf(made(purposes(true, oid.timeStamping, oid.ocspSigning)))).toStrictEqual(unknown(alone));
    for (const other of [oid.ocspSigning, oid.emailProtection, oid.clientAuth])
      expect(outcomeOf(made(purposes(true, other)))).toMatchObject({
        status: 'FAILED',
        reason: { detail: { rule: 'the certificate of the signer is for time-stamps' } },
      });
    expect(outcomeOf(made(purposes(true, oid.anyExtendedKeyUsage)))).toStrictEqual(unknown(alone));
    expect(outcomeOf(made(usage(0)))).toStrictEqual(unknown(alone));
    expect(outcomeOf(made(usage(0)), [{ profile: nom151Profile, anchors: [] }]).status).toBe('PASSED');
    // Where it is there it must be right, whatever the profile.
    const inexact = outcomeOf(made(purposes(false, oid.timeStamping)), [
      { profile: nom151Profile, anchors: [] },
    ]);
    expect(inexact.status).toBe('INDETERMINATE');
    expect(outcomeOf(made(usage(0)), [])).toStrictEqual(unknown('a profile knows the policy'));
    expect(by({ ess: [], signer, certificates: [] }, standard, []).reason?.code).toBe(
      'SIG_CONSTRAINTS_FAILURE',
    );
  });
});

describe('who never signs a time-stamp', () => {
  const outcomeOf = (certificate: Certificate, signingKeys: readonly PublicKey[] = []) => {
    const token = tokenOf({
      essCertificate: { ...signer, certificate, der: new Uint8Array(certificate.der) },
    });
    return checkStampSigner(token, certificate, trust, { policy: standard, signingKeys });
  };
  const rule = (finding: ReturnType<typeof outcomeOf>) => [finding.status, finding.reason?.detail?.rule];

  test('a key that signed what is dated, under this certificate or another', () => {
    const own = 'the time-stamp is not by a signer of what it dates';
    const { key } = signer.certificate.publicKey;
    expect(rule(outcomeOf(signer.certificate))).toEqual(['PASSED', undefined]);
    expect(rule(outcomeOf(signer.certificate, [authority.certificate.publicKey.key]))[0]).toBe('PASSED');
    expect(rule(outcomeOf(signer.certificate, [authority.certificate.publicKey.key, key]))).toEqual([
      'FAILED',
      own,
    ]);
  });

  test('an authority of certificates', () => {
    const ca = issue({
      subject: 'CN=CA',
      issuer: authority,
      extensions: [...authorityExtensions(), purposes(true, oid.timeStamping)],
    });
    expect(rule(outcomeOf(ca.certificate))).toEqual([
      'FAILED',
      'the signer is not an authority of certificates',
    ]);
  });
});

describe('nom151.time', () => {
  test('counts once the token holds, and not from the future', () => {
    const { info } = tokenOf();
    const at = (grounded: boolean, moment: number) =>
      checkStampTime(tokenOf(), signer.certificate, grounded, moment);
    expect(at(true, now)).toStrictEqual({
      status: 'PASSED',
      basis: 'PINNED',
      computed: '2026-11-19T12:00:00Z',
    });
    expect(at(false, now)).toStrictEqual({
      status: 'INDETERMINATE',
      reason: { code: 'NO_POE', detail: { rule: 'the time counts once the token is shown to hold' } },
      next: { code: 'get_stamp' },
    });
    expect(at(true, info.genTime - 300_000).status).toBe('PASSED');
    expect(at(true, info.genTime - 301_000)).toStrictEqual({
      status: 'INDETERMINATE',
      reason: {
        code: 'TIMESTAMP_ORDER_FAILURE',
        detail: { genTime: '2026-11-19T12:00:00Z', now: '2026-11-19T11:54:59Z' },
      },
      next: { code: 'check_clock' },
    });
  });

  test('of a certificate that has expired since proves nothing by itself (OUT_OF_BOUNDS_NO_POE)', () => {
    const { notAfter } = signer.certificate;
    const at = (moment: number) => checkStampTime(tokenOf(), signer.certificate, true, moment);
    expect(at(notAfter).status).toBe('PASSED');
    expect(at(notAfter + 999).status).toBe('PASSED');
    expect(at(notAfter + 1000)).toStrictEqual({
      status: 'INDETERMINATE',
      reason: {
        code: 'OUT_OF_BOUNDS_NO_POE',
        detail: {
          genTime: '2026-11-19T12:00:00Z',
          notAfter: '2039-12-31T23:59:59Z',
          now: '2040-01-01T00:00:00Z',
        },
      },
      next: { code: 'get_newer_stamp' },
    });
    expect(checkStampTime(tokenOf(), undefined, true, now).reason?.code).toBe('NO_POE');
    const { checks, provenTime, stampedBy } = verdictOf(made(), { now: notAfter + 1000 });
    expect(find(checks, 'nom151.time').reason?.code).toBe('OUT_OF_BOUNDS_NO_POE');
    expect([provenTime, stampedBy]).toEqual([undefined, undefined]);
  });

  test('under an authority that has expired since proves nothing either: who finds its key dates signers back', () => {
    const notAfter = '2022-01-01T00:00:00Z';
    const extensions = authorityExtensions();
    const former = issue({ subject: 'CN=Former authority', issuer: root, extensions, notAfter });
    const dated = stampSigner(former, testKey('dated back'));
    const stamp = made({
      signer: dated,
      certificates: [dated.der, former.der],
      genTime: '2021-06-01T12:00:00Z',
    });
    const { checks, provenTime } = verdictOf(stamp);
    expect(find(checks, 'nom151.path').status).toBe('PASSED');
    expect(find(checks, 'nom151.time')).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'OUT_OF_BOUNDS_NO_POE', detail: { certificate: 'CN=Former authority', notAfter } },
    });
    expect(provenTime).toBeUndefined();
    expect(verdictOf(stamp, { now: readInstant('2021-12-31T00:00:00Z', 'now') }).provenTime).toBeDefined();
    const renewed = issue({ subject: 'CN=Former authority', issuer: root, extensions, key: former.key });
    const both = made({
      signer: dated,
      certificates: [dated.der, former.der, renewed.der],
      genTime: '2021-06-01T12:00:00Z',
    });
    expect(verdictOf(both).provenTime).toBeDefined();
    // What the reader pinned is trusted by its bytes, whatever it says of its own end.
    const pinned = [{ profile: rfc3161Profile, anchors: [anchor(former)] }];
    expect(verdictOf(stamp, { trust: pinned }).provenTime).toBeDefined();
  });
});

describe('a token and what it came in', () => {
  test('bare, in a response or written in BER it is one token, and the evidence is what came', () => {
    const bare = made();
    const results = [bare, stampResponse(bare)].map((stamp) => verdictOf(stamp));
    const [one, two] = results.map(({ tokenDigest }) => tokenDigest);
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(two).toBe(one);
    const [own, around] = results.map(({ checks }) => checks[0]!.evidence[0]!.sha256);
    expect([own === one, around === one]).toEqual([true, false]);
    expect(verdictOf(made({ genTime: '2026-11-19T12:00:01Z' })).tokenDigest).not.toBe(one);
    expect(
      [verdictOf(undefined), verdictOf('zz'), verdictOf(stampResponse(undefined, 2))].map(
        (r) => r.tokenDigest,
      ),
    ).toEqual(Array(3).fill(undefined));
  });

  test('who made it is reported only where the time is proven', () => {
    expect(verdictOf(made()).stampedBy).toMatchObject({ signer: { commonName: 'Stamp signer' } });
    expect(verdictOf(made(), { trust: [] }).stampedBy).toBeUndefined();
    const stamp = made();
    expect(checkStampAs('merkleized.stamp', { ...input, stamp })).toMatchObject({
      tokenDigest: verdictOf(stamp).tokenDigest,
      stampedBy: { signer: { commonName: 'Stamp signer' } },
    });
  });
});

describe('what every check of a time-stamp tells', () => {
  test('where nothing was given, or what cannot be read: all seven say so', () => {
    for (const [stamp, code, next] of [
      [undefined, 'X_STAMP_ABSENT', 'get_stamp'],
      ['zz', 'X_UNREADABLE', 'get_evidence_again'],
    ] as const) {
      const { checks, facts, provenTime } = verdictOf(stamp);
      expect([checks.length, facts, provenTime]).toEqual([7, undefined, undefined]);
      for (const check of checks)
        expect(check).toMatchObject({
          status: 'INDETERMINATE',
          reason: { code },
          next: { code: next },
          evidence: [],
        });
    }
  });

  test('a refusal carries no token: not granted, and nothing else to check', () => {
    const refusal = stampResponse(undefined, 2);
    const { checks } = verdictOf(refusal, { origin: 'service' });
    expect(checks.map(({ id, status, reason }) => [id.slice(7), status, reason?.code])).toEqual([
      ['parse', 'PASSED', undefined],
      ['granted', 'FAILED', 'X_STAMP_NOT_GRANTED'],
      ...['imprint', 'signature', 'signer', 'path', 'time'].map((one) => [
        one,
        'INDETERMINATE',
        'X_STAMP_ABSENT',
      ]),
    ]);
    expect(find(checks, 'nom151.granted').reason?.detail).toEqual({ status: 'rejection' });
    expect(find(checks, 'nom151.time').next).toEqual({ code: 'get_stamp' });
    expect(checks[0]!.evidence).toStrictEqual([
      {
        kind: 'time-stamp',
        sha256: readTimeStampInput(refusal).fingerprint,
        size: refusal.length,
        origin: 'service',
      },
    ]);
  });

  test('the token is the evidence of every check, the certificates that of the path', () => {
    const bytes = made();
    const own = {
      kind: 'time-stamp',
      sha256: readTimeStampInput(bytes).fingerprint,
      size: bytes.length,
      time: '2026-11-19T12:00:00Z',
    };
    const { checks, provenTime } = verdictOf(bytes);
    for (const check of checks) expect(check.evidence[0]).toStrictEqual(own);
    expect(find(checks, 'nom151.path').evidence.map(({ kind }) => kind)).toEqual([
      'time-stamp',
      'certificate',
      'certificate',
    ]);
    expect(find(checks, 'nom151.time').evidence).toHaveLength(1);
    expect(provenTime).toBe(readInstant('2026-11-19T12:00:00Z', 'time'));
    const rough = made({ accuracy: der.sequence(der.integer(2)) });
    expect(verdictOf(rough).provenTime).toBe(readInstant('2026-11-19T12:00:02Z', 'time'));
  });

  test('a critical extension leaves it open, and so its time', () => {
    const odd = made({ extensions: [extension('1.2.3.4', der.nullValue(), true)] });
    const { checks } = verdictOf(odd);
    expect(find(checks, 'nom151.parse')).toMatchObject({
      reason: { code: 'X_UNSUPPORTED', detail: { what: 'critical extension 1.2.3.4' } },
      next: { code: 'check_elsewhere' },
    });
    expect(find(checks, 'nom151.time').reason?.code).toBe('NO_POE');
  });

  test('without its signer there is no path, and no fact of one', () => {
    const { checks, facts } = verdictOf(made({ certificates: [] }));
    expect(find(checks, 'nom151.path')).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'NO_SIGNING_CERTIFICATE_FOUND' },
      next: { code: 'add_certificate' },
    });
    expect(facts).toMatchObject({ signer: undefined, signerFingerprint: undefined, anchor: undefined });
    expect(find(checks, 'nom151.time').status).toBe('INDETERMINATE');
  });

  test('the profile is that of the anchor the signer leads to, and known once the signer holds', () => {
    const waived = { profile: { ...nom151Profile, id: 'mine/1' }, anchors: [anchor(root)] };
    const elsewhere = { ...trust[0]!, anchors: [anchor(authority)] };
    const unrelated = issue({ subject: 'CN=Unrelated', extensions: authorityExtensions() });
    const away = { profile: nom151Profile, anchors: [anchor(unrelated)] };
    expect(verdictOf(made(), { trust: [away, waived] }).facts?.profile).toBe('mine/1');
    expect(verdictOf(made(), { trust: [elsewhere] }).facts?.profile).toBe('rfc3161/1');
    expect(verdictOf(made({ ess: [] })).facts?.profile).toBeUndefined();
    // A policy that no profile knows still shows whether the signer leads to an anchor.
    const odd = verdictOf(made({ policy: '1.2.3' }), { trust: [waived] });
    expect(find(odd.checks, 'nom151.path').status).toBe('PASSED');
    expect(find(odd.checks, 'nom151.signer').reason?.code).toBe('X_STAMP_PROFILE_UNKNOWN');
    expect(find(odd.checks, 'nom151.time').status).toBe('INDETERMINATE');
    const narrow = verdictOf(made(), {
      trust: [away, { ...waived, profile: { ...nom151Profile, policies: ['1.2.3'] } }],
    });
    expect(find(narrow.checks, 'nom151.path').status).not.toBe('PASSED');
  });

  test('as one check: the first that failed, else the first that is open, with every warning', () => {
    const as = (stamp: StampInput['stamp'], more: Partial<StampInput> = {}) =>
      checkStampAs('merkleized.stamp', { ...input, stamp, ...more });
    const good = as(made({ ess: [1] }));
    expect(good.check).toMatchObject({
      id: 'merkleized.stamp',
      status: 'PASSED',
      computed: '2026-11-19T12:00:00Z',
      warnings: [{ code: 'X_WEAK_ALGORITHM' }],
      evidence: [{ kind: 'time-stamp' }],
    });
    expect(good.check.evidence).toHaveLength(1);
    expect(good.provenTime).toBe(readInstant('2026-11-19T12:00:00Z', 'time'));
    expect(good.facts?.signer).toBe('CN=Stamp signer');
    expect(as(made()).check).not.toHaveProperty('warnings');
    const both = as(made({ certificates: [], digest: Uint8Array.from(digest, (byte) => byte ^ 1) }));
    expect(both.check).toMatchObject({ status: 'FAILED', reason: { code: 'X_STAMP_IMPRINT_MISMATCH' } });
    const open = as(made({ extensions: [extension('1.2.3.4', der.nullValue(), true)], certificates: [] }));
    expect(open.check).toMatchObject({ status: 'INDETERMINATE', reason: { code: 'X_UNSUPPORTED' } });
    expect(as(stampResponse(undefined, 2)).check.reason?.code).toBe('X_STAMP_NOT_GRANTED');
    expect(as(undefined).check).toMatchObject({ reason: { code: 'X_STAMP_ABSENT' }, evidence: [] });
  });
});

describe('profiles', () => {
  test('policies are OIDs, or arcs that end with a dot; without any, all count', () => {
    const profile = (policies?: readonly string[]) => ({ ...nom151Profile, policies });
    expect(policyCounts(profile(undefined), '1.2.3')).toBe(true);
    expect(policyCounts(profile(['1.2.']), '1.2.3')).toBe(true);
    expect(policyCounts(profile(['1.2.']), '1.2')).toBe(false);
    expect(policyCounts(profile(['1.2.']), '1.20.3')).toBe(false);
    expect(policyCounts(profile(['1.2']), '1.2')).toBe(true);
    expect(policyCounts(profile(['1.2']), '1.2.3')).toBe(false);
    expect(policyCounts(profile(['9.9', '1.2.']), '1.2.3')).toBe(true);
    expect(policyCounts(profile([]), '1.2.3')).toBe(false);
  });

  test('built in is the root of the Ministry alone, for its own policies', () => {
    const [one, ...more] = builtInStampTrust();
    expect(more).toEqual([]);
    expect(one?.profile).toEqual(nom151Profile);
    expect(one?.anchors.map(({ title, certificate }) => [title, certificate.fingerprint])).toEqual([
      ['Secretaría de Economía, ACR2', economiaAcr2Fingerprint],
    ]);
    const { trust: _, ...byDefault } = { ...input, stamp: made() };
    expect(find(checkStamp(byDefault).checks, 'nom151.path').status).toBe('INDETERMINATE');
  });
});
