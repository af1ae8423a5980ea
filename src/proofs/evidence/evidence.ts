/** Input of a run: evidence, and the context in which a user checks it. Everything is plain data. */
import type { RpcExchange } from '../chain/rpc.ts';
import type {
  ReportedCertificate,
  EventListFacts,
  InviteFacts,
  UnloadedPiece,
  WitnessFacts,
} from './facts.ts';
import type { Instant } from '../encoding/instant.ts';
import type { Policy } from '../policy/policy.ts';
import type { RecipeId } from '../merkle/recipes.ts';
import type { EndorserContract } from '../token/claim-questions.ts';
import type { TrustAnchor } from '../pki/path/trust.ts';

/** Digests of a document beside its SHA-256, hex. */
export interface OtherDigests {
  readonly 'SHA-384'?: string;
  readonly 'SHA-512'?: string;
  /** SHA-256(00 ‖ document): the leaf of a document in a tree of RFC 9162 §2.1.1. */
  readonly 'RFC 9162 leaf'?: string;
}

/** The signature that a witness is of, hex; absent where it is not at hand. */
export interface WitnessedSignature {
  readonly signature?: string;
}

export interface Evidence {
  /** SHA-256 of the document's bytes, hex, computed by whoever read the bytes here and now. */
  readonly documentDigest?: string;
  /** Further digests of the same bytes, hex: a time-stamp may be over one of these. */
  readonly otherDigests?: OtherDigests;
  /** Witness of the document, or of the signature where `signature` is there. */
  readonly witness?: WitnessFacts;
  /** The witness is of a signature: its hash is held to that signature's, and never compared with a document. */
  readonly signature?: WitnessedSignature;
  readonly invites?: readonly InviteFacts[];
  /** What is named and is not here: the case does not pass without it, as it may say anything. */
  readonly unloaded?: readonly UnloadedPiece[];
  /** Events of the token of the witness. */
  readonly events?: EventListFacts;
  /** A certificate, an OCSP response or a time-stamp token on its own: PEM, base64, hex or DER. */
  readonly certificate?: string | Uint8Array;
  readonly ocspResponse?: string | Uint8Array;
  readonly stamp?: string | Uint8Array;
  /** Who else signed what this evidence is about, as reported elsewhere: none of them says when it was. */
  readonly signers?: readonly ReportedCertificate[];
  /** OCSP responses given elsewhere; they count where they say that the signer of a time-stamp is revoked. */
  readonly responses?: readonly (string | Uint8Array)[];
  /** Further certificates at hand, trusted for nothing: issuers between a signer and an anchor. PEM. */
  readonly certificates?: readonly string[];
  /** RPC answers that came with the evidence: declared, so no more than the service's word. */
  readonly declaredExchanges?: readonly RpcExchange[];
}

/** The contract of a third party that knows the roots of its range. */
export interface RangeContract {
  readonly network: number;
  readonly address: string;
}

export interface Context {
  readonly policy: Policy;
  /** Validation time. */
  readonly now: Instant;
  /** Certificates that the reader pinned. */
  readonly anchors: readonly TrustAnchor[];
  /** Which set of anchors it is, for the report. */
  readonly trustVersion: string;
  /** Recipe that merkleized proofs must follow; absent: every known one is tried. */
  readonly recipe?: RecipeId;
  /** Leaves of the third party's tree, as the reader knows them. */
  readonly treeSize?: bigint;
  readonly endorsers?: readonly EndorserContract[];
  readonly range?: RangeContract;
  /** Answers that the reader's own nodes gave. */
  readonly exchanges?: readonly RpcExchange[];
  /** Revocation lists that the reader pinned: DER, PEM, base64 or hex. They count for the signers of time-stamps. */
  readonly revocationLists?: readonly (Uint8Array | string)[];
  /** Names the program that checks; part of the report. */
  readonly build: string;
}
