import type { SignatureRequest } from '#contract/resources.ts';
import { contentKind } from '#contract/kinds.ts';
import { nameOf } from './request-cells.tsx';

/** The document's name as the name of a file: without what file systems refuse, with the ending of its kind. */
export function fileNameOf(request: SignatureRequest): string {
  const kind = contentKind(request.content);
  const ending = kind === 'pdf' ? '.pdf' : kind === 'json' ? '.json' : '.txt';
  const name = nameOf(request)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
    .trim()
    .replace(/^\.+/, '')
    .slice(0, 120);
  return name.toLowerCase().endsWith(ending) ? name : `${name || 'documento'}${ending}`;
}
