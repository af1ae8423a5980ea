import { documentFinder, isReady } from '../documents/documents.ts';
import type { BulkDocument } from '../prepare/work-record.ts';
import type { DryRunInput } from './dry-run-input.ts';
import { checkRow, type RowReading } from './check-row.ts';
import { planRequests, type PlannedRequest } from './plan-requests.ts';
import { heaviest, type Reason, type Severity } from './reasons.ts';

/** `done`: an earlier run did it. `out`: the reader leaves it out. */
export type Verdict = 'ok' | Severity | 'done' | 'out';

export interface CheckedRow extends RowReading {
  readonly reasons: readonly Reason[];
  readonly verdict: Verdict;
}

export interface DryRun {
  /** What goes with what: rows name their documents, or every document goes to everybody. */
  readonly pairing: 'rows' | DryRunInput['pairing'];
  /** The documents that can be sent, each of its bytes once. */
  readonly documents: readonly BulkDocument[];
  /** What a person's own copy is called after. */
  readonly names: ReadonlyMap<string, string>;
  readonly rows: readonly CheckedRow[];
  readonly requests: readonly PlannedRequest[];
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly invites: number;
  readonly nom151: number;
  /** How many certificates are missing; undefined: the service does not tell how many are left. */
  readonly short: number | undefined;
  /** Requests or invites that would be more than a bulk may have: nothing is planned then. */
  readonly beyond: { readonly requests: number; readonly invites: number } | undefined;
}

/** Checks every row and plans the requests. Pure: thousands of rows are checked in one go. */
export function dryRun(given: DryRunInput): DryRun {
  const finder = documentFinder(given.documents);
  const byRow =
    given.mapping.roles.includes('document') || given.rows.some(({ prior }) => prior?.document !== undefined);
  const read = given.rows.map((row) => checkRow(row, given, byRow ? finder : undefined));
  const ready = given.documents.filter((document) => isReady(document) && document.sameAs === undefined);
  const planned = planRequests(read, { ...given, byRow, ready });
  const rows = read.map((row): CheckedRow => {
    const reasons = [...row.reasons, ...(planned.reasons.get(row.n) ?? [])];
    return { ...row, reasons, verdict: verdictOf(row, reasons, given.out) };
  });
  const counts: Record<Verdict, number> = {
    ok: 0,
    warning: 0,
    unchecked: 0,
    waiting: 0,
    refused: 0,
    held: 0,
    done: 0,
    out: 0,
  };
  for (const { verdict } of rows) counts[verdict] += 1;
  const { requests } = planned;
  const nom151 = requests.filter((request) => request.nom151).length;
  return {
    pairing: byRow ? 'rows' : given.pairing,
    documents: ready,
    names: planned.names,
    rows,
    requests,
    counts,
    invites: requests.reduce((sum, { signers }) => sum + signers.length, 0),
    nom151,
    short: given.quota === undefined ? undefined : Math.max(0, nom151 - given.quota),
    beyond: planned.beyond,
  };
}

function verdictOf({ n, prior }: RowReading, reasons: readonly Reason[], out: ReadonlySet<number>): Verdict {
  if (prior?.state === 'done') return 'done';
  return out.has(n) ? 'out' : (heaviest(reasons) ?? 'ok');
}
