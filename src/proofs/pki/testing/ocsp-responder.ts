/** OCSP responses of the tests' own (RFC 6960 §4.2.1): every field can be bent. */
import { createHash } from 'node:crypto';
import type { Certificate } from '../certificate/certificate.ts';
import { signedBy, type Issued, type SignatureHash, type TestKey } from './authority.ts';
import * as der from './der-writer.ts';
import type { Bytes } from './der-writer.ts';

export interface SingleSpec {
  readonly certificate: Certificate;
  readonly issuer: Issued;
  /** Which hash names the issuer; SHA-256 unless said otherwise. */
  readonly hash?: 'sha1' | 'sha256' | 'sha384' | 'md5';
  readonly status?: 'good' | 'unknown' | { readonly revokedAt: string; readonly reason?: number };
  readonly thisUpdate?: string;
  readonly nextUpdate?: string | null;
  readonly extensions?: readonly Uint8Array[];
}

export interface ResponseSpec {
  readonly singles: readonly SingleSpec[];
  /** The signer; its certificate goes into the response unless it issued every queried certificate. */
  readonly signer: Issued;
  readonly signingKey?: TestKey;
  readonly signatureHash?: SignatureHash;
  readonly by?: 'name' | 'key';
  readonly producedAt?: string;
  readonly certificates?: readonly Issued[];
  readonly extensions?: readonly Uint8Array[];
}

const hashIds = {
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  md5: '1.2.840.113549.2.5',
} as const;

export function ocspResponse(spec: ResponseSpec): Bytes {
  const part = der.sequence(
    responder(spec),
    der.generalizedTime(spec.producedAt ?? '2026-11-19T20:00:00Z'),
    der.sequence(...spec.singles.map(single)),
    ...(spec.extensions === undefined ? [] : [der.explicitTag(1, der.sequence(...spec.extensions))]),
  );
  const certificates = spec.certificates ?? [];
  const plain = signedBy(spec.signingKey ?? spec.signer.key, part, spec.signatureHash);
  const basic =
    certificates.length === 0
      ? plain
      : der.sequence(content(plain), der.explicitTag(0, der.sequence(...certificates.map((one) => one.der))));
  return der.sequence(
    der.enumerated(0),
    der.explicitTag(0, der.sequence(der.oid('1.3.6.1.5.5.7.48.1.1'), der.octetString(basic))),
  );
}

/** A response that carries no answer, only a status such as 3 (tryLater). */
export function ocspStatusOnly(status: number): Bytes {
  return der.sequence(der.enumerated(status));
}

/** What stands inside a TLV, to add to it. */
function content(tlv: Uint8Array): Uint8Array {
  const first = tlv[1] ?? 0;
  return tlv.subarray(first < 0x80 ? 2 : 2 + (first & 0x7f));
}

function responder({ signer, by = 'key' }: ResponseSpec): Bytes {
  if (by === 'name') return der.explicitTag(1, signer.subjectName);
  const hash = createHash('sha1').update(signer.certificate.publicKey.keyBytes).digest();
  return der.explicitTag(2, der.octetString(hash));
}

function single(spec: SingleSpec): Bytes {
  const { hash = 'sha256', status = 'good', nextUpdate = null } = spec;
  const digest = (bytes: Uint8Array): Bytes => der.octetString(createHash(hash).update(bytes).digest());
  return der.sequence(
    der.sequence(
      der.sequence(der.oid(hashIds[hash]), der.nullValue()),
      digest(spec.certificate.issuer.der),
      digest(spec.issuer.certificate.publicKey.keyBytes),
      der.tlv(0x02, spec.certificate.serialNumber),
    ),
    statusOf(status),
    der.generalizedTime(spec.thisUpdate ?? '2026-11-19T20:00:00Z'),
    ...(nextUpdate === null ? [] : [der.explicitTag(0, der.generalizedTime(nextUpdate))]),
    ...(spec.extensions === undefined ? [] : [der.explicitTag(1, der.sequence(...spec.extensions))]),
  );
}

function statusOf(status: NonNullable<SingleSpec['status']>): Bytes {
  if (status === 'good') return der.implicitPrimitive(0, new Uint8Array());
  if (status === 'unknown') return der.implicitPrimitive(2, new Uint8Array());
  return der.explicitTag(
    1,
    der.generalizedTime(status.revokedAt),
    ...(status.reason === undefined ? [] : [der.explicitTag(0, der.enumerated(status.reason))]),
  );
}
