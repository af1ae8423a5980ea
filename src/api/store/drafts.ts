import { queryOptions } from '@tanstack/react-query';
import { database } from './database.ts';
import { lastWords } from './last-words.ts';

/** The fields of an IOU as they are typed: text, so that nothing typed is lost. */
export interface IouFields {
  readonly amount: string;
  readonly currency: string;
  readonly debtor: string | undefined;
  readonly creditor: string | undefined;
  readonly latitude: string;
  readonly longitude: string;
  /** Absent in drafts of before they were asked for. */
  readonly place?: string;
  /** `2026-11-20`, or empty. */
  readonly signedOn?: string;
  readonly dueOn?: string;
  /** Per cent a year, and per cent a month once it is due. */
  readonly interest?: string;
  readonly lateInterest?: string;
  readonly text: string;
  /** The text as it was last written from the fields: while it stands unchanged, it follows them. */
  readonly written?: string;
  /** Why it is sent though text and fields do not agree, and which disagreement was meant. */
  readonly reason?: { readonly why: string; readonly about: string } | undefined;
}

/** A request that is being composed, kept at every change. */
export interface Draft {
  readonly id: string;
  readonly scope: string;
  readonly kind: 'file' | 'text' | 'iou';
  readonly name: string;
  readonly text: string;
  readonly iou: IouFields | undefined;
  /** The chosen file's facts; its bytes are in the `files` store. */
  readonly file: { name: string; type: string; size: number; md5?: string; sha256?: string } | undefined;
  readonly signers: readonly { id: string; name: string }[];
  readonly nom151: boolean;
  readonly keepAsDraft: boolean;
  /** RFC 3339 UTC. */
  readonly updatedAt: string;
}

export function drafts(scope: string) {
  const key = [scope, 'drafts'] as const;
  return {
    key,
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async () => {
          await settle(scope);
          const found = await (await database()).getAllFromIndex('drafts', 'scope', scope);
          return found.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
        },
        staleTime: 0,
      }),
    read: async (id: string): Promise<Draft | undefined> => {
      await settle(scope);
      const draft = await (await database()).get('drafts', id);
      return draft?.scope === scope ? draft : undefined;
    },
    write: async (draft: Draft): Promise<void> => {
      await put(draft);
      lastWords.forget(draft.id, draft.updatedAt);
    },
    /**
     * Keeps a draft while its page is being left: at once, because the browser aborts what it began to write
     * into the database. The next reading brings it there.
     */
    writeNow: (draft: Draft): void => lastWords.keep(draft),
    /** @throws DOMException `QuotaExceededError` when the disk is full */
    writeFile: async (id: string, file: File): Promise<void> => {
      await (await database()).put('files', { id, scope, file, name: file.name, type: file.type });
    },
    readFile: async (id: string): Promise<File | undefined> => {
      const kept = await (await database()).get('files', id);
      return kept?.scope === scope ? new File([kept.file], kept.name, { type: kept.type }) : undefined;
    },
    remove: async (id: string): Promise<void> => {
      lastWords.forget(id);
      const db = await database();
      const change = db.transaction(['drafts', 'files'], 'readwrite');
      await Promise.all([
        change.objectStore('drafts').delete(id),
        change.objectStore('files').delete(id),
        change.done,
      ]);
    },
  };
}

/** What was sent is no draft any more: a change that comes after the sending is not kept. */
async function put(draft: Draft): Promise<void> {
  const change = (await database()).transaction(['drafts', 'operations'], 'readwrite');
  const sent = await change.objectStore('operations').get(draft.id);
  if (sent?.status !== 'done') await change.objectStore('drafts').put(draft);
  await change.done;
}

async function settle(scope: string): Promise<void> {
  for (const draft of lastWords.of(scope)) {
    const kept = await (await database()).get('drafts', draft.id);
    if (!kept || kept.updatedAt <= draft.updatedAt) await put(draft);
    lastWords.forget(draft.id, draft.updatedAt);
  }
}
