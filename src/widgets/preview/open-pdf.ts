import type { PdfAnswer, PdfFailure, PdfQuestion } from './pdf-worker.ts';

/** A document that is open in a worker of its own. */
export interface OpenPdf {
  readonly pages: number;
  /** @param page from 1 @param width in device pixels @throws PdfError */
  draw(page: number, width: number): Promise<ImageBitmap>;
  close(): void;
}

export class PdfError extends Error {
  override readonly name = 'PdfError';
  readonly reason: PdfFailure;
  constructor(reason: PdfFailure) {
    super(`The document cannot be shown: ${reason}.`);
    this.reason = reason;
  }
}

type Question = PdfQuestion extends infer Q ? (Q extends { id: number } ? Omit<Q, 'id'> : never) : never;

/** Milliseconds after which a page that is still being drawn is given up: a page can be made to be slow. */
const patience = 20_000;

/**
 * Opens a PDF in a worker. The worker is ended with `close`, and by itself when it takes too long.
 *
 * @throws PdfError
 */
export async function openPdf(file: Blob): Promise<OpenPdf> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module', name: 'pdf' });
  const waiting = new Map<
    number,
    { resolve: (answer: PdfAnswer) => void; reject: (reason: Error) => void }
  >();
  let next = 0;
  const close = (): void => {
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new PdfError('broken'));
    waiting.clear();
  };
  worker.onerror = close;
  worker.onmessage = ({ data }: MessageEvent<PdfAnswer>) => {
    const requested = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === 'failed') requested?.reject(new PdfError(data.reason));
    else requested?.resolve(data);
  };
  const ask = (question: Question, transfer: Transferable[] = []): Promise<PdfAnswer> => {
    next += 1;
    const id = next;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(close, patience);
      const settle = (): void => clearTimeout(timer);
      waiting.set(id, {
        resolve: (answer) => {
          settle();
          resolve(answer);
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      });
      worker.postMessage({ ...question, id }, transfer);
    });
  };
  try {
    const bytes = await file.arrayBuffer();
    const opened = await ask({ kind: 'open', bytes }, [bytes]);
    return {
      pages: opened.kind === 'opened' ? opened.pages : 0,
      draw: async (page, width) => {
        const drawn = await ask({ kind: 'draw', page, width });
        if (drawn.kind !== 'drawn') throw new PdfError('broken');
        return drawn.image;
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
