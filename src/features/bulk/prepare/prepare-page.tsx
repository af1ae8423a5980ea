import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import { useConnection } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Stack } from '#ui/layout/card.tsx';
import { Strip } from '#ui/feedback/strips.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { paths } from '#widgets/paths.ts';
import { useQuota } from '#widgets/sending/use-quota.ts';
import { m } from '#i18n/messages.ts';
import { ColumnsCard } from '../table/columns-card.tsx';
import { DocumentsCard } from '../documents/documents-card.tsx';
import { DryRunCard } from '../dry-run/dry-run-card.tsx';
import type { DryRun } from '../dry-run/dry-run.ts';
import { useDryRun } from '../dry-run/use-dry-run.ts';
import { rememberRoles } from '../table/stored-roles.ts';
import { TableCard } from '../table/table-card.tsx';
import { useDocuments } from '../documents/use-documents.ts';
import { useTable } from '../table/use-table.ts';
import { blockedBy, stepsOf } from './prepare-steps.ts';
import { SendPanel } from './send-panel.tsx';
import { useStartBulk } from './use-start-bulk.ts';
import { useWork, type ChangeWork } from './use-work.ts';
import { editCell, removeDocument, setHeader, setRowOut } from './work-changes.ts';
import { isBegun, viewOf, type TableView } from './work.ts';
import type { BulkWork } from './work-record.ts';
import css from './prepare-page.module.css';

/** What the open page reports of itself when another tab requests what is prepared. */
export interface OpenForm {
  /** It is being begun. */
  readonly isBusy: () => boolean;
  /** Stores what is not stored yet. */
  readonly keep: () => Promise<void>;
}

/** Preparing a bulk on one page: documents, table, columns, dry run, and what will happen. */
export function PreparePage({
  id,
  start: before,
  isInPlaceOfAnother,
  formRef,
}: {
  id: string;
  start: { readonly work: BulkWork; readonly updatedAt: string };
  /** The draft that the address named is not in this browser. */
  isInPlaceOfAnother: boolean;
  /** Set while the page is open. */
  formRef: RefObject<OpenForm | undefined>;
}) {
  const { client, organization } = useConnection();
  const navigate = useNavigate();
  const { work, change, saving, keep, end } = useWork(id, client.scope, before);
  const isStarting = useRef(false);
  useEffect(() => {
    formRef.current = { isBusy: () => isStarting.current, keep };
    return () => {
      formRef.current = undefined;
    };
  }, [keep, formRef]);
  const { quota: read, unknown: quotaUnknown } = useQuota(organization);
  const quota = read?.nom151 ?? undefined;
  const [isDiscarding, setIsDiscarding] = useState(false);
  const { table, header, edits } = work;
  const view = useMemo(
    () => viewOf({ table, header, edits }, (at) => m.bulk_column_place({ n: at + 1 })),
    [table, header, edits],
  );
  const { run, lookUpAgain } = useDryRun(work, view, quota);
  const blocked = blockedBy(work, view, run, organization !== undefined);
  const { start, failed } = useStartBulk(id, end);

  return (
    <PageFrame
      title={m.bulk_title()}
      sub={m.bulk_sub()}
      actions={
        isBegun(work) && !isDiscarding ? (
          <Button variant="text" onClick={() => setIsDiscarding(true)}>
            {m.bulk_discard()}
          </Button>
        ) : undefined
      }
    >
      <Stack>
        {isInPlaceOfAnother && (
          <Strip icon={<InfoIcon aria-hidden="true" />} framed>
            {m.bulk_draft_gone()}
          </Strip>
        )}
        {isDiscarding && (
          <ConfirmInPlace
            title={m.bulk_discard_title()}
            text={m.bulk_discard_text()}
            confirm={m.bulk_discard_confirm()}
            keep={m.bulk_discard_keep()}
            onKeep={() => setIsDiscarding(false)}
            onConfirm={() => void end().then(() => navigate(paths.bulk))}
          />
        )}
        <div className={css.panes}>
          <PrepareCards work={work} view={view} run={run} onChange={change} onLookUpAgain={lookUpAgain} />
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
              onChange={(part) => change((work) => ({ ...work, ...part }))}
              onStart={async () => {
                isStarting.current = true;
                await keep();
                if (!blocked) await start(work, view, run);
                isStarting.current = false;
              }}
            />
          </div>
        </div>
      </Stack>
    </PageFrame>
  );
}

/** The steps of the preparation, each in its card. */
function PrepareCards({
  work,
  view,
  run,
  onChange: change,
  onLookUpAgain,
}: {
  work: BulkWork;
  view: TableView;
  run: DryRun;
  onChange: ChangeWork;
  onLookUpAgain: () => void;
}) {
  const { client } = useConnection();
  const documents = useDocuments(client.scope, work.documents, change);
  const table = useTable(client.scope, change);
  const patch = (part: Partial<BulkWork>): void => change((before) => ({ ...before, ...part }));
  return (
    <Stack>
      <DocumentsCard
        documents={work.documents}
        onAdd={documents.add}
        onAgain={documents.again}
        onRemove={(id) => change(removeDocument(id))}
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
        onHeader={(header) => change(setHeader(header))}
      />
      {work.table && (
        <ColumnsCard
          work={work}
          view={view}
          onChange={patch}
          onRoles={(roles) => {
            patch({ roles });
            if (work.header) rememberRoles(view.columns, roles);
          }}
        />
      )}
      {work.table && work.roles.includes('signer') && (
        <DryRunCard
          run={run}
          view={view}
          work={work}
          onAgain={onLookUpAgain}
          onCell={(row, column, value) => change(editCell(row, column, value))}
          onOut={(row, isOut) => change(setRowOut(row, isOut))}
        />
      )}
    </Stack>
  );
}
