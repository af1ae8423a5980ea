import type { ContentKind } from '#contract/kinds.ts';

export type FileRefusal = 'empty' | 'kind';

/** What a chosen file is, read from its bytes: its name and type are only what somebody called it. */
export type ReadDocument = { kind: Exclude<ContentKind, 'IOU'> } | { refusal: FileRefusal };

/** JSON and text are judged whole up to this size; beyond it by their beginning. */
const judgedBytes = 4 * 1024 * 1024;

export async function readDocument(file: File): Promise<ReadDocument> {
  if (file.size === 0) return { refusal: 'empty' };
  const head = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  // ISO 32000-1 asks for the header within the first kilobyte.
  if (new TextDecoder('latin1').decode(head).includes('%PDF-')) return { kind: 'pdf' };
  const text = await readText(file);
  if (text === undefined) return { refusal: 'kind' };
  return { kind: file.size <= judgedBytes && isJson(text) ? 'json' : 'raw' };
}

async function readText(file: File): Promise<string | undefined> {
  const whole = file.size <= judgedBytes;
  const bytes = await file.slice(0, judgedBytes).arrayBuffer();
  try {
    // A cut may fall inside a character: the last bytes of a part are then not judged.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/** A document's name from its file's: without the ending, at most 256 characters. */
export function nameOfFile(name: string): string {
  const stem = name.replace(/\.(pdf|txt|md|json)$/i, '');
  return stem.replaceAll('_', ' ').trim().slice(0, 256) || name.slice(0, 256);
}
