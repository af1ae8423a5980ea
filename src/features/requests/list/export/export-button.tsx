import { lazy, Suspense, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { useClient } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useSaveCsv } from '#widgets/files/use-save-csv.ts';
import { partlyRead } from '#widgets/query/partly-read.ts';
import { m } from '#i18n/messages.ts';
import type { Reading } from '../filter/matching.ts';
import { nameOf } from '../../request-cells.tsx';
import type { RequestList } from '../use-request-list.ts';
import type { RequestsView } from '../view.ts';

const ResourcesDialog = lazy(async () => ({
  default: (await import('#widgets/evidence-files/export/resources-dialog.tsx')).ResourcesDialog,
}));

/**
 * What matches, or what is picked of it, as a CSV file or as evidence. All of it is read, not only what was scrolled
 * to.
 */
export function ExportButton({
  view,
  reading,
  list,
  picked,
  iconOnPhone,
  disabled = false,
  onFailure,
}: {
  view: RequestsView;
  reading: Reading;
  list: RequestList;
  picked: ReadonlySet<string>;
  iconOnPhone?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Why there is no file; undefined once there is one. */
  onFailure: (reason: string | undefined) => void;
}) {
  const format = useFormat();
  const client = useClient();
  const queries = useQueryClient();
  // Not before something is exported.
  const reader = async () =>
    (await import('./export-reading.ts')).exportReading(client, queries, { view, reading, list, picked });
  const snack = useSnack();
  const [isExporting, setIsExporting] = useState(false);

  const loadEvidence = async () => {
    const { rows, reading: of } = await (await reader()).read();
    const remark = partlyRead(of, (value) => format.number(value));
    if (remark !== undefined) snack({ text: `${m.evidence_not_all({ count: rows.length })} ${remark}` });
    return rows.map((request) => ({ title: nameOf(request), request }));
  };

  const nothing = !list.data || list.isFormer || list.rows.length === 0;
  const count = picked.size > 0 ? picked.size : (list.total ?? list.rows.length);
  const { save, isWorking } = useSaveCsv({
    fileName: m.requests_csv_name(),
    read: async () => (await reader()).readCsv(),
    said: (csv) =>
      csv.complete
        ? m.requests_csv_saved({ count: csv.count })
        : m.requests_csv_saved_part({ count: csv.count }),
    onFailure,
  });
  return (
    <>
      <Menu
        label={m.requests_export()}
        items={[
          {
            id: 'csv',
            label: picked.size > 0 ? m.requests_csv_picked({ count: picked.size }) : m.requests_csv_all(),
            onSelect: save,
          },
          { id: 'evidence', label: m.evidence_export_several(), onSelect: () => setIsExporting(true) },
        ]}
      >
        {(trigger) => (
          <Button
            icon={<DownloadIcon aria-hidden="true" />}
            iconOnPhone={iconOnPhone}
            loading={isWorking}
            disabled={disabled || nothing}
            {...trigger}
          >
            {m.requests_export()}
          </Button>
        )}
      </Menu>
      {isExporting && (
        <Suspense fallback={null}>
          <ResourcesDialog
            title={m.evidence_requests({ count })}
            count={count}
            load={loadEvidence}
            onClose={() => setIsExporting(false)}
          />
        </Suspense>
      )}
    </>
  );
}
