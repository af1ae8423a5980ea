import { verify, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { pemOf } from '../certificates/certificate.ts';
import { createAuthorities, openAuthorities } from './sandbox-authorities.ts';
import type { AuthoritiesBundle, SignerRequest } from './sandbox-authorities.ts';
import { company, person } from '../testing/sandbox-chain.ts';
import { hasOpenssl, openssl } from '../testing/openssl.ts';

const now = new Date('2026-11-20T15:42:00Z');
const certificate = {
  notBefore: new Date('2024-01-01T00:00:00Z'),
  notAfter: new Date('2028-01-01T00:00:00Z'),
};
const requests: SignerRequest[] = [
  { key: 'person', name: person, certificate: { ...certificate, serial: '90001000000500003282' } },
  {
    key: 'company',
    name: company,
    certificate: {
      ...certificate,
      serial: '90001000000500003285',
      revoked: { at: new Date('2026-11-08T10:00:00Z'), reason: 'keyCompromise' },
    },
  },
];

let bundle: AuthoritiesBundle;
beforeAll(async () => {
  bundle = await createAuthorities(now, requests);
});

describe('the bundle of the authorities', () => {
  test('opens after a round through JSON and signs for the same certificates', () => {
    const authorities = openAuthorities(JSON.parse(JSON.stringify(bundle)));
    expect([...authorities.signers.keys()]).toEqual(['person', 'company']);
    for (const signer of authorities.signers.values()) {
      const signature = Buffer.from(signer.sign(Buffer.from('documento')), 'hex');
      const { publicKey } = new X509Certificate(signer.certificate);
      expect(verify('sha256', Buffer.from('documento'), publicKey, signature)).toBe(true);
      expect(signer.evmAddress).toMatch(/^0x[0-9a-f]{40}$/);
    }
  });

  test('no two keys in it are alike', () => {
    const stored = [bundle.root, bundle.issuing, bundle.responder, bundle.stampingRoot, bundle.stamping];
    const keys = [...stored, ...Object.values(bundle.signers)].map(({ privateKey }) => privateKey);
    expect(new Set(keys).size).toBe(7);
  });

  test('is refused with a key that does not fit, or of another version', () => {
    const crossed = { ...bundle, issuing: { ...bundle.issuing, privateKey: bundle.root.privateKey } };
    expect(() => openAuthorities(crossed)).toThrow('does not fit');
    expect(() => openAuthorities({ ...bundle, version: 3 as never })).toThrow('version 2');
  });

  test('every certificate is within the life of the one that issued it', () => {
    const life = (pem: string): [number, number] => {
      const { validFrom, validTo } = new X509Certificate(pem);
      return [Date.parse(validFrom), Date.parse(validTo)];
    };
    const within = (inner: string, outer: string): void => {
      expect(life(inner)[0]).toBeGreaterThanOrEqual(life(outer)[0]);
      expect(life(inner)[1]).toBeLessThanOrEqual(life(outer)[1]);
    };
    within(bundle.issuing.certificate, bundle.root.certificate);
    within(bundle.responder.certificate, bundle.issuing.certificate);
    within(bundle.stamping.certificate, bundle.stampingRoot.certificate);
    for (const { certificate: inner } of Object.values(bundle.signers))
      within(inner, bundle.issuing.certificate);
  });

  test('a revoked certificate is good before its revocation and revoked from that instant on', () => {
    const { signers } = openAuthorities(bundle);
    const company = signers.get('company')!;
    expect(company.statusAt(new Date('2026-11-08T09:59:59.999Z'))).toEqual({ status: 'good' });
    expect(company.statusAt(new Date('2026-11-08T10:00:00Z'))).toMatchObject({
      status: 'revoked',
      reason: 'keyCompromise',
    });
    expect(signers.get('person')!.statusAt(now)).toEqual({ status: 'good' });
  });
});

describe.skipIf(!hasOpenssl)('openssl accepts what the sandbox hands out', () => {
  test('certificates, OCSP responses and time stamps, each under its own root', () => {
    const authorities = openAuthorities(bundle);
    const signer = authorities.signers.get('company')!;
    const digest = Buffer.alloc(32, 5);
    const files = {
      root: pemOf(authorities.root.certificate),
      issuing: pemOf(authorities.issuing.certificate),
      stampingRoot: pemOf(authorities.stampingRoot.certificate),
      leaf: pemOf(signer.certificate),
      response: authorities.answerOcsp(signer.certificate, signer.statusAt(now), now),
      stamp: authorities.stamp(digest, now),
    };
    const time = ['-attime', String(now.getTime() / 1000)];
    expect(
      openssl(files, 'verify', '-x509_strict', ...time, '-CAfile', 'root', '-untrusted', 'issuing', 'leaf')
        .text,
    ).toBe('leaf: OK\n');
    const output = openssl(
      files,
      ...['ocsp', '-respin', 'response', '-issuer', 'issuing', '-cert', 'leaf', '-CAfile', 'root'],
      ...['-verify_other', 'issuing', '-validity_period', '999999999'],
    ).text;
    expect(output).toContain('Response verify OK');
    expect(output).toContain('leaf: revoked');
    const stamped = ['ts', '-verify', '-in', 'stamp', '-digest', digest.toString('hex'), '-CAfile'];
    expect(openssl(files, ...stamped, 'stampingRoot').text).toContain('Verification: OK');
    expect(openssl(files, ...stamped, 'root').code).not.toBe(0);
  });
});
