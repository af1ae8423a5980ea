import { useEffect, useId, useState } from 'react';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import { Button } from '#ui/actions/button.tsx';
import { Checkbox } from '#ui/inputs/checkbox.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Meter } from '#ui/feedback/meter.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { Radio } from '#ui/inputs/radio.tsx';
import { SegmentedControl } from '#ui/inputs/segmented-control.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m, type Locale } from '#i18n/messages.ts';
import { csvBlob } from '../../files/csv.ts';
import { saveBlob } from '../../files/save-blob.ts';
import { maxCaseDocument } from './export-case.ts';
import { failureRows } from './export-many.ts';
import { evidenceFileName } from './file-names.ts';
import { loadPageTemplate, programDigest } from '../page/evidence-page.ts';
import { PrintReport } from '../report/print-report.tsx';
import type { ExportKind, ExportResult } from './run-export.ts';
import { useExport, type ExportSource } from './use-export.ts';
import css from './export-dialog.module.css';

export interface ExportDialogProps extends ExportSource {
  readonly onClose: () => void;
  readonly document: KnownDocument;
}

/** Of the document of what is exported: its size in bytes, that there is none, or that it is not known yet. */
export type KnownDocument = { readonly size: number } | 'absent' | 'unknown';

/** The choice of what is exported, the progress of the export, and what could not be exported. */
export function ExportDialog({ onClose, title, load, count, document }: ExportDialogProps) {
  const { language } = usePreferences();
  const many = count > 1;
  const [kind, setKind] = useState<ExportKind>('case');
  const [chosen, setChosen] = useState<Locale>(language);
  const [includeDocuments, setInclude] = useState(false);
  const exporting = useExport({ title, load, count }, onClose);
  const working = exporting.progress !== undefined;
  return (
    <>
      <Dialog
        open
        wide
        onClose={onClose}
        title={many ? m.evidence_export_several() : m.evidence_export()}
        actions={
          <>
            <Button
              variant="contained"
              icon={kind === 'print' ? <PrintIcon aria-hidden="true" /> : <DownloadIcon aria-hidden="true" />}
              loading={working}
              onClick={() => void exporting.run({ kind, includeDocuments, language: chosen })}
            >
              {kind === 'print' ? m.evidence_export_print_now() : m.evidence_export_save()}
            </Button>
            <Button variant="outlined" onClick={working ? exporting.cancel : onClose}>
              {working ? m.common_cancel() : m.common_close()}
            </Button>
          </>
        }
      >
        <p className={css.help}>{title}</p>
        <KindChoice isMany={many} kind={kind} disabled={working} onChange={setKind} />
        {kind !== 'print' && (
          <DocumentChoice
            document={document}
            count={count}
            checked={includeDocuments}
            disabled={working}
            onChange={setInclude}
          />
        )}
        {kind !== 'case' && <LanguageChoice language={chosen} onChange={setChosen} />}
        {kind === 'page' && <ProgramDigest />}
        <div className={css.reported} role="status">
          {exporting.progress && <ExportProgress {...exporting.progress} />}
          {exporting.failure !== undefined && (
            <span>{m.evidence_export_failed({ reason: exporting.failure })}</span>
          )}
          {exporting.result && <Incomplete result={exporting.result} many={many} title={title} />}
        </div>
      </Dialog>
      {exporting.printed && (
        <PrintReport cases={exporting.printed} title={title} language={chosen} onDone={exporting.endPrint} />
      )}
    </>
  );
}

function documentHelp(document: KnownDocument, tooLarge: string | undefined, most: string): string {
  if (tooLarge !== undefined) return m.evidence_export_document_large({ size: tooLarge, most });
  return document === 'absent' ? m.evidence_export_document_absent() : m.evidence_export_document_help();
}

/** What was not exported, or only in part. */
function Incomplete({ result, many, title }: { result: ExportResult; many: boolean; title: string }) {
  const rows = failureRows(result.outcomes);
  const failed = result.outcomes.filter((outcome) => 'error' in outcome).length;
  if (!many) return <span>{rows[1]?.at(-1)}</span>;
  return (
    <>
      {failed > 0 && <span>{m.evidence_export_failed_some({ count: failed })}</span>}
      {failed === 0 && <span>{m.evidence_export_less()}</span>}
      <Button
        variant="outlined"
        onClick={() =>
          saveBlob(csvBlob(rows), evidenceFileName('failures', `${m.evidence_csv_name()} ${title}`))
        }
      >
        {m.evidence_export_failed_list()}
      </Button>
    </>
  );
}

function KindChoice({
  isMany,
  kind,
  disabled,
  onChange,
}: {
  isMany: boolean;
  kind: ExportKind;
  disabled: boolean;
  onChange: (kind: ExportKind) => void;
}) {
  const choice = useId();
  const kinds: readonly { id: ExportKind; name: string; detail: string }[] = [
    {
      id: 'case',
      name: m.evidence_export_case(),
      detail: isMany ? m.evidence_export_case_many_detail() : m.evidence_export_case_detail(),
    },
    { id: 'page', name: m.evidence_export_page(), detail: m.evidence_export_page_detail() },
    { id: 'print', name: m.evidence_export_print(), detail: m.evidence_export_print_detail() },
  ];
  return (
    <fieldset className={css.choices} disabled={disabled}>
      <legend>{m.evidence_export_what()}</legend>
      {kinds.map(({ id, name, detail }) => (
        <label key={id}>
          <Radio
            name={choice}
            checked={kind === id}
            onChange={() => onChange(id)}
            aria-labelledby={`${choice}-${id}-name`}
            aria-describedby={`${choice}-${id}`}
          />
          <span className={css.name} id={`${choice}-${id}-name`}>
            {name}
          </span>
          <span className={css.detail} id={`${choice}-${id}`}>
            {detail}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function DocumentChoice({
  document,
  count,
  checked,
  disabled,
  onChange,
}: {
  document: KnownDocument;
  count: number;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}) {
  const format = useFormat();
  const size = typeof document === 'object' ? document.size : undefined;
  const tooLarge = size !== undefined && size > maxCaseDocument;
  return (
    <div>
      <Checkbox
        checked={checked}
        disabled={disabled || tooLarge || document === 'absent'}
        onChange={(event) => onChange(event.target.checked)}
        label={
          size === undefined
            ? m.evidence_export_documents({ count })
            : m.evidence_export_document({ size: format.bytes(size) })
        }
      />
      <p className={css.help} data-under-box="">
        {documentHelp(document, tooLarge ? format.bytes(size) : undefined, format.bytes(maxCaseDocument))}
      </p>
    </div>
  );
}

function LanguageChoice({ language, onChange }: { language: Locale; onChange: (language: Locale) => void }) {
  return (
    <SegmentedControl
      label={m.evidence_export_language()}
      value={language}
      onChange={onChange}
      options={[
        { value: 'es-MX', label: m.evidence_page_spanish() },
        { value: 'en', label: m.evidence_page_english() },
      ]}
    />
  );
}

/** Digest of the page's program, to be compared with what a page shows of itself. */
function ProgramDigest() {
  const digest = useProgramDigest();
  if (digest === undefined) return null;
  return (
    <div className={css.help}>
      {m.evidence_export_page_program()}: <HashText value={digest} />
    </div>
  );
}

function useProgramDigest(): string | undefined {
  const [digest, setDigest] = useState<string>();
  useEffect(() => {
    let here = true;
    loadPageTemplate().then(
      (template) => {
        if (here) setDigest(programDigest(template));
      },
      // Without the program there is no page either: the export itself says why.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, []);
  return digest;
}

function ExportProgress({ done, total }: { done: number; total: number }) {
  return (
    <>
      <span>
        {m.evidence_export_progress()}:{' '}
        {m.evidence_export_progress_of({
          done: String(done),
          total: String(total),
        })}
      </span>
      <Meter value={done} max={total} label={m.evidence_export_progress()} />
    </>
  );
}
