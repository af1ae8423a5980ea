import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readInstant } from '../encoding/instant.ts';
import { ProofError } from '../errors.ts';
import { standard } from '../policy/policy.ts';
import { fuzzRuns } from '../testing/vectors.ts';
import { checkCertificate } from './certificate/check-certificate.ts';
import { readCertificate, readCertificatesInput } from './certificate/certificate.ts';
import { readCrl } from './crl/crl.ts';
import { readDer } from './der/der.ts';
import { readOcspResponse } from './ocsp/ocsp-response.ts';
import { checkOcsp } from './ocsp/ocsp.ts';
import { oid } from './der/oids.ts';
import { checkPath } from './path/check-path.ts';
import { rfc3161Profile } from './timestamp/stamp-profiles.ts';
import { checkStamp } from './timestamp/stamp.ts';
import { readTimeStamp } from './timestamp/time-stamp.ts';
import {
  anchor,
  extension,
  issue,
  issueCrlDer,
  policiesExtension,
  smallChain,
  usage,
} from './testing/authority.ts';
import * as der from './testing/der-writer.ts';
import { ocspResponse } from './testing/ocsp-responder.ts';
import { stampResponse, stampSigner, stampToken } from './testing/time-stamper.ts';

const { root, authority, leaf } = smallChain();
const rich = issue({
  subject: 'CN=Rich, O=Fuzz, email=a@example.com',
  issuer: authority,
  extensions: [
    usage(0, 1),
    policiesExtension('1.2.3', oid.anyPolicy),
    extension(oid.policyMappings, der.sequence(der.sequence(der.oid('1.2.3'), der.oid('1.2.4')))),
    extension(oid.policyConstraints, der.sequence(der.implicitPrimitive(0, Uint8Array.of(1)))),
    extension(
      oid.nameConstraints,
      der.sequence(der.explicitTag(0, der.sequence(der.implicitPrimitive(2, Buffer.from('example.com'))))),
    ),
    extension(
      oid.subjectAltName,
      der.sequence(der.implicitPrimitive(6, Buffer.from('https://example.com/'))),
    ),
    extension(
      oid.crlDistributionPoints,
      der.sequence(
        der.sequence(der.explicitTag(0, der.explicitTag(0, der.implicitPrimitive(6, Buffer.from('x'))))),
      ),
    ),
  ],
});
const signer = stampSigner(authority);
const digest = new Uint8Array(32);
const response = ocspResponse({
  singles: [{ certificate: leaf.certificate, issuer: authority, nextUpdate: '2026-12-01T00:00:00Z' }],
  signer: authority,
  certificates: [authority],
});
const stamp = stampResponse(stampToken({ digest, signer, certificates: [signer.der, authority.der] }));
const list = issueCrlDer({
  issuer: authority,
  revoked: [{ certificate: leaf.certificate, reason: 1 }],
  extensions: [extension(oid.crlNumber, der.integer(1))],
});

/** Random bytes, and good evidence that was cut, spliced, overwritten or had its lengths and tags bent. */
function bent(good: Uint8Array): fc.Arbitrary<Uint8Array> {
  const at = fc.nat(good.length - 1);
  const change = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), at, value: fc.nat(255) }),
    fc.record({ kind: fc.constant('cut' as const), at, value: fc.nat(40) }),
    fc.record({ kind: fc.constant('repeat' as const), at, value: fc.nat(400) }),
  );
  const changed = fc.array(change, { minLength: 1, maxLength: 6 }).map((changes) => {
    let bytes: number[] = [...good];
    for (const { kind, at: index, value } of changes) {
      const start = Math.min(index, bytes.length);
      if (kind === 'set' && start < bytes.length) bytes[start] = value;
      if (kind === 'cut') bytes = [...bytes.slice(0, start), ...bytes.slice(start + value)];
      if (kind === 'repeat') bytes = [...bytes.slice(0, start + value), ...bytes.slice(start)];
    }
    return Uint8Array.from(bytes);
  });
  return fc.oneof(
    { arbitrary: changed, weight: 4 },
    { arbitrary: fc.uint8Array({ maxLength: 300 }), weight: 1 },
  );
}

/** Reading ends in a value or a ProofError, soon. */
function survives(read: (bytes: Uint8Array) => unknown): (bytes: Uint8Array) => void {
  return (bytes) => {
    const started = performance.now();
    try {
      read(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(ProofError);
    }
    expect(performance.now() - started).toBeLessThan(2000);
  };
}

const options = { numRuns: fuzzRuns };
const moment = {
  at: readInstant('2026-11-19T22:00:00Z', 'at'),
  proven: true,
  now: readInstant('2026-11-20T00:00:00Z', 'now'),
};
const timeout = Math.max(30_000, fuzzRuns * 100);

describe('whatever comes in, a parser ends in a value or a ProofError', () => {
  const parsers: readonly (readonly [string, Uint8Array, (bytes: Uint8Array) => unknown])[] = [
    ['DER', stamp, (bytes) => readDer(bytes, 'fuzz')],
    ['certificates', rich.der, readCertificate],
    ['certificates in any form', rich.der, readCertificatesInput],
    ['revocation lists', list, readCrl],
    ['OCSP responses', response, readOcspResponse],
    ['time-stamps', stamp, readTimeStamp],
  ];
  test.each(parsers)(
    '%s',
    (_, good, read) => {
      expect(() => read(good)).not.toThrow();
      fc.assert(fc.property(bent(good), survives(read)), options);
    },
    timeout,
  );

  test('text in any form', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.string({ unit: fc.constantFrom('-----BEGIN ', '-----', 'END X-----', 'X', 'MAA=', '30', '\n') }),
    );
    fc.assert(
      fc.property(text, (value) => {
        survives(() => readCertificatesInput(value))(new Uint8Array());
      }),
      options,
    );
  });
});

describe('whatever comes in, a verification ends in all of its checks, and bent evidence never passes whole', () => {
  const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

  test(
    'certificates and paths',
    () => {
      fc.assert(
        fc.property(bent(leaf.der), (bytes) => {
          const { checks, certificate } = checkCertificate({ certificate: bytes, moment, policy: standard });
          expect(checks).toHaveLength(6);
          if (certificate === undefined || same(bytes, leaf.der)) return;
          const { check } = checkPath({
            certificate,
            others: [authority.certificate],
            anchors: [anchor(root)],
            moment,
            policy: standard,
          });
          expect(check.status).not.toBe('PASSED');
        }),
        options,
      );
    },
    timeout,
  );

  test(
    'OCSP responses',
    () => {
      fc.assert(
        fc.property(bent(response), (bytes) => {
          const { checks } = checkOcsp({
            response: bytes,
            certificate: leaf.certificate,
            issuer: authority.certificate,
            moment,
            policy: standard,
          });
          expect(checks).toHaveLength(6);
          // The certificates beside the signature are not signed with it.
          const parsed = checks.every(({ status }) => status === 'PASSED');
          if (parsed)
            expect(
              same(readOcspResponse(bytes).basic!.signed, readOcspResponse(response).basic!.signed),
            ).toBe(true);
        }),
        options,
      );
    },
    timeout,
  );

  test(
    'time-stamps',
    () => {
      fc.assert(
        fc.property(bent(stamp), (bytes) => {
          const { checks, provenTime } = checkStamp({
            stamp: bytes,
            digests: { 'SHA-256': digest },
            trust: [{ profile: rfc3161Profile, anchors: [anchor(root)] }],
            now: moment.now,
            policy: standard,
          });
          expect(checks).toHaveLength(7);
          if (provenTime === undefined) return;
          const content = (value: Uint8Array): Uint8Array => readTimeStamp(value).token!.signedData.content;
          expect(same(content(bytes), content(stamp))).toBe(true);
        }),
        options,
      );
    },
    timeout,
  );
});
