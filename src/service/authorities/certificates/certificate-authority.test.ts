import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { pemOf } from './certificate.ts';
import { certificateFacts } from './certificate-facts.ts';
import { hasOpenssl, openssl } from '../testing/openssl.ts';
import { makeChain } from '../testing/sandbox-chain.ts';

let chain: Awaited<ReturnType<typeof makeChain>>;
beforeAll(async () => {
  chain = await makeChain();
});

describe('certificates of the sandbox', () => {
  test('each is signed by the one above it and by no other', () => {
    const root = new X509Certificate(chain.root.certificate);
    const issuing = new X509Certificate(chain.issuing.certificate);
    const person = new X509Certificate(chain.personCertificate);
    expect(root.verify(root.publicKey)).toBe(true);
    expect(issuing.verify(root.publicKey)).toBe(true);
    expect(person.verify(issuing.publicKey)).toBe(true);
    expect(person.verify(root.publicKey)).toBe(false);
    expect(person.checkIssued(issuing)).toBe(true);
    expect(person.checkIssued(root)).toBe(false);
    expect([root.ca, issuing.ca, person.ca]).toEqual([true, true, false]);
  });

  test('the serial number is the ASCII of twenty digits', () => {
    const facts = certificateFacts(chain.personCertificate);
    expect(Buffer.from(facts.serialNumber, 'hex').toString('latin1')).toBe('90001000000500003282');
  });

  test('a serial that is not twenty digits is refused', async () => {
    const { issueCertificate } = await import('./certificate-authority.ts');
    const { person } = await import('../testing/sandbox-chain.ts');
    const request = {
      subject: person,
      serial: '123',
      publicKey: chain.personKeys.publicKey,
      notBefore: new Date(0),
      notAfter: new Date(1),
    };
    expect(() => issueCertificate(chain.issuing, request)).toThrow('twenty digits');
  });

  test('a person carries RFC and CURP in the attributes of the Mexican tax authority', () => {
    const { subject } = new X509Certificate(chain.personCertificate);
    expect(subject).toContain('x500UniqueIdentifier=OERF880412Q45');
    expect(subject).toContain('serialNumber=OERF880412MYNRZR04');
    expect(subject).toContain('name=María Fernanda Ortega Ruiz');
    expect(subject).toContain('emailAddress=maria.ortega@correo.example');
  });

  test('a company carries those of its representative beside its own', () => {
    const { subject } = new X509Certificate(chain.companyCertificate);
    expect(subject).toContain('x500UniqueIdentifier=CIS110302AB1 / OERF880412Q45');
    expect(subject).toMatch(/serialNumber=\\? \/ OERF880412MYNRZR04/);
  });

  test('the facts are those of the key and the requested dates', () => {
    const facts = certificateFacts(chain.personCertificate);
    expect(facts.publicKey.exponent).toBe('010001');
    expect(facts.publicKey.modulus).toMatch(/^[0-9a-f]{512}$/);
    expect(facts.notBefore.toISOString()).toBe('2020-01-01T00:00:00.000Z');
    expect(facts.notAfter.toISOString()).toBe('2052-01-01T00:00:00.000Z');
  });

  test('one changed byte breaks the signature', () => {
    const bytes = Uint8Array.from(chain.personCertificate);
    const name = Buffer.from(bytes).indexOf('Ortega');
    bytes[name] = 'P'.charCodeAt(0);
    expect(new X509Certificate(bytes).verify(chain.issuing.keys.publicKey)).toBe(false);
  });
});

describe.skipIf(!hasOpenssl)('openssl agrees', () => {
  const verify = (leaf: Uint8Array, ...options: string[]) =>
    openssl(
      {
        root: pemOf(chain.root.certificate),
        issuing: pemOf(chain.issuing.certificate),
        leaf: pemOf(leaf),
      },
      'verify',
      '-x509_strict',
      '-CAfile',
      'root',
      '-untrusted',
      'issuing',
      ...options,
      'leaf',
    );

  test('that person, company and responder reach the root, strictly', () => {
    for (const leaf of [chain.personCertificate, chain.companyCertificate, chain.responder.certificate]) {
      expect(verify(leaf)).toMatchObject({ code: 0, text: 'leaf: OK\n' });
    }
  });

  test('that nobody does without the issuer between', () => {
    const files = { root: pemOf(chain.root.certificate), leaf: pemOf(chain.personCertificate) };
    expect(openssl(files, 'verify', '-CAfile', 'root', 'leaf').code).not.toBe(0);
  });

  test('on the usages and purposes', () => {
    const { text } = openssl(
      { leaf: pemOf(chain.personCertificate) },
      'x509',
      '-in',
      'leaf',
      '-noout',
      '-text',
    );
    expect(text).toContain('Digital Signature, Non Repudiation');
    expect(text).toContain('E-mail Protection, TLS Web Client Authentication');
    expect(text).toContain('OCSP - URI:http://ocsp.testigo.example/');
    expect(text).toContain('39:30:30:30:31:30:30:30:30:30:30:35:30:30:30:30:33:32:38:32');
    expect(text).not.toContain('<');
  });
});
