import type { ContentKind } from '#contract/resources/kinds.ts';

/** What bytes say of what they are: an IOU is known by its fields, which are not in them. */
export type DocumentKind = Exclude<ContentKind, 'IOU'>;

/** JSON and text are checked whole up to this size; beyond it by their beginning. */
const sampleBytes = 4 * 1024 * 1024;

/**
 * What a file is, read from its bytes: its name and type are only what somebody called it.
 *
 * @returns undefined: nothing that can be signed
 */
export async function readKind(file: Blob): Promise<DocumentKind | undefined> {
  const head = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  const header = new TextDecoder('latin1').decode(head).indexOf('%PDF-');
  if (header === 0) return 'pdf';
  // A reader may find a PDF behind other bytes; a service takes none that does not begin as one (Rule UP-10).
  if (header > 0) return undefined;
  const whole = file.size <= sampleBytes;
  const text = decode(await file.slice(0, sampleBytes).arrayBuffer(), whole);
  if (text === undefined || text.includes('\0')) return undefined;
  return whole && isJson(text) ? 'json' : 'raw';
}

function decode(bytes: ArrayBuffer, whole: boolean): string | undefined {
  try {
    // A cut may fall inside a character: the last bytes of a part are then not checked.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole });
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
