/** The rules over a time-stamp token, one for each question (RFC 3161, RFC 5652, RFC 5035, RFC 5816). */
import { equalBytes, toHex } from '../../encoding/bytes.ts';
import { digestLength, hash, type HashName } from '../../encoding/hash.ts';
import { instantText, type Instant } from '../../encoding/instant.ts';
import {
  computedHex,
  computedText,
  failed,
  indeterminate,
  passed,
  type Finding,
} from '../../verdict/finding.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { Crl } from '../crl/crl.ts';
import { tags } from '../der/der.ts';
import { nameText, sameName } from '../certificate/names.ts';
import { oid } from '../der/oids.ts';
import { verifyPath, type PathResult } from '../path/path.ts';
import type { PublicKey } from '../certificate/public-key.ts';
import { hashOf, verifySignature } from '../certificate/signature.ts';
import type { StampTrust } from './stamp-profiles.ts';
import { hashNameOf } from './stamp-signer-rules.ts';
import type { SignerHash, TimeStampToken } from './time-stamp.ts';
import { clockTolerance, type TrustAnchor } from '../path/trust.ts';

/** Known digests of the data that should be stamped, by hash; the token says which of them it needs. */
export type Digests = Readonly<Partial<Record<HashName, Uint8Array>>>;

export interface StampInput {
  /** DER, PEM, base64 or hex of a response or bare token; undefined: none at hand. */
  readonly stamp: Uint8Array | string | undefined;
  readonly digests: Digests;
  /** Certificates at hand beside those in the token. */
  readonly others?: readonly Certificate[];
  readonly crls?: readonly Crl[];
  /** OCSP responses at hand beside those in the token: DER, PEM, base64 or hex. */
  readonly responses?: readonly (Uint8Array | string)[];
  /** The same, of a list that many time-stamps have in common: it is read once. */
  readonly commonResponses?: readonly (Uint8Array | string)[];
  /** Keys that signed what is dated: whoever signs does not say when. */
  readonly signingKeys?: readonly PublicKey[];
  /** Anchors of other purposes; a path that ends at one of them names it, so that the reader can decide. */
  readonly otherAnchors?: readonly TrustAnchor[];
  /** Profiles with their anchors; the shipped root of NOM-151 unless said otherwise. */
  readonly trust?: readonly StampTrust[];
  /** When the verification is made. */
  readonly now: Instant;
  readonly policy: Policy;
  readonly origin?: string;
}

/** §2.4.2: the imprint is the digest, by a hash of the SHA-2 family. */
export function checkImprint({ info }: TimeStampToken, { digests }: StampInput): Finding {
  const name = hashOf(info.imprintAlgorithm);
  if (name === undefined) {
    const what = `imprint by ${info.imprintAlgorithm.id}`;
    return indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, { what });
  }
  if (name === 'SHA-1')
    return indeterminate('CRYPTO_CONSTRAINTS_FAILURE', { code: 'get_stamp' }, { what: name });
  const computed = computedHex(info.imprint);
  if (info.imprint.length !== digestLength[name]) {
    return failed(
      'X_STAMP_IMPRINT_MISMATCH',
      { rule: `an imprint of ${digestLength[name]} bytes` },
      { computed },
    );
  }
  const digest = digests[name];
  if (digest === undefined) {
    return indeterminate('SIGNED_DATA_NOT_FOUND', { code: 'add_document' }, { what: name }, { computed });
  }
  const compared = { expected: toHex(digest), computed };
  return equalBytes(digest, info.imprint)
    ? passed(compared)
    : failed('X_STAMP_IMPRINT_MISMATCH', undefined, compared);
}

/** The certificate that the signer id names, among those in the token and those at hand (RFC 5652 §5.3). */
export function findSigner(
  { signedData, signerHashes }: TimeStampToken,
  { others = [] }: StampInput,
): Certificate | undefined {
  const { signer } = signedData;
  const named = [...signedData.certificates, ...others].filter((one) =>
    signer.by === 'issuer'
      ? sameName(one.issuer, signer.issuer) && equalBytes(one.serialNumber, signer.serialNumber)
      : one.extensions.subjectKeyIdentifier !== undefined &&
        equalBytes(one.extensions.subjectKeyIdentifier, signer.keyIdentifier),
  );
  // Names can be taken by others; of several the one that the signed hash names is meant.
  const hashed = (one: Certificate): boolean => signerHashes.some((hashOfOne) => isHashOf(hashOfOne, one));
  return named.find(hashed) ?? named[0];
}

function isHashOf(signerHash: SignerHash, certificate: Certificate): boolean {
  const name = hashNameOf(signerHash);
  return name !== undefined && equalBytes(signerHash.hash, hash(name, certificate.der));
}

/** RFC 5652 §5.4, §5.6, §11.1, §11.2: type and digest of the content are signed, and the signature holds. */
export function checkTokenSignature(
  { signedData }: TimeStampToken,
  certificate: Certificate | undefined,
  policy: Policy,
): Finding {
  const { signedAttributes, signedContentType, content, contentType } = signedData;
  const digestName = hashOf(signedData.digestAlgorithm);
  if (digestName === undefined) {
    const what = `digest by ${signedData.digestAlgorithm.id}`;
    return indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, { what });
  }
  if (digestName === 'SHA-1' && policy.algorithms.sha1 !== 'allow') {
    return indeterminate('CRYPTO_CONSTRAINTS_FAILURE', { code: 'get_stamp' }, { what: digestName });
  }
  if (signedContentType !== contentType) {
    return failed('SIG_CRYPTO_FAILURE', { rule: 'the signed content type is that of the content' });
  }
  const digest = signedAttributes.get(oid.messageDigest);
  const compared = {
    expected: digest === undefined ? '' : toHex(digest.content),
    computed: computedHex(hash(digestName, content)),
  };
  if (digest?.tag !== tags.octetString || compared.expected !== compared.computed) {
    return failed('HASH_FAILURE', { rule: 'the signed message digest is that of the content' }, compared);
  }
  if (certificate === undefined) {
    return indeterminate('NO_SIGNING_CERTIFICATE_FOUND', { code: 'add_certificate' });
  }
  const result = verifySignature(
    signedData.signatureAlgorithm,
    certificate.publicKey.key,
    signedData.signedAttributesDer,
    signedData.signature,
    policy.algorithms,
    'stamp',
    digestName,
  );
  switch (result.kind) {
    case 'valid':
      return passed(compared);
    case 'invalid':
      return failed('SIG_CRYPTO_FAILURE', { rule: result.rule });
    case 'refused':
      return indeterminate('CRYPTO_CONSTRAINTS_FAILURE', { code: 'get_stamp' }, { what: result.what });
    case 'unsupported':
      return indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, { what: result.what });
  }
}

export function checkSignerPath(
  { info, signedData }: TimeStampToken,
  certificate: Certificate,
  anchors: readonly TrustAnchor[],
  { others = [], crls = [], otherAnchors = [], now, policy }: StampInput,
): PathResult {
  const atHand = [...signedData.certificates, ...others, ...otherAnchors.map((anchor) => anchor.certificate)];
  const path = verifyPath({
    certificate,
    // Of an authority that was certified anew, the certificate that lasts longest: the time hangs on its not being over.
    others: atHand.sort((a, b) => b.notAfter - a.notAfter),
    anchors,
    moment: { at: info.genTime, proven: true, now, ownWord: true },
    algorithms: policy.algorithms,
    crls: [...signedData.crls, ...crls],
    revocation: 'at-hand',
    purposes: [oid.timeStamping],
  });
  // Trusting the certificate is not enough: it must be pinned for time-stamps.
  return path.next?.code === 'trust_anchor'
    ? { ...path, next: { ...path.next, code: 'trust_stamp_anchor' } }
    : path;
}

/**
 * The time counts once all else holds. A token whose signer's certificate has expired since says nothing by itself: the
 * key may have been lost after the authority ceased to watch over it (EN 319 102-1 §5.6.2.2, OUT_OF_BOUNDS_NO_POE). So
 * may the key of an authority between the signer and the anchor, and whoever finds it certifies a signer and dates both
 * back.
 * @param authorities certificates between the signer and the pinned one
 */
export function checkStampTime(
  { info }: TimeStampToken,
  certificate: Certificate | undefined,
  grounded: boolean,
  now: Instant,
  authorities: readonly Certificate[] = [],
): Finding {
  const computed = computedText(instantText(info.genTime));
  if (!grounded || certificate === undefined) {
    return indeterminate(
      'NO_POE',
      { code: 'get_stamp' },
      { rule: 'the time counts once the token is shown to hold' },
    );
  }
  if (info.genTime > now + clockTolerance) {
    const times = { genTime: computed, now: instantText(now) };
    return indeterminate('TIMESTAMP_ORDER_FAILURE', { code: 'check_clock' }, times);
  }
  // A certificate is valid through its last second, and instants here carry milliseconds.
  const expired = [certificate, ...authorities].find(({ notAfter }) => now >= notAfter + 1000);
  if (expired !== undefined) {
    const times = { genTime: computed, notAfter: instantText(expired.notAfter), now: instantText(now) };
    const detail = expired === certificate ? times : { ...times, certificate: nameText(expired.subject) };
    return indeterminate('OUT_OF_BOUNDS_NO_POE', { code: 'get_newer_stamp' }, detail);
  }
  // The time counts because the signer leads to an anchor that was pinned.
  return passed({ basis: 'PINNED', computed });
}
