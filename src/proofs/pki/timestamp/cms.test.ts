import { describe, expect, test } from 'vitest';
import { toHex } from '../../encoding/bytes.ts';
import { readSignedData, type SignedData } from './cms.ts';
import { readDer } from '../der/der.ts';
import { oid } from '../der/oids.ts';
import { authorityExtensions, issue, issueCrlDer } from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';

const sha256 = der.sequence(der.oid('2.16.840.1.101.3.4.2.1'));
const sha512 = der.sequence(der.oid('2.16.840.1.101.3.4.2.3'));
const root = issue({ subject: 'CN=Root', extensions: authorityExtensions() });
const byIssuer = der.sequence(root.subjectName, der.integer(7));
const byKey = der.implicitPrimitive(0, Uint8Array.of(7, 7));
const attribute = (id: string, ...values: readonly Uint8Array[]): Uint8Array =>
  der.sequence(der.oid(id), der.set(...values));
const contentType = attribute(oid.contentType, der.oid(oid.tstInfo));
const messageDigest = attribute(oid.messageDigest, der.octetString(Uint8Array.of(1)));

interface Spec {
  readonly type?: string;
  readonly version?: number;
  readonly digests?: readonly Uint8Array[];
  readonly certificates?: readonly Uint8Array[];
  readonly crls?: readonly Uint8Array[];
  readonly signers?: number;
  readonly signerVersion?: number;
  readonly signer?: Uint8Array;
  readonly attributes?: readonly Uint8Array[];
  readonly unsigned?: Uint8Array;
}

function read(spec: Spec = {}): SignedData {
  const { attributes = [messageDigest, contentType], digests = [sha256] } = spec;
  const signerInfo = der.sequence(
    der.integer(spec.signerVersion ?? 1),
    spec.signer ?? byIssuer,
    sha256,
    der.explicitTag(0, ...attributes),
    der.sequence(der.oid('1.2.840.10045.4.3.2')),
    der.octetString(Uint8Array.of(9)),
    ...(spec.unsigned === undefined ? [] : [spec.unsigned]),
  );
  const signedData = der.sequence(
    der.integer(spec.version ?? 3),
    der.set(...digests),
    der.sequence(der.oid(oid.tstInfo), der.explicitTag(0, der.octetString(Uint8Array.of(5)))),
    ...(spec.certificates === undefined ? [] : [der.explicitTag(0, ...spec.certificates)]),
    ...(spec.crls === undefined ? [] : [der.explicitTag(1, ...spec.crls)]),
    der.set(...Array.from({ length: spec.signers ?? 1 }, () => signerInfo)),
  );
  const info = der.sequence(der.oid(spec.type ?? oid.signedData), der.explicitTag(0, signedData));
  return readSignedData(readDer(info, 'test'));
}

describe('RFC 5652 §5.1: signed data', () => {
  test('content, its type and its one signer', () => {
    expect(read()).toMatchObject({
      contentType: oid.tstInfo,
      content: Uint8Array.of(5),
      certificates: [],
      crls: [],
      signedContentType: oid.tstInfo,
      signature: Uint8Array.of(9),
      signer: { by: 'issuer', serialNumber: Uint8Array.of(7) },
    });
    expect(read({ unsigned: der.explicitTag(1, contentType) }).content).toEqual(Uint8Array.of(5));
  });

  test('of type signed data, version 3 to 5, with exactly one signer', () => {
    for (const version of [3, 4, 5]) expect(read({ version }).contentType).toBe(oid.tstInfo);
    for (const version of [0, 1, 2, 6]) expect(() => read({ version })).toThrow('version');
    expect(() => read({ version: 2 })).toThrow('version 3, 4 or 5');
    expect(() => read({ type: oid.tstInfo })).toThrow('content of type signed data');
    expect(() => read({ signers: 2 })).toThrow('exactly one signer');
  });

  test('the digest of the signer is among those announced', () => {
    expect(read({ digests: [sha512, sha256] }).digestAlgorithm.id).toBe('2.16.840.1.101.3.4.2.1');
    const rule = 'the digest algorithm of the signer among those announced';
    expect(() => read({ digests: [sha512] })).toThrow(rule);
    expect(() => read({ digests: [] })).toThrow(rule);
  });

  test('certificates and lists that can be read; what is of another kind is left aside', () => {
    const list = issueCrlDer({ issuer: root });
    const odd = der.explicitTag(1, der.integer(1));
    const { certificates, crls } = read({ certificates: [odd, root.der, der.sequence()], crls: [odd, list] });
    expect(certificates.map(({ fingerprint }) => fingerprint)).toEqual([root.certificate.fingerprint]);
    expect(crls).toHaveLength(1);
    // What has the content of a certificate under another tag is none.
    const retagged = Uint8Array.from(root.der);
    retagged[0] = 0xa3;
    expect(read({ certificates: [retagged] }).certificates).toEqual([]);
  });
});

describe('RFC 5652 §5.3: the signer', () => {
  const rule = 'a signer by issuer and serial number (v1) or by key identifier (v3)';

  test('by issuer and serial number in version 1, by key identifier in version 3, and not crosswise', () => {
    expect(read({ signer: byKey, signerVersion: 3 }).signer).toEqual({
      by: 'key',
      keyIdentifier: Uint8Array.of(7, 7),
    });
    for (const [signer, signerVersion] of [
      [byIssuer, 3],
      [byKey, 1],
      [byIssuer, 2],
      [byKey, 2],
      [der.octetString(Uint8Array.of(7)), 1],
      [der.octetString(Uint8Array.of(7)), 3],
    ] as const)
      expect(() => read({ signer, signerVersion })).toThrow(rule);
    expect(() => read({ signerVersion: 4 })).toThrow('signer version');
  });

  test('each signed attribute once, with one value', () => {
    const once = (id: string) => `the signed attribute ${id} once, with one value`;
    expect(() => read({ attributes: [contentType, messageDigest, messageDigest] })).toThrow(
      once(oid.messageDigest),
    );
    const two = attribute(
      oid.messageDigest,
      der.octetString(Uint8Array.of(1)),
      der.octetString(Uint8Array.of(2)),
    );
    expect(() => read({ attributes: [two] })).toThrow(once(oid.messageDigest));
    expect(read({ attributes: [messageDigest] }).signedContentType).toBeUndefined();
    expect([...read().signedAttributes.keys()]).toEqual([oid.messageDigest, oid.contentType]);
  });

  test('§5.4: what is signed is the SET OF in the order of DER, whatever was sent', () => {
    const ordered = [contentType, messageDigest].sort((a, b) => Buffer.compare(a, b));
    for (const attributes of [ordered, ordered.toReversed()])
      expect(toHex(read({ attributes }).signedAttributesDer)).toBe(toHex(der.set(...ordered)));
  });
});
