/**
 * What OCSP responses at hand say of the signer of a time-stamp. RFC 3161 §4: after a revocation by which the key was not
 * lost, tokens from before it stand; after any other, none does, since the date is the word of that key.
 */
import { equalBytes } from '../../encoding/bytes.ts';
import { ProofError } from '../../errors.ts';
import { readInstant } from '../../encoding/instant.ts';
import { failed, indeterminate, type Finding } from '../../verdict/finding.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { checkOcsp } from '../ocsp/ocsp.ts';
import { readOcspInput, type OcspResponse } from '../ocsp/ocsp-response.ts';
import { isHarmlessReason, type PathResult } from '../path/path.ts';
import type { StampInput } from './stamp-rules.ts';
import type { TimeStampToken } from './time-stamp.ts';

/** The most that are looked at; each costs a signature. */
export const maxRevocations = 64;

/** Undefined where no authorized response says that the signer is revoked; INDETERMINATE where too many say so to tell. */
export function revokedSigner(
  { signedData, info }: TimeStampToken,
  certificate: Certificate,
  path: PathResult,
  { responses = [], now, policy }: StampInput,
): Finding | undefined {
  const issuer = path.certificates[1] ?? path.anchor?.certificate;
  if (issuer === undefined) return undefined;
  const moment = { at: info.genTime, proven: true, now };
  const revoking = revocationsOf([...responses, ...signedData.ocspResponses], certificate);
  for (const response of revoking.slice(0, maxRevocations)) {
    const { checks, facts } = checkOcsp({ response, certificate, issuer, moment, policy: freely(policy) });
    const authorized = checks.every(
      ({ id, status }) => status === 'PASSED' || id === 'ocsp.status' || id === 'ocsp.time',
    );
    if (!authorized || facts?.status !== 'revoked') continue;
    const { revokedAt, revocationReason } = facts;
    const later = revokedAt !== undefined && readInstant(revokedAt, 'revokedAt') > info.genTime;
    if (later && isHarmlessReason(revocationReason)) continue;
    return failed('REVOKED', { revokedAt: revokedAt ?? '', reason: revocationReason ?? 0 });
  }
  return revoking.length > maxRevocations
    ? indeterminate('X_TOO_LARGE', { code: 'check_elsewhere' }, { responses: revoking.length })
    : undefined;
}

/**
 * Each response once that calls this serial number revoked, whoever made it. Whoever hands a token over can put any
 * number of responses beside it, so those that say nothing against its signer are not counted; one that cannot be read
 * says nothing.
 */
function revocationsOf(
  responses: readonly (Uint8Array | string)[],
  { serialNumber }: Certificate,
): (Uint8Array | string)[] {
  const found = new Map<string, Uint8Array | string>();
  for (const response of responses) {
    const read = tolerant(response);
    const isRevoking = read?.basic?.responses.some(
      ({ id, status }) => status === 'revoked' && equalBytes(id.serialNumber, serialNumber),
    );
    if (read !== undefined && isRevoking === true && !found.has(read.fingerprint))
      found.set(read.fingerprint, response);
  }
  return [...found.values()];
}

function tolerant(response: Uint8Array | string): OcspResponse | undefined {
  try {
    return readOcspInput(response);
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

/** A weak hash is no ground to pass over a revocation. */
function freely(policy: Policy): Policy {
  return { ...policy, algorithms: { ...policy.algorithms, sha1: 'allow' } };
}
