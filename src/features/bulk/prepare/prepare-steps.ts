import type { Step } from '#ui/layout/stepper.tsx';
import { m } from '#i18n/messages.ts';
import type { DryRun } from '../dry-run/dry-run.ts';
import type { TableView } from './work.ts';
import type { BulkWork } from './work-record.ts';

/** Why sending cannot begin yet; undefined: it can. */
export type Blocked = 'documents' | 'table' | 'signers' | 'waiting' | 'beyond' | 'nothing' | 'organization';

export function blockedBy(
  work: BulkWork,
  view: TableView,
  run: DryRun,
  hasOrganization: boolean,
): Blocked | undefined {
  if (!hasOrganization) return 'organization';
  if (work.documents.length === 0) return 'documents';
  if (view.rows.length === 0) return 'table';
  if (!work.roles.includes('signer')) return 'signers';
  if (run.beyond) return 'beyond';
  if (run.counts.waiting > 0 || work.documents.some(({ state }) => state === 'reading')) return 'waiting';
  return run.requests.length === 0 ? 'nothing' : undefined;
}

/** How far each step of preparing is. */
export function stepsOf(work: BulkWork, view: TableView, run: DryRun): readonly Step[] {
  const { counts } = run;
  const reading = work.documents.some(({ state }) => state === 'reading');
  const done = (is: boolean): Step['state'] => (is ? 'done' : undefined);
  return [
    {
      id: 'documents',
      title: m.bulk_documents(),
      detail: work.documents.length > 0 && m.bulk_documents_ready({ count: run.documents.length }),
      state: reading ? 'running' : done(run.documents.length > 0),
    },
    {
      id: 'table',
      title: m.bulk_table(),
      detail: work.table && m.bulk_table_rows({ count: view.rows.length }),
      state: done(view.rows.length > 0),
    },
    { id: 'columns', title: m.bulk_columns(), state: done(work.roles.includes('signer')) },
    {
      id: 'dry-run',
      title: m.bulk_dry_run(),
      detail: counts.refused > 0 && m.bulk_verdict_refused_count({ count: counts.refused }),
      state:
        view.rows.length > 0 && counts.waiting > 0
          ? 'running'
          : done(run.requests.length > 0 && counts.refused === 0),
    },
    { id: 'send', title: m.bulk_send(), detail: m.bulk_send_detail() },
  ];
}

/** The title of a bulk that the user did not name. */
export const titleOf = ({ source }: BulkWork): string =>
  source?.name.replace(/\.(csv|tsv|txt|xlsx)$/i, '') ?? m.bulk_title();
