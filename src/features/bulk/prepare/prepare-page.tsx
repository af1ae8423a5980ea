import { useDeferredValue, useEffect, useMemo, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { useBulks } from '#jobs/bulk/use-bulks.tsx';
import { useConnection } from '#client/session/session-context.tsx';
import { isDiskFull } from '#jobs/store/storage-space.ts';
import { Button } from '#ui/actions/button.tsx';
import { Stack } from '#ui/layout/card.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { useNow } from '#ui/hooks/use-now.ts';
import { paths } from '#widgets/paths.ts';
import { useAddress } from '#widgets/address/use-address.ts';
import { useQuota } from '#widgets/sending/use-quota.ts';
import { m } from '#i18n/messages.ts';
import { ColumnsCard } from '../table/columns-card.tsx';
import { DocumentsCard } from '../documents/documents-card.tsx';
import { DryRunCard } from '../dry-run/dry-run-card.tsx';
import { dryRun, type DryRun } from '../dry-run/dry-run.ts';
import { itemsOf } from './bulk-items.ts';
import { rememberRoles } from '../table/stored-roles.ts';
import { blockedBy, stepsOf, titleOf, wantedOf } from './prepare-steps.ts';
import { SendPanel } from './send-panel.tsx';
import { TableCard } from '../table/table-card.tsx';
import { useDocuments } from '../documents/use-documents.ts';
import { usePeople } from '../dry-run/use-people.ts';
import { useTable } from '../table/use-table.ts';
import { useWork } from './use-work.ts';
import { editKey, isBegun, rolesFor, viewOf } from './work.ts';
import type { BulkWork } from './work-record.ts';
import css from './prepare-page.module.css';

/** Preparing a bulk on one page: documents, table, columns, dry run, and what will happen. */
export function PreparePage({
  id,
  start,
  keepRef,
}: {
  id: string;
  start: BulkWork;
  /** Set to what keeps the last change, for another tab that asks for it. */
  keepRef: RefObject<(() => Promise<void>) | undefined>;
}) {
  const { client, organization } = useConnection();
  const navigate = useNavigate();
  const write = useAddress();
  const bulks = useBulks();
  const { work, change, saving, keep, end } = useWork(id, client.scope, start);
  useEffect(() => {
    keepRef.current = keep;
    return () => {
      keepRef.current = undefined;
    };
  }, [keep, keepRef]);
  const { quota: read, unknown: quotaUnknown } = useQuota(organization);
  const quota = read?.nom151 ?? undefined;
  const now = useNow(60_000);
  const [discarding, setDiscarding] = useState(false);
  const [failed, setFailed] = useState<string>();
  const { add, again: readAgain } = useDocuments(client.scope, work.documents, change);
  const table = useTable(client.scope, change);
  const { table: given, header, edits } = work;
  const view = useMemo(
    () => viewOf({ table: given, header, edits }, (at) => m.bulk_column_place({ n: at + 1 })),
    [given, header, edits],
  );
  const wanted = useMemo(() => wantedOf(view, work.roles), [view, work.roles]);
  const { people, again } = usePeople(wanted);
  const input = {
    rows: view.rows,
    roles: work.roles,
    pairing: work.pairing,
    documents: work.documents,
    people,
    nom151: work.nom151,
    quota,
    partial: work.partial,
    out: work.out,
    now,
  };
  const run = useDryRun(input);
  const patch = (part: Partial<BulkWork>): void => change((before) => ({ ...before, ...part }));
  const blocked = blockedBy(work, view, run, organization !== undefined);

  const begin = async (): Promise<void> => {
    if (!organization || blocked) return;
    setFailed(undefined);
    try {
      const operation = await bulks.start({
        title: work.title.trim() || titleOf(work),
        columns: view.columns,
        items: itemsOf(run, { organizationId: organization.id, keepAsDraft: work.keepAsDraft }),
        // Their bytes are kept since they were chosen.
        files: [],
      });
      // The bulk has all of it now; of the files those stay that it needs.
      await end().catch(() => undefined);
      write(paths.bulkRun(operation.id));
    } catch (error) {
      setFailed(isDiskFull(error) ? m.bulk_start_full() : m.bulk_start_failed());
    }
  };

  return (
    <PageFrame
      title={m.bulk_title()}
      sub={m.bulk_sub()}
      actions={
        isBegun(work) && !discarding ? (
          <Button variant="text" onClick={() => setDiscarding(true)}>
            {m.bulk_discard()}
          </Button>
        ) : undefined
      }
    >
      <Stack>
        {discarding && (
          <ConfirmInPlace
            title={m.bulk_discard_title()}
            text={m.bulk_discard_text()}
            confirm={m.bulk_discard_confirm()}
            keep={m.bulk_discard_keep()}
            onKeep={() => setDiscarding(false)}
            onConfirm={() => void end().then(() => navigate(paths.bulk))}
          />
        )}
        <div className={css.panes}>
          <Stack>
            <DocumentsCard
              documents={work.documents}
              onAdd={add}
              onAgain={readAgain}
              onRemove={(gone) =>
                change((before) => ({
                  ...before,
                  documents: before.documents.filter((one) => one.id !== gone),
                }))
              }
              onClear={() => patch({ documents: [] })}
            />
            <TableCard
              work={work}
              view={view}
              reading={table.reading}
              onFile={table.read}
              onPaste={(text) => table.read(new File([text], m.bulk_pasted(), { type: 'text/plain' }), true)}
              onChoices={(choices) => {
                if (work.source) table.readAgain(work.source, choices);
              }}
              onHeader={(next) =>
                change((before) => {
                  const fresh = { ...before, header: next, edits: {}, out: [], accepted: {} };
                  return { ...fresh, roles: rolesFor(fresh) };
                })
              }
            />
            {given && (
              <ColumnsCard
                work={work}
                view={view}
                onChange={patch}
                onRoles={(roles) => {
                  patch({ roles });
                  if (header) rememberRoles(view.columns, roles);
                }}
              />
            )}
            {given && work.roles.includes('signer') && (
              <DryRunCard
                run={run}
                view={view}
                work={work}
                onAgain={again}
                onCell={(n, column, value) =>
                  change((before) => ({ ...before, edits: { ...before.edits, [editKey(n, column)]: value } }))
                }
                onOut={(n, out) =>
                  change((before) => ({
                    ...before,
                    out: out ? [...before.out, n] : before.out.filter((other) => other !== n),
                  }))
                }
              />
            )}
          </Stack>
          <div className={css.side}>
            <SendPanel
              work={work}
              run={run}
              quota={quota}
              quotaUnknown={quotaUnknown}
              saving={saving}
              steps={stepsOf(work, view, run)}
              blocked={blocked}
              failed={failed}
              onChange={patch}
              onStart={() => keep().then(begin)}
            />
          </div>
        </div>
      </Stack>
    </PageFrame>
  );
}

/** What is judged stays behind what is typed, so that typing never waits for thousands of rows. */
function useDryRun(
  given: Omit<Parameters<typeof dryRun>[0], 'mapping' | 'out'> & {
    roles: BulkWork['roles'];
    out: BulkWork['out'];
  },
): DryRun {
  const { rows, roles, pairing, documents, people, nom151, quota, partial, out, now } = given;
  const inputs = useMemo(
    () => ({
      rows,
      mapping: { roles },
      pairing,
      documents,
      people,
      nom151,
      quota,
      partial,
      out: new Set(out),
      now,
    }),
    [rows, roles, pairing, documents, people, nom151, quota, partial, out, now],
  );
  const settled = useDeferredValue(inputs);
  return useMemo(() => dryRun(settled), [settled]);
}
