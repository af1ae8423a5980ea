import type { EndorserContract } from '#proofs/token/claim-questions.ts';
import type { RangeContract } from '#proofs/evidence/evidence.ts';
import type { AnchorUse } from '#proofs/pki/path/anchor-use.ts';
import type { RecipeId } from '#proofs/merkle/recipes.ts';
import type { RpcExchange } from '#proofs/chain/rpc.ts';

/** A certificate that the reader trusts, as it is stored: its text and the fingerprint under which it was agreed to. */
export interface PinnedAnchor {
  /** PEM of exactly one certificate. */
  readonly pem: string;
  /** SHA-256 of its DER, 64 lower-case hex digits. */
  readonly sha256: string;
  /** How it is called; shown, and nothing hangs on it. */
  readonly title: string;
  /** What it vouches for: certificates of signers, time-stamps, or both. */
  readonly use: AnchorUse;
}

export const policyNames = ['standard', 'strict', 'internal'] as const;
export type PolicyName = (typeof policyNames)[number];

/** Everything by which a reader checks, as plain data that can be stored and sent to a worker. */
export interface Trust {
  readonly policy: PolicyName;
  /** Beside those that are built in. */
  readonly anchors: readonly PinnedAnchor[];
  /** Recipe that merkleized proofs must follow; absent: every known one is tried. */
  readonly recipe?: RecipeId;
  readonly endorsers: readonly EndorserContract[];
  readonly range?: RangeContract;
}

export const builtInTrust: Trust = { policy: 'standard', anchors: [], endorsers: [] };

/** How, when and with which answers of the reader's own nodes a verification is made. */
export interface VerificationContext {
  readonly trust: Trust;
  /** Validation time, milliseconds since the epoch. */
  readonly now: number;
  readonly exchanges: readonly RpcExchange[];
}
