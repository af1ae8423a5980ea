import { readKind, type DocumentKind } from '#widgets/files/document-kind.ts';

export type FileRefusal = 'empty' | 'kind' | 'unread';

/** What a chosen file is, or why it cannot be sent. */
export type ReadDocument = { kind: DocumentKind } | { refusal: FileRefusal };

export async function readDocument(file: File): Promise<ReadDocument> {
  if (file.size === 0) return { refusal: 'empty' };
  // A folder that was dropped, and a file that was moved or is not on this device, cannot be read.
  const kind = await readKind(file).catch(() => 'unread' as const);
  if (kind === 'unread') return { refusal: kind };
  return kind ? { kind } : { refusal: 'kind' };
}

/** A document's name from its file's: without the ending, at most 256 characters. */
export function nameOfFile(name: string): string {
  const stem = name.replace(/\.(pdf|txt|md|json)$/i, '');
  return stem.replaceAll('_', ' ').trim().slice(0, 256) || name.slice(0, 256);
}
