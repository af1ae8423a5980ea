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
import type { ChosenFile } from './chosen-files.ts';
import { withTwins } from './documents.ts';
import { bulkLimits } from '../dry-run/plan-requests.ts';
import type { ChangeWork } from '../prepare/use-work.ts';

/** Files that are read at the same time. */
const together = 2;
/** Hashes of one request. */
const hashesPerRequest = 100;

/**
 * Takes documents in: stores their bytes, reads what each is, hashes it, and looks up whether the service knows a
 * witness of it. A failure is shown at its document, and the others go on. What a reload stopped is gone on with.
 */
export function useDocuments(
  scope: string,
  documents: readonly BulkDocument[],
  change: ChangeWork,
): { add: (files: readonly ChosenFile[]) => number; again: (id: string) => void } {
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
    async (document: BulkDocument): Promise<void> => {
      const { id } = document;
      const part = await readDocument(scope, document, chosen.current.get(id));
      // Another attempt may need the bytes: they need not be stored yet.
      if (part.state === 'ready') chosen.current.delete(id);
      update(id, part);
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

  useWitnessLookUp(documents, change);

  return {
    add: (files) => {
      const remaining = Math.max(0, bulkLimits.documents - documents.length);
      const added = files.slice(0, remaining).map(({ file, filePath }): BulkDocument => {
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

/**
 * Reads what a document is, from its stored bytes.
 *
 * @param chosen its bytes, if they are not stored yet
 * @returns what changes in the document
 */
async function readDocument(
  scope: string,
  { id, filePath, size }: BulkDocument,
  chosen: File | undefined,
): Promise<Partial<BulkDocument>> {
  if (size === 0) return refuse('empty');
  if (new TextEncoder().encode(filePath).length > limits.filePathBytes) return refuse('path');
  const files = storedFiles(scope);
  try {
    if (chosen) await files.writeFile(id, chosen);
    const file = await files.readFile(id);
    if (!file) return refuse('gone');
    const kind = await readKind(file);
    if (!kind) return refuse('kind');
    const { md5, sha256 } = await hashFile(file);
    return { state: 'ready', kind, md5, sha256 };
  } catch (error) {
    return refuse(isDiskFull(error) ? 'full' : 'unreadable');
  }
}

const refuse = (refusal: string): Partial<BulkDocument> => ({ state: 'refused', refusal });

/** Looks up, once every document is read, whether the service knows a witness of each. */
function useWitnessLookUp(documents: readonly BulkDocument[], change: ChangeWork): void {
  const queries = useQueryClient();
  const { client } = useConnection();
  const requested = useRef(new Set<string>());
  useEffect(() => {
    if (documents.some(({ state }) => state === 'reading')) return;
    const open = documents.filter(
      ({ witness, sha256 }) =>
        witness === undefined && sha256 !== undefined && !requested.current.has(sha256),
    );
    const lookUp = async (hashes: readonly string[]): Promise<void> => {
      const found = await queries.query({
        ...witnesses(client).whole({ hash: { in: [...hashes] } }, hashesPerRequest * 2),
        retry: 2,
      });
      const byHash = new Map(
        found.items.flatMap(({ hash, id }) => (hash && id ? [[hash.toLowerCase(), id]] : [])),
      );
      const isComplete =
        !found.changedWhileReading && [...byHash.keys()].every((hash) => hashes.includes(hash));
      change((work) => ({
        ...work,
        documents: work.documents.map((one) => {
          const { sha256 } = one;
          if (sha256 === undefined || !hashes.includes(sha256)) return one;
          const witness = byHash.get(sha256);
          return witness !== undefined ? { ...one, witness } : isComplete ? { ...one, witness: null } : one;
        }),
      }));
    };
    const hashes = [...new Set(open.flatMap(({ sha256 }) => sha256 ?? []))];
    for (const hash of hashes) requested.current.add(hash);
    for (let from = 0; from < hashes.length; from += hashesPerRequest)
      // What could not be looked up stays unknown, and is shown as that.
      void lookUp(hashes.slice(from, from + hashesPerRequest)).catch(() => undefined);
  }, [documents, queries, client, change]);
}
