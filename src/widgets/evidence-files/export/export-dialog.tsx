import { useCallback, useEffect, useId, useRef, useState } from 'react';
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
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m, type Locale } from '#i18n/messages.ts';
import { csvBlob } from '../../files/csv.ts';
import { saveBlob } from '../../files/save-blob.ts';
import { maxCaseDocument } from './export-case.ts';
import { failureRows, whyNot, type ExportTarget } from './export-many.ts';
import { evidenceFileName } from './file-names.ts';
import { loadPageTemplate, programDigest } from '../page/evidence-page.ts';
import { PrintReport } from '../report/print-report.tsx';
import { runExport, type ExportKind, type ExportResult, type PrintedCase } from './run-export.ts';
import { chooseSaver, type FileSaver } from './save-files.ts';
import css from './export-dialog.module.css';

export interface ExportDialogProps {
  readonly onClose: () => void;
  /** What is exported, in words: the title of a document, or «12 testigos». */
  readonly title: string;
  /** Read when the reader says so: a filtered list may have more than what was scrolled to. */
  readonly load: (signal: AbortSignal) => Promise<readonly ExportTarget[]>;
  readonly count: number;
  readonly document: KnownDocument;
}

/** Of the document of what is exported: its size in bytes, that there is none, or that it is not known yet. */
export type KnownDocument = { readonly size: number } | 'absent' | 'unknown';

/** Asks what is exported and whether documents go along; shows how far it is, and what could not be had. */
export function ExportDialog({ onClose, title, load, count, document }: ExportDialogProps) {
  const { language } = usePreferences();
  const format = useFormat();
  const snack = useSnack();
  const choice = useId();
  const many = count > 1;
  const [kind, setKind] = useState<ExportKind>('case');
  const [chosen, setChosen] = useState<Locale>(language);
  const [includeDocuments, setInclude] = useState(false);
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [failure, setFailure] = useState<string>();
  const [result, setResult] = useState<ExportResult>();
  const [printed, setPrinted] = useState<readonly PrintedCase[]>();
  const running = useRef<AbortController>(undefined);
  const program = useProgramDigest(kind === 'page');

  useEffect(() => () => running.current?.abort(), []);
  const endPrint = useCallback(() => setPrinted(undefined), []);

  const run = async (): Promise<void> => {
    const control = new AbortController();
    running.current = control;
    setFailure(undefined);
    setResult(undefined);
    try {
      // Browsers offer a folder only while a click is handled, so this comes before everything else.
      const save: FileSaver = many && kind === 'case' ? await chooseSaver() : saveOne;
      setProgress({ done: 0, total: count });
      const targets = await load(control.signal);
      const ended = await runExport({
        kind,
        targets,
        title,
        includeDocuments: includeDocuments && kind !== 'print',
        language: chosen,
        save,
        signal: control.signal,
        onProgress: (done, total) => setProgress({ done, total }),
      });
      tell(ended);
    } catch (error) {
      if (!isAbort(error)) setFailure(whyNot(error));
      else if (control.signal.aborted) setFailure(m.evidence_export_cancelled());
    } finally {
      setProgress(undefined);
    }
  };

  const tell = (ended: ExportResult): void => {
    if (ended.printed.length > 0) setPrinted(ended.printed);
    const [only] = ended.outcomes;
    if (!many && only && 'error' in only) {
      setFailure(whyNot(only.error));
      return;
    }
    const [name] = ended.files;
    if (name !== undefined)
      snack({
        text: savedWords(name, ended),
      });
    // What came with less than it should is said before the dialog goes.
    if (failureRows(ended.outcomes).length > 1) setResult(ended);
    else if (ended.printed.length === 0) onClose();
  };

  const size = typeof document === 'object' ? document.size : undefined;
  const tooLarge = size !== undefined && size > maxCaseDocument;
  const kinds: readonly { id: ExportKind; name: string; detail: string }[] = [
    {
      id: 'case',
      name: m.evidence_export_case(),
      detail: many ? m.evidence_export_case_many_detail() : m.evidence_export_case_detail(),
    },
    { id: 'page', name: m.evidence_export_page(), detail: m.evidence_export_page_detail() },
    { id: 'print', name: m.evidence_export_print(), detail: m.evidence_export_print_detail() },
  ];
  const working = progress !== undefined;
  return (
    <>
      <Dialog
        open
        wide
        onClose={onClose}
        title={m.evidence_export()}
        actions={
          <>
            <Button
              variant="contained"
              icon={kind === 'print' ? <PrintIcon aria-hidden="true" /> : <DownloadIcon aria-hidden="true" />}
              loading={working}
              onClick={() => void run()}
            >
              {kind === 'print' ? m.evidence_export_print_now() : m.evidence_export_save()}
            </Button>
            <Button variant="outlined" onClick={working ? () => running.current?.abort() : onClose}>
              {working ? m.common_cancel() : m.common_close()}
            </Button>
          </>
        }
      >
        <p className={css.help}>{title}</p>
        <fieldset className={css.choices} disabled={working}>
          <legend>{m.evidence_export_what()}</legend>
          {kinds.map(({ id, name, detail }) => (
            <label key={id}>
              <Radio
                name={choice}
                checked={kind === id}
                onChange={() => setKind(id)}
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
        {kind !== 'print' && (
          <div>
            <Checkbox
              checked={includeDocuments}
              disabled={working || tooLarge || document === 'absent'}
              onChange={(event) => setInclude(event.target.checked)}
              label={
                size === undefined
                  ? m.evidence_export_documents({ count })
                  : m.evidence_export_document({ size: format.bytes(size) })
              }
            />
            <p className={css.help}>
              {documentHelp(
                document,
                tooLarge ? format.bytes(size) : undefined,
                format.bytes(maxCaseDocument),
              )}
            </p>
          </div>
        )}
        {kind !== 'case' && (
          <SegmentedControl
            label={m.evidence_export_language()}
            value={chosen}
            onChange={setChosen}
            options={[
              { value: 'es-MX', label: m.evidence_page_spanish() },
              { value: 'en', label: m.evidence_page_english() },
            ]}
          />
        )}
        {kind === 'page' && program !== undefined && (
          <div className={css.help}>
            {m.evidence_export_page_program()}: <HashText value={program} />
          </div>
        )}
        <div className={css.told} role="status">
          {progress && (
            <>
              <span>
                {m.evidence_export_progress()}:{' '}
                {m.evidence_export_progress_of({
                  done: String(progress.done),
                  total: String(progress.total),
                })}
              </span>
              <Meter value={progress.done} max={progress.total} label={m.evidence_export_progress()} />
            </>
          )}
          {failure !== undefined && <span>{m.evidence_export_failed({ reason: failure })}</span>}
          {result && <Less result={result} many={many} title={title} />}
        </div>
      </Dialog>
      {printed && <PrintReport cases={printed} title={title} language={chosen} onDone={endPrint} />}
    </>
  );
}

function documentHelp(document: KnownDocument, tooLarge: string | undefined, most: string): string {
  if (tooLarge !== undefined) return m.evidence_export_document_large({ size: tooLarge, most });
  return document === 'absent' ? m.evidence_export_document_absent() : m.evidence_export_document_help();
}

/** What was not exported, or with less than was asked for. */
function Less({ result, many, title }: { result: ExportResult; many: boolean; title: string }) {
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

/** A download is begun here; that a file was saved is said only of what was written into a folder. */
function savedWords(name: string, { files, written }: ExportResult): string {
  const count = files.length;
  if (written) return m.evidence_export_saved_many({ count });
  return count === 1 ? m.evidence_export_saved({ name }) : m.evidence_export_downloads({ count });
}

const saveOne: FileSaver = (name, text, mime) => {
  saveBlob(new Blob([text], { type: mime }), name);
  return Promise.resolve(false);
};

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Digest of the page's program, to be compared with what a page shows of itself; fetched when it is wanted. */
function useProgramDigest(wanted: boolean): string | undefined {
  const [digest, setDigest] = useState<string>();
  useEffect(() => {
    if (!wanted) return undefined;
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
  }, [wanted]);
  return digest;
}
