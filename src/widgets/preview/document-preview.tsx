import PrevIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ContentKind } from '#contract/resources/kinds.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { openPdf, PdfError, type OpenPdf } from './open-pdf.ts';
import css from './document-preview.module.css';

/** Larger documents are hashed and sent like any other; only their picture is not made here. */
const maxPreviewBytes = 64 * 1024 * 1024;
/** Characters of a text that are shown. */
const maxTextLength = 200_000;

/**
 * What a document looks like, before and after it is sent. PDFs are drawn on a canvas by a worker; text and
 * JSON are shown as text. Nothing of a document is ever run, framed or opened.
 */
export function DocumentPreview({ file, kind }: { file: Blob | undefined; kind: ContentKind }) {
  if (!file) return <Frame>{<p className={css.note}>{m.compose_preview_none()}</p>}</Frame>;
  if (file.size > maxPreviewBytes)
    return <Frame>{<p className={css.note}>{m.compose_preview_too_large()}</p>}</Frame>;
  return kind === 'pdf' ? (
    <PdfPreview key={keyOf(file)} file={file} />
  ) : (
    <TextPreview key={keyOf(file)} file={file} />
  );
}

const keys = new WeakMap<Blob, string>();
let made = 0;

/** Another file is another preview: its worker, page and errors must not outlive it. */
function keyOf(file: Blob): string {
  const known = keys.get(file);
  if (known !== undefined) return known;
  made += 1;
  keys.set(file, String(made));
  return String(made);
}

function Frame({ controls, children }: { controls?: ReactNode; children: ReactNode }) {
  return (
    <section className={css.root} aria-label={m.compose_preview()}>
      <div className="bar">
        <h2>{m.compose_preview()}</h2>
        {controls}
      </div>
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div className={css.scroll} role="group" aria-label={m.compose_preview()} tabIndex={0}>
        {children}
      </div>
    </section>
  );
}

function PdfPreview({ file }: { file: Blob }) {
  const format = useFormat();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pdf, setPdf] = useState<OpenPdf>();
  const [page, setPage] = useState(1);
  const [failure, setFailure] = useState<PdfError['reason']>();
  const [drawn, setDrawn] = useState<number>();

  useEffect(() => {
    let current = true;
    let opened: OpenPdf | undefined;
    openPdf(file).then(
      (ready) => {
        opened = ready;
        if (current) setPdf(ready);
        else ready.close();
      },
      (error: unknown) => {
        if (current) setFailure(error instanceof PdfError ? error.reason : 'broken');
      },
    );
    return () => {
      current = false;
      opened?.close();
    };
  }, [file]);

  useEffect(() => {
    if (!pdf) return undefined;
    let current = true;
    const width = Math.min(1200, (canvas.current?.clientWidth ?? 360) * Math.min(2, devicePixelRatio || 1));
    pdf.draw(page, width).then(
      (image) => {
        const target = canvas.current;
        if (!current || !target) {
          image.close();
          return;
        }
        target.width = image.width;
        target.height = image.height;
        target.getContext('bitmaprenderer')?.transferFromImageBitmap(image);
        setDrawn(page);
      },
      (error: unknown) => {
        if (current) setFailure(error instanceof PdfError ? error.reason : 'broken');
      },
    );
    return () => {
      current = false;
    };
  }, [pdf, page]);

  if (failure) return <Frame>{<p className={css.note}>{reasonWords(failure)}</p>}</Frame>;
  const pages = pdf?.pages ?? 0;
  return (
    <Frame
      controls={
        pages > 0 && (
          <>
            <span aria-live="polite">
              {m.compose_preview_page({ page: format.number(page), pages: format.number(pages) })}
            </span>
            <IconButton
              small
              label={m.compose_preview_previous()}
              icon={<PrevIcon />}
              disabled={page <= 1}
              onClick={() => setPage(page - 1)}
            />
            <IconButton
              small
              label={m.compose_preview_next()}
              icon={<NextIcon />}
              disabled={page >= pages}
              onClick={() => setPage(page + 1)}
            />
          </>
        )
      }
    >
      <canvas
        ref={canvas}
        width={612}
        height={792}
        role="img"
        aria-label={
          drawn === undefined
            ? m.common_loading()
            : m.compose_preview_page({ page: format.number(drawn), pages: format.number(pages) })
        }
      />
    </Frame>
  );
}

function reasonWords(reason: PdfError['reason']): string {
  switch (reason) {
    case 'encrypted':
      return m.compose_preview_encrypted();
    case 'not-a-pdf':
      return m.compose_preview_not_a_pdf();
    case 'broken':
      return m.compose_preview_broken();
  }
}

function TextPreview({ file }: { file: Blob }) {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let current = true;
    void file
      .slice(0, maxTextLength)
      .text()
      .then((read) => {
        // As it is: laying JSON out anew would change its numbers.
        if (current) setText(read);
      });
    return () => {
      current = false;
    };
  }, [file]);
  return (
    <Frame>
      {text !== undefined && <pre>{text}</pre>}
      {file.size > maxTextLength && <p className={css.note}>{m.compose_preview_cut()}</p>}
    </Frame>
  );
}
