/** OCSP responses (RFC 6960). OpenSSL compares their times with the clock of the machine, so they are made for now. */
import { readInstant } from '#proofs/encoding/instant.ts';
import { checkOcsp } from '#proofs/pki/ocsp/ocsp.ts';
import {
  authorityExtensions,
  basicConstraints,
  extension,
  issue,
  purposes,
  testKey,
  usage,
  type CertificateSpec,
  type Issued,
} from '#proofs/pki/testing/authority.ts';
import * as der from '#proofs/pki/testing/der-writer.ts';
import type { Bytes } from '#proofs/pki/testing/der-writer.ts';
import { ocspResponse, type ResponseSpec, type SingleSpec } from '#proofs/pki/testing/ocsp-responder.ts';
import { standard } from '#proofs/policy/policy.ts';
import { openssl } from '#service/authorities/testing/openssl.ts';
import { answerOfChecks, compare, pem, seconds } from './compare.ts';
import { usages } from './stamps.ts';

const root = issue({ subject: 'CN=R', extensions: authorityExtensions() });
const authority = issue({ subject: 'CN=A', issuer: root, extensions: authorityExtensions() });
const leaf = issue({ subject: 'CN=L', issuer: authority, extensions: [usage(0, 1)] });
const otherLeaf = issue({ subject: 'CN=L2', issuer: authority, extensions: [usage(0)] });

const minutesFromNow = (minutes: number): string =>
  `${new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19)}Z`;
const single: Omit<SingleSpec, 'thisUpdate'> = { certificate: leaf.certificate, issuer: authority };

function respond(label: string, spec: Partial<ResponseSpec>): void {
  const singles = (spec.singles ?? [single]).map((one) => ({ thisUpdate: minutesFromNow(-60), ...one }));
  const response = ocspResponse({ signer: authority, producedAt: minutesFromNow(-60), ...spec, singles });
  const now = minutesFromNow(0);
  const { text } = openssl(
    { issuer: pem(authority.der), leaf: pem(leaf.der), root: pem(root.der), response },
    ...[
      'ocsp',
      '-issuer',
      'issuer',
      `-${singles[0]?.hash ?? 'sha256'}`,
      '-cert',
      'leaf',
      '-respin',
      'response',
    ],
    ...['-CAfile', 'root', '-verify_other', 'issuer', '-attime', seconds(now), '-no_nonce'],
  );
  const at = readInstant(now, 'now');
  const check = () =>
    answerOfChecks(
      checkOcsp({
        response,
        certificate: leaf.certificate,
        issuer: authority.certificate,
        moment: { at, proven: true, now: at },
        policy: standard,
      }).checks,
    );
  const accepted =
    text.includes('Response verify OK') && text.includes(': good') && !text.includes('times invalid');
  compare('responses', label, check, { accepted, text });
}

const forResponses = purposes(false, '1.3.6.1.5.5.7.3.9');
const responder = (extensions: readonly Bytes[], spec: Partial<CertificateSpec> = {}): Issued =>
  issue({ subject: 'CN=O', issuer: authority, extensions, ...spec });
const unknown = (critical: boolean): Bytes => extension('1.2.3', der.nullValue(), critical);

export function compareResponses(): void {
  for (const by of ['name', 'key'] as const) {
    respond(`by the issuer, ${by}`, { by });
    compareResponders(by);
  }
  compareAnswers();
}

function compareResponders(by: 'name' | 'key'): void {
  const extended = {
    responses: [forResponses],
    'responses, critical': [purposes(true, '1.3.6.1.5.5.7.3.9')],
    any: [purposes(false, '2.5.29.37.0')],
    none: [],
    'responses and servers': [purposes(false, '1.3.6.1.5.5.7.3.9', '1.3.6.1.5.5.7.3.1')],
    stamping: [purposes(true, '1.3.6.1.5.5.7.3.8')],
  };
  for (const [purpose, list] of Object.entries(extended))
    for (const [use, bits] of Object.entries(usages)) {
      const signer = responder([...bits, ...list]);
      respond(`responder: purpose ${purpose}, usage ${use}, ${by}`, { signer, by, certificates: [signer] });
      if (use === 'signature') respond(`responder: purpose ${purpose}, not sent, ${by}`, { signer, by });
    }
  const plain = [usage(0), forResponses];
  const delegate = responder([basicConstraints(true), usage(0, 5), forResponses]);
  const signers = {
    'of the root': responder(plain, { issuer: root }),
    'below a responder': responder(plain, { issuer: delegate, subject: 'CN=U' }),
    expired: responder(plain, { notAfter: minutesFromNow(-1440) }),
    'with a critical extension': responder([...plain, unknown(true)]),
    'not to be checked': responder([...plain, extension('1.3.6.1.5.5.7.48.1.5', der.nullValue())]),
    'that is the root': root,
    'that is the leaf': leaf,
  };
  for (const [what, signer] of Object.entries(signers))
    respond(`responder ${what}, ${by}`, { signer, by, certificates: [signer, delegate] });
  respond(`another key, ${by}`, { signingKey: testKey('nobody'), by });
}

function compareAnswers(): void {
  for (const minutes of [-1450, -1430, -60, -1, 4, 6]) {
    const time = minutesFromNow(minutes);
    respond(`this update in ${String(minutes)} min`, {
      singles: [{ ...single, thisUpdate: time }],
      producedAt: time,
    });
  }
  for (const minutes of [-70, -6, -4, 1, 60])
    respond(`next update in ${String(minutes)} min`, {
      singles: [{ ...single, nextUpdate: minutesFromNow(minutes) }],
    });
  for (const hash of ['sha1', 'sha256', 'sha384', 'md5'] as const)
    respond(`issuer by ${hash}`, { singles: [{ ...single, hash }] });
  const about = { certificate: otherLeaf.certificate };
  const revokedAt = minutesFromNow(-2000);
  const answers: Readonly<Record<string, readonly Partial<SingleSpec>[]>> = {
    'another certificate': [about],
    'another certificate first': [about, {}],
    'good and unknown': [{}, { status: 'unknown' }],
    'good and revoked': [{}, { status: { revokedAt } }],
    unknown: [{ status: 'unknown' }],
    'another issuer': [{ issuer: root }],
    'a critical extension': [{ extensions: [unknown(true)] }],
    'an extension': [{ extensions: [unknown(false)] }],
    'an archive cutoff': [
      { extensions: [extension('1.3.6.1.5.5.7.48.1.6', der.generalizedTime('2020-01-01T00:00:00Z'))] },
    ],
  };
  for (const [label, list] of Object.entries(answers))
    respond(`answer: ${label}`, { singles: list.map((one) => ({ ...single, ...one })) });
  for (const reason of [undefined, 0, 1, 4, 6, 8]) {
    const status = { revokedAt, ...(reason === undefined ? {} : { reason }) };
    respond(`answer: revoked for ${String(reason)}`, { singles: [{ ...single, status }] });
  }
  const nonce = der.octetString(new Uint8Array(8));
  for (const critical of [true, false]) {
    respond(`nonce ${String(critical)}`, {
      extensions: [extension('1.3.6.1.5.5.7.48.1.2', nonce, critical)],
    });
    respond(`extension ${String(critical)}`, { extensions: [unknown(critical)] });
  }
}
