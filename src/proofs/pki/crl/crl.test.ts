import { describe, expect, test } from 'vitest';
import { toBase64, toHex } from '../../encoding/bytes.ts';
import { readInstant } from '../../encoding/instant.ts';
import { readCrl, readCrlInput, type Crl } from './crl.ts';
import { nameKey } from '../certificate/names.ts';
import { oid } from '../der/oids.ts';
import {
  algorithmOf,
  authorityExtensions,
  certificateIssuer,
  crlNumber,
  directoryName,
  extension,
  fullName,
  issue,
  issueCrlDer,
  listFlag,
  listScope,
  signedBy,
} from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';

const root = issue({ subject: 'CN=Root', extensions: authorityExtensions() });
const { certificate } = issue({ subject: 'CN=Leaf', issuer: root });
const serial = toHex(certificate.serialNumber);

interface Spec {
  readonly version?: number;
  readonly inner?: Uint8Array;
  readonly nextUpdate?: Uint8Array;
  readonly extensions?: readonly Uint8Array[];
}

function read(spec: Spec = {}): Crl {
  const part = der.sequence(
    ...(spec.version === undefined ? [] : [der.integer(spec.version)]),
    spec.inner ?? algorithmOf(root.key),
    root.subjectName,
    der.utcTime('2025-06-01T00:00:00Z'),
    ...(spec.nextUpdate === undefined ? [] : [spec.nextUpdate]),
    ...(spec.extensions === undefined ? [] : [der.explicitTag(0, der.sequence(...spec.extensions))]),
  );
  return readCrl(signedBy(root.key, part));
}

describe('RFC 5280 §5.1: a list', () => {
  const keepsExpired = extension(oid.expiredCertsOnCrl, der.generalizedTime('2020-01-01T00:00:00Z'));

  test('of version 1 has no extensions, one of version 2 may', () => {
    expect(read()).toMatchObject({ baseNumber: undefined, keepsExpired: false, nextUpdate: undefined });
    expect(read()).toMatchObject({ unprocessedCritical: [], issuingDistributionPoint: undefined });
    expect(read({ version: 1 }).entries.size).toBe(0);
    expect(read({ version: 1, extensions: [keepsExpired] }).keepsExpired).toBe(true);
    expect(() => read({ extensions: [keepsExpired] })).toThrow('extensions only in v2');
    expect(() => read({ version: 0 })).toThrow('version 2');
  });

  test('names the same algorithm inside and outside', () => {
    expect(() => read({ inner: algorithmOf(root.key, 'sha1') })).toThrow(
      'the same signature algorithm inside and outside',
    );
  });

  test('tells what it is by its extensions: delta, keeping what expired, or what is not processed', () => {
    const delta = extension(oid.deltaCrlIndicator, der.integer(1), true);
    expect(read({ version: 1, extensions: [delta] })).toMatchObject({ baseNumber: 1n, keepsExpired: false });
    const odd = (critical: boolean) => extension('1.2.3.4', der.nullValue(), critical);
    expect(read({ version: 1, extensions: [odd(true)] })).toMatchObject({
      baseNumber: undefined,
      keepsExpired: false,
      unprocessedCritical: ['1.2.3.4'],
    });
    expect(read({ version: 1, extensions: [odd(false)] }).unprocessedCritical).toEqual([]);
  });

  test('has a number without a sign, of any size that a list may have', () => {
    const numbered = (value: Uint8Array): Crl =>
      read({ version: 1, extensions: [extension(oid.crlNumber, value)] });
    expect(numbered(der.integer(0)).number).toBe(0n);
    expect(numbered(der.integer(2n ** 160n - 1n)).number).toBe(2n ** 160n - 1n);
    expect(read({ version: 1 }).number).toBeUndefined();
    expect(() => numbered(der.integer(-1))).toThrow('a positive integer');
    expect(() => numbered(der.integer(2n ** 520n))).toThrow('an integer of at most 64 bytes');
    const base = extension(oid.deltaCrlIndicator, der.integer(-1), true);
    expect(() => read({ version: 1, extensions: [base] })).toThrow('a positive integer');
  });

  test('tells where delta lists are found (§5.2.6), which is read; a critical one wants a delta list', () => {
    const point = der.sequence(fullName(directoryName('CN=Changes')));
    const freshest = (critical: boolean, ...points: readonly Uint8Array[]): Crl =>
      read({
        version: 1,
        extensions: [extension(oid.freshestCrl, der.sequence(...points), critical)],
      });
    expect(freshest(false, point)).toMatchObject({ needsDelta: false, unprocessedCritical: [] });
    expect(freshest(true, point)).toMatchObject({ needsDelta: true, unprocessedCritical: [] });
    expect(() => freshest(false)).toThrow('at least one item');
    expect(() => freshest(false, der.sequence())).toThrow('a distribution point or issuer');
  });

  test('of more than 8 MiB is not read', () => {
    expect(() => readCrl(new Uint8Array((8 << 20) + 1))).toThrow('at most 8388608 bytes');
  });

  test('has a next update in either form of time', () => {
    const at = readInstant('2030-01-01T00:00:00Z', 'next');
    for (const nextUpdate of [
      der.utcTime('2030-01-01T00:00:00Z'),
      der.generalizedTime('2030-01-01T00:00:00Z'),
    ])
      expect(read({ nextUpdate }).nextUpdate).toBe(at);
  });

  test('is read as DER, hex, base64 or PEM, one of it', () => {
    const bytes = issueCrlDer({ issuer: root });
    const base64 = toBase64(bytes);
    const pem = `-----BEGIN X509 CRL-----\n${base64}\n-----END X509 CRL-----\n`;
    for (const form of [bytes, toHex(bytes), base64, pem])
      expect(readCrlInput(form).fingerprint).toBe(readCrl(bytes).fingerprint);
    expect(() => readCrlInput(pem + pem)).toThrow();
  });
});

describe('entries', () => {
  const entry = (at: string, reason?: number, extensions: readonly Uint8Array[] = []) => ({
    certificate,
    at,
    extensions,
    ...(reason === undefined ? {} : { reason }),
  });
  const list = (...revoked: ReturnType<typeof entry>[]): Crl =>
    readCrl(issueCrlDer({ issuer: root, revoked }));

  test('by serial number, with a reason where one is reported', () => {
    const [first] = list(entry('2025-01-01T00:00:00Z', 4)).entries.values();
    expect(first).toEqual({
      serialNumber: serial,
      revokedAt: readInstant('2025-01-01T00:00:00Z', 'at'),
      reason: 4,
    });
    expect(list(entry('2025-01-01T00:00:00Z')).entries.get(serial)?.reason).toBeUndefined();
  });

  test('of two for one number the earlier counts, of two at once the first', () => {
    const [early, late] = ['2025-01-01T00:00:00Z', '2025-02-01T00:00:00Z'] as const;
    const reason = (...two: ReturnType<typeof entry>[]) => list(...two).entries.get(serial)?.reason;
    expect(reason(entry(early, 1), entry(late, 2))).toBe(1);
    expect(reason(entry(late, 2), entry(early, 1))).toBe(1);
    expect(reason(entry(early, 3), entry(early, 4))).toBe(3);
  });

  test('with a critical extension that is not processed are reported once; others are nothing', () => {
    const odd = (critical: boolean) => [extension('1.2.3.4', der.nullValue(), critical)];
    const at = '2025-01-01T00:00:00Z';
    expect(list(entry(at, 1, odd(true)), entry(at, 1, odd(true))).unprocessedCritical).toEqual(['1.2.3.4']);
    expect(list(entry(at, 1, odd(false))).unprocessedCritical).toEqual([]);
  });
});

describe('entries of an indirect list (RFC 5280 §5.3.3)', () => {
  const at = '2025-01-01T00:00:00Z';
  const numbered = (serial: bigint): typeof certificate => issue({ subject: 'CN=N', serial }).certificate;
  const entry = (number: bigint, ...extensions: readonly Uint8Array[]) => ({
    certificate: numbered(number),
    at,
    extensions,
  });
  const list = (revoked: readonly ReturnType<typeof entry>[], indirect = true): Crl =>
    readCrl(
      issueCrlDer({
        issuer: root,
        revoked,
        extensions: indirect ? [listScope(listFlag(4))] : [crlNumber(1)],
      }),
    );
  const keyOf = (text: string): string => nameKey(issue({ subject: text }).certificate.subject);
  const numbersOf = (entries: ReadonlyMap<string, unknown> | undefined): string[] => [
    ...(entries?.keys() ?? []),
  ];

  test('are about the issuer of the list until one names another, and then about that one until the next', () => {
    const crl = list([
      entry(1n),
      entry(2n, certificateIssuer(directoryName('CN=A'))),
      entry(3n),
      entry(4n, certificateIssuer(directoryName('CN=B'))),
      entry(5n, certificateIssuer(directoryName('CN=root'))),
      entry(6n),
      entry(7n, certificateIssuer(directoryName('CN=A'))),
    ]);
    expect(numbersOf(crl.entries)).toEqual(['01', '05', '06']);
    expect(numbersOf(crl.entriesOfOthers.get(keyOf('CN=A')))).toEqual(['02', '03', '07']);
    expect(numbersOf(crl.entriesOfOthers.get(keyOf('CN=B')))).toEqual(['04']);
    expect(crl.entriesOfOthers.size).toBe(2);
    expect(crl.unprocessedCritical).toEqual([]);
  });

  test('may give an issuer several names; it has to have a directory name, and at most eight', () => {
    const uri = der.implicitPrimitive(6, Buffer.from('http://a/'));
    const both = list([entry(1n, certificateIssuer(uri, directoryName('CN=A'), directoryName('CN=B')))]);
    for (const text of ['CN=A', 'CN=B'])
      expect(numbersOf(both.entriesOfOthers.get(keyOf(text)))).toEqual(['01']);
    const none = list([entry(1n, certificateIssuer(uri)), entry(2n)]);
    expect(none.unprocessedCritical).toEqual([oid.certificateIssuer]);
    expect([none.entries.size, none.entriesOfOthers.size]).toEqual([0, 0]);
    const names = Array.from({ length: 9 }, (_, index) => directoryName(`CN=${index}`));
    expect(list([entry(1n, certificateIssuer(...names.slice(1)))]).entriesOfOthers.size).toBe(8);
    expect(() => list([entry(1n, certificateIssuer(...names))])).toThrow('at most 8 names of one issuer');
  });

  test('in a list that is not indirect forbid its use, critical or not', () => {
    const named = certificateIssuer(directoryName('CN=A'));
    expect(list([entry(1n, named)], false).unprocessedCritical).toEqual([oid.certificateIssuer]);
    const uncritical = extension(oid.certificateIssuer, der.sequence(directoryName('CN=A')));
    expect(list([entry(1n, uncritical)], false).unprocessedCritical).toEqual([oid.certificateIssuer]);
    expect(list([entry(1n, uncritical)]).unprocessedCritical).toEqual([]);
  });

  test('removeFromCRL never hides a revocation of the same number', () => {
    const reasons = (...two: readonly number[]): number | undefined => {
      const revoked = two.map((reason, index) => ({
        certificate,
        at: `2025-0${index + 1}-01T00:00:00Z`,
        reason,
      }));
      return readCrl(issueCrlDer({ issuer: root, revoked })).entries.get(serial)?.reason;
    };
    expect(reasons(8, 1)).toBe(1);
    expect(reasons(1, 8)).toBe(1);
    expect(reasons(8)).toBe(8);
  });
});
