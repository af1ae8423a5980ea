import { checkClaim } from '#proofs/check-evidence.ts';
import type { Context, Evidence } from '#proofs/evidence/evidence.ts';
import { tokenChains } from '#proofs/token/token-chains.ts';
import { conclude } from '#proofs/verdict/verdict.ts';
import type { TokenResult, TokenEvidence } from './tasks.ts';

/** A token as evidence of the proofs: what its witness says of times and trees is another page's. */
export function evidenceOfToken({ token, events, witness }: TokenEvidence): Evidence {
  return {
    // Without its witness nothing stands in for the hash: the token's own id would prove itself.
    ...(witness && { witness: { ...witness, endorsable: token } }),
    events,
  };
}

export function verifyToken(requested: TokenEvidence, context: Context): TokenResult {
  const { token, witness } = requested;
  const evidence = evidenceOfToken(requested);
  const chains = tokenChains(token, witness?.hash, witness?.initialOwner, evidence, context);
  const claim = witness ? checkClaim(witness, evidence, context) : [];
  return { chains, claim, verdict: conclude([...(chains[0]?.checks ?? []), ...claim]) };
}
