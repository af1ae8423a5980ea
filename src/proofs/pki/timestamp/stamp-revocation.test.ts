import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { concatBytes } from '../../encoding/bytes.ts';
import type { Check } from '../../check.ts';
import { readInstant } from '../../encoding/instant.ts';
import { standard, strict } from '../../policy/policy.ts';
import { oid } from '../der/oids.ts';
import { rfc3161Profile } from './stamp-profiles.ts';
import { checkStamp, type StampInput } from './stamp.ts';
import {
  anchor,
  authorityExtensions,
  issue,
  issueCrl,
  purposes,
  testKey,
  usage,
} from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';
import { ocspResponse, type ResponseSpec } from '../testing/ocsp-responder.ts';
import { stampSigner, stampToken } from '../testing/time-stamper.ts';

const root = issue({ subject: 'CN=Stamp root', extensions: authorityExtensions() });
const authority = issue({ subject: 'CN=Stamp authority', issuer: root, extensions: authorityExtensions() });
const signer = stampSigner(authority);
const digest = Uint8Array.from(createHash('sha256').update('document').digest());
const genTime = '2026-11-19T12:00:00Z';
const [before, after] = ['2026-11-18T00:00:00Z', '2026-11-19T18:00:00Z'];
const token = stampToken({ digest, signer, certificates: [signer.der, authority.der], genTime });
const input: StampInput = {
  stamp: token,
  digests: { 'SHA-256': digest },
  trust: [{ profile: rfc3161Profile, anchors: [anchor(root, 'stamping')] }],
  now: readInstant('2026-11-20T00:00:00Z', 'now'),
  policy: standard,
};

type Status = NonNullable<ResponseSpec['singles'][number]['status']>;
const revoked = (revokedAt: string, reason?: number): Status => ({
  revokedAt,
  ...(reason !== undefined && { reason }),
});
const response = (status: Status, more: Partial<ResponseSpec> = {}): Uint8Array =>
  ocspResponse({
    singles: [{ certificate: signer.certificate, issuer: authority, status }],
    signer: authority,
    ...more,
  });
/** Each says revoked, by nobody who may say so. */
const forged = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, at) => {
    const revokedAt = `2026-11-18T00:${String(at % 60).padStart(2, '0')}:0${Math.floor(at / 60)}Z`;
    return response(revoked(revokedAt), { signingKey: testKey('anybody') });
  });
const find = (checks: readonly Check[], id: string): Check => checks.find((one) => one.id === id)!;
/** Status of the path and of the time, and why. */
function verdictOf(responses: readonly Uint8Array[], more: Partial<StampInput> = {}) {
  const { checks, provenTime } = checkStamp({ ...input, responses, ...more });
  const [path, time] = [find(checks, 'nom151.path'), find(checks, 'nom151.time')];
  return {
    path: path.status,
    reason: path.reason?.code,
    time: time.status,
    proven: provenTime !== undefined,
    check: path,
  };
}
const stands = { path: 'PASSED', reason: undefined, time: 'PASSED', proven: true };
const fallen = { path: 'FAILED', reason: 'REVOKED', time: 'INDETERMINATE', proven: false };

describe('a time-stamp whose signer an OCSP response is about', () => {
  test('stands where the response says that it was not revoked, or knows nothing', () => {
    expect(verdictOf([])).toMatchObject(stands);
    expect(verdictOf([response('good')])).toMatchObject(stands);
    expect(verdictOf([response('unknown')])).toMatchObject(stands);
  });

  test('falls by a revocation from before it, whatever the reason', () => {
    for (const reason of [undefined, 0, 1, 3, 4, 5])
      expect(verdictOf([response(revoked(before, reason))])).toMatchObject(fallen);
    expect(verdictOf([response(revoked(genTime, 4))])).toMatchObject(fallen);
    // A year that no answer of the interface may have, and a responder may.
    expect(verdictOf([response(revoked('0000-01-01T00:00:00Z', 4))])).toMatchObject(fallen);
    expect(verdictOf([response(revoked(before, 4))]).check.reason).toEqual({
      code: 'REVOKED',
      detail: { revokedAt: before, reason: 4 },
    });
    expect(verdictOf([response(revoked(before))]).check.reason?.detail).toEqual({
      revokedAt: before,
      reason: 0,
    });
  });

  test('falls by a later revocation by which the key may have been lost, and by no other (RFC 3161 §4)', () => {
    for (const reason of [undefined, 0, 1, 2, 6, 9, 10])
      expect(verdictOf([response(revoked(after, reason))])).toMatchObject(fallen);
    for (const reason of [3, 4, 5])
      expect(verdictOf([response(revoked(after, reason))])).toMatchObject(stands);
  });

  test('is checked by every response: a good one does not hide one that revokes', () => {
    expect(
      verdictOf([response('good'), response(revoked(after, 4)), response(revoked(before))]),
    ).toMatchObject(fallen);
    expect(verdictOf([new TextEncoder().encode('no response'), response(revoked(before))])).toMatchObject(
      fallen,
    );
  });

  test('is checked by a response behind any number of responses about others', () => {
    const other = stampSigner(authority, testKey('another signer'));
    const ofOther = response('good', { singles: [{ certificate: other.certificate, issuer: authority }] });
    const many = Array<Uint8Array>(70).fill(ofOther);
    expect(verdictOf([...many, response(revoked(before))])).toMatchObject(fallen);
  });

  test('is not brought down by who may not say so', () => {
    const unrelated = issue({ subject: 'CN=Unrelated', extensions: authorityExtensions() });
    const unauthorized = issue({ subject: 'CN=Unauthorized', issuer: authority, extensions: [usage(0)] });
    for (const by of [unrelated, unauthorized, signer])
      expect(verdictOf([response(revoked(before), { signer: by, certificates: [by] })])).toMatchObject(
        stands,
      );
    expect(verdictOf([response(revoked(before), { signingKey: unrelated.key })])).toMatchObject(stands);
    const other = stampSigner(authority);
    const ofOther = [{ certificate: other.certificate, issuer: authority, status: revoked(before) }];
    expect(verdictOf([response('good', { singles: ofOther })])).toMatchObject(stands);
  });

  test('a responder that the issuer certified may say so', () => {
    const responder = issue({
      subject: 'CN=Responder',
      issuer: authority,
      extensions: [usage(0), purposes(false, oid.ocspSigning)],
    });
    expect(
      verdictOf([response(revoked(before), { signer: responder, certificates: [responder] })]),
    ).toMatchObject(fallen);
  });

  test('a weak hash is no ground to pass over a revocation, whatever the policy', () => {
    const weak = response(revoked(before), {
      signatureHash: 'sha1',
      singles: [
        { certificate: signer.certificate, issuer: authority, status: revoked(before), hash: 'sha1' },
      ],
    });
    for (const policy of [standard, strict]) expect(verdictOf([weak], { policy })).toMatchObject(fallen);
  });

  test('an old answer, or one of later, that revokes counts too', () => {
    const of = (thisUpdate: string) => [
      {
        certificate: signer.certificate,
        issuer: authority,
        status: revoked(before),
        thisUpdate,
        nextUpdate: null,
      },
    ];
    expect(verdictOf([response('good', { singles: of('2020-01-01T00:00:00Z') })])).toMatchObject(fallen);
  });

  test('the response may lie in the token itself (RFC 5940)', () => {
    const info = der.tlv(0xa1, concatBytes(der.oid('1.3.6.1.5.5.7.16.2'), response(revoked(before))));
    expect(verdictOf([], { stamp: withRevocation(token, info) })).toMatchObject(fallen);
    const good = der.tlv(0xa1, concatBytes(der.oid('1.3.6.1.5.5.7.16.2'), response('good')));
    expect(verdictOf([], { stamp: withRevocation(token, good) })).toMatchObject(stands);
    const odd = der.tlv(0xa1, concatBytes(der.oid('1.2.3'), response(revoked(before))));
    expect(verdictOf([], { stamp: withRevocation(token, odd) })).toMatchObject(stands);
  });

  test('is not hidden by any number of copies, or of responses that revoke nothing', () => {
    const good = ['2020', '2021', '2022'].map((year) =>
      response('good', { producedAt: `${year}-01-01T00:00:00Z`, signingKey: testKey('anybody') }),
    );
    const copies = Array<Uint8Array>(90).fill(forged(1)[0]!);
    const filled = Array.from({ length: 40 }, () => good).flat();
    expect(verdictOf([...copies, ...filled, response(revoked(before))])).toMatchObject(fallen);
    expect(verdictOf([...copies, ...filled])).toMatchObject(stands);
  });

  test('behind more than 64 that call it revoked is not shown to be there or not, those of the token last', () => {
    expect(verdictOf([...forged(63), response(revoked(before))])).toMatchObject(fallen);
    expect(verdictOf(forged(64))).toMatchObject(stands);
    const open = { path: 'INDETERMINATE', reason: 'X_TOO_LARGE', time: 'INDETERMINATE', proven: false };
    expect(verdictOf([...forged(64), response(revoked(before))])).toMatchObject(open);
    // Whoever hands a token over cannot fill it until what the user has is no longer looked at.
    const [own, infos] = [
      forged(70).slice(40),
      forged(40).map((one) => der.tlv(0xa1, concatBytes(der.oid('1.3.6.1.5.5.7.16.2'), one))),
    ];
    const stamp = withRevocation(token, concatBytes(...infos));
    expect(verdictOf([], { stamp })).toMatchObject(stands);
    expect(verdictOf(own, { stamp })).toMatchObject(open);
    expect(verdictOf([...own, response(revoked(before))], { stamp })).toMatchObject(fallen);
  });

  test('too many of them make no path better that fails by itself', () => {
    const late = readInstant('2060-01-01T00:00:00Z', 'now');
    const of = (responses: Uint8Array[]) => verdictOf(responses, { trust: [], now: late }).check;
    expect(of([]).status).not.toBe('PASSED');
    expect(of(forged(65))).toEqual(of([]));
  });

  test('without an issuer there is nobody who could say so', () => {
    const none = verdictOf([response(revoked(before))], {
      trust: [],
      stamp: stampToken({ digest, signer, certificates: [signer.der], genTime }),
    });
    expect(none).toMatchObject({ path: 'INDETERMINATE', reason: 'NO_CERTIFICATE_CHAIN_FOUND' });
  });
});

/** The token with `crls` of its SignedData: [1] IMPLICIT RevocationInfoChoices, between certificates and signers. */
function withRevocation(bytes: Uint8Array, choice: Uint8Array): Uint8Array {
  const parts = (node: Uint8Array): Uint8Array[] => {
    const found: Uint8Array[] = [];
    for (let at = headOf(node); at < node.length; at += lengthAt(node, at))
      found.push(node.subarray(at, at + lengthAt(node, at)));
    return found;
  };
  const [type, content] = parts(bytes);
  const [signedData] = parts(content!);
  const fields = parts(signedData!);
  const crls = der.tlv(0xa1, choice);
  const made = der.sequence(...fields.slice(0, -1), crls, fields.at(-1)!);
  return der.sequence(type!, der.explicitTag(0, made));
}
function headOf(node: Uint8Array): number {
  const first = node[1]!;
  return first < 0x80 ? 2 : 2 + (first & 0x7f);
}
function lengthAt(node: Uint8Array, at: number): number {
  const head = headOf(node.subarray(at));
  const size = node[at + 1]!;
  if (size < 0x80) return head + size;
  return head + [...node.subarray(at + 2, at + head)].reduce((sum, byte) => sum * 256 + byte, 0);
}

describe('a time-stamp whose signer is pinned itself', () => {
  const trustIn = (...anchors: (typeof signer)[]) => ({
    trust: [{ profile: rfc3161Profile, anchors: anchors.map((one) => anchor(one, 'stamping')) }],
  });
  const alone = stampToken({ digest, signer, certificates: [signer.der], genTime });
  const list = (at: string, reason: number, more: Partial<Parameters<typeof issueCrl>[0]> = {}) =>
    issueCrl({ issuer: authority, revoked: [{ certificate: signer.certificate, at, reason }], ...more });

  test('stands by its bytes, whether or not its authority is known', () => {
    expect(verdictOf([], trustIn(signer))).toMatchObject(stands);
    expect(verdictOf([response('good')], { ...trustIn(signer, root), stamp: alone })).toMatchObject(stands);
    // Nothing at hand shows that this authority certified it.
    const crls = [list(before, 1)];
    expect(verdictOf([response(revoked(before))], { ...trustIn(signer), stamp: alone, crls })).toMatchObject(
      stands,
    );
  });

  test('falls by a response or list of the key that certified it', () => {
    expect(verdictOf([response(revoked(before, 1))], trustIn(signer))).toMatchObject(fallen);
    expect(
      verdictOf([response(revoked(before, 1))], { ...trustIn(signer, authority), stamp: alone }),
    ).toMatchObject(fallen);
    for (const anchors of [[signer], [root, signer]]) {
      const found = verdictOf([], { ...trustIn(...anchors), crls: [list(before, 1)] });
      expect(found).toMatchObject(fallen);
      expect(found.check.reason?.detail).toEqual({ revokedAt: before.replace('Z', '.000Z'), reason: 1 });
    }
    expect(verdictOf([], { ...trustIn(signer), crls: [list(after, 1)] })).toMatchObject(fallen);
  });

  test('stands by a later revocation by which no key was lost, and by what another key says', () => {
    expect(verdictOf([], { ...trustIn(signer), crls: [list(after, 4)] })).toMatchObject(stands);
    const impostor = issue({
      subject: 'CN=Stamp authority',
      key: testKey('impostor'),
      extensions: authorityExtensions(),
    });
    const token = stampToken({ digest, signer, certificates: [signer.der, impostor.der], genTime });
    const said = {
      signer: impostor,
      singles: [{ certificate: signer.certificate, issuer: impostor, status: revoked(before) }],
    };
    expect(
      verdictOf([response('good', said)], {
        ...trustIn(signer),
        stamp: token,
        crls: [list(before, 1, { issuer: impostor })],
      }),
    ).toMatchObject(stands);
  });

  test('falls whatever certificates of that name lie in the token', () => {
    const others = [authority.certificate];
    const bare = (more: object) =>
      issue({ subject: 'CN=Stamp authority', signingKey: testKey('thief'), extensions: [usage(0)], ...more });
    const { privateKey, spki } = authority.key;
    // The same point, written in its compressed form (SEC 1 §2.3.3).
    const point = spki.subarray(26);
    const compressed = concatBytes(Uint8Array.of(2 + (point[64]! & 1)), point.subarray(1, 33));
    const id = der.sequence(der.oid('1.2.840.10045.2.1'), der.oid('1.2.840.10045.3.1.7'));
    const rewritten = { kind: 'P-256', privateKey, spki: der.sequence(id, der.bitString(compressed)) };
    for (const one of [
      bare({ key: authority.key, notBefore: '1990-01-01T00:00:00Z', notAfter: '1991-01-01T00:00:00Z' }),
      bare({ key: authority.key }),
      bare({ key: rewritten }),
    ]) {
      const stamp = stampToken({ digest, signer, certificates: [one.der, signer.der], genTime });
      const around = { ...trustIn(signer), stamp, others };
      expect(verdictOf([], around)).toMatchObject(stands);
      expect(verdictOf([response(revoked(before, 1))], around)).toMatchObject(fallen);
      expect(verdictOf([], { ...around, crls: [list(before, 1)] })).toMatchObject(fallen);
    }
  });

  test('is open where more keys of that name lie in the token than are tried', () => {
    const many = Array.from({ length: 64 }, (_, at) =>
      issue({
        subject: 'CN=Stamp authority',
        key: testKey(`thief ${String(at)}`),
        extensions: authorityExtensions(),
      }),
    );
    const stamp = stampToken({ digest, signer, certificates: many.map((one) => one.der), genTime });
    const revoking = [response(revoked(before, 1))];
    const others = [signer.certificate, authority.certificate];
    expect(verdictOf(revoking, { ...trustIn(signer), stamp, others })).toMatchObject(fallen);
    const late = [signer, ...many, authority].map((one) => one.certificate);
    expect(verdictOf(revoking, { ...trustIn(signer), stamp: alone, others: late })).toMatchObject({
      path: 'INDETERMINATE',
      reason: 'X_TOO_LARGE',
      proven: false,
    });
  });

  test('falls by a list with a weak hash', () => {
    for (const policy of [standard, strict])
      expect(
        verdictOf([], { ...trustIn(signer), policy, crls: [list(before, 1, { hash: 'sha1' })] }),
      ).toMatchObject(fallen);
  });
});

test('a response counts that an authority made before it was certified anew', () => {
  const renewed = issue({
    subject: 'CN=Stamp authority',
    key: authority.key,
    issuer: root,
    notBefore: '2026-11-19T00:00:00Z',
    notAfter: '2041-01-01T00:00:00Z',
    extensions: authorityExtensions(),
  });
  const old = response(revoked(before, 1), { producedAt: '2026-11-18T06:00:00Z' });
  for (const authorities of [[renewed], [authority, renewed]]) {
    const certificates = [signer, ...authorities].map((one) => one.der);
    const stamp = stampToken({ digest, signer, certificates, genTime });
    expect(verdictOf([], { stamp })).toMatchObject(stands);
    expect(verdictOf([old], { stamp })).toMatchObject(fallen);
  }
});
