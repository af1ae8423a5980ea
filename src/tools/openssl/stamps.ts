/** Time-stamp tokens (RFC 3161, RFC 5652, RFC 5035). */
import { createHash } from 'node:crypto';
import { readInstant } from '#proofs/encoding/instant.ts';
import {
  anchor,
  authorityExtensions,
  basicConstraints,
  extension,
  issue,
  name,
  purposes,
  testKey,
  usage,
  type Issued,
} from '#proofs/pki/testing/authority.ts';
import * as der from '#proofs/pki/testing/der-writer.ts';
import type { Bytes } from '#proofs/pki/testing/der-writer.ts';
import { issuerSerial, stampSigner, stampToken, type StampSpec } from '#proofs/pki/testing/time-stamper.ts';
import { checkStamp } from '#proofs/pki/timestamp/stamp.ts';
import { rfc3161Profile } from '#proofs/pki/timestamp/stamp-profiles.ts';
import { standard } from '#proofs/policy/policy.ts';
import { openssl } from '#service/authorities/testing/openssl.ts';
import { answerOfChecks, compare, pem, seconds } from './compare.ts';

const root = issue({ subject: 'CN=R', extensions: authorityExtensions() });
const authority = issue({ subject: 'CN=A', issuer: root, extensions: authorityExtensions() });
const signer = stampSigner(authority);
const document = 'document';
const digestBy = (hash: string): Uint8Array => Uint8Array.from(createHash(hash).update(document).digest());
const now = '2026-11-20T00:00:00Z';

function stamp(label: string, spec: Partial<StampSpec>, above: Issued = authority): void {
  const certificates = [(spec.signer ?? signer).der, above.der];
  const token = stampToken({ digest: digestBy('sha256'), signer, certificates, ...spec });
  const { code, text } = openssl(
    { document, token, root: pem(root.der) },
    ...[
      'ts',
      '-verify',
      '-data',
      'document',
      '-in',
      'token',
      '-token_in',
      '-CAfile',
      'root',
      '-attime',
      seconds(now),
    ],
  );
  const check = () =>
    answerOfChecks(
      checkStamp({
        stamp: token,
        digests: { 'SHA-256': digestBy('sha256') },
        now: readInstant(now, 'now'),
        policy: standard,
        trust: [{ profile: rfc3161Profile, anchors: [anchor(root, 'stamping')] }],
      }).checks,
    );
  compare('stamps', label, check, { accepted: code === 0, text });
}

export const usages: Readonly<Record<string, readonly Bytes[]>> = {
  none: [],
  signature: [usage(0)],
  'non-repudiation': [usage(1)],
  'both signatures': [usage(0, 1)],
  encipherment: [usage(2)],
  'signature and encipherment': [usage(0, 2)],
  certificates: [usage(5)],
  'signature and certificates': [usage(0, 5)],
};

const purpose = {
  stamping: '1.3.6.1.5.5.7.3.8',
  any: '2.5.29.37.0',
  responses: '1.3.6.1.5.5.7.3.9',
  mail: '1.3.6.1.5.5.7.3.4',
  server: '1.3.6.1.5.5.7.3.1',
};

export function compareStamps(): void {
  stamp('plain', {});
  compareSigners();
  compareReferences();
  compareContent();
}

function compareSigners(): void {
  const { stamping, any, mail, responses, server } = purpose;
  const lists = [
    [stamping],
    [stamping, any],
    [any],
    [stamping, mail],
    [mail],
    [stamping, stamping],
    [responses],
  ];
  const all = [[], [purposes(false, stamping)], ...lists.map((list) => [purposes(true, ...list)])];
  const roles = { leaf: [], 'leaf in full': [basicConstraints(false)], authority: [basicConstraints(true)] };
  for (const [index, extended] of all.entries())
    for (const [use, bits] of Object.entries(usages))
      for (const [role, constraints] of Object.entries(roles)) {
        const one = issue({
          subject: 'CN=T',
          issuer: authority,
          extensions: [...constraints, ...bits, ...extended],
        });
        stamp(`signer: purposes ${String(index)}, usage ${use}, ${role}`, { signer: one });
      }
  for (const kind of ['P-256', 'P-384', 'P-521', 'RSA'] as const)
    stamp(`key ${kind}`, { signer: stampSigner(authority, testKey('stamps', kind)) });
  const ofAuthority = {
    server: purposes(false, server),
    'server, critical': purposes(true, server),
    stamping: purposes(true, stamping),
    any: purposes(true, any),
    responses: purposes(false, responses),
  };
  for (const [label, extended] of Object.entries(ofAuthority)) {
    const above = issue({ subject: 'CN=S', issuer: root, extensions: [...authorityExtensions(), extended] });
    stamp(`authority: purpose ${label}`, { signer: stampSigner(above) }, above);
  }
  stamp('by key identifier', { by: 'key' });
  stamp('two signers', { signers: 2 });
  stamp('another key', { signingKey: testKey('nobody') });
}

/** How the signer's certificate is referred to among what is signed. */
function compareReferences(): void {
  const { serialNumber } = signer.certificate;
  const references = {
    'no issuer': {},
    issuer: { issuerSerial: issuerSerial(name('CN=A'), serialNumber) },
    'issuer in lower case': { issuerSerial: issuerSerial(name('CN=a'), serialNumber) },
    'another issuer': { issuerSerial: issuerSerial(name('CN=B'), serialNumber) },
    'another serial': { issuerSerial: issuerSerial(name('CN=A'), Uint8Array.of(9)) },
  };
  for (const ess of [[], [1], [2], [1, 2]] as const)
    for (const [label, reference] of Object.entries(references))
      for (const [what, certificate] of Object.entries({ right: {}, wrong: { essCertificate: authority } }))
        stamp(`reference ${ess.join('+') || 'none'}, ${label}, ${what} certificate`, {
          ess,
          ...reference,
          ...certificate,
        });
}

function compareContent(): void {
  const millis = (...bytes: readonly number[]): Bytes => der.implicitPrimitive(0, Uint8Array.from(bytes));
  const accuracies = {
    '1 s': der.integer(1),
    '0 ms': millis(0),
    '500 ms': millis(1, 0xf4),
    '1000 ms': millis(3, 0xe8),
    negative: der.integer(-1),
    '2 d': der.integer(172_800),
  };
  for (const [label, field] of Object.entries(accuracies))
    stamp(`accuracy ${label}`, { accuracy: der.sequence(field) });
  for (const time of ['12:00:00.5Z', '12:00:00.50Z', '12:00:00.000001Z', '12:00Z'])
    stamp(`time ${time}`, { genTime: `2026-11-19T${time}` });
  for (const genTime of ['2019-12-31T23:59:59Z', '2020-01-01T00:00:00Z'])
    stamp(`time ${genTime}`, { genTime });
  for (const critical of [true, false])
    stamp(`extension${critical ? ', critical' : ''}`, {
      extensions: [extension('1.2.3', der.nullValue(), critical)],
    });
  for (const hash of ['md5', 'sha1', 'sha256', 'sha384', 'sha512'] as const) {
    stamp(`digest ${hash}`, { digestHash: hash });
    stamp(`imprint ${hash}`, { imprintHash: hash, digest: digestBy(hash) });
  }
  stamp('imprint of another document', { digest: new Uint8Array(32) });
  stamp('signed type', { signedType: '1.2.840.113549.1.7.1' });
  stamp('signed digest', { messageDigest: new Uint8Array(32) });
  stamp('signed attributes in reverse', { reverse: true });
  const attribute = (id: string, value: Bytes): Bytes => der.sequence(der.oid(id), der.set(value));
  stamp('one attribute more', { attributes: [attribute('1.2.3', der.nullValue())] });
  stamp('one attribute twice', {
    attributes: [attribute('1.2.840.113549.1.9.3', der.oid('1.2.840.113549.1.9.16.1.4'))],
  });
}
