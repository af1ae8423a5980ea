import { describe, expect, test } from 'vitest';
import { toBase64, toHex } from '../bytes.ts';
import { readInstant } from '../instant.ts';
import { readCrl, readCrlInput, type Crl } from './crl.ts';
import { oid } from './oids.ts';
import {
  algorithmOf,
  authorityExtensions,
  extension,
  issue,
  issueCrlDer,
  signedBy,
} from './testing/authority.ts';
import * as der from './testing/der-writer.ts';

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
    expect(read()).toMatchObject({ delta: false, keepsExpired: false, nextUpdate: undefined });
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
    expect(read({ version: 1, extensions: [delta] })).toMatchObject({ delta: true, keepsExpired: false });
    const odd = (critical: boolean) => extension('1.2.3.4', der.nullValue(), critical);
    expect(read({ version: 1, extensions: [odd(true)] })).toMatchObject({
      delta: false,
      keepsExpired: false,
      unprocessedCritical: ['1.2.3.4'],
    });
    expect(read({ version: 1, extensions: [odd(false)] }).unprocessedCritical).toEqual([]);
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

  test('by serial number, with a reason where one is told', () => {
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

  test('with a critical extension that is not processed are told once; others are nothing', () => {
    const odd = (critical: boolean) => [extension('1.2.3.4', der.nullValue(), critical)];
    const at = '2025-01-01T00:00:00Z';
    expect(list(entry(at, 1, odd(true)), entry(at, 1, odd(true))).unprocessedCritical).toEqual(['1.2.3.4']);
    expect(list(entry(at, 1, odd(false))).unprocessedCritical).toEqual([]);
  });
});
