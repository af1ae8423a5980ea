import { createHash } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp';
import { SignedData } from '@peculiar/asn1-cms';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRoot, issueStampingCertificate } from '../certificates/certificate-authority.ts';
import { pemOf } from '../certificates/certificate.ts';
import { generateKeyPairs } from '../keys.ts';
import { authority as name } from '../testing/sandbox-chain.ts';
import { hasOpenssl, openssl } from '../testing/openssl.ts';
import { stamp } from './time-stamp-authority.ts';

const at = new Date('2026-03-04T05:06:07.890Z');
const imprint = createHash('sha256').update('Contrato de comodato').digest();

let chain: Awaited<ReturnType<typeof makeStampingChain>>;
beforeAll(async () => {
  chain = await makeStampingChain();
});

async function makeStampingChain() {
  const [rootKeys, keys] = await generateKeyPairs(2);
  const validity = {
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date('2040-01-01T00:00:00Z'),
  };
  const root = createRoot(name, rootKeys!, { ...validity, serial: '90009000000000000001', pathLength: 0 });
  const certificate = issueStampingCertificate(root, {
    ...validity,
    serial: '90009000000000000002',
    publicKey: keys!.publicKey,
    name: { ...name, commonName: 'Sello de Pruebas' },
  });
  return { root, authority: { certificate, privateKey: keys!.privateKey } };
}

function read(response: Uint8Array): TSTInfo {
  const { timeStampToken } = AsnConvert.parse(response, TimeStampResp);
  const { encapContentInfo } = AsnConvert.parse(timeStampToken!.content, SignedData);
  return AsnConvert.parse(encapContentInfo.eContent!.single!, TSTInfo);
}

describe('a time stamp', () => {
  test('says the digest, the time to the millisecond, and an accuracy of one second', () => {
    const info = read(stamp(chain.authority, imprint, at));
    expect(Buffer.from(info.messageImprint.hashedMessage.buffer)).toEqual(imprint);
    expect(info.genTime.toISOString()).toBe('2026-03-04T05:06:07.890Z');
    expect(info.accuracy?.seconds).toBe(1);
    expect(info.policy).toBe('1.3.6.1.4.1.32473.4310.151');
  });

  test('comes out the same for the same content, with another serial number for other content', () => {
    const one = stamp(chain.authority, imprint, at);
    expect(stamp(chain.authority, imprint, at)).toEqual(one);
    const serial = (response: Uint8Array) => Buffer.from(read(response).serialNumber).toString('hex');
    expect(serial(stamp(chain.authority, imprint, new Date(0)))).not.toBe(serial(one));
    expect(serial(stamp(chain.authority, Buffer.alloc(32), at))).not.toBe(serial(one));
  });

  test('is not made over anything that is no digest', () => {
    expect(() => stamp(chain.authority, Buffer.alloc(20), at)).toThrow('32, 48 or 64');
  });
});

describe.skipIf(!hasOpenssl)('openssl accepts a time stamp', () => {
  const verify = (response: Uint8Array, digest: Uint8Array) =>
    openssl(
      { response, root: pemOf(chain.root.certificate) },
      ...['ts', '-verify', '-in', 'response', '-CAfile', 'root'],
      ...['-digest', Buffer.from(digest).toString('hex')],
    );

  test.each([32, 48, 64])('over a digest of %i bytes, and not for another digest', (length) => {
    const digest = Buffer.alloc(length, 7);
    const response = stamp(chain.authority, digest, at);
    expect(verify(response, digest)).toMatchObject({
      code: 0,
      text: expect.stringContaining('Verification: OK'),
    });
    expect(verify(response, Buffer.alloc(length, 8)).code).not.toBe(0);
  });

  test('and reads it as it was meant', () => {
    const { text } = openssl(
      { response: stamp(chain.authority, imprint, at) },
      ...['ts', '-reply', '-in', 'response', '-text'],
    );
    expect(text).toContain('Status: Granted');
    expect(text).toContain('Policy OID: 1.3.6.1.4.1.32473.4310.151');
    expect(text).toContain('Time stamp: Mar  4 05:06:07.89 2026 GMT');
    expect(text).toContain('Accuracy: 0x01 seconds');
    expect(text).toMatch(/CN ?= ?Sello de Pruebas/);
  });

  test('but not with one byte of its time changed', () => {
    const response = Uint8Array.from(stamp(chain.authority, imprint, at));
    response[Buffer.from(response).indexOf('20260304') + 3] = '5'.charCodeAt(0);
    expect(verify(response, imprint).code).not.toBe(0);
  });
});
