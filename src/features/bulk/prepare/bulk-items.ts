import type { BulkInputItem } from '#jobs/bulk/bulk.ts';
import type { BulkRow } from '#jobs/bulk/bulk-record.ts';
import { nameOfDocument } from '../documents/documents.ts';
import { inDoubtCode } from '../table/earlier-result.ts';
import type { BulkDocument } from './work-record.ts';
import type { DryRun, CheckedRow } from '../dry-run/dry-run.ts';
import { copyName, whoOf } from '../dry-run/plan-requests.ts';
import { severityByCode } from '../dry-run/reasons.ts';

/** Why a row is in the result that was never to be sent. */
export const leftOutCode = 'left-out';

/**
 * The requests of a bulk as they begin, and after them what is not sent: every row that is refused or left out, with
 * its reasons, so that the result tells of each row of the table. Rows that an earlier run did are not among them.
 */
export function itemsOf(
  run: DryRun,
  { organizationId, keepAsDraft }: { organizationId: string; keepAsDraft: boolean },
): readonly BulkInputItem[] {
  const rowByN = new Map(run.rows.map((row) => [row.n, row]));
  const rowsOf = (numbers: readonly number[]): BulkRow[] =>
    numbers.flatMap((n) => {
      const row = rowByN.get(n);
      return row ? [{ n, cells: row.cells }] : [];
    });
  const sent = run.requests.map(({ document, name, signers, nom151, rows }): BulkInputItem => ({
    plan: {
      name,
      organizationId,
      kind: document.kind,
      filePath: document.filePath,
      md5: document.md5,
      ...(document.sha256 === undefined ? {} : { sha256: document.sha256 }),
      size: document.size,
      nom151,
      keepAsDraft,
      signers: signers.map((signer) => ({ id: signer.id, name: signer.name })),
    },
    fileId: document.id,
    rows: rowsOf(rows),
  }));
  const unsent = run.rows.flatMap((row): BulkInputItem[] => {
    const reasons = reasonsAgainst(row);
    if (reasons.length === 0) return [];
    return documentsOf(row, run).map((document) => unsentItem(row, document, reasons, run, organizationId));
  });
  return [...sent, ...unsent];
}

/** Lines of the result for rows that are not sent, at most. */
const mostUnsent = 5000;

/** The documents that a row was for: where every document goes to everybody, it stands once for each. */
function documentsOf(
  row: CheckedRow,
  { pairing, documents, rows }: DryRun,
): readonly (BulkDocument | undefined)[] {
  const each = pairing !== 'rows' && documents.length > 0 && documents.length * rows.length <= mostUnsent;
  return each ? documents : [row.document];
}

function reasonsAgainst({ verdict, reasons }: CheckedRow): readonly string[] {
  const refused = reasons.flatMap(({ code }) =>
    // What is in doubt stays so in this result.
    ['refused', 'held'].includes(severityByCode[code]) || code === inDoubtCode ? [code] : [],
  );
  if (verdict === 'out') return [leftOutCode, ...new Set(refused)];
  return verdict === 'refused' || verdict === 'held' ? [...new Set(refused)] : [];
}

function unsentItem(
  { name, n, cells, signers, prior }: CheckedRow,
  document: BulkDocument | undefined,
  reasons: readonly string[],
  { pairing, names }: DryRun,
  organizationId: string,
): BulkInputItem {
  const base = name ?? prior?.name ?? (document ? nameOfDocument(document) : '');
  const who = signers.map((signer) => names.get(whoOf(signer)) ?? signer.text).join(', ') || String(n);
  return {
    plan: {
      // By its name it would be found in the result again, alone where it would have been sent alone.
      name: pairing === 'copies' ? copyName(base, who) : base,
      organizationId,
      kind: document?.kind ?? 'pdf',
      filePath: document?.filePath ?? prior?.document ?? '',
      md5: document?.md5 ?? '',
      size: document?.size ?? 0,
      nom151: false,
      keepAsDraft: false,
      signers: signers.flatMap(({ person }) => (person ? [{ id: person.id, name: person.name }] : [])),
    },
    fileId: document?.id ?? '',
    rows: [{ n, cells }],
    reasons,
  };
}
