import { useQuery } from '@tanstack/react-query';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined';
import TextIcon from '@mui/icons-material/ArticleOutlined';
import { styled } from '@mui/material/styles';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { Corrects } from '#jobs/drafts/draft-shape.ts';
import type { ContentKind } from '#contract/resources/kinds.ts';
import { Button } from '#ui/actions/button.tsx';
import { DropZone, useFileDrop } from '#ui/inputs/drop-zone.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { Meter } from '#ui/feedback/meter.tsx';
import { Name } from '#ui/data/name.tsx';
import { RunningRing } from '#ui/feedback/running-ring.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { FileVersions } from './file-versions.tsx';
import type { ComposedDocument, Composer, Hashing } from '../use-composer.ts';
import css from './document-section.module.css';

const accept = '.pdf,.txt,.md,.json,application/pdf,text/plain,application/json';

const FileCard = styled('div')({
  border: `1px solid ${ink.line2}`,
  borderRadius: 8,
  overflow: 'hidden',
  '&[data-over]': { borderColor: ink.accent, background: ink.accentTint },
  '& > .file': { display: 'flex', alignItems: 'center', gap: 12, padding: '12px 14px' },
  '& > .file > svg': { flex: 'none', fontSize: 22, color: ink.text2 },
  '& .words': { flex: 1, minWidth: 0 },
  '& .title': { fontWeight: 550, overflowWrap: 'anywhere' },
  '& .facts': { color: ink.text2, fontSize: 12, lineHeight: '16px' },
  '& > .progress': {
    display: 'flex',
    flexDirection: 'column',
    gap: 8,
    padding: '12px 14px',
    borderTop: `1px solid ${ink.line}`,
    background: ink.sunken,
    fontSize: 12,
    lineHeight: '16px',
    color: ink.text2,
  },
  '& .ends': { display: 'flex', justifyContent: 'space-between', gap: 12 },
});

/** A rule that is broken, where there is no field to say it at; it can take the focus as a field would. */
export function Problem({ children }: { children: string }) {
  return (
    <p className={css.text} role="alert" tabIndex={-1}>
      <ErrorIcon aria-hidden="true" />
      {children}
    </p>
  );
}

/** The chosen file, or where to drop one; replaced by a drop anywhere on the card. */
export function FileSection({
  composer,
  problem,
  onFile,
}: {
  composer: Composer;
  problem: string | undefined;
  onFile: (file: File) => Promise<void>;
}) {
  const { document, refusal, hashing } = composer;
  const input = useRef<HTMLInputElement>(null);
  const format = useFormat();
  const choose = (files: File[]): void => {
    if (files[0]) void onFile(files[0]);
  };
  const { over, ...drop } = useFileDrop(choose);
  const said = refusal ? refusalWords(refusal) : problem;
  if (!document)
    return (
      <>
        <DropZone
          title={m.compose_drop()}
          titleOnPhone={m.compose_drop_phone()}
          text={m.compose_drop_text()}
          accept={accept}
          onFiles={choose}
          primary={false}
        />
        {said && <Problem>{said}</Problem>}
      </>
    );
  const { file, kind } = document;
  return (
    <>
      <FileCard data-over={over || undefined} {...drop}>
        <div className="file">
          {kind === 'pdf' ? <PdfIcon aria-hidden="true" /> : <TextIcon aria-hidden="true" />}
          <div className="words">
            <div className="title">
              <Name lines={3}>{file.name}</Name>
            </div>
            <div className="facts">
              {kindWord(kind)}, {format.bytes(file.size)}
            </div>
          </div>
          <input
            ref={input}
            type="file"
            hidden
            accept={accept}
            aria-label={m.compose_replace()}
            onChange={(event) => {
              choose([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <Button variant="text" onClick={() => input.current?.click()}>
            {m.compose_replace()}
          </Button>
        </div>
        {hashing.state === 'running' && (
          <div className="progress">
            <Meter value={hashing.done} max={hashing.total} label={m.compose_hashing()} />
            <div className="ends">
              <span>{m.compose_hashing()}</span>
              <span>
                {m.compose_hashing_progress({
                  done: format.bytes(hashing.done),
                  total: format.bytes(hashing.total),
                })}
              </span>
            </div>
          </div>
        )}
      </FileCard>
      {said && hashing.state !== 'running' && <Problem>{said}</Problem>}
    </>
  );
}

function refusalWords({ name, why }: NonNullable<Composer['refusal']>): string {
  if (why === 'unread') return m.compose_hash_failed();
  const shown = { name: visibleName(name) ?? '' };
  return why === 'empty' ? m.compose_file_empty(shown) : m.compose_file_refused(shown);
}

function kindWord(kind: ContentKind): string {
  if (kind === 'pdf') return m.compose_file_kind_pdf();
  return kind === 'json' ? m.compose_file_kind_json() : m.compose_file_kind_raw();
}

/** The document's digests, computed here, and whether the service has witnessed them already. */
export function DocumentFacts({
  hashing,
  document,
  isFile,
  corrects,
}: {
  hashing: Hashing;
  document: ComposedDocument | undefined;
  /** It was chosen as a file: what is written here has no file name of anybody's. */
  isFile: boolean;
  corrects: Corrects | undefined;
}) {
  if (!document || hashing.state === 'none') return null;
  const digests = hashing.state === 'done' ? hashing.digests : undefined;
  const wait = (
    <span className={css.wait}>
      <RunningRing />
      {m.compose_computing()}
    </span>
  );
  return (
    <dl className={css.facts}>
      <dt>{m.compose_md5()}</dt>
      <dd>{digests ? <HashText value={digests.md5} /> : wait}</dd>
      <dt>{m.compose_sha256()}</dt>
      <dd>{digests ? <HashText value={digests.sha256} /> : wait}</dd>
      <dt>{m.compose_witnessed()}</dt>
      <dd>{digests ? <AlreadyWitnessed sha256={digests.sha256} /> : m.compose_witnessed_later()}</dd>
      {isFile && (
        <>
          <dt>{m.compose_versions()}</dt>
          <dd>
            <FileVersions fileName={document.file.name} sha256={digests?.sha256} corrects={corrects} />
          </dd>
        </>
      )}
    </dl>
  );
}

function AlreadyWitnessed({ sha256 }: { sha256: string }) {
  const known = useQuery(witnesses(useClient()).byHash(sha256));
  if (known.isError) return m.compose_witnessed_unknown();
  if (known.data === undefined) return m.compose_computing();
  if (!known.data?.id) return m.compose_witnessed_no();
  // One of another organization tells no request, and is found by its hash alone.
  const { id, signatureRequest } = known.data;
  return <Link to={paths.witness(signatureRequest?.id ? id : sha256)}>{m.compose_witnessed_yes()}</Link>;
}
