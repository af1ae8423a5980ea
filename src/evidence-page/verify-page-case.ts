/** What the page concludes of a case: under everything that its maker named, under less of it, and under nothing. */
import { build } from '#proofs/build.ts';
import { toBase64 } from '#proofs/encoding/bytes.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { verifyCase } from '#proofs/case-file/verify-case.ts';
import { readCase, type CaseIssue, type ReadCase } from '#proofs/case-file/read-case.ts';
import type { RuleChange } from '#proofs/case-file/rule-changes.ts';
import { ProofError } from '#proofs/errors.ts';
import type { Context, Evidence } from '#proofs/evidence/evidence.ts';
import type { AnchorUse } from '#proofs/pki/path/anchor-use.ts';
import { attributeTexts } from '#proofs/pki/certificate/names.ts';
import { oid } from '#proofs/pki/der/oids.ts';
import { internal, policyHash, standard, strict } from '#proofs/policy/policy.ts';
import { builtInTrustVersion } from '#proofs/evidence/stamp-trust.ts';
import type { Report } from '#proofs/verdict/report.ts';

/** One thing that the maker of a file named and that a reader may refuse to take for granted. */
export type Granted =
  | {
      readonly kind: 'anchor';
      readonly title: string;
      readonly sha256: string;
      readonly use: AnchorUse;
    }
  | { readonly kind: 'answers'; readonly host: string; readonly count: number }
  | { readonly kind: 'recipe'; readonly recipe: string }
  | {
      readonly kind: 'contract';
      /** Of the endorsements of a token, or of the roots of a third party. */
      readonly role: 'endorser' | 'range';
      readonly network: number;
      readonly address: string;
    };

export interface VerifiedCase {
  readonly kind: 'verified';
  readonly title: string;
  readonly faults: readonly CaseIssue[];
  /** Rules by which the verdict inside, of an earlier schema, no longer holds. */
  readonly changes: readonly RuleChange[];
  /** Under everything that the file names. */
  readonly declared: Report;
  /** Under nothing of it: standard policy, built-in anchors, the reader's clock. */
  readonly alone: Report;
  readonly granted: readonly Granted[];
  /** The policy is one that the program offers, unchanged. */
  readonly knownPolicy: boolean;
  readonly read: ReadCase;
  readonly evidence: Evidence;
}

export type PageCase = VerifiedCase | { readonly kind: 'unreadable'; readonly message: string };

/** @param now the reader's clock, milliseconds since the epoch */
export function verifyPageCase(text: string, now: number): PageCase {
  try {
    const read = readCase(text);
    const { policy } = read.declared;
    const own = {
      policy: standard,
      now,
      anchors: [],
      trustVersion: builtInTrustVersion,
      build,
    };
    const { title, issues: faults, changes, declared, report } = verifyCase(text, own);
    // The policy of known answers is none of them: it has short keys and old algorithms pass.
    const known = [standard, strict, internal].find(({ id }) => id === policy.id);
    return {
      kind: 'verified',
      title,
      faults,
      changes,
      declared,
      alone: report,
      granted: grantedIn(read.declared),
      knownPolicy: known !== undefined && policyHash(known) === policyHash(policy),
      read,
      evidence: read.evidence,
    };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return { kind: 'unreadable', message: error.message };
  }
}

function grantedIn({ anchors, exchanges = [], recipe, endorsers = [], range }: Context): Granted[] {
  const hosts = new Map<string, number>();
  for (const { rpc } of exchanges) hosts.set(rpc, (hosts.get(rpc) ?? 0) + 1);
  return [
    ...anchors.map(
      ({ title, certificate, use }) =>
        ({
          kind: 'anchor',
          // What the certificate calls itself, rather than what the maker of the file calls it.
          title: attributeTexts(certificate.subject, oid.commonName)[0] ?? title,
          sha256: certificate.fingerprint,
          use,
        }) as const,
    ),
    ...[...hosts].map(([host, count]) => ({ kind: 'answers', host, count }) as const),
    ...(recipe === undefined ? [] : [{ kind: 'recipe', recipe } as const]),
    ...endorsers.map(
      ({ network, address }) => ({ kind: 'contract', role: 'endorser', network, address }) as const,
    ),
    ...(range ? [{ kind: 'contract', role: 'range', ...range } as const] : []),
  ];
}

/** Checks again without what a reader refuses; refusing nothing gives `declared`. */
export function verifyWithout({ read, declared }: VerifiedCase, refused: ReadonlySet<Granted>): Report {
  if (refused.size === 0) return declared;
  const is = (test: (one: Granted) => boolean): boolean => [...refused].some(test);
  const { recipe, endorsers, range, exchanges, ...context } = read.declared;
  const isContract = (at: { network: number; address: string }) =>
    is((one) => one.kind === 'contract' && one.network === at.network && one.address === at.address);
  const acceptedAnswers = exchanges?.filter(
    ({ rpc }) => !is((one) => one.kind === 'answers' && one.host === rpc),
  );
  const anchors = context.anchors.filter(
    ({ certificate }) => !is((one) => one.kind === 'anchor' && one.sha256 === certificate.fingerprint),
  );
  return checkEvidence(withAnchorsAtHand(read), {
    ...context,
    anchors,
    ...(recipe !== undefined && !is(({ kind }) => kind === 'recipe') && { recipe }),
    ...(endorsers && { endorsers: endorsers.filter((one) => !isContract(one)) }),
    ...(range && !isContract(range) && { range }),
    ...(acceptedAnswers && { exchanges: acceptedAnswers }),
  });
}

/** An anchor that is refused is still a certificate: a path over it is named, so that it is known what is missing. */
function withAnchorsAtHand({ evidence, declared }: ReadCase): Evidence {
  const der = declared.anchors.map(({ certificate }) => toBase64(certificate.der));
  return { ...evidence, certificates: [...(evidence.certificates ?? []), ...der] };
}
