/**
 * Rules that have changed since case files are made. A verdict inside a file may differ from what its evidence gives
 * today only by checks that one of these rules decides, for evidence that the rule is about, and its conclusions must
 * follow from its own checks: anything else is what a forged verdict looks like. The version of a file decides nothing:
 * rules changed within one too, and whoever forges can write either.
 */
import type { Check, CheckId } from '../check.ts';
import { isSignatureAbsent } from '../signature/check-invite.ts';
import { ProofError } from '../errors.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import { readInstant } from '../encoding/instant.ts';
import { canonicalJson, type JsonObject } from '../encoding/json.ts';
import type { Report, ReportSection } from '../verdict/report.ts';
import { plainJson } from './case-file.ts';
import { changedRules, type RuleChangeId } from './changed-rules.ts';
import {
  followsFromChecks,
  readReportedVerdict,
  type ReportedCheck,
  type ReportedSection,
  type ReportedVerdict,
} from './reported-verdict.ts';

export interface RuleChange {
  readonly rule: RuleChangeId;
  /** Section and check that end otherwise: `invites[0]`, `certificate.usage`. */
  readonly section: string;
  readonly check?: CheckId;
}

/** Checks that follow the proven time, which falls where its time-stamp does. */
const timed = /^(certificate\.(validity|path)|ocsp\.(status|time))$/;

/** @returns undefined where something else than the changed rules must have made the difference */
export function ruleChanges(
  report: JsonObject,
  today: Report,
  evidence: Evidence,
  context: Context,
): readonly RuleChange[] | undefined {
  const reported = readReported(report);
  if (reported?.wording !== today.wording || !followsFromChecks(reported, context.policy)) return undefined;
  const absent = absentSignatures(evidence);
  // The section of a request that could not be loaded was called `signature` before.
  const isRequest = today.sections.some(({ key }) => key === 'request');
  const earlier = reported.sections
    .filter(({ key }) => !absent.has(witnessKeyOf(key)))
    .map((one) => (isRequest && one.key === 'signature' ? { ...one, key: 'request' } : one));
  const keys = earlier.map(({ key }) => key);
  if (canonicalJson(keys) !== canonicalJson(today.sections.map(({ key }) => key))) return undefined;
  const changed = new Map<string, readonly RuleChange[]>();
  // The sections of witnesses first: what is timed by one follows it.
  const inOrder = [...earlier.entries()].sort(
    ([, a], [, b]) => Number(isOfWitness(b)) - Number(isOfWitness(a)),
  );
  for (const [at, section] of inOrder) {
    const now = today.sections[at];
    const changes = now && sectionChanges(section, now, { evidence, context, absent, changed });
    if (changes === undefined) return undefined;
    const isRenamed = section.key === 'request' && !reported.sections.includes(section);
    changed.set(
      section.key,
      isRenamed ? [...changes, sectionChange('absent-signature', 'request')] : changes,
    );
  }
  return keys.flatMap((key) => changed.get(key) ?? []);
}

function readReported(report: JsonObject): ReportedVerdict | undefined {
  try {
    return readReportedVerdict(report);
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

interface Surroundings {
  readonly evidence: Evidence;
  readonly context: Context;
  /** Keys of the invites whose signature is absent. */
  readonly absent: ReadonlySet<string>;
  readonly changed: ReadonlyMap<string, readonly RuleChange[]>;
}

function sectionChanges(
  reported: ReportedSection,
  today: ReportSection,
  surroundings: Surroundings,
): readonly RuleChange[] | undefined {
  const { key } = reported;
  const { evidence, context, absent, changed } = surroundings;
  if (absent.has(key)) return wasPassedOver(reported) ? [sectionChange('absent-signature', key)] : undefined;
  const changes: RuleChange[] = [];
  if (reported.checks.length !== today.checks.length) return undefined;
  for (const [at, earlier] of reported.checks.entries()) {
    const now = today.checks[at];
    if (now?.id !== earlier.id || now.level !== earlier.level) return undefined;
    if (isSameCheck(earlier, now)) continue;
    const rule = changedRules.find(
      (one) =>
        one.check.test(now.id) && one.decides({ key, reported: earlier, today: now, evidence, context }),
    );
    if (rule !== undefined) changes.push({ rule: rule.by, section: key, check: now.id });
    else if (!isConsequence(earlier, now, reported, changes, surroundings)) return undefined;
  }
  const same = canonicalJson(reported.verdict) === canonicalJson(plainJson(today.verdict));
  const sameTime = reported.provenTime === today.provenTime && reported.counts === today.counts;
  if (changes.length === 0 && !(same && sameTime)) {
    // No rule decided a check: the proofs of a witness are counted by what they rest on, and its signature follows it.
    if (isOfWitness(reported) && context.policy.existence.proofs > 1) {
      changes.push(sectionChange('independent-proofs', key));
    } else if ((changed.get(`${key}.witness`) ?? []).length === 0) return undefined;
  }
  // Of a witness by another algorithm nothing is read any more, so also no time that its token gave.
  const isUnread = changes.some(({ rule }) => rule === 'witness-algorithm');
  return (isUnread || isPossibleTime(reported, today, changed)) &&
    (reported.counts === today.counts || changes.length > 0)
    ? changes
    : undefined;
}

/** A section that ends otherwise by no single check. */
function sectionChange(rule: RuleChangeId, section: string): RuleChange {
  return { rule, section };
}

function isSameCheck(reported: ReportedCheck, { status, basis, reason, recipe }: Check): boolean {
  return (
    reported.status === status &&
    reported.basis === basis &&
    reported.reason === reason?.code &&
    reported.recipe === recipe
  );
}

/** What follows from another check that a rule decides: the time of the token, and what is checked at that time. */
function isConsequence(
  reported: ReportedCheck,
  today: Check,
  { key, provenTime }: ReportedSection,
  changes: readonly RuleChange[],
  { changed }: Surroundings,
): boolean {
  if (today.status === 'PASSED') return false;
  if (today.id === 'nom151.time') {
    return reported.status === 'PASSED' && changes.some(({ check }) => check?.startsWith('nom151.') === true);
  }
  return timed.test(today.id) && provenTime !== undefined && (changed.get(`${key}.witness`) ?? []).length > 0;
}

/** A time that a token or a block of the evidence can have given; the accuracy of a token is less than a day. */
function isPossibleTime(
  reported: ReportedSection,
  today: ReportSection,
  changed: ReadonlyMap<string, readonly RuleChange[]>,
): boolean {
  const { provenTime } = reported;
  if (provenTime === undefined || provenTime === today.provenTime) return true;
  // The time of a signature is that of its witness, which is looked at in its own section.
  if (!isOfWitness(reported) && !reported.key.startsWith('stamp'))
    return (changed.get(`${reported.key}.witness`) ?? []).length > 0;
  const stamps = today.checks.flatMap(({ evidence }) => evidence.filter(({ kind }) => kind === 'time-stamp'));
  const times = stamps.flatMap(({ time }) => (time === undefined ? [] : [readInstant(time, 'time')]));
  if ((today.blocks ?? []).some((block) => block.provenTime === provenTime)) return true;
  const at = readInstant(provenTime, 'provenTime');
  return times.some((time) => at >= time && at <= time + 86_400_000);
}

function isOfWitness({ key }: Pick<ReportedSection, 'key'>): boolean {
  return key.endsWith('witness');
}

/** An invite without its signature was taken for one that is pending: nothing applied, and it did not count. */
function wasPassedOver({ counts, checks }: ReportedSection): boolean {
  return !counts && checks.every(({ status }) => status === 'NOT_APPLICABLE');
}

/** Keys of the invites whose signature is absent, and of their witnesses, which are no longer looked at. */
function absentSignatures({ invites = [] }: Evidence): ReadonlySet<string> {
  return new Set(invites.flatMap((invite, at) => (isSignatureAbsent(invite) ? [`invites[${at}]`] : [])));
}

/** The invite of a witness' section; empty for every other section. */
function witnessKeyOf(key: string): string {
  return key.endsWith('].witness') ? key.slice(0, -'.witness'.length) : '';
}
