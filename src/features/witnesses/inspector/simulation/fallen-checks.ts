/** Which answers got worse between two reports on the same case. */
import type { Basis, Check, Status } from '#proofs/check.ts';
import type { Report } from '#proofs/verdict/report.ts';

export interface FallenCheck {
  /** Key of the section, as in the report. */
  readonly section: string;
  readonly before: Check;
  /** Undefined: the check is not made any more, because nothing is left to check. */
  readonly after: Check | undefined;
}

/**
 * What passed and does not any more, and what has failed since, in the order of the report. A check that could not
 * be made before and still cannot is no fall.
 */
export function fallenChecks(untouched: Report, bent: Report): FallenCheck[] {
  const now = checksByPlace(bent);
  return untouched.sections.flatMap(({ key, checks }) =>
    checks.flatMap((before) => {
      const after = now.get(placeOf(key, before));
      return fell(before.status, after?.status) ? [{ section: key, before, after }] : [];
    }),
  );
}

function fell(before: Status, after: Status | undefined): boolean {
  if (before === 'PASSED') return after !== 'PASSED';
  return before !== 'FAILED' && after === 'FAILED';
}

export interface HeldCheck {
  readonly section: string;
  readonly check: Check;
}

const proves: Readonly<Record<Basis, boolean>> = {
  RECOMPUTED: true,
  CHAIN: true,
  PINNED: true,
  SERVER: false,
};

/** What holds on more than the service's word. */
export function heldChecks(report: Report): HeldCheck[] {
  return report.sections.flatMap(({ key, checks }) =>
    checks.flatMap((check) =>
      check.status === 'PASSED' && proves[check.basis] ? [{ section: key, check }] : [],
    ),
  );
}

function checksByPlace(report: Report): ReadonlyMap<string, Check> {
  return new Map(
    report.sections.flatMap(({ key, checks }) =>
      checks.map((check): [string, Check] => [placeOf(key, check), check]),
    ),
  );
}

const placeOf = (section: string, { id }: Check): string => `${section} ${id}`;
