/**
 * Checks a case file twice. Once as its maker says: declared policy, anchors, time and RPC answers taken for granted.
 * That must give the verdict inside, or the file says of itself what is not so. And once as the reader checks: with
 * the reader's anchors, policy and nodes; this is the answer.
 */
import { checkEvidence, isAboutDocument } from '../check-evidence.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import { canonicalJson } from '../encoding/json.ts';
import { toBase64 } from '../encoding/bytes.ts';
import type { Report } from '../verdict/report.ts';
import { conclusionsOf } from './case-file.ts';
import { ruleChanges, type RuleChange } from './rule-changes.ts';
import { readCase, type CaseIssue, type ReadCase } from './read-case.ts';

export interface CaseVerification {
  readonly title: string;
  /** The reader's own report. */
  readonly report: Report;
  /** What the file says of itself that is not so; any of them fails the case. */
  readonly issues: readonly CaseIssue[];
  /** Rules that have changed since, by which the verdict inside no longer holds. */
  readonly changes: readonly RuleChange[];
  /** What holds under everything that the file declares. */
  readonly declared: Report;
  readonly read: ReadCase;
}

/**
 * @param additional digests of the document, where the reader has its bytes, who signed it by other files, and
 *   OCSP responses and certificates that the reader has at hand: certificates are on the way to an anchor and never one
 * @throws ProofError when the file cannot be read
 */
export function verifyCase(
  source: string,
  context: Context,
  {
    signers = [],
    responses = [],
    certificates = [],
    ...digests
  }: Pick<Evidence, 'documentDigest' | 'otherDigests' | 'signers' | 'responses' | 'certificates'> = {},
): CaseVerification {
  const read = readCase(source);
  const evidence = asDeclared(read);
  // Of a document that nothing in the file is about the file says nothing.
  const document = isAboutDocument(evidence) ? digests : {};
  const others = {
    ...(signers.length > 0 && { signers: [...(evidence.signers ?? []), ...signers] }),
    ...(responses.length > 0 && { responses: [...responses, ...(evidence.responses ?? [])] }),
    ...(certificates.length > 0 && { certificates: [...(evidence.certificates ?? []), ...certificates] }),
  };
  const declared = checkEvidence(read.evidence, read.declared);
  const conclusions = conclusionsOf(declared);
  const same = canonicalJson(conclusions) === canonicalJson(read.report);
  // What was checked by earlier rules may end otherwise today, by the rules that changed and by no other.
  const changes = same ? undefined : ruleChanges(read.report, declared, read.evidence, read.declared);
  const issues: CaseIssue[] =
    same || changes !== undefined
      ? [...read.issues]
      : [...read.issues, { kind: 'verdict', where: 'case.report' }];
  return {
    title: read.title,
    report: checkEvidence({ ...evidence, ...document, ...others }, context),
    issues: issues,
    changes: changes ?? [],
    declared,
    read,
  };
}

/**
 * The evidence as the reader may use it: the maker's RPC answers become declared, and the maker's anchors become
 * certificates at hand, so that a path can be named that the reader would have to trust.
 */
function asDeclared({ evidence, exchanges, declared }: ReadCase): Evidence {
  const anchors = declared.anchors.map(({ certificate }) => toBase64(certificate.der));
  const declaredExchanges = [...(evidence.declaredExchanges ?? []), ...(exchanges ?? [])];
  return {
    ...evidence,
    ...(anchors.length > 0 && { certificates: [...(evidence.certificates ?? []), ...anchors] }),
    ...(declaredExchanges.length > 0 && { declaredExchanges: declaredExchanges }),
  };
}
