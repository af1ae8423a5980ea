import CloseIcon from '@mui/icons-material/Close';
import CheckIcon from '@mui/icons-material/Check';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import FolderIcon from '@mui/icons-material/CreateNewFolderOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { useRef, useState } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { CardWindow } from '#ui/lists/card-window.tsx';
import { Stack } from '#ui/layout/card.tsx';
import { DropZone } from '#ui/inputs/drop-zone.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { RunningRing } from '#ui/feedback/running-ring.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import type { BulkDocument } from '../prepare/work-record.ts';
import { bulkLimits } from '../dry-run/plan-requests.ts';
import { refusalWords } from '../dry-run/reason-texts.ts';
import { StepCard } from '../prepare/step-card.tsx';
import { asChosen, filesOf, type ChosenFile } from './chosen-files.ts';
import css from './documents-card.module.css';

/** Step 1: which documents. Files and whole folders, dropped or chosen; each says what became of it. */
export function DocumentsCard({
  documents,
  onAdd,
  onAgain,
  onRemove,
  onClear,
}: {
  documents: readonly BulkDocument[];
  /** @returns how many were too many */
  onAdd: (files: readonly ChosenFile[]) => number;
  /** Tries once more to read one that could not be read. */
  onAgain: (id: string) => void;
  onRemove: (id: string) => void;
  onClear: () => void;
}) {
  const format = useFormat();
  const [tooMany, setTooMany] = useState(0);
  const add = (files: readonly ChosenFile[]): void => {
    if (files.length > 0) setTooMany(onAdd(files));
  };
  const ready = documents.filter(({ state, sameAs }) => state === 'ready' && sameAs === undefined).length;
  const same = documents.filter(({ sameAs }) => sameAs !== undefined).length;
  const refused = documents.filter(({ state }) => state === 'refused').length;
  const reading = documents.length - ready - same - refused;
  const bytes = documents.reduce((sum, { size }) => sum + size, 0);
  return (
    <StepCard
      number={1}
      title={m.bulk_documents()}
      done={ready > 0 && reading === 0 && refused === 0}
      note={
        documents.length > 0 && m.bulk_documents_note({ count: documents.length, size: format.bytes(bytes) })
      }
    >
      <Stack>
        <DropZone
          title={m.bulk_drop()}
          titleOnPhone={m.bulk_drop_phone()}
          text={m.bulk_drop_text({ most: format.number(bulkLimits.documents) })}
          multiple
          small={documents.length > 0}
          primary={documents.length === 0}
          choose={m.bulk_choose_files()}
          onFiles={(files) => add(files.map(asChosen))}
          onDropped={(data) => void filesOf(data).then(add)}
          actions={<FolderChoice onFiles={(files) => add(files.map(asChosen))} />}
        />
        {tooMany > 0 && (
          <WarningStrip>
            {m.bulk_documents_beyond({ count: tooMany, most: format.number(bulkLimits.documents) })}
          </WarningStrip>
        )}
        {documents.length > 0 && (
          <>
            <p role="status" style={{ margin: 0 }}>
              {[
                m.bulk_documents_ready({ count: ready }),
                same > 0 ? m.bulk_documents_same({ count: same }) : '',
                reading > 0 ? m.bulk_documents_reading({ count: reading }) : '',
                refused > 0 ? m.bulk_documents_refused({ count: refused }) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <DocumentLines documents={documents} onAgain={onAgain} onRemove={onRemove} />
            <div>
              <Button variant="text" onClick={onClear}>
                {m.bulk_documents_clear()}
              </Button>
            </div>
          </>
        )}
      </Stack>
    </StepCard>
  );
}

function FolderChoice({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const folder = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={(input) => {
          folder.current = input;
          input?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        multiple
        aria-label={m.bulk_choose_folder()}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          onFiles(files);
        }}
      />
      <Button className={css.folder} icon={<FolderIcon />} onClick={() => folder.current?.click()}>
        {m.bulk_choose_folder()}
      </Button>
    </>
  );
}

function DocumentLines({
  documents,
  onAgain,
  onRemove,
}: {
  documents: readonly BulkDocument[];
  onAgain: (id: string) => void;
  onRemove: (id: string) => void;
}) {
  return (
    <div className={css.files} style={{ height: Math.min(356, documents.length * 59 + 2) }}>
      <CardWindow
        label={m.bulk_documents()}
        count={documents.length}
        cardHeight={59}
        keyOf={(index) => documents[index]?.id ?? String(index)}
      >
        {(index) => {
          const document = documents[index];
          return (
            document && (
              <DocumentLine
                document={document}
                twin={documents.find(({ id }) => id === document.sameAs)?.filePath}
                onAgain={() => onAgain(document.id)}
                onRemove={() => onRemove(document.id)}
              />
            )
          );
        }}
      </CardWindow>
    </div>
  );
}

function DocumentLine({
  document,
  twin,
  onAgain,
  onRemove,
}: {
  document: BulkDocument;
  /** Path of the one with the same bytes. */
  twin: string | undefined;
  onAgain: () => void;
  onRemove: () => void;
}) {
  const format = useFormat();
  const { state, filePath, size, witness, sha256, refusal } = document;
  const warned = state === 'ready' && (twin !== undefined || typeof witness === 'string');
  return (
    <div className={css.line} data-state={warned ? 'warned' : state}>
      <span className={css.shape} aria-hidden="true">
        <StateIcon state={state} warned={warned} />
      </span>
      <div>
        <div className={css.name}>{filePath}</div>
        <div className={css.linePart}>
          {format.bytes(size)} · {documentText(document, twin)}
        </div>
      </div>
      {state === 'refused' && (refusal === 'full' || refusal === 'unreadable') ? (
        <Button variant="text" aria-label={`${m.common_retry()}: ${filePath}`} onClick={onAgain}>
          {m.common_retry()}
        </Button>
      ) : (
        <span className="hash">{sha256 && <HashText value={sha256} size="id" copy={false} />}</span>
      )}
      <IconButton
        small
        label={m.bulk_document_remove({ name: filePath })}
        icon={<CloseIcon />}
        onClick={onRemove}
      />
    </div>
  );
}

function StateIcon({ state, warned }: { state: BulkDocument['state']; warned: boolean }) {
  if (state === 'reading') return <RunningRing />;
  if (state === 'refused') return <ErrorIcon />;
  return warned ? <WarningIcon /> : <CheckIcon />;
}

function documentText({ state, witness, refusal }: BulkDocument, twin: string | undefined): string {
  if (state === 'reading') return m.bulk_document_reading();
  if (state === 'refused') return refusalWords(refusal ?? '');
  if (twin !== undefined) return m.bulk_document_same({ other: twin });
  if (typeof witness === 'string') return m.bulk_document_witnessed();
  return witness === null ? m.bulk_document_not_witnessed() : m.bulk_document_witness_unknown();
}
