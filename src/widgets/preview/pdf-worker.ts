import { getDocument, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist';
// The parser runs in this very worker: handing it over here spares a second one.
import * as parser from 'pdfjs-dist/build/pdf.worker.mjs';

/** Sent by `openPdf`: once `open`, then any number of `draw`. */
export type PdfQuestion =
  | { readonly kind: 'open'; readonly id: number; readonly bytes: ArrayBuffer }
  | { readonly kind: 'draw'; readonly id: number; readonly page: number; readonly width: number };

export type PdfAnswer =
  | { readonly kind: 'opened'; readonly id: number; readonly pages: number }
  | {
      readonly kind: 'drawn';
      readonly id: number;
      readonly image: ImageBitmap;
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: PdfFailure };

export type PdfFailure = 'encrypted' | 'not-a-pdf' | 'broken';

/** Larger pages are drawn smaller: a page of a thousand inches must not take the machine's memory. */
const maxPixels = 8_000_000;
const maxImagePixels = 32_000_000;

(globalThis as { pdfjsWorker?: unknown }).pdfjsWorker = parser;

/** The fonts that every PDF may name without carrying them, served by us. */
const fontUrls = import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
});

class OwnFonts {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = Object.entries(fontUrls).find(([path]) => path.endsWith(`/${filename}`))?.[1];
    if (kind !== 'standardFontDataUrl' || url === undefined) throw new Error(`No such file: ${filename}`);
    // eslint-disable-next-line no-restricted-globals -- a font of our own build, not the service
    const response = await fetch(new URL(url, self.location.origin));
    return new Uint8Array(await response.arrayBuffer());
  }
}

interface CanvasAndContext {
  canvas: OffscreenCanvas | null;
  context: OffscreenCanvasRenderingContext2D | null;
}

class WorkerCanvases {
  create(width: number, height: number): CanvasAndContext {
    const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
  }
  reset(made: CanvasAndContext, width: number, height: number): void {
    if (!made.canvas) return;
    made.canvas.width = Math.max(1, width);
    made.canvas.height = Math.max(1, height);
  }
  destroy(made: CanvasAndContext): void {
    if (made.canvas) made.canvas.width = made.canvas.height = 0;
    made.canvas = null;
    made.context = null;
  }
}

/** Filters are drawn through the DOM, which a worker has not: a mask without its filter is still readable. */
class NoFilters {
  addFilter = (): string => 'none';
  addHCMFilter = (): string => 'none';
  addAlphaFilter = (): string => 'none';
  addLuminosityFilter = (): string => 'none';
  addHighlightHCMFilter = (): string => 'none';
  destroy = (): void => undefined;
}

let document: PDFDocumentProxy | undefined;

async function open(bytes: ArrayBuffer): Promise<number> {
  await document?.destroy();
  document = await getDocument({
    data: new Uint8Array(bytes),
    // No script of a document ever runs: no eval, no forms engine, glyphs drawn as paths.
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    isImageDecoderSupported: false,
    stopAtErrors: false,
    maxImageSize: maxImagePixels,
    standardFontDataUrl: '/',
    verbosity: VerbosityLevel.ERRORS,
    BinaryDataFactory: OwnFonts,
    CanvasFactory: WorkerCanvases,
    FilterFactory: NoFilters,
  }).promise;
  return document.numPages;
}

async function draw(
  page: number,
  width: number,
): Promise<{ image: ImageBitmap; width: number; height: number }> {
  if (!document) throw new Error('No document is open.');
  const proxy = await document.getPage(page);
  const natural = proxy.getViewport({ scale: 1 });
  const wanted = width / natural.width;
  const most = Math.sqrt(maxPixels / (natural.width * natural.height));
  const viewport = proxy.getViewport({ scale: Math.min(wanted, most) });
  const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws nothing in workers.');
  await proxy.render({
    // The library's types name the page's own canvas; in a worker it draws on an offscreen one alike.
    canvas: null,
    canvasContext: context as unknown as CanvasRenderingContext2D,
    viewport,
    background: '#ffffff',
    // ENABLE draws annotations as part of the page, without any interaction.
    annotationMode: 1,
  }).promise;
  proxy.cleanup();
  return { image: canvas.transferToImageBitmap(), width: canvas.width, height: canvas.height };
}

function reasonOf(error: unknown): PdfFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return 'encrypted';
  return name === 'InvalidPDFException' ? 'not-a-pdf' : 'broken';
}

async function answer(question: PdfQuestion): Promise<void> {
  const { id } = question;
  const tell = (said: PdfAnswer, transfer: Transferable[] = []): void => self.postMessage(said, { transfer });
  try {
    if (question.kind === 'open') tell({ kind: 'opened', id, pages: await open(question.bytes) });
    else {
      const drawn = await draw(question.page, question.width);
      tell({ kind: 'drawn', id, ...drawn }, [drawn.image]);
    }
  } catch (error) {
    tell({ kind: 'failed', id, reason: reasonOf(error) });
  }
}

// One question at a time: two pages drawn together would each be slower.
let turn = Promise.resolve();
self.addEventListener('message', (event: MessageEvent<PdfQuestion>) => {
  turn = turn.then(() => answer(event.data));
});
