/**
 * Rules that have changed since case files of version 1. A verdict inside such a file may differ from what its evidence
 * gives today only by checks that one of these rules decides, and only so that less passes: anything else is what a forged
 * verdict looks like.
 */
import type { CheckId } from '../check.ts';
import { list, place, text, type Place } from '../fields.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Policy } from '../policy.ts';

export const ruleChangeIds = [
  'anchor-purpose',
  'stamp-signer',
  'stamp-expired',
  'signer-purpose',
  'identity',
  'signed-document',
  'absent-signature',
  'witness-algorithm',
  'proof-position',
  'document-leaf',
  'independent-proofs',
] as const;

export type RuleChangeId = (typeof ruleChangeIds)[number];

export interface RuleChange {
  readonly rule: RuleChangeId;
  /** Section and check that end otherwise: `invites[0]`, `certificate.usage`. */
  readonly section: string;
  readonly check?: CheckId;
}

/** Which rule, by the check that it decides and the reason with which it ends today. */
const rules: readonly {
  readonly rule: RuleChangeId;
  readonly check: RegExp;
  readonly reasons: readonly string[];
}[] = [
  { rule: 'stamp-expired', check: /^(nom151\.time|merkleized\.stamp)$/, reasons: ['OUT_OF_BOUNDS_NO_POE'] },
  {
    rule: 'stamp-signer',
    check: /^(nom151\.(signer|path)|merkleized\.stamp)$/,
    reasons: ['SIG_CONSTRAINTS_FAILURE', 'X_STAMP_PROFILE_UNKNOWN', 'REVOKED'],
  },
  // What rests on the token is open as soon as the token does not hold.
  { rule: 'stamp-signer', check: /^nom151\.time$/, reasons: ['NO_POE'] },
  {
    rule: 'anchor-purpose',
    check: /^(nom151\.path|merkleized\.stamp|certificate\.path)$/,
    reasons: ['NO_CERTIFICATE_CHAIN_FOUND'],
  },
  { rule: 'signer-purpose', check: /^certificate\.usage$/, reasons: ['CHAIN_CONSTRAINTS_FAILURE'] },
  { rule: 'identity', check: /^certificate\.identity$/, reasons: ['X_CERT_FIELD_CONFLICT'] },
  {
    rule: 'signed-document',
    check: /^signature\.document$/,
    reasons: ['HASH_FAILURE', 'SIGNED_DATA_NOT_FOUND', 'NO_SIGNING_CERTIFICATE_FOUND', 'X_UNSUPPORTED'],
  },
  { rule: 'absent-signature', check: /^signature\./, reasons: ['X_EVIDENCE_ABSENT'] },
  {
    rule: 'witness-algorithm',
    check: /^(nom151|merkleized|external|file|signature)\./,
    reasons: ['CRYPTO_CONSTRAINTS_FAILURE'],
  },
  { rule: 'proof-position', check: /^merkleized\.shape$/, reasons: ['X_PROOF_BAD_SHAPE'] },
  { rule: 'proof-position', check: /^merkleized\.root$/, reasons: ['X_UNREADABLE'] },
  {
    rule: 'document-leaf',
    check: /^merkleized\.root$/,
    reasons: ['X_PROOF_RECIPE_UNKNOWN', 'X_EVIDENCE_ABSENT'],
  },
];

/** Checks that follow the proven time, which falls where its time-stamp does. */
const timed = /^(certificate\.(validity|path)|ocsp\.(status|time))$/;

/** @returns undefined where something else than the changed rules must have made the difference */
export function ruleChanges(
  told: JsonObject,
  today: JsonObject,
  policy: Pick<Policy, 'existence'>,
): readonly RuleChange[] | undefined {
  const before = sectionsOf(told);
  const now = sectionsOf(today);
  const changes: RuleChange[] = [];
  let loose = false;
  for (const [key, section] of now) {
    const earlier = before.get(key);
    if (earlier === undefined) return undefined;
    const found = sectionChanges(key, earlier, section, policy);
    if (found === undefined) return undefined;
    changes.push(...found.changes);
    loose ||= found.loose;
  }
  const explained = changes.length > 0;
  if (before.size !== now.size || (loose && !explained)) return undefined;
  return isWeaker(conclusionOf(told), conclusionOf(today), explained) ? changes : undefined;
}

function sectionChanges(
  key: string,
  told: Section,
  today: Section,
  { existence }: Pick<Policy, 'existence'>,
): { readonly changes: readonly RuleChange[]; readonly loose: boolean } | undefined {
  const changes: RuleChange[] = [];
  const loose: CheckId[] = [];
  for (const [id, check] of today.checks) {
    const earlier = told.checks.get(id);
    if (earlier === undefined) return undefined;
    if (earlier.status === check.status && earlier.reason === check.reason) continue;
    const rule = rules.find((one) => one.check.test(id) && one.reasons.includes(check.reason ?? ''));
    if (check.status === 'PASSED') return undefined;
    if (rule !== undefined)
      changes.push({ rule: rule.rule, section: key, check: id as CheckId }); // ids of our own report
    else loose.push(id as CheckId); // as above
  }
  // Without the time that a fallen time-stamp proved, the signer is judged for today.
  if (told.checks.size !== today.checks.size || loose.some((id) => !timed.test(id))) return undefined;
  const same = told.conclusion === today.conclusion;
  if (changes.length === 0 && loose.length === 0 && !same) {
    // No check differs: the proofs of a witness are counted by what they rest on.
    const isCounted = key.endsWith('witness') && existence.proofs > 1;
    if (!isCounted || today.conclusion !== 'INDETERMINATE') return undefined;
    changes.push({ rule: 'independent-proofs', section: key });
  }
  return isWeaker(told.conclusion, today.conclusion, true) ? { changes, loose: loose.length > 0 } : undefined;
}

/** Less passes than before; that something else comes out needs a change that explains it. */
function isWeaker(told: string | undefined, today: string | undefined, explained: boolean): boolean {
  if (told === today) return true;
  return explained && today !== 'TOTAL_PASSED';
}

interface Section {
  readonly conclusion: string | undefined;
  readonly checks: ReadonlyMap<string, { readonly status?: string; readonly reason?: string }>;
}

function sectionsOf(report: JsonObject): ReadonlyMap<string, Section> {
  const found = new Map<string, Section>();
  for (const item of list(place(report, 'report'), 'sections', 4000) ?? []) {
    const at = place(item, 'report.section');
    const checks = (list(at, 'checks', 200) ?? []).map((check) => checkOf(check));
    found.set(text(at, 'key') ?? '', { conclusion: conclusionOf(at.object), checks: new Map(checks) });
  }
  return found;
}

function checkOf(value: Json): [string, { readonly status?: string; readonly reason?: string }] {
  const at: Place = place(value, 'report.check');
  const [status, reason] = [text(at, 'status'), text(at, 'reason')];
  return [
    text(at, 'id') ?? '',
    { ...(status !== undefined && { status }), ...(reason !== undefined && { reason }) },
  ];
}

function conclusionOf(object: JsonObject): string | undefined {
  const verdict = place(object, 'report').object.verdict;
  return verdict === undefined ? undefined : text(place(verdict, 'verdict'), 'conclusion');
}
