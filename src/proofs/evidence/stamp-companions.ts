/**
 * What one file says against time-stamps in another: whoever signed a document in one of them does not date it in the other,
 * and an OCSP response may say that the signer of a time-stamp is revoked.
 */
import { readCase } from '../case-file/read-case.ts';
import { ProofError } from '../errors.ts';
import type { Evidence } from './evidence.ts';
import type { Recognized } from './recognize.ts';

export type AgainstStamps = Pick<Evidence, 'signers' | 'responses'>;

export function againstStamps(content: Recognized): AgainstStamps {
  const evidence = 'evidence' in content ? content.evidence : evidenceOfCase(content.source);
  const { invites = [], signers = [], ocspResponse, responses = [] } = evidence;
  return {
    signers: [
      ...invites.flatMap(({ certificate }) => (certificate === undefined ? [] : [certificate])),
      ...signers,
    ],
    responses: [...(ocspResponse === undefined ? [] : [ocspResponse]), ...responses],
  };
}

/** A case file that cannot be read is reported where it is verified. */
function evidenceOfCase(source: string): Evidence {
  try {
    return readCase(source).evidence;
  } catch (error) {
    if (error instanceof ProofError) return {};
    throw error;
  }
}

/** The evidence of one file together with what all files say against its time-stamps. */
export function withAgainst(evidence: Evidence, { signers = [], responses = [] }: AgainstStamps): Evidence {
  return {
    ...evidence,
    ...(signers.length > 0 && { signers }),
    ...(responses.length > 0 && { responses }),
  };
}
