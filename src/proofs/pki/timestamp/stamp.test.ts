import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toBase64, toHex } from '../../encoding/bytes.ts';
import type { Check } from '../../check.ts';
import { readInstant } from '../../encoding/instant.ts';
import { standard, strict, vectors, type Policy } from '../../policy/policy.ts';
import { flipByte } from '../../testing/mutate.ts';
import { oid } from '../der/oids.ts';
import { economiaAnchor, nom151Profile, rfc3161Profile } from './stamp-profiles.ts';
import { checkStamp, checkStampAs, type StampInput } from './stamp.ts';
import {
  anchor,
  authorityExtensions,
  extension,
  issue,
  issueCrlDer,
  purposes,
  testKey,
  usage,
  type Issued,
} from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';
import {
  issuerSerial,
  stampResponse,
  stampSigner,
  stampToken,
  type StampHash,
  type StampSpec,
} from '../testing/time-stamper.ts';

const root = issue({ subject: 'CN=Stamp root', extensions: authorityExtensions() });
const authority = issue({ subject: 'CN=Stamp authority', issuer: root, extensions: authorityExtensions() });
const signer = stampSigner(authority);
/** As Mexican providers have them: for signatures, and certified for no purpose at all. */
const plainSigner = issue({
  subject: 'CN=Provider',
  issuer: authority,
  extensions: [usage(0, 1)],
});

const digestOf = (hash: StampHash): Uint8Array =>
  Uint8Array.from(createHash(hash).update('document').digest());
const digests = { 'SHA-256': digestOf('sha256'), 'SHA-512': digestOf('sha512') };
const trust = [{ profile: rfc3161Profile, anchors: [anchor(root)] }];
const now = readInstant('2026-11-20T00:00:00Z', 'now');

const token = (more: Partial<StampSpec> = {}): Uint8Array<ArrayBuffer> =>
  stampToken({ digest: digests['SHA-256'], signer, certificates: [signer.der, authority.der], ...more });

const input = (stamp: StampInput['stamp'], more: Partial<StampInput> = {}): StampInput => ({
  stamp,
  digests,
  trust,
  now,
  policy: standard,
  ...more,
});

function run(stamp: StampInput['stamp'], more: Partial<StampInput> = {}): readonly Check[] {
  return checkStamp(input(stamp, more)).checks;
}

/** Everything that is neither PASSED nor NOT_APPLICABLE, without `nom151.`. */
function open(checks: readonly Check[]): string[] {
  return checks.flatMap(({ id, status, reason }) =>
    status === 'PASSED' || status === 'NOT_APPLICABLE'
      ? []
      : [`${id.slice(7)} ${status} ${reason?.code ?? ''}`],
  );
}

const ids = ['parse', 'granted', 'imprint', 'signature', 'signer', 'path', 'time'].map(
  (one) => `nom151.${one}`,
);

describe('RFC 3161: a time-stamp that holds', () => {
  test('as a response: seven checks pass and the time is proven', () => {
    const { checks, facts, provenTime } = checkStamp(input(stampResponse(token())));
    expect(checks.map(({ id }) => id)).toEqual(ids);
    expect(checks.map(({ status }) => status)).toEqual(Array(7).fill('PASSED'));
    expect(provenTime).toBe(readInstant('2026-11-19T12:00:00Z', 'time'));
    expect(facts).toMatchObject({
      genTime: '2026-11-19T12:00:00Z',
      policy: '2.16.484.101.10.316.1.2',
      imprintAlgorithm: 'SHA-256',
      imprint: toHex(digests['SHA-256']),
      signer: 'CN=Stamp signer',
      anchor: 'test root',
      profile: 'rfc3161/1',
    });
    const pinned = checks.filter(({ basis }) => basis === 'PINNED').map(({ id }) => id);
    expect(pinned).toEqual(['nom151.path', 'nom151.time']);
  });

  test('as a bare token: nothing says "granted", and that is not a pass', () => {
    const checks = run(token());
    expect(open(checks)).toEqual([]);
    expect(checks.find(({ id }) => id === 'nom151.granted')?.status).toBe('NOT_APPLICABLE');
  });

  test('as PEM, base64 or hex; granted with modifications', () => {
    const bytes = stampResponse(token(), 1);
    const base64 = toBase64(bytes);
    for (const form of [base64, toHex(bytes), `-----BEGIN X-----\n${base64}\n-----END X-----`]) {
      expect(open(run(form))).toEqual([]);
    }
  });

  test.each(['P-256', 'P-384', 'P-521', 'RSA'] as const)('signed with %s', (kind) => {
    const by = stampSigner(authority, testKey(`stamp ${kind}`, kind));
    expect(open(run(token({ signer: by, certificates: [by.der, authority.der] })))).toEqual([]);
  });

  test('with an RSA key named alone, as CMS allows', () => {
    const by = stampSigner(authority, testKey('stamp RSA', 'RSA'));
    const algorithm = der.sequence(der.oid(oid.rsaEncryption), der.nullValue());
    expect(open(run(token({ signer: by, certificates: [by.der, authority.der], algorithm })))).toEqual([]);
  });

  test('accuracy moves the proven time to its later end; fractions of a second are preserved', () => {
    const accuracy = der.sequence(
      der.integer(1),
      der.implicitPrimitive(0, Uint8Array.of(2)),
      der.implicitPrimitive(1, Uint8Array.of(3)),
    );
    const genTime = '2026-11-19T12:00:00.25Z';
    const { provenTime, facts } = checkStamp(input(token({ accuracy, genTime })));
    expect(facts?.accuracyMilliseconds).toBe(1003);
    expect(provenTime).toBe(readInstant('2026-11-19T12:00:01.253Z', 'time'));
  });

  test('signed attributes sent in another order are checked in that of DER', () => {
    expect(open(run(token({ reverse: true })))).toEqual([]);
  });

  test('the signer named by its key identifier; its certificate at hand instead of in the token', () => {
    expect(open(run(token({ by: 'key' })))).toEqual([]);
    const bare = token({ certificates: [] });
    expect(open(run(bare))).toContain('signature INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND');
    expect(open(run(bare, { others: [signer.certificate, authority.certificate] }))).toEqual([]);
  });

  test('written in BER: ends by markers and content in pieces, around the same signed parts', () => {
    const inner = token().subarray(4);
    const indefinite = Uint8Array.of(0x30, 0x80, ...inner, 0, 0);
    expect(token()[1]).toBe(0x82);
    const { checks, facts } = checkStamp(input(indefinite));
    expect(open(checks)).toEqual([]);
    expect(facts?.genTime).toBe('2026-11-19T12:00:00Z');
    // The evidence is what was handed over.
    expect(checks[0]?.evidence[0]?.size).toBe(indefinite.length);
    expect(open(run(toBase64(indefinite)))).toEqual([]);
  });

  test('what lies beside the signature and cannot be read is left aside', () => {
    const junk = der.sequence(der.integer(1));
    expect(open(run(token({ certificates: [junk, signer.der, authority.der] })))).toEqual([]);
  });

  test('merkleized.stamp: the same questions as one check', () => {
    const { check, provenTime } = checkStampAs('merkleized.stamp', input(token()));
    expect(check).toMatchObject({ id: 'merkleized.stamp', status: 'PASSED', basis: 'PINNED' });
    expect(provenTime).toBeDefined();
    const other = checkStampAs(
      'merkleized.stamp',
      input(token({ digest: digestOf('sha384').subarray(0, 32) })),
    );
    expect(other.check).toMatchObject({ status: 'FAILED', reason: { code: 'X_STAMP_IMPRINT_MISMATCH' } });
    expect(other.provenTime).toBeUndefined();
  });
});

describe('nom151.parse and nom151.granted', () => {
  test('no stamp, and one that cannot be read: every check is INDETERMINATE', () => {
    expect(open(run(undefined))).toEqual(ids.map((id) => `${id.slice(7)} INDETERMINATE X_STAMP_ABSENT`));
    expect(open(run('zz'))).toEqual(ids.map((id) => `${id.slice(7)} INDETERMINATE X_UNREADABLE`));
    expect(open(run(token().subarray(0, 99)))).toHaveLength(7);
  });

  test('a rejection is FAILED and proves nothing', () => {
    const checks = run(stampResponse(undefined, 2));
    expect(open(checks)[0]).toBe('granted FAILED X_STAMP_NOT_GRANTED');
    expect(open(checks)).toHaveLength(6);
    // A token beside a rejection, a grant without a token: neither is a response.
    expect(open(run(stampResponse(token(), 2)))[0]).toBe('parse INDETERMINATE X_UNREADABLE');
    expect(open(run(stampResponse(undefined)))[0]).toBe('parse INDETERMINATE X_UNREADABLE');
  });

  test('a critical extension of the token that is not processed', () => {
    const odd = extension('1.2.3.4', der.nullValue(), true);
    const checks = open(run(token({ extensions: [odd] })));
    expect(checks).toEqual(['parse INDETERMINATE X_UNSUPPORTED', 'time INDETERMINATE NO_POE']);
    expect(open(run(token({ extensions: [extension('1.2.3.4', der.nullValue())] })))).toEqual([]);
  });

  test('exactly one signer', () => {
    expect(open(run(token({ signers: 2 })))[0]).toBe('parse INDETERMINATE X_UNREADABLE');
  });

  test('the same signed attribute twice', () => {
    const again = der.sequence(der.oid(oid.contentType), der.set(der.oid(oid.tstInfo)));
    expect(open(run(token({ attributes: [again] })))[0]).toBe('parse INDETERMINATE X_UNREADABLE');
  });
});

describe('nom151.imprint', () => {
  test('another digest', () => {
    const checks = run(token({ digest: digestOf('sha512').subarray(0, 32) }));
    expect(open(checks)).toEqual(['imprint FAILED X_STAMP_IMPRINT_MISMATCH', 'time INDETERMINATE NO_POE']);
    const imprint = checks.find(({ id }) => id === 'nom151.imprint');
    expect(imprint?.expected).toBe(toHex(digests['SHA-256']));
    expect(imprint?.computed).not.toBe(imprint?.expected);
  });

  test('by SHA-512, when that digest is known; else it cannot be compared', () => {
    const wide = token({ digest: digests['SHA-512'], imprintHash: 'sha512' });
    expect(open(run(wide))).toEqual([]);
    const few = run(wide, { digests: { 'SHA-256': digests['SHA-256'] } });
    expect(open(few)).toEqual(['imprint INDETERMINATE SIGNED_DATA_NOT_FOUND', 'time INDETERMINATE NO_POE']);
  });

  test('of a length that is not that of its hash, by SHA-1, by a hash that is not known', () => {
    const short = token({ digest: digests['SHA-256'].subarray(0, 20) });
    expect(open(run(short))[0]).toBe('imprint FAILED X_STAMP_IMPRINT_MISMATCH');
    const old = token({ digest: digestOf('sha1'), imprintHash: 'sha1' });
    expect(open(run(old))[0]).toBe('imprint INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE');
    const odd = token({ digest: digestOf('md5'), imprintHash: 'md5' });
    expect(open(run(odd))[0]).toBe('imprint INDETERMINATE X_UNSUPPORTED');
  });
});

describe('nom151.signature (RFC 5652 §5.4, §11)', () => {
  test('a signature of another key', () => {
    expect(open(run(token({ signingKey: testKey('forger') })))).toEqual([
      'signature FAILED SIG_CRYPTO_FAILURE',
      'time INDETERMINATE NO_POE',
    ]);
  });

  test('a message digest of other content, a content type of something else', () => {
    expect(open(run(token({ messageDigest: digests['SHA-256'] })))[0]).toBe('signature FAILED HASH_FAILURE');
    expect(open(run(token({ signedType: '1.2.840.113549.1.7.1' })))[0]).toBe(
      'signature FAILED SIG_CRYPTO_FAILURE',
    );
  });

  test('an algorithm that is not checked, and a digest by SHA-1', () => {
    const pss = token({ algorithm: der.sequence(der.oid('1.2.840.113549.1.1.10')) });
    expect(open(run(pss))[0]).toBe('signature INDETERMINATE X_UNSUPPORTED');
    expect(open(run(token({ digestHash: 'sha1' })))[0]).toBe(
      'signature INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE',
    );
    expect(open(run(token({ digestHash: 'sha384' })))).toEqual([]);
  });
});

describe('nom151.signer (RFC 5035 §5.4.1 and profiles)', () => {
  test('the signed hash of another certificate', () => {
    const twin = issue({ subject: 'CN=Twin', issuer: authority });
    expect(open(run(token({ essCertificate: twin })))[0]).toBe('signer FAILED SIG_CONSTRAINTS_FAILURE');
    expect(open(run(token({ essCertificate: twin, ess: [1] })))[0]).toBe(
      'signer FAILED SIG_CONSTRAINTS_FAILURE',
    );
    expect(open(run(token({ ess: [] })))[0]).toBe('signer INDETERMINATE SIG_CONSTRAINTS_FAILURE');
  });

  test('of several certificates of the name and number, the one that the signed hash names is the signer', () => {
    const { serialNumber } = signer.certificate;
    const serial = BigInt(`0x${toHex(serialNumber)}`);
    const decoy = issue({
      subject: 'CN=Decoy',
      issuer: authority,
      serial,
      extensions: [purposes(true, oid.timeStamping)],
    });
    expect(open(run(token({ certificates: [decoy.der, signer.der, authority.der] })))).toEqual([]);
    expect(open(run(token({ certificates: [decoy.der, authority.der] })))).toContain(
      'signature FAILED SIG_CRYPTO_FAILURE',
    );
  });

  test('issuer and serial number, where they are signed, are those of the signer', () => {
    const { certificate } = signer;
    const right = issuerSerial(certificate.issuer.der, certificate.serialNumber);
    expect(open(run(token({ issuerSerial: right })))).toEqual([]);
    for (const wrong of [
      issuerSerial(root.subjectName, certificate.serialNumber),
      issuerSerial(certificate.issuer.der, Uint8Array.of(5)),
    ]) {
      expect(open(run(token({ issuerSerial: wrong })))[0]).toBe('signer FAILED SIG_CONSTRAINTS_FAILURE');
    }
  });

  test('ESSCertID alone is SHA-1: weak, refused by a strict policy; beside the second version it does not matter', () => {
    const of = (policy: Policy, ess: readonly (1 | 2)[]): Check | undefined =>
      run(token({ ess }), { policy }).find(({ id }) => id === 'nom151.signer');
    expect(of(standard, [1])).toMatchObject({ status: 'PASSED', warnings: [{ code: 'X_WEAK_ALGORITHM' }] });
    expect(of(vectors, [1])?.warnings).toBeUndefined();
    expect(of(strict, [1])).toMatchObject({ status: 'INDETERMINATE' });
    expect(of(strict, [1, 2])).toMatchObject({ status: 'PASSED' });
  });

  const provider = (more: Partial<StampSpec> = {}): Uint8Array =>
    token({ signer: plainSigner, certificates: [plainSigner.der, authority.der], ...more });

  test('a signer without the purpose counts under the profile of NOM-151 and no other', () => {
    expect(open(run(provider()))).toEqual([
      'signer INDETERMINATE X_STAMP_PROFILE_UNKNOWN',
      'time INDETERMINATE NO_POE',
    ]);
    const mexican = [{ profile: nom151Profile, anchors: [anchor(root)] }];
    expect(open(run(provider(), { trust: mexican }))).toEqual([]);
    expect(checkStamp(input(provider(), { trust: mexican })).facts?.profile).toBe('nom151-economia/1');
    expect(open(run(provider(), { trust: [...trust, ...mexican] }))).toEqual([]);
    const elsewhere = run(provider({ policy: '1.2.3.4' }), { trust: mexican });
    expect(open(elsewhere)).toEqual([
      'signer INDETERMINATE X_STAMP_PROFILE_UNKNOWN',
      'time INDETERMINATE NO_POE',
    ]);
    // The arc of the Ministry is not a prefix of text: 3160 is another number than 316.
    expect(open(run(provider({ policy: '2.16.484.101.10.3160.1' }), { trust: mexican }))).toHaveLength(2);
  });

  test('an anchor pinned for one profile does not lend itself to another', () => {
    const other = issue({ subject: 'CN=Other root', extensions: authorityExtensions() });
    const split = [
      { profile: rfc3161Profile, anchors: [anchor(root)] },
      { profile: nom151Profile, anchors: [anchor(other)] },
    ];
    expect(open(run(provider(), { trust: split }))[0]).toBe('signer INDETERMINATE X_STAMP_PROFILE_UNKNOWN');
  });

  test('the purpose must be critical and alone (RFC 3161 §2.3), and the key for signatures', () => {
    const kinds: readonly (readonly [Issued, string])[] = [
      [
        issue({ subject: 'CN=A', issuer: authority, extensions: [purposes(false, oid.timeStamping)] }),
        'INDETERMINATE',
      ],
      [
        issue({
          subject: 'CN=B',
          issuer: authority,
          extensions: [purposes(true, oid.timeStamping, oid.ocspSigning)],
        }),
        'INDETERMINATE',
      ],
      [
        issue({
          subject: 'CN=C',
          issuer: authority,
          extensions: [usage(2), purposes(true, oid.timeStamping)],
        }),
        'FAILED',
      ],
    ];
    for (const [by, status] of kinds) {
      const checks = run(token({ signer: by, certificates: [by.der, authority.der] }));
      expect(checks.find(({ id }) => id === 'nom151.signer')?.status).toBe(status);
    }
  });
});

describe('nom151.path and nom151.time', () => {
  test('a root that nobody pinned', () => {
    const whole = token({ certificates: [signer.der, authority.der, root.der] });
    const checks = run(whole, { trust: [{ profile: rfc3161Profile, anchors: [economiaAnchor()] }] });
    expect(open(checks)).toEqual([
      'path INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
      'time INDETERMINATE NO_POE',
    ]);
    const path = checks.find(({ id }) => id === 'nom151.path');
    expect(path?.next?.code).toBe('trust_stamp_anchor');
  });

  test('a root that nobody pinned, of a policy that no profile knows: one check over it names the root to pin', () => {
    const whole = token({ certificates: [signer.der, authority.der, root.der] });
    const { check } = checkStampAs('merkleized.stamp', input(whole, { trust: [] }));
    expect(check).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_STAMP_PROFILE_UNKNOWN' },
      next: { code: 'trust_stamp_anchor', detail: { sha256: root.certificate.fingerprint } },
    });
  });

  test('a signer that had expired by its own time, and a time from the future', () => {
    const old = issue({
      subject: 'CN=Old signer',
      issuer: authority,
      extensions: [purposes(true, oid.timeStamping)],
      notAfter: '2026-01-01T00:00:00Z',
    });
    const expired = run(token({ signer: old, certificates: [old.der, authority.der] }));
    expect(open(expired)).toEqual(['path FAILED EXPIRED', 'time INDETERMINATE NO_POE']);
    expect(open(run(token({ genTime: '2026-11-20T00:05:00Z' })))).toEqual([]);
    expect(open(run(token({ genTime: '2026-11-20T00:05:01Z' })))).toEqual([
      'time INDETERMINATE TIMESTAMP_ORDER_FAILURE',
    ]);
  });

  test('a signer revoked for the loss of its key proves no time, whenever that was (RFC 3161 §4)', async () => {
    const { readCrl } = await import('../crl/crl.ts');
    const list = (at: string, reason?: number) =>
      readCrl(
        issueCrlDer({
          issuer: authority,
          revoked: [{ certificate: signer.certificate, at, ...(reason === undefined ? {} : { reason }) }],
          thisUpdate: '2026-11-19T23:00:00Z',
        }),
      );
    const [before, after] = ['2026-11-01T00:00:00Z', '2026-11-19T20:00:00Z'];
    expect(open(run(token(), { crls: [list(before, 4)] }))[0]).toBe('path FAILED REVOKED');
    expect(open(run(token(), { crls: [list(after, 1)] }))[0]).toBe('path FAILED REVOKED');
    expect(open(run(token(), { crls: [list(after)] }))[0]).toBe('path FAILED REVOKED');
    expect(open(run(token(), { crls: [list(after, 4)] }))).toEqual([]);
  });

  test('the shipped root is the published one', () => {
    const { certificate, title } = economiaAnchor();
    expect(certificate.fingerprint).toBe('b2f258c42c3066c54c3d9bbcb9a4c16bed4e7b74f302643a11af26961e09c720');
    expect(title).toContain('Economía');
  });
});

describe('one flipped byte of a time-stamp', () => {
  test('anywhere: some check leaves PASSED; only "granted" may become "granted with modifications"', () => {
    // With the authority at hand the token carries the signer alone, so every byte of it is bound. The status of
    // a response is signed by nobody (RFC 3161 §2.4.2): its lowest bit says which of the two grants it is.
    const bytes = stampResponse(token({ certificates: [signer.der] }));
    const more = { others: [authority.certificate] };
    expect(open(run(bytes, more))).toEqual([]);
    const unbound: number[] = [];
    for (let index = 0; index < bytes.length; index++) {
      if (open(run(flipByte(bytes, index), more)).length === 0) unbound.push(index);
    }
    const status = bytes.findIndex((byte, index) => byte === 0x02 && bytes[index + 1] === 1) + 2;
    expect(unbound).toEqual([status]);
  });
});
