import type { StoreNames } from 'idb';
import type { z } from 'zod/mini';
import { BulkItem, BulkJob } from '../bulk/bulk-record.ts';
import { CertifyItem, CertifyJob } from '../certify/certify-record.ts';
import { SendJob } from '../send/send-record.ts';
import { database, type Stored } from './database.ts';
import {
  BulkDraft,
  Correction,
  StoredFile,
  KnownRequest,
  Reminder,
  SavedView,
  UnlinkedSigner,
  WriteRecord,
} from './record-shapes.ts';

// Records may be of another build or damaged. One that this build cannot read is treated as absent and stays where it
// is: the build that wrote it may read it, and settings name it.

type StoreName = Exclude<StoreNames<Stored>, 'drafts'>;

const schemas: Readonly<Record<StoreName, z.ZodMiniType>> = {
  files: StoredFile,
  operations: SendJob,
  requests: KnownRequest,
  certifications: CertifyJob,
  certifyItems: CertifyItem,
  writes: WriteRecord,
  bulks: BulkJob,
  bulkItems: BulkItem,
  bulkDrafts: BulkDraft,
  corrections: Correction,
  reminders: Reminder,
  unlinkedSigners: UnlinkedSigner,
  savedViews: SavedView,
};

/** Paths of what is wrong in a record, `plan.signers.0.id`; none where it can be read. */
export function issuesOf(store: StoreName, record: unknown): readonly string[] {
  const { error } = schemas[store].safeParse(record);
  return error?.issues.map(({ path }) => path.join('.')) ?? [];
}

/** The record as it was stored, fields of other builds included; undefined where it cannot be read. */
export function readRecord<R>(store: StoreName, record: R | undefined): R | undefined {
  return record !== undefined && issuesOf(store, record).length === 0 ? record : undefined;
}

export const readRecords = <R>(store: StoreName, records: readonly R[]): R[] =>
  records.filter((record) => issuesOf(store, record).length === 0);

/** Stores whose records are found by their scope. */
type ScopedStore = Exclude<StoreName, 'certifyItems' | 'bulkItems'>;

/** Those of a scope that can be read. */
export async function listRecords<N extends ScopedStore>(
  store: N,
  scope: string,
): Promise<Stored[N]['value'][]> {
  const found = await (await database()).getAllFromIndex<ScopedStore, 'scope'>(store, 'scope', scope);
  return readRecords(store, found as Stored[N]['value'][]); // they are of that store
}
