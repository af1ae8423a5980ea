import { AsnConvert } from '@peculiar/asn1-schema';
import { BasicOCSPResponse, OCSPResponse } from '@peculiar/asn1-ocsp';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { pemOf } from '../certificates/certificate.ts';
import * as der from '../asn1/der.ts';
import { readOcspRequest } from './ocsp-request.ts';
import { buildOcspResponse } from './ocsp.ts';
import type { CertificateStatus, OcspAnswer } from './ocsp.ts';
import { hasOpenssl, openssl } from '../testing/openssl.ts';
import { makeChain } from '../testing/sandbox-chain.ts';

let chain: Awaited<ReturnType<typeof makeChain>>;
beforeAll(async () => {
  chain = await makeChain();
});

const at = new Date('2026-03-04T05:06:07.890Z');

function respond(answer: CertificateStatus, more: Partial<OcspAnswer> = {}): Uint8Array {
  return buildOcspResponse(chain.responder, {
    certificate: chain.personCertificate,
    issuer: chain.issuing.certificate,
    answer,
    producedAt: at,
    thisUpdate: at,
    ...more,
  });
}

function parse(response: Uint8Array): BasicOCSPResponse {
  const outer = AsnConvert.parse(response, OCSPResponse);
  if (outer.responseBytes === undefined) throw new Error('no response bytes');
  return AsnConvert.parse(outer.responseBytes.response, BasicOCSPResponse);
}

describe('an OCSP response', () => {
  test('names the certificate by the serial it has and says when', () => {
    const [single] = parse(respond({ status: 'good' })).tbsResponseData.responses;
    expect(Buffer.from(single!.certID.serialNumber).toString('latin1')).toBe('90001000000500003282');
    expect(single!.thisUpdate.toISOString()).toBe('2026-03-04T05:06:07.000Z');
    expect(single!.nextUpdate).toBeUndefined();
  });

  test('good, revoked and unknown are the tags 80, a1 and 82', () => {
    const status = (answer: CertificateStatus) =>
      parse(respond(answer)).tbsResponseData.responses[0]!.certStatus;
    expect(status({ status: 'good' }).good).not.toBeUndefined();
    expect(status({ status: 'unknown' }).unknown).not.toBeUndefined();
    const revoked = status({ status: 'revoked', at, reason: 'keyCompromise' }).revoked;
    expect(revoked?.revocationTime.toISOString()).toBe('2026-03-04T05:06:07.000Z');
    expect(revoked?.revocationReason?.toJSON()).toBe('keyCompromise');
  });
});

describe('an OCSP request', () => {
  test('is read, or refused as no request: nothing else happens, whatever the bytes', () => {
    const id = buildOcspResponse(chain.responder, {
      ...{ certificate: chain.personCertificate, issuer: chain.issuing.certificate },
      ...{ answer: { status: 'good' }, producedAt: at, thisUpdate: at },
    });
    const { certID } = parse(id).tbsResponseData.responses[0]!;
    const certId = new Uint8Array(AsnConvert.serialize(certID));
    const good = der.sequence(der.sequence(der.sequence(der.sequence(certId))));
    const [query] = readOcspRequest(good);
    expect(Buffer.from(query!.certId).equals(certId)).toBe(true);
    expect(Buffer.from(query!.serialNumber, 'hex').toString('latin1')).toBe('90001000000500003282');
    expect(query!.isIssuedBy(chain.issuing.certificate)).toBe(true);
    expect(query!.isIssuedBy(chain.root.certificate)).toBe(false);
    const change = fc.record({ at: fc.nat(good.length - 1), to: fc.nat(255), cut: fc.nat(good.length) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 4 }), (changes) => {
        let bytes = Uint8Array.from(good);
        for (const { at: place, to, cut } of changes) {
          bytes[place] = to;
          if (cut % 5 === 0) bytes = bytes.slice(0, cut);
        }
        try {
          for (const one of readOcspRequest(bytes)) one.isIssuedBy(chain.issuing.certificate);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe.skipIf(!hasOpenssl)('openssl accepts an OCSP response', () => {
  const ask = (response: Uint8Array, ...more: string[]) =>
    openssl(
      {
        response,
        root: pemOf(chain.root.certificate),
        issuing: pemOf(chain.issuing.certificate),
        leaf: pemOf(chain.personCertificate),
      },
      ...['ocsp', '-respin', 'response', '-issuer', 'issuing', ...more, '-cert', 'leaf', '-CAfile', 'root'],
      ...['-verify_other', 'issuing', '-validity_period', '999999999'],
    );

  test('that says good', () => {
    const { code, text } = ask(respond({ status: 'good' }));
    expect(text).toContain('Response verify OK');
    expect(text).toContain('leaf: good');
    expect(code).toBe(0);
  });

  test('that says revoked, since when and why', () => {
    const { text } = ask(respond({ status: 'revoked', at, reason: 'keyCompromise' }));
    expect(text).toContain('Response verify OK');
    expect(text).toContain('leaf: revoked');
    expect(text).toContain('Reason: keyCompromise');
    expect(text).toContain('Revocation Time: Mar  4 05:06:07 2026 GMT');
  });

  test('that says unknown', () => {
    const { text } = ask(respond({ status: 'unknown' }));
    expect(text).toContain('Response verify OK');
    expect(text).toContain('leaf: unknown');
  });

  test('whose certificate is named by SHA-256, with a next update', () => {
    const more = {
      certIdDigest: 'sha256',
      nextUpdate: new Date('2099-01-01T00:00:00Z'),
    } as const;
    const { text } = ask(respond({ status: 'good' }, more), '-sha256');
    expect(text).toContain('Response verify OK');
    expect(text).toContain('leaf: good');
    expect(text).toContain('Next Update: Jan  1 00:00:00 2099 GMT');
  });

  test('but not with one byte of it changed', () => {
    const response = Uint8Array.from(respond({ status: 'good' }));
    const time = Buffer.from(response).indexOf('20260304');
    response[time + 3] = '5'.charCodeAt(0);
    expect(ask(response).text).toContain('Response Verify Failure');
  });
});
