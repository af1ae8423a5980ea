import { plain } from '../table/mapping.ts';
import type { BulkDocument } from '../prepare/work-record.ts';

/** A document that can be sent. */
export type ReadyDocument = BulkDocument & Required<Pick<BulkDocument, 'kind' | 'md5'>>;

export function isReady(document: BulkDocument): document is ReadyDocument {
  return document.state === 'ready' && document.kind !== undefined && document.md5 !== undefined;
}

/** Says of each document whether an earlier one has the same bytes. */
export function withTwins(documents: readonly BulkDocument[]): readonly BulkDocument[] {
  const first = new Map<string, string>();
  return documents.map((document) => {
    const { sha256, sameAs: _before, ...rest } = document;
    if (sha256 === undefined) return document;
    const other = first.get(sha256);
    if (other === undefined) first.set(sha256, document.id);
    return { ...rest, sha256, ...(other === undefined ? {} : { sameAs: other }) };
  });
}

/** Finds documents by what a cell says of them. */
export interface DocumentFinder {
  /** All that the cell can mean: by path, by the end of a path, by name, by name without ending, the first that fits. */
  readonly find: (cell: string) => readonly BulkDocument[];
  /** All names, for guessing which column holds them. */
  readonly names: ReadonlySet<string>;
}

export function documentFinder(documents: readonly BulkDocument[]): DocumentFinder {
  // From the most to the least exact: the first table that knows the text decides.
  const tables = [pathOf, suffixesOf, nameOf, stemOf, looseOf].map((keysOf) => {
    const table = new Map<string, BulkDocument[]>();
    for (const document of documents)
      for (const key of [keysOf(document)].flat()) table.set(key, [...(table.get(key) ?? []), document]);
    return table;
  });
  return {
    find: (cell) => {
      const text = asPath(cell);
      const tries = [text, text, text, text, plain(stem(text))];
      for (const [at, table] of tables.entries()) {
        const found = table.get(tries[at] ?? '');
        if (found) return found;
      }
      return [];
    },
    names: new Set(documents.flatMap((document) => [pathOf(document), nameOf(document), stemOf(document)])),
  };
}

const asPath = (text: string): string =>
  text
    .normalize('NFC')
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .toLowerCase();
const stem = (path: string): string => path.replace(/^.*\//, '').replace(/\.(pdf|txt|md|json)$/i, '');

const pathOf = ({ filePath }: BulkDocument): string => asPath(filePath);
const suffixesOf = ({ filePath }: BulkDocument): string[] => {
  const parts = asPath(filePath).split('/');
  return parts.slice(1, -1).map((_, at) => parts.slice(at + 1).join('/'));
};
const nameOf = ({ filePath }: BulkDocument): string => asPath(filePath).replace(/^.*\//, '');
const stemOf = ({ filePath }: BulkDocument): string => stem(asPath(filePath));
const looseOf = ({ filePath }: BulkDocument): string => plain(stem(asPath(filePath)));

/** A request's name from its document's: without folders and ending. */
export function nameOfDocument({ name }: Pick<BulkDocument, 'name'>): string {
  const bare = name
    .replace(/^.*\//, '')
    .replace(/\.(pdf|txt|md|json)$/i, '')
    .replaceAll('_', ' ')
    .trim();
  return bare || name;
}
