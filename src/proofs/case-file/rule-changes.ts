/**
 * Rules that have changed since case files are made. A verdict inside a file may differ from what its evidence gives
 * today only by checks that one of these rules decides, for evidence that the rule is about, and its conclusions must
 * follow from its own checks: anything else is what a forged verdict looks like. The version of a file decides nothing:
 * rules changed within one too, and whoever forges can write either.
 */
import type { Check, CheckId } from '../check.ts';
import { isAboutDocument } from '../check-evidence.ts';
import { isSignatureAbsent } from '../signature/check-invite.ts';
import { otherAlgorithm } from '../signature/check-signature.ts';
import { ProofError } from '../errors.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import type { WitnessFacts } from '../evidence/facts.ts';
import { readInstant } from '../encoding/instant.ts';
import { canonicalJson, type JsonObject } from '../encoding/json.ts';
import { optionalMember } from '../encoding/fields.ts';
import { standard } from '../policy/policy.ts';
import { checkMerkleizedRoot } from '../merkle/check-merkleized.ts';
import { logsAboveHead } from '../token/token-logs.ts';
import type { Report, ReportSection } from '../verdict/report.ts';
import { plainJson } from './case-file.ts';
import {
  followsFromChecks,
  readReportedVerdict,
  type ReportedCheck,
  type ReportedSection,
  type ReportedVerdict,
} from './reported-verdict.ts';

export const ruleChangeIds = [
  'stamp-signer',
  'stamp-expired',
  'signer-purpose',
  'identity',
  'signed-document',
  'absent-signature',
  'unexamined-document',
  'witness-algorithm',
  'proof-position',
  'document-leaf',
  'independent-proofs',
  'token-final',
] as const;

export type RuleChangeId = (typeof ruleChangeIds)[number];

export interface RuleChange {
  readonly rule: RuleChangeId;
  /** Section and check that end otherwise: `invites[0]`, `certificate.usage`. */
  readonly section: string;
  readonly check?: CheckId;
}

/** One check that ends otherwise today, and what it is about. */
interface Difference {
  readonly key: string;
  readonly reported: ReportedCheck;
  readonly today: Check;
  readonly evidence: Evidence;
  /** In which the maker of the file checked it. */
  readonly context: Context;
}

interface Rule {
  readonly by: RuleChangeId;
  readonly check: RegExp;
  /** Whether the rule decides this, for this evidence. */
  readonly decides: (difference: Difference) => boolean;
}

const stampRules: ReadonlySet<unknown> = new Set([
  'the time-stamp is not by a signer of what it dates',
  'the signer is not an authority of certificates',
  'the certificate of the signer is for time-stamps',
  'the signer is certified for time stamping alone',
]);

const ends =
  (...codes: readonly string[]) =>
  ({ today }: Difference): boolean =>
    today.status !== 'PASSED' && codes.includes(today.reason?.code ?? '');

const rules: readonly Rule[] = [
  {
    by: 'stamp-expired',
    check: /^(nom151\.time|merkleized\.stamp)$/,
    decides: (one) => one.reported.status === 'PASSED' && ends('OUT_OF_BOUNDS_NO_POE')(one),
  },
  {
    by: 'stamp-signer',
    check: /^(nom151\.signer|merkleized\.stamp)$/,
    decides: (one) =>
      ends('SIG_CONSTRAINTS_FAILURE', 'X_STAMP_PROFILE_UNKNOWN')(one) &&
      stampRules.has(one.today.reason?.detail?.rule),
  },
  {
    // Only by OCSP responses: lists were checked before too, and their findings name the certificate.
    by: 'stamp-signer',
    check: /^(nom151\.path|merkleized\.stamp)$/,
    decides: (one) => {
      const { certificate, responses } = one.today.reason?.detail ?? {};
      return ends('REVOKED')(one)
        ? certificate === undefined
        : ends('X_TOO_LARGE')(one) && responses !== undefined;
    },
  },
  {
    by: 'signer-purpose',
    check: /^certificate\.usage$/,
    decides: (one) =>
      one.reported.status === 'PASSED' &&
      (ends('CHAIN_CONSTRAINTS_FAILURE')(one) || one.today.status === 'NOT_APPLICABLE'),
  },
  {
    // Names are compared without accents and order, and a difference of name is a warning.
    by: 'identity',
    check: /^certificate\.identity$/,
    decides: ({ reported, today }) =>
      reported.reason === 'X_CERT_FIELD_CONFLICT' && reported.level !== 'FAIL' && today.status === 'PASSED',
  },
  {
    by: 'signed-document',
    check: /^signature\.document$/,
    decides: (one) =>
      ends(
        'HASH_FAILURE',
        'SIGNED_DATA_NOT_FOUND',
        'NO_SIGNING_CERTIFICATE_FOUND',
        'X_UNSUPPORTED',
        'CRYPTO_CONSTRAINTS_FAILURE',
      )(one) && one.reported.status !== 'INDETERMINATE',
  },
  {
    // What the service reported of the document was compared before; now it only contradicts.
    by: 'signed-document',
    check: /^signature\.document$/,
    decides: ({ reported, today }) =>
      reported.reason === 'HASH_FAILURE' && reported.basis === 'SERVER' && today.status === 'PASSED',
  },
  {
    // Without document and witness nothing was compared; now the signatures of a request are held to one document.
    by: 'signed-document',
    check: /^signature\.(document|rsa)$/,
    decides: ({ reported, evidence }) =>
      evidence.documentDigest === undefined &&
      evidence.witness === undefined &&
      (reported.status === 'NOT_APPLICABLE' || reported.reason === 'SIGNED_DATA_NOT_FOUND'),
  },
  {
    // The signature that a witness is said to be of did not count where it was absent.
    by: 'absent-signature',
    check: /^signature\.witness$/,
    decides: (one) =>
      one.key === 'signature' &&
      one.reported.status === 'NOT_APPLICABLE' &&
      one.evidence.signature?.signature === undefined,
  },
  {
    by: 'unexamined-document',
    check: /^file\.hash$/,
    decides: (one) => ends('X_EVIDENCE_ABSENT')(one) && !isAboutDocument(one.evidence),
  },
  {
    by: 'witness-algorithm',
    check: /^(nom151|merkleized|external|file|signature)\./,
    decides: (one) => {
      const witness = witnessOf(one);
      const other = witness && otherAlgorithm(witness);
      return other !== undefined && canonicalReason(other.reason) === canonicalReason(one.today.reason);
    },
  },
  {
    by: 'proof-position',
    check: /^(merkleized|external)\.(shape|root)$/,
    decides: (one) =>
      ends('X_PROOF_BAD_SHAPE', 'X_UNREADABLE')(one) &&
      ['leafIndex', 'treeSize'].includes(String(one.today.reason?.detail?.subject)),
  },
  {
    by: 'document-leaf',
    check: /^merkleized\.root$/,
    decides: (one) =>
      ends('X_PROOF_RECIPE_UNKNOWN', 'X_EVIDENCE_ABSENT', 'X_PROOF_ROOT_MISMATCH')(one) &&
      one.reported.recipe === 'rfc6962/1' &&
      one.evidence.documentDigest !== undefined &&
      holdsAsBareLeaf(witnessOf(one)),
  },
  {
    by: 'token-final',
    check: /^token\./,
    decides: ({ evidence, context }) => {
      const { id, network } = evidence.witness?.endorsable ?? {};
      const contract = context.endorsers?.find((one) => one.network === network);
      return (
        id !== undefined && contract !== undefined && logsAboveHead(contract, id, context.exchanges ?? [])
      );
    },
  },
];

/** Whether the hash itself is a leaf under the root, as it was looked for before. */
function holdsAsBareLeaf(witness: WitnessFacts | undefined): boolean {
  const { merkleProof, merkleRoot, leafIndex, treeSize } = witness?.merkleized ?? {};
  if (witness === undefined || merkleProof === undefined || merkleRoot === undefined) return false;
  const position = { ...optionalMember('leafIndex', leafIndex), ...optionalMember('treeSize', treeSize) };
  const proof = { hash: witness.hash, merkleProof, merkleRoot, ...position };
  return checkMerkleizedRoot(standard, proof, 'rfc6962/1').status === 'PASSED';
}

function canonicalReason(reason: Check['reason']): string {
  return canonicalJson(plainJson({ reason }));
}

/** The witness that a check of a section speaks of. */
function witnessOf({ key, evidence }: Pick<Difference, 'key' | 'evidence'>): WitnessFacts | undefined {
  const invite = /^invites\[(\d+)\]/.exec(key)?.[1];
  return invite === undefined ? evidence.witness : evidence.invites?.[Number(invite)]?.witness;
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
  const earlier = reported.sections.filter(({ key }) => !absent.has(witnessKeyOf(key)));
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
    changed.set(section.key, changes);
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
    const rule = rules.find(
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
