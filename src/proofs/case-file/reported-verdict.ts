/**
 * The verdict inside a case file, read back: what was found of each check, and whether the conclusions follow from that.
 * A verdict that does not follow from its own checks was never the answer of a program, whatever the rules were.
 */
import {
  checkIds,
  type Basis,
  type Check,
  type CheckId,
  type Level,
  type ReasonCode,
  type Status,
} from '../check.ts';
import {
  composeCase,
  composeExistence,
  externalBlock,
  merkleizedBlock,
  nom151Block,
  type ExistenceBlock,
} from '../verdict/compose.ts';
import { unreadable } from '../errors.ts';
import { flag, optionalMember, list, place, required, text, type Place } from '../encoding/fields.ts';
import { canonicalJson, type JsonObject } from '../encoding/json.ts';
import type { Policy } from '../policy/policy.ts';
import { conclude, type Verdict } from '../verdict/verdict.ts';
import { plainJson } from './case-file.ts';

export interface ReportedCheck {
  readonly id: CheckId;
  readonly status: Status;
  readonly level: Level;
  readonly basis: Basis;
  readonly reason?: string;
  readonly recipe?: string;
}

export interface ReportedSection {
  readonly key: string;
  readonly counts: boolean;
  readonly verdict: JsonObject;
  readonly provenTime?: string;
  readonly checks: readonly ReportedCheck[];
}

export interface ReportedVerdict {
  readonly verdict: JsonObject;
  readonly wording: string;
  readonly sections: readonly ReportedSection[];
}

const maxSections = 4000;
const maxChecks = 200;

/** @throws ProofError where it is no verdict */
export function readReportedVerdict(report: JsonObject): ReportedVerdict {
  const at = place(report, 'report');
  return {
    verdict: objectIn(at, 'verdict'),
    wording: required(text(at, 'wording'), 'report.wording'),
    sections: required(list(at, 'sections', maxSections), 'report.sections').map((item, index) => {
      const section = place(item, `report.sections[${index}]`);
      return {
        key: required(text(section, 'key'), `${section.name}.key`),
        counts: required(flag(section, 'counts'), `${section.name}.counts`),
        verdict: objectIn(section, 'verdict'),
        ...optionalMember('provenTime', text(section, 'provenTime')),
        checks: required(list(section, 'checks', maxChecks), `${section.name}.checks`).map((check) =>
          readCheck(place(check, 'check')),
        ),
      };
    }),
  };
}

function objectIn(at: Place, key: string): JsonObject {
  return place(at.object[key], `${at.name}.${key}`).object;
}

const statuses = ['PASSED', 'FAILED', 'INDETERMINATE', 'NOT_APPLICABLE', 'NOT_RUN'] as const;
const levels = ['FAIL', 'WARN', 'INFORM', 'IGNORE'] as const;
const bases = ['RECOMPUTED', 'CHAIN', 'PINNED', 'SERVER'] as const;

function readCheck(at: Place): ReportedCheck {
  return {
    id: oneOf(checkIds, at, 'id'),
    status: oneOf(statuses, at, 'status'),
    level: oneOf(levels, at, 'level'),
    basis: oneOf(bases, at, 'basis'),
    ...optionalMember('reason', text(at, 'reason')),
    ...optionalMember('recipe', text(at, 'recipe')),
  };
}

function oneOf<T extends string>(known: readonly T[], at: Place, key: string): T {
  const reported = text(at, key);
  const value = known.find((one) => one === reported);
  if (value === undefined) throw unreadable(`${at.name}.${key}`, known.join(', '));
  return value;
}

/** Whether every conclusion follows from the checks below it, by the way in which proofs were counted before. */
export function followsFromChecks(reported: ReportedVerdict, policy: Policy): boolean {
  const pieces = reported.sections.map(({ key, checks, counts }) => ({
    counts,
    verdict: key.endsWith('witness') ? existence(checks.map(asCheck), policy) : conclude(checks.map(asCheck)),
  }));
  return (
    reported.sections.every(({ verdict }, at) => isSame(verdict, pieces[at]?.verdict)) &&
    isSame(reported.verdict, composeCase(pieces))
  );
}

/** Case files do not store warnings on passed checks, so their number cannot be recomputed. */
function isSame(reported: JsonObject, computed: Verdict | undefined): boolean {
  if (computed === undefined) return false;
  const of = ({ conclusion, subIndication, stops, basis }: JsonObject): string =>
    canonicalJson({ conclusion, subIndication: subIndication ?? null, stops, basis: basis ?? null });
  return of(reported) === of(plainJson(computed));
}

function asCheck({ reason, ...reported }: ReportedCheck): Check {
  return {
    ...reported,
    object: 'case',
    question: `check.${reported.id}`,
    evidence: [],
    // Compared as text; a code that is not known today is no other than itself.
    ...(reason !== undefined && { reason: { code: reason as ReasonCode } }),
  };
}

/** Every proof that passed counted as one. */
function existence(checks: readonly Check[], policy: Policy): Verdict {
  const of = (group: string): Check[] => checks.filter(({ id }) => id.startsWith(`${group}.`));
  const one = (id: CheckId): Check | undefined => checks.find((check) => check.id === id);
  const isThere = (id: CheckId): boolean => one(id) !== undefined && one(id)?.status !== 'NOT_APPLICABLE';
  const blocks: ExistenceBlock[] = [];
  if (isThere('nom151.parse')) blocks.push(nom151Block(of('nom151')));
  const [stamp, anchor, range] = [one('merkleized.stamp'), one('merkleized.anchor'), one('external.anchor')];
  if (isThere('merkleized.shape') && stamp !== undefined && anchor !== undefined) {
    const membership = of('merkleized').filter((check) => check !== stamp && check !== anchor);
    blocks.push(merkleizedBlock(membership, { check: stamp }, { check: anchor }));
  }
  if (isThere('external.shape') && range !== undefined) {
    blocks.push(
      externalBlock(
        of('external').filter((check) => check !== range),
        { check: range },
      ),
    );
  }
  const apart = blocks.map((block, at): ExistenceBlock => ({
    ...block,
    grounds: [{ kind: 'token', digest: String(at), signer: String(at) }],
  }));
  return composeExistence(policy, apart).verdict;
}
