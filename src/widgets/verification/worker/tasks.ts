import type { Check } from '#proofs/check.ts';
import type { Evidence, OtherDigests } from '#proofs/evidence/evidence.ts';
import type { EndorsableFacts, EventListFacts, WitnessFacts } from '#proofs/evidence/facts.ts';
import type { Json } from '#proofs/encoding/json.ts';
import type { TokenChain } from '#proofs/token/token-chains.ts';
import type { Verdict } from '#proofs/verdict/verdict.ts';
import type { CaseIssue } from '#proofs/case-file/read-case.ts';
import type { RuleChange } from '#proofs/case-file/rule-changes.ts';
import type { Recognized } from '#proofs/evidence/recognize.ts';
import type { Report } from '#proofs/verdict/report.ts';
import type { About, PinnableAnchor } from './about-evidence.ts';
import type { Arrived, SettledChecks } from '../collect/collecting.ts';
import type { VerificationContext } from '../context/verification-context.ts';

/** Digests of a document's bytes, lower-case hex. */
export interface DocumentDigests {
  readonly documentDigest: string;
  readonly otherDigests: Required<OtherDigests>;
}

/** What is at hand beside a file and belongs to it, by what both say of themselves; checked together with it. */
export interface Beside {
  /** Digests of the document that it is about. */
  readonly document?: Pick<Evidence, 'documentDigest' | 'otherDigests'>;
  /** Issuers on the way to an anchor; for an OCSP response, the first is the one it speaks of. */
  readonly certificates?: readonly Blob[];
  /** Time-stamps over its hash or over its root. */
  readonly stamps?: readonly Blob[];
  /** What may say that a time-stamp of it does not count. */
  readonly against?: readonly Blob[];
}

export interface Tasks {
  /** Evidence at hand. */
  evidence: {
    readonly input: { readonly evidence: Evidence; readonly reader: VerificationContext };
    readonly output: Report;
  };
  /** What is decided already of a case whose evidence is still being collected: never a verdict. */
  settled: {
    readonly input: {
      readonly arrived: Arrived;
      readonly digests: DocumentDigests | undefined;
      readonly reader: VerificationContext;
    };
    readonly output: SettledChecks;
  };
  /** A token's chains, in the order in which they are checked, with its checks and those of its claim. */
  token: {
    readonly input: { readonly evidence: TokenEvidence; readonly reader: VerificationContext };
    readonly output: TokenResult;
  };
  /** JSON as the proofs read it: a long text is read where it keeps nobody waiting. */
  json: {
    readonly input: { readonly text: string };
    /** `undefined`: it cannot be read. */
    readonly output: { readonly value: Json | undefined };
  };
  /** A file of any kind: hashed to its end, recognised by its content, checked if it carries evidence. */
  file: {
    readonly input: {
      readonly file: Blob;
      readonly reader: VerificationContext;
      readonly beside?: Beside;
      /** Without intermediate values and evidence, as many rows of a table need it. */
      readonly brief?: boolean;
    };
    readonly output: FileResult;
  };
  /** The digests of a document, and nothing else of it. */
  digests: {
    readonly input: { readonly file: Blob };
    readonly output: DocumentDigests;
  };
  /** A case file of this evidence. */
  'case-file': {
    readonly input: {
      readonly title: string;
      readonly evidence: Evidence;
      readonly document?: Blob;
      readonly reader: VerificationContext;
    };
    readonly output: { readonly text: string; readonly report: Report };
  };
}

/** What is at hand of a token: itself, its events, and its witness where that was found. */
export interface TokenEvidence {
  readonly token: EndorsableFacts;
  readonly events: EventListFacts;
  readonly witness?: Pick<WitnessFacts, 'id' | 'hash' | 'claiming' | 'claimed' | 'initialOwner'>;
}

export interface TokenResult {
  /** The chain of the token's own network first. */
  readonly chains: readonly TokenChain[];
  /** Checks of the claim; none where the witness has none. */
  readonly claim: readonly Check[];
  /** Over the token's own chain and its claim. */
  readonly verdict: Verdict;
}

export type TaskKind = keyof Tasks;

export interface FileResult {
  readonly size: number;
  readonly digests: DocumentDigests;
  readonly content: FileContent;
}

/** It has no bytes; its JSON ends early or is none; a version that is not read here; or something within it. */
export type WhyUnreadable = 'empty' | 'cut' | 'version' | 'content';

export type FileContent =
  /** Nothing that carries evidence: bytes whose hash may be witnessed. */
  | {
      readonly kind: 'document';
      /** JSON that is no evidence of any kind known here: whoever gave it may have meant it as one. */
      readonly isJson?: true;
    }
  /** Nothing at all, or evidence by its form that could not be read, with what it breaks. */
  | { readonly kind: 'unreadable'; readonly why: WhyUnreadable; readonly message: string }
  /** Proofs in a list: where each stands in the file, as pairs of begin and end in bytes. */
  | { readonly kind: 'list'; readonly entries: Uint32Array }
  | {
      readonly kind: 'case';
      readonly title: string;
      readonly report: Report;
      /** What the file says of itself that is not so; any of them fails the case. */
      readonly faults: readonly CaseIssue[];
      /** Rules by which the verdict inside, of an earlier schema, no longer holds. */
      readonly changes: readonly RuleChange[];
      /** What holds under everything that the file declares. */
      readonly declared: Report;
      readonly evidence: Evidence;
      readonly about: About;
      /** Certificates in it that the reader would have to trust for it to hold. */
      readonly pinnable: readonly PinnableAnchor[];
    }
  | {
      readonly kind: Exclude<Recognized['kind'], 'case'>;
      readonly report: Report;
      readonly evidence: Evidence;
      readonly about: About;
      readonly pinnable: readonly PinnableAnchor[];
    };
