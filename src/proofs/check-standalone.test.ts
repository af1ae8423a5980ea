import { describe, expect, it } from 'vitest';
import { checkStandalone } from './check-standalone.ts';
import type { Context, Evidence } from './evidence/evidence.ts';
import { authorityExtensions, issue, purposes, usage } from './pki/testing/authority.ts';
import { oid } from './pki/der/oids.ts';
import { standard, vectors } from './policy/policy.ts';
import {
  authority,
  context,
  documentHash,
  evidence,
  provenAt,
  root,
  signer,
  stampOver,
} from './testing/case-material.ts';
import { hex } from './testing/trees.ts';

const leaf = signer('Ana');
const ocspResponse = evidence.invites![0]!.ocspResponse!;
const certificates = [hex(authority.der)];
const verdictOf = (of: Evidence, change: Partial<Context> = {}) =>
  checkStandalone(of, { ...context, policy: vectors, ...change });
const outcomes = (of: Evidence, change: Partial<Context> = {}) =>
  verdictOf(of, change).flatMap(({ key, checks }) =>
    checks.map(
      ({ id, status, reason }) => `${key} ${id} ${status}${reason === undefined ? '' : ` ${reason.code}`}`,
    ),
  );

describe('a certificate on its own', () => {
  it('is checked with its path, as evidence from a file, now and without a proof of time', () => {
    const [section] = verdictOf({ certificate: leaf.der, certificates });
    expect(section).toMatchObject({
      key: 'certificate',
      counts: true,
      verdict: { conclusion: 'TOTAL_PASSED' },
    });
    expect(section).not.toHaveProperty('provenTime');
    expect(section!.checks[0]!.evidence[0]).toMatchObject({ kind: 'certificate', origin: 'file' });
    expect(section!.checks.map(({ id }) => id.split('.')[1])).toEqual([
      'parse',
      'fields',
      'identity',
      'key',
      'validity',
      'usage',
      'path',
    ]);
    expect(outcomes({ certificate: leaf.der })).toContain(
      'certificate certificate.path INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
    );
    const expired = issue({ subject: 'CN=Vieja', issuer: authority, notAfter: '2021-01-01T00:00:00Z' });
    expect(outcomes({ certificate: expired.der, certificates })).toContain(
      'certificate certificate.validity INDETERMINATE OUT_OF_BOUNDS_NO_POE',
    );
  });

  it('that belongs to an authority is not checked for signing documents; another is', () => {
    expect(outcomes({ certificate: authority.der })).toContain(
      'certificate certificate.usage NOT_APPLICABLE',
    );
    const server = issue({
      subject: 'CN=Servidor',
      issuer: authority,
      extensions: [usage(4), purposes(false, '1.3.6.1.5.5.7.3.1')],
    });
    const usageOf = outcomes({ certificate: server.der, certificates }).find((line) =>
      line.includes('.usage '),
    );
    expect(usageOf).toMatch(/ FAILED /);
    const usageFor = (...list: string[]) => {
      const made = issue({
        subject: 'CN=S',
        issuer: authority,
        extensions: [usage(0), purposes(true, ...list)],
      });
      return outcomes({ certificate: made.der, certificates }).find((line) => line.includes('.usage '));
    };
    // Who signs time-stamps or answers for certificates alone is handed over beside what it signed.
    for (const list of [[oid.timeStamping], [oid.ocspSigning], [oid.timeStamping, oid.ocspSigning]])
      expect(usageFor(...list)).toMatch(/ NOT_APPLICABLE$/);
    expect(usageFor(oid.timeStamping, '1.3.6.1.5.5.7.3.1')).toMatch(/ FAILED /);
    expect(usageFor(oid.emailProtection)).toMatch(/ PASSED$/);
    expect(outcomes({ certificate: authority.der })).toContain('certificate certificate.parse PASSED');
  });

  it('that cannot be read is open, and has no path', () => {
    const lines = outcomes({ certificate: 'MIIB' });
    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe('certificate certificate.parse INDETERMINATE X_UNREADABLE');
  });
});

describe('an OCSP response on its own', () => {
  it('is about the certificate beside it, by the issuer of its path', () => {
    const lines = outcomes({ certificate: leaf.der, certificates, ocspResponse });
    expect(lines.filter((line) => line.startsWith('ocspResponse'))).toEqual(
      ['parse', 'cert', 'signature', 'responder', 'status', 'time'].map(
        (one) => `ocspResponse ocsp.${one} PASSED`,
      ),
    );
    const sections = verdictOf({ certificate: leaf.der, certificates, ocspResponse });
    expect(sections[1]!.checks[0]!.evidence[0]).toMatchObject({ origin: 'file' });
    // Directly under the anchor the issuer is the anchor itself.
    const direct = issue({ subject: 'CN=Directa', issuer: root, extensions: [usage(0, 1)] });
    const of = outcomes({ certificate: direct.der, ocspResponse });
    expect(of).toContain('ocspResponse ocsp.cert FAILED X_OCSP_NOT_FOR_CERT');
    const alone = issue({ subject: 'CN=Sola', extensions: authorityExtensions() });
    expect(outcomes({ certificate: alone.der, ocspResponse })).toContain(
      'ocspResponse ocsp.cert INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
    );
  });

  it('without a certificate, or with one that cannot be read, says only that it can be read', () => {
    for (const of of [{ ocspResponse }, { ocspResponse, certificate: 'MIIB' }]) {
      const section = verdictOf(of).find(({ key }) => key === 'ocspResponse')!;
      expect(
        section.checks.map(({ id, status, reason, next }) => [id, status, reason?.code, next?.code]),
      ).toEqual([
        ['ocsp.parse', 'PASSED', undefined, undefined],
        ...['cert', 'signature', 'responder', 'status', 'time'].map((one) => [
          `ocsp.${one}`,
          'INDETERMINATE',
          'NO_SIGNING_CERTIFICATE_FOUND',
          'get_certificate',
        ]),
      ]);
    }
    expect(outcomes({ ocspResponse: 'zz' })[0]).toBe('ocspResponse ocsp.parse INDETERMINATE X_UNREADABLE');
  });
});

describe('a time-stamp on its own', () => {
  const stamp = stampOver(documentHash);

  it('is over the document, else the hash of the witness, and proves its time', () => {
    for (const of of [{ documentDigest: documentHash }, { witness: { hash: documentHash } }]) {
      const [section] = verdictOf({ stamp, ...of }, { policy: standard });
      expect(section).toMatchObject({ key: 'stamp', counts: true, provenTime: provenAt });
      expect(section!.verdict.conclusion).toBe('TOTAL_PASSED');
      expect(section!.checks[0]!.evidence[0]).toMatchObject({ origin: 'file' });
    }
    const other = { documentDigest: hex(new Uint8Array(32)), witness: { hash: documentHash } };
    expect(outcomes({ stamp, ...other })).toContain('stamp nom151.imprint FAILED X_STAMP_IMPRINT_MISMATCH');
    expect(verdictOf({ stamp })[0]).not.toHaveProperty('provenTime');
    expect(outcomes({ stamp }, { anchors: [] }).filter((line) => line.includes('.path'))).not.toContain(
      'stamp nom151.path PASSED',
    );
  });
});

it('nothing given is no piece', () => {
  expect(verdictOf({})).toEqual([]);
});
