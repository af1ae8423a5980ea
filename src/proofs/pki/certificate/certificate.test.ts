import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate as OtherCertificate, CertificateList } from '@peculiar/asn1-x509';
import { describe, expect, test } from 'vitest';
import { toHex } from '../../encoding/bytes.ts';
import { readInstant } from '../../encoding/instant.ts';
import { ProofError } from '../../errors.ts';
import {
  certificateFacts,
  digitSerial,
  identityOf,
  isSelfIssued,
  readCertificate,
  readCertificateInput,
  readCertificatesInput,
  type Certificate,
} from './certificate.ts';
import { readCrl } from '../crl/crl.ts';
import { oid } from '../der/oids.ts';
import {
  algorithmOf,
  authorityExtensions,
  basicConstraints,
  extension,
  issue,
  name,
  purposes,
  signedBy,
  smallChain,
  testKey,
  usage,
} from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';
import { vectorFiles } from '../testing/vector-files.ts';

describe('two readers agree', () => {
  const sets = ['nist-pkits', 'openssl-ocsp', 'sat-test-certs', 'rfc3161', 'nom151-trust-anchor'];
  test.each(sets)('every certificate of %s reads as another parser reads it', (set) => {
    const files = [...(vectorFiles(set) ?? [])].filter(([path]) => /\.(crt|cer|pem)$/.test(path));
    const own = Object.values(smallChain()).map((one): [string, Uint8Array] => ['own', one.der]);
    for (const [, bytes] of [...own, ...files]) {
      for (const mine of readCertificatesInput(bytes)) {
        const other = AsnConvert.parse(mine.der, OtherCertificate);
        const { tbsCertificate: theirs } = other;
        expect(toHex(mine.serialNumber)).toBe(toHex(new Uint8Array(theirs.serialNumber)));
        expect(mine.notBefore).toBe(theirs.validity.notBefore.getTime().getTime());
        expect(mine.notAfter).toBe(theirs.validity.notAfter.getTime().getTime());
        expect(mine.version).toBe(theirs.version + 1);
        expect(mine.signatureAlgorithm.id).toBe(other.signatureAlgorithm.algorithm);
        expect(toHex(mine.signature)).toBe(toHex(new Uint8Array(other.signatureValue)));
        expect(toHex(mine.publicKey.keyBytes)).toBe(
          toHex(new Uint8Array(theirs.subjectPublicKeyInfo.subjectPublicKey)),
        );
        expect(mine.extensions.all.map(({ id, critical }) => [id, critical])).toEqual(
          theirs.extensions?.map(({ extnID, critical }) => [extnID, critical]) ?? [],
        );
        const types = [...theirs.subject].flatMap((rdn) => [...rdn].map(({ type }) => type));
        expect(mine.subject.attributes.map(({ type }) => type)).toEqual(types);
      }
    }
  });

  test('every revocation list of nist-pkits too', () => {
    const files = [...(vectorFiles('nist-pkits') ?? [])].filter(([path]) => path.endsWith('.crl'));
    let read = 0;
    for (const [, bytes] of files) {
      const other = AsnConvert.parse(bytes, CertificateList).tbsCertList;
      let mine;
      try {
        mine = readCrl(bytes);
      } catch (error) {
        // The set corrupts a signature so that it is no BIT STRING of whole bytes any more.
        expect(error).toBeInstanceOf(ProofError);
        continue;
      }
      read += 1;
      expect(mine.thisUpdate).toBe(other.thisUpdate.getTime().getTime());
      expect(mine.nextUpdate).toBe(other.nextUpdate?.getTime().getTime());
      // The entries of an indirect list are grouped by the issuer that they concern.
      const serialNumbers = [mine.entries, ...mine.entriesOfOthers.values()].flatMap((some) => [
        ...some.keys(),
      ]);
      expect(serialNumbers.sort()).toEqual(
        (other.revokedCertificates ?? [])
          .map(({ userCertificate }) => toHex(new Uint8Array(userCertificate)))
          .sort(),
      );
    }
    expect(read).toBeGreaterThanOrEqual(files.length === 0 ? 0 : 50);
  });
});

describe('certificates of the Mexican tax authority', () => {
  const files = vectorFiles('sat-test-certs');
  const read = (path: string): Certificate => readCertificateInput(files?.get(path) ?? new Uint8Array());

  test.skipIf(files === undefined)('a person: RFC, CURP, 20-digit serial number', () => {
    const person = read('funk671228ph6.cer');
    expect(identityOf(person)).toEqual({
      commonName: 'KARLA FUENTE NOLASCO',
      rfc: 'FUNK671228PH6',
      curp: 'FUNK671228MCLNLR05',
      representativeRfc: undefined,
      representativeCurp: undefined,
    });
    expect(digitSerial(person)).toBe('30001000000500003285');
    expect(certificateFacts(person)).toMatchObject({
      key: 'RSA 2048',
      authority: false,
      keyUsage: ['digitalSignature', 'contentCommitment', 'dataEncipherment', 'keyAgreement'],
      extendedKeyUsage: ['emailProtection', 'clientAuth'],
    });
  });

  test.skipIf(files === undefined)('a company: its RFC, and RFC and CURP of its representative', () => {
    expect(identityOf(read('CSD01_AAA010101AAA__certificate.cer'))).toEqual({
      commonName: 'ACCEM SERVICIOS EMPRESARIALES SC',
      rfc: 'AAA010101AAA',
      curp: undefined,
      representativeRfc: 'HEGT7610034S2',
      representativeCurp: 'HEGT761003MDFRNN09',
    });
  });

  test('a serial number of 20 bytes that are no digits, and digits that are not 20', () => {
    const serial = (text: string): Certificate =>
      issue({ subject: 'CN=a', serial: BigInt(`0x${Buffer.from(text).toString('hex')}`) }).certificate;
    expect(digitSerial(serial('30001000000500003285'))).toBe('30001000000500003285');
    expect(digitSerial(serial('3000100000050000328a'))).toBeUndefined();
    expect(digitSerial(serial('3000100000050000328'))).toBeUndefined();
  });
});

describe('names of a certificate are safe to show', () => {
  test('what reorders or hides is written out', () => {
    const { certificate } = issue({ subject: 'CN=Banco\u202eocnaB' });
    expect(certificateFacts(certificate).subject).toBe('CN=Banco\\u{202e}ocnaB');
    expect(certificateFacts(certificate).identity.commonName).toBe('Banco\\u{202e}ocnaB');
  });
});

describe('RFC 5280 §4.1: what is no certificate', () => {
  const key = testKey('parts');
  interface Parts {
    version?: Uint8Array | null;
    inner?: Uint8Array;
    issuer?: Uint8Array;
    validity?: Uint8Array;
    tail?: readonly Uint8Array[];
  }
  const build = (parts: Parts = {}): Uint8Array => {
    const { version = der.explicitTag(0, der.integer(2)) } = parts;
    return signedBy(
      key,
      der.sequence(
        ...(version === null ? [] : [version]),
        der.integer(1),
        parts.inner ?? algorithmOf(key),
        parts.issuer ?? name('CN=i'),
        parts.validity ??
          der.sequence(der.utcTime('2020-01-01T00:00:00Z'), der.utcTime('2030-01-01T00:00:00Z')),
        name('CN=s'),
        key.spki,
        ...(parts.tail ?? []),
      ),
    );
  };
  const extensions = (...list: readonly Uint8Array[]): Uint8Array =>
    der.explicitTag(3, der.sequence(...list));
  const unknown = extension('1.2.3', der.nullValue());

  test('the plain one is one', () => {
    expect(readCertificate(build()).version).toBe(3);
    expect(readCertificate(build({ version: null })).version).toBe(1);
    expect(readCertificate(build({ version: der.explicitTag(0, der.integer(1)) })).version).toBe(2);
    expect(readCertificate(build({ tail: [extensions(unknown)] })).extensions.all).toHaveLength(1);
    expect(isSelfIssued(smallChain().root.certificate)).toBe(true);
    expect(isSelfIssued(smallChain().leaf.certificate)).toBe(false);
  });

  const broken: readonly (readonly [string, Parts])[] = [
    ['a version that there is not', { version: der.explicitTag(0, der.integer(3)) }],
    ['another algorithm inside than outside', { inner: der.sequence(der.oid('1.2.3')) }],
    ['an issuer without a name', { issuer: der.sequence() }],
    [
      'a validity of three times',
      { validity: der.sequence(...Array.from({ length: 3 }, () => der.utcTime('2020-01-01T00:00:00Z'))) },
    ],
    ['extensions in version 1', { version: null, tail: [extensions(unknown)] }],
    ['unique ids in version 1', { version: null, tail: [der.implicitPrimitive(1, Uint8Array.of(0, 1))] }],
    ['an extension twice', { tail: [extensions(unknown, unknown)] }],
    ['no extensions in their field', { tail: [der.explicitTag(3, der.sequence())] }],
    ['something after the extensions', { tail: [extensions(unknown), der.nullValue()] }],
  ];
  test.each(broken)('%s', (_, parts) => {
    expect(() => readCertificate(build(parts))).toThrow(ProofError);
  });

  test('more than 64 KiB, more than 64 extensions', () => {
    const wide = extensions(extension('1.2.3', der.octetString(new Uint8Array(70_000))));
    expect(() => readCertificate(build({ tail: [wide] }))).toThrow('at most 65536 bytes');
    const many = Array.from({ length: 65 }, (_, i) => extension(`1.2.3.${i}`, der.nullValue()));
    expect(() => readCertificate(build({ tail: [extensions(...many)] }))).toThrow('at most 64 items');
  });
});

describe('RFC 5280 §4.2.1: an extension that is known and malformed makes the certificate unreadable', () => {
  const withOne = (id: string, value: Uint8Array): Certificate =>
    issue({ subject: 'CN=x', extensions: [extension(id, value)] }).certificate;
  const o = der.oid;
  const email = der.implicitPrimitive(1, Uint8Array.of(0x61));

  const malformed: readonly (readonly [string, string, Uint8Array])[] = [
    ['keyUsage without a bit', oid.keyUsage, der.bitString(Uint8Array.of(0), 7)],
    ['keyUsage of another type', oid.keyUsage, der.octetString(Uint8Array.of(1))],
    [
      'basicConstraints with its fields swapped',
      oid.basicConstraints,
      der.sequence(der.integer(0), der.boolean(true)),
    ],
    ['basicConstraints with TRUE as 01', oid.basicConstraints, der.sequence(der.tlv(1, Uint8Array.of(1)))],
    [
      'basicConstraints with more',
      oid.basicConstraints,
      der.sequence(der.boolean(true), der.integer(0), der.integer(0)),
    ],
    ['a negative pathLen', oid.basicConstraints, der.sequence(der.boolean(true), der.integer(-1))],
    ['no purposes', oid.extendedKeyUsage, der.sequence()],
    ['no policies', oid.certificatePolicies, der.sequence()],
    ['a policy twice', oid.certificatePolicies, der.sequence(der.sequence(o('1.2')), der.sequence(o('1.2')))],
    ['a mapping of one', oid.policyMappings, der.sequence(der.sequence(o('1.2')))],
    ['empty policy constraints', oid.policyConstraints, der.sequence()],
    ['empty name constraints', oid.nameConstraints, der.sequence()],
    ['an empty list of subtrees', oid.nameConstraints, der.sequence(der.explicitTag(0))],
    [
      'a subtree of no form',
      oid.nameConstraints,
      der.sequence(der.explicitTag(0, der.sequence(der.nullValue()))),
    ],
    ['a subject key identifier of another type', oid.subjectKeyIdentifier, der.integer(1)],
    [
      'an alternative name outside ASCII',
      oid.subjectAltName,
      der.sequence(der.implicitPrimitive(2, Uint8Array.of(0xf1))),
    ],
    ['bytes after the value', oid.inhibitAnyPolicy, Uint8Array.of(2, 1, 0, 0)],
    [
      'a distribution point of reasons alone',
      oid.crlDistributionPoints,
      der.sequence(der.sequence(der.implicitPrimitive(1, Uint8Array.of(6, 0x40)))),
    ],
    [
      'a distribution point that is neither full nor relative',
      oid.crlDistributionPoints,
      der.sequence(der.sequence(der.explicitTag(0, der.explicitTag(2, email)))),
    ],
    ['nocheck with something in it', oid.ocspNoCheck, der.integer(1)],
  ];
  test.each(malformed)('%s', (_, id, value) => {
    expect(() => withOne(id, value)).toThrow(ProofError);
  });

  test('an empty list of alternative names is read: no name is no harm', () => {
    expect(withOne(oid.subjectAltName, der.sequence()).extensions.subjectAltNames).toEqual([]);
  });

  test('what is well formed is read', () => {
    const { extensions } = issue({
      subject: 'CN=x',
      extensions: [
        basicConstraints(true, 3),
        usage(0, 8),
        purposes(true, oid.timeStamping),
        extension(oid.inhibitAnyPolicy, der.integer(2)),
        extension(oid.policyConstraints, der.sequence(der.implicitPrimitive(1, Uint8Array.of(4)))),
        extension(oid.ocspNoCheck, der.nullValue()),
        extension(
          oid.authorityInfoAccess,
          der.sequence(
            der.sequence(o(oid.accessOcsp), der.implicitPrimitive(6, Buffer.from('http://ocsp.example/'))),
            der.sequence(
              o('1.3.6.1.5.5.7.48.2'),
              der.implicitPrimitive(6, Buffer.from('http://ca.example/')),
            ),
          ),
        ),
      ],
    }).certificate;
    expect(extensions.basicConstraints).toEqual({ ca: true, pathLength: 3 });
    expect([...(extensions.keyUsage ?? [])]).toEqual(['digitalSignature', 'decipherOnly']);
    expect(extensions.extendedKeyUsage).toEqual({ purposes: [oid.timeStamping], critical: true });
    expect(extensions.inhibitAnyPolicy).toBe(2);
    expect(extensions.policyConstraints).toEqual({ requireExplicit: undefined, inhibitMapping: 4 });
    expect(extensions.ocspNoCheck).toBe(true);
    expect(extensions.ocspAddresses).toEqual(['http://ocsp.example/']);
    expect(extensions.unprocessedCritical).toEqual([]);
    expect(authorityExtensions()).toHaveLength(2);
  });

  test('of critical policies the qualifiers too must be known', () => {
    const policy = (qualifier: string, critical: boolean): Certificate =>
      issue({
        subject: 'CN=x',
        extensions: [
          extension(
            oid.certificatePolicies,
            der.sequence(der.sequence(o('1.2'), der.sequence(der.sequence(o(qualifier), der.ia5('x'))))),
            critical,
          ),
        ],
      }).certificate;
    expect(policy(oid.qualifierCps, true).extensions.unprocessedCritical).toEqual([]);
    expect(policy('1.2.3', true).extensions.unprocessedCritical).toEqual(['1.2.3']);
    expect(policy('1.2.3', false).extensions.unprocessedCritical).toEqual([]);
  });
});

test('times of a certificate are instants', () => {
  const { certificate } = issue({ subject: 'CN=x', notAfter: '2031-02-03T04:05:06Z' });
  expect(certificate.notAfter).toBe(readInstant('2031-02-03T04:05:06Z', 'test'));
});
