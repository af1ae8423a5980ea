/** The report in words. A mark stands only before what was computed; grey and green are not needed to read it. */
import type { Check, Reason, Status } from '#proofs/check.ts';
import type { Report, ReportSection } from '#proofs/verdict/report.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import type { RuleChangeId } from '#proofs/case-file/changed-rules.ts';
import type { StampAuthority } from '#proofs/pki/timestamp/stamp-authority.ts';
import type { Verdict } from '#proofs/verdict/verdict.ts';
import type { FileResult } from './verify-files.ts';
import { nextActions, questions } from './questions.ts';

const marks: Readonly<Record<Status, string>> = {
  PASSED: '✓',
  FAILED: '✗',
  INDETERMINATE: '?',
  NOT_APPLICABLE: '·',
  NOT_RUN: '?',
};

export function humanReport(results: readonly FileResult[]): string {
  return results.map((result) => fileLines(result).join('\n')).join('\n\n') + '\n';
}

function fileLines(result: FileResult): string[] {
  const file = shown(result.file);
  if (result.kind === 'unreadable') return [`${file}: cannot be read. ${shown(result.message)}`];
  const { report, verification: verification } = result;
  const issues = (verification?.issues ?? []).map(
    ({ kind, where }) =>
      `  ✗ the file says of itself what is not so: ${issueMessages[kind]} (${shown(where)})`,
  );
  return [
    `${file}: ${kindWords[result.kind]}`,
    `  ${issues.length > 0 ? 'FAILED: the file is not what it says' : verdictWords(report.verdict, report)}`,
    ...issues,
    ...(verification === undefined
      ? []
      : [
          `  under everything that the file itself declares: ${verdictWords(verification.declared.verdict, verification.declared)}`,
        ]),
    ...(verification?.changes ?? []).map(
      ({ rule, section, check }) =>
        `  ! the verdict inside no longer holds, ${ruleWords[rule]} (${shown(section)}${check === undefined ? '' : `, ${check}`})`,
    ),
    ...report.sections.flatMap(sectionLines),
    '',
    `  policy ${report.inputs.policy.id}/${report.inputs.policy.version} (${report.inputs.policy.hash.slice(0, 16)}…), anchors ${report.inputs.trust.version} and ${report.inputs.trust.anchors.length} of yours,`,
    `  validated for ${report.inputs.validationTime} by ${report.inputs.build}`,
  ];
}

const kindWords = {
  case: 'a case file',
  witness: 'a witness',
  invite: 'an invite',
  request: 'a signature request',
  proof: 'a proof file',
  certificate: 'a certificate',
  'ocsp-response': 'an OCSP response',
  stamp: 'a time-stamp',
} as const;

const issueMessages = {
  'file-digest': 'its digest is not the one of its content',
  'evidence-digest': 'a piece of evidence has not the digest that is reported for it',
  'anchor-digest': 'an anchor has not the fingerprint that is reported for it',
  verdict: 'the verdict inside is not the one that its evidence gives',
} as const;

const ruleWords: Readonly<Record<RuleChangeId, string>> = {
  'stamp-signer': 'by the rules of who may sign a time-stamp',
  'stamp-expired': 'since the certificate of the time-stamp has expired',
  'signer-purpose': 'by the purposes that the certificate of a signer must allow',
  identity: 'since a person who is not the one in the certificate fails',
  'signed-document': 'since the document of a signature is computed by its key',
  'absent-signature': 'since a signature that is absent leaves the case open',
  'unexamined-document': 'since a document that no evidence is about leaves the case open',
  'witness-algorithm': 'since a hash by another algorithm is not supported',
  'proof-position': 'since a reported position is held to its range',
  'document-leaf': 'since a leaf is derived from its document',
  'independent-proofs': 'since proofs count once for each evidence that they rest on',
  'token-final': 'since only events in final blocks count',
};

function verdictWords(verdict: Verdict, { wording }: Pick<Report, 'wording'>): string {
  const internal = wording === 'internal check' ? ' (internal check)' : '';
  const code = verdict.subIndication === undefined ? '' : `: ${verdict.subIndication}`;
  switch (verdict.conclusion) {
    case 'TOTAL_PASSED':
      return `PASSED${warningWords(verdict.warnings)}${internal}`;
    case 'TOTAL_FAILED':
      return `FAILED${code}${internal}`;
    case 'INDETERMINATE':
      return `COULD NOT BE CHECKED IN FULL${code}${internal}`;
  }
}

function warningWords(warnings: number): string {
  if (warnings === 0) return '';
  return warnings === 1 ? ' with 1 warning' : ` with ${warnings} warnings`;
}

function sectionLines(section: ReportSection): string[] {
  const proven = section.provenTime === undefined ? '' : `, existed by ${section.provenTime}`;
  const blocks = (section.blocks ?? []).map(
    ({ name, verdict, provenTime, stampedBy }) =>
      `    ${name}: ${verdictWords(verdict, { wording: 'full' })}${provenTime === undefined ? '' : `, ${provenTime}`}${authorityWords(stampedBy)}`,
  );
  const checks = section.checks.filter(({ status }) => status !== 'NOT_APPLICABLE');
  return [
    '',
    `  ${section.key}: ${sectionWords(section, checks)}${proven}${authorityWords(section.stampedBy)}`,
    ...blocks,
    ...checks.flatMap(checkLines),
  ];
}

/** Who made the time-stamp, beside the time that it proves. */
function authorityWords(stampedBy: StampAuthority | undefined): string {
  if (stampedBy === undefined) return '';
  const { signer, anchor } = stampedBy;
  const named = ({ commonName, organization }: typeof signer): string =>
    organization === undefined ? commonName : `${commonName} (${organization})`;
  return `, time-stamp by ${named(signer)} under ${named(anchor)}`;
}

/** A piece of which nothing was given, or in which nothing decides, is not "could not be checked". */
function sectionWords({ verdict }: ReportSection, checks: readonly Check[]): string {
  if (checks.length === 0) return 'not given';
  if (verdict.conclusion === 'INDETERMINATE' && verdict.stops.length === 0) return 'nothing here decides';
  return verdictWords(verdict, { wording: 'full' });
}

function checkLines(check: Check): string[] {
  const recipe = check.recipe === undefined ? '' : ` [${check.recipe}]`;
  const basisNote =
    check.status === 'PASSED' && check.basis === 'SERVER' ? ' (as reported by the service)' : '';
  // What only the service says is never marked as if it had been computed.
  const mark = basisNote === '' ? marks[check.status] : '·';
  const head = `    ${mark} ${check.status.padEnd(13)} ${check.id}: ${questions[check.id]}${recipe}${basisNote}`;
  const why = check.status === 'PASSED' ? [] : reasonLines(check);
  return [head, ...why, ...(check.warnings ?? []).map((warning) => `        ! ${reasonWords(warning)}`)];
}

function reasonLines({ reason, next, level }: Check): string[] {
  const code =
    reason === undefined ? [] : [`        ${reasonWords(reason)}${level === 'FAIL' ? '' : ` (${level})`}`];
  return next === undefined ? code : [...code, `        next: ${nextActions[next.code] ?? next.code}`];
}

function reasonWords({ code, detail }: Reason): string {
  const parts = Object.entries(detail ?? {}).map(([key, value]) => `${key} ${shown(String(value))}`);
  return parts.length === 0 ? code : `${code}: ${parts.join('; ')}`;
}
