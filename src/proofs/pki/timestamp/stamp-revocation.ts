/**
 * What OCSP responses at hand say of the signer of a time-stamp, and lists, where its path does not look at them.
 * RFC 3161 §4: after a revocation by which the key was not lost, tokens from before it stand; after any other, none does,
 * since the date is the word of that key.
 */
import { equalBytes, toHex } from '../../encoding/bytes.ts';
import { ProofError } from '../../errors.ts';
import { failed, indeterminate, type Finding } from '../../verdict/finding.ts';
import type { Policy } from '../../policy/policy.ts';
import { sameCertificate, type Certificate } from '../certificate/certificate.ts';
import { readCertificateExtensions } from '../certificate/extensions.ts';
import { sameName } from '../certificate/names.ts';
import { checkOcsp } from '../ocsp/ocsp.ts';
import { readOcspInput, type OcspResponse } from '../ocsp/ocsp-response.ts';
import { isHarmlessReason, verifyPath, type PathResult } from '../path/path.ts';
import { signatureMemo, verifySigned } from '../path/trust.ts';
import type { StampInput } from './stamp-rules.ts';
import type { TimeStampToken } from './time-stamp.ts';
import { oncePer } from '../../once-per.ts';

/** The most that are looked at; each costs a signature. */
export const maxRevocations = 64;

/** Undefined where nothing authorized says that the signer is revoked; INDETERMINATE where too much says so to tell. */
export function revokedSigner(
  token: TimeStampToken,
  certificate: Certificate,
  path: PathResult,
  input: StampInput,
): Finding | undefined {
  const issuer = path.certificates[1] ?? path.anchor?.certificate;
  if (issuer === undefined) return undefined;
  const isPinned = sameCertificate(issuer, certificate);
  const { issuers, keys } = isPinned
    ? issuersAtHand(token, certificate, input)
    : { issuers: [withoutLimits(issuer)], keys: 1 };
  const byLists = isPinned ? revokedByLists(token, certificate, issuers, input) : undefined;
  if (byLists !== undefined) return byLists;
  const { responses = [], commonResponses = [] } = input;
  const revoking = revocationsOf(
    [
      ...readResponses(responses),
      ...readOnce(commonResponses),
      ...readResponses(token.signedData.ocspResponses),
    ],
    certificate,
  );
  for (const response of revoking.slice(0, maxRevocations)) {
    for (const one of issuers) {
      const found = revokedBy(response, certificate, one, token, input);
      if (found !== undefined) return found;
    }
  }
  return revoking.length > maxRevocations || keys > maxIssuers
    ? indeterminate('X_TOO_LARGE', { code: 'check_elsewhere' }, { responses: revoking.length, keys })
    : undefined;
}

function revokedBy(
  response: Uint8Array | string,
  certificate: Certificate,
  issuer: Certificate,
  { info }: TimeStampToken,
  { now, policy }: StampInput,
): Finding | undefined {
  const moment = { at: info.genTime, proven: true, now };
  const { checks, facts } = checkOcsp({ response, certificate, issuer, moment, policy: freely(policy) });
  const authorized = checks.every(
    ({ id, status }) => status === 'PASSED' || id === 'ocsp.status' || id === 'ocsp.time',
  );
  if (!authorized || facts?.status !== 'revoked') return undefined;
  const { revokedAt, revocationReason } = facts;
  const later = revokedAt !== undefined && Date.parse(revokedAt) > info.genTime;
  if (later && isHarmlessReason(revocationReason)) return undefined;
  return failed('REVOKED', { revokedAt: revokedAt ?? '', reason: revocationReason ?? 0 });
}

/**
 * The keys by which a signer that is pinned itself was certified. Its path ends where it begins, so nothing above it was
 * looked at; what those keys say against it counts all the same, and nothing that they say for it. Whoever hands a token
 * over can put any certificate of that name beside it, so keys count as they are written, and no other stands for one.
 */
function issuersAtHand(
  { signedData }: TimeStampToken,
  certificate: Certificate,
  { others = [], otherAnchors = [], trust = [], policy }: StampInput,
): { readonly issuers: readonly Certificate[]; readonly keys: number } {
  const anchors = [...trust.flatMap((entry) => entry.anchors), ...otherAnchors].map((one) => one.certificate);
  const memo = signatureMemo(maxIssuers);
  const { algorithms } = freely(policy);
  const byKey = new Map<string, Certificate>();
  for (const one of [...anchors, ...others, ...signedData.certificates]) {
    const key = toHex(one.publicKey.der);
    if (sameName(one.subject, certificate.issuer) && !byKey.has(key)) byKey.set(key, one);
  }
  const issuers = [...byKey.values()]
    .filter((one) => verifySigned(certificate, one, 'certificate', algorithms, memo).kind === 'valid')
    .map(withoutLimits);
  return { issuers, keys: byKey.size };
}

/** The most keys that are tried for the one that certified a signer. */
const maxIssuers = 64;

/**
 * A key by its name alone: what it says against a signer counts whichever of its certificates is at hand, of an authority
 * that was certified anew or one that nobody signed.
 */
function withoutLimits(issuer: Certificate): Certificate {
  const extensions = readCertificateExtensions([]);
  return { ...issuer, version: 1, notBefore: -Infinity, notAfter: Infinity, extensions };
}

/** Lists of the issuer of a signer that is pinned itself; those about any other signer are part of its path. */
function revokedByLists(
  { info, signedData }: TimeStampToken,
  certificate: Certificate,
  issuers: readonly Certificate[],
  { crls = [], now, policy }: StampInput,
): Finding | undefined {
  for (const issuer of issuers) {
    const { reason } = verifyPath({
      certificate,
      others: [],
      anchors: [{ certificate: issuer, title: '', use: 'stamping' }],
      moment: { at: info.genTime, proven: true, now, ownWord: true },
      algorithms: freely(policy).algorithms,
      crls: [...signedData.crls, ...crls],
    });
    if (reason?.code !== 'REVOKED') continue;
    const { revokedAt = '', reason: why = 0 } = reason.detail ?? {};
    return failed('REVOKED', { revokedAt, reason: why });
  }
  return undefined;
}

/**
 * Each response once that calls this serial number revoked, whoever made it. Whoever hands a token over can put any
 * number of responses beside it, so those that say nothing against its signer are not counted; one that cannot be read
 * says nothing.
 */
function revocationsOf(
  responses: readonly ReadResponse[],
  { serialNumber }: Certificate,
): (Uint8Array | string)[] {
  const found = new Map<string, Uint8Array | string>();
  for (const { response, read } of responses) {
    const isRevoking = read.basic?.responses.some(
      ({ id, status }) => status === 'revoked' && equalBytes(id.serialNumber, serialNumber),
    );
    if (isRevoking === true && !found.has(read.fingerprint)) found.set(read.fingerprint, response);
  }
  return [...found.values()];
}

interface ReadResponse {
  readonly response: Uint8Array | string;
  readonly read: OcspResponse;
}

type Responses = readonly (Uint8Array | string)[];

const readOnce = oncePer(readResponses);

function readResponses(responses: Responses): readonly ReadResponse[] {
  return responses.flatMap((response) => {
    try {
      return [{ response, read: readOcspInput(response) }];
    } catch (error) {
      if (error instanceof ProofError) return [];
      throw error;
    }
  });
}

/** A weak hash is no ground to pass over a revocation. */
function freely(policy: Policy): Policy {
  return { ...policy, algorithms: { ...policy.algorithms, sha1: 'allow' } };
}
