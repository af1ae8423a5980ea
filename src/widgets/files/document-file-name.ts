import type { SignatureRequest } from '#contract/resources/resources.ts';
import { contentKind } from '#contract/resources/kinds.ts';

/** A document's name as the name of a file: without what file systems refuse, with the ending of its kind. */
export function documentFileName(document: string, content: SignatureRequest['content']): string {
  const kind = contentKind(content);
  const ending = kind === 'pdf' ? '.pdf' : kind === 'json' ? '.json' : '.txt';
  const name = document
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
    .trim()
    .replace(/^\.+/, '')
    .slice(0, 120);
  return name.toLowerCase().endsWith(ending) ? name : `${name || 'documento'}${ending}`;
}
