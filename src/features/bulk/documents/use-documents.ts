import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { hashFile } from '#client/files/hash-file.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { storedFiles } from '#jobs/store/stored-files.ts';
import { isDiskFull } from '#jobs/store/storage-space.ts';
import { limits } from '#contract/operations/limits.ts';
import { readKind } from '#widgets/files/document-kind.ts';
import type { BulkDocument } from '../prepare/work-record.ts';
import { bulkLimits } from '../dry-run/plan-requests.ts';
import type { ChangeWork } from '../prepare/use-work.ts';

/** A file with the folders that it was chosen with. */
export interface ChosenFile {
  readonly file: File;
  readonly filePath: string;
}

/** Files that are read at the same time. */
const together = 2;
/** Hashes of one question. */
const askedAtOnce = 100;

/**
 * Takes documents in: keeps their bytes, reads what each is, hashes it, and asks whether the service knows a witness
 * of it. A failure is said at its document, and the others go on. What a reload stopped is gone on with.
 */
export function useDocuments(
  scope: string,
  documents: readonly BulkDocument[],
  change: ChangeWork,
): { add: (files: readonly ChosenFile[]) => number; again: (id: string) => void } {
  const queries = useQueryClient();
  const { client } = useConnection();
  const chosen = useRef(new Map<string, File>());
  const taken = useRef(new Set<string>());
  const running = useRef(0);
  const over = useRef(false);
  useEffect(() => {
    over.current = false;
    return () => {
      over.current = true;
    };
  }, []);

  const update = useCallback(
    (id: string, part: Partial<BulkDocument>) => {
      if (over.current) return;
      change((work) => {
        const documents = work.documents.map((one) => (one.id === id ? { ...one, ...part } : one));
        return { ...work, documents: part.sha256 === undefined ? documents : withTwins(documents) };
      });
    },
    [change],
  );

  const read = useCallback(
    async ({ id, filePath, size }: BulkDocument): Promise<void> => {
      const refuse = (refusal: string): void => update(id, { state: 'refused', refusal });
      if (size === 0) {
        refuse('empty');
        return;
      }
      if (new TextEncoder().encode(filePath).length > limits.filePathBytes) {
        refuse('path');
        return;
      }
      const files = storedFiles(scope);
      try {
        const given = chosen.current.get(id);
        if (given) await files.writeFile(id, given);
        chosen.current.delete(id);
        const file = await files.readFile(id);
        if (!file) {
          refuse('gone');
          return;
        }
        const kind = await readKind(file);
        if (!kind) {
          refuse('kind');
          return;
        }
        const { md5, sha256 } = await hashFile(file);
        update(id, { state: 'ready', kind, md5, sha256 });
      } catch (error) {
        refuse(isDiskFull(error) ? 'full' : 'unreadable');
      }
    },
    [scope, update],
  );

  useEffect(() => {
    const waiting = documents.filter(({ id, state }) => state === 'reading' && !taken.current.has(id));
    const work = async (): Promise<void> => {
      running.current += 1;
      for (let next = waiting.shift(); next && !over.current; next = waiting.shift()) {
        if (taken.current.has(next.id)) continue;
        taken.current.add(next.id);
        await read(next);
        taken.current.delete(next.id);
      }
      running.current -= 1;
    };
    const workers = Math.min(together - running.current, waiting.length);
    for (let n = 0; n < workers; n += 1) void work();
  }, [documents, read]);

  const asked = useRef(new Set<string>());
  useEffect(() => {
    if (documents.some(({ state }) => state === 'reading')) return;
    const open = documents.filter(
      ({ witness, sha256 }) => witness === undefined && sha256 !== undefined && !asked.current.has(sha256),
    );
    const ask = async (hashes: readonly string[]): Promise<void> => {
      const found = await queries.query({
        ...witnesses(client).whole({ hash: { in: [...hashes] } }, askedAtOnce * 2),
        retry: 2,
      });
      const byHash = new Map(
        found.items.flatMap(({ hash, id }) => (hash && id ? [[hash.toLowerCase(), id]] : [])),
      );
      const isWhole = !found.changedWhileReading && [...byHash.keys()].every((hash) => hashes.includes(hash));
      change((work) => ({
        ...work,
        documents: work.documents.map((one) => {
          const { sha256 } = one;
          if (sha256 === undefined || !hashes.includes(sha256)) return one;
          const witness = byHash.get(sha256);
          return witness !== undefined ? { ...one, witness } : isWhole ? { ...one, witness: null } : one;
        }),
      }));
    };
    const hashes = [...new Set(open.flatMap(({ sha256 }) => sha256 ?? []))];
    for (const hash of hashes) asked.current.add(hash);
    for (let from = 0; from < hashes.length; from += askedAtOnce)
      // What could not be asked stays unknown, and is shown as that.
      void ask(hashes.slice(from, from + askedAtOnce)).catch(() => undefined);
  }, [documents, queries, client, change]);

  return {
    add: (files) => {
      const room = Math.max(0, bulkLimits.documents - documents.length);
      const added = files.slice(0, room).map(({ file, filePath }): BulkDocument => {
        const id = crypto.randomUUID();
        chosen.current.set(id, file);
        return { id, filePath, name: file.name, size: file.size, state: 'reading' };
      });
      change((work) => ({ ...work, documents: [...work.documents, ...added] }));
      return files.length - added.length;
    },
    again: (id) => update(id, { state: 'reading' }),
  };
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

/** The files of a drop or a choice, those inside folders with their paths. */
export async function filesOf(data: DataTransfer): Promise<readonly ChosenFile[]> {
  const entries = [...data.items].flatMap((item) =>
    item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : [],
  );
  if (entries.length === 0) return [...data.files].map(asChosen);
  const found: ChosenFile[] = [];
  for (const entry of entries) await walk(entry, '', found);
  return found;
}

export const asChosen = (file: File): ChosenFile => ({
  file,
  filePath: (file.webkitRelativePath || file.name).normalize('NFC'),
});

async function walk(entry: FileSystemEntry, folder: string, found: ChosenFile[]): Promise<void> {
  // More than can be taken, so that it can be said that they are too many.
  if (found.length > bulkLimits.documents * 2) return;
  const filePath = `${folder}${entry.name}`.normalize('NFC');
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(
      () => undefined,
    );
    // What systems leave in folders is nobody's document.
    if (file && !/^(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(entry.name)) found.push({ file, filePath });
  } else if (isFolder(entry)) {
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      ).catch(() => []);
      if (some.length === 0) break;
      for (const one of some) await walk(one, `${filePath}/`, found);
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
