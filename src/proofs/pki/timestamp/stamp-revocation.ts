/**
 * What OCSP responses at hand say of the signer of a time-stamp. RFC 3161 §4: after a revocation by which the key was not
 * lost, tokens from before it stand; after any other, none does, since the date is the word of that key.
 */
import { equalBytes } from '../../encoding/bytes.ts';
import { ProofError } from '../../errors.ts';
import { readInstant } from '../../encoding/instant.ts';
import { failed, type Finding } from '../../verdict/finding.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { checkOcsp } from '../ocsp/ocsp.ts';
import { readOcspInput } from '../ocsp/ocsp-response.ts';
import { isHarmlessReason, type PathResult } from '../path/path.ts';
import type { StampInput } from './stamp-rules.ts';
import type { TimeStampToken } from './time-stamp.ts';

const maxResponses = 64;

/** Undefined where no authorized response says that the signer is revoked. */
export function revokedSigner(
  { signedData, info }: TimeStampToken,
  certificate: Certificate,
  path: PathResult,
  { responses = [], now, policy }: StampInput,
): Finding | undefined {
  const issuer = path.certificates[1] ?? path.anchor?.certificate;
  if (issuer === undefined) return undefined;
  const moment = { at: info.genTime, proven: true, now };
  // Whoever hands a token over can put any number of responses into it, so only those about its signer are counted.
  const about = [...responses, ...signedData.ocspResponses].filter((one) => isAbout(one, certificate));
  for (const response of about.slice(0, maxResponses)) {
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
  return undefined;
}

/** Whether a response answers for this serial number; one that cannot be read answers for none. */
function isAbout(response: Uint8Array | string, { serialNumber }: Certificate): boolean {
  try {
    const { basic } = readOcspInput(response);
    return basic?.responses.some(({ id }) => equalBytes(id.serialNumber, serialNumber)) === true;
  } catch (error) {
    if (error instanceof ProofError) return false;
    throw error;
  }
}

/** A weak hash is no ground to pass over a revocation. */
function freely(policy: Policy): Policy {
  return { ...policy, algorithms: { ...policy.algorithms, sha1: 'allow' } };
}
