import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';
import type { BulkItem, BulkJob } from '../bulk/bulk-record.ts';
import type { Draft } from '../drafts/draft-shape.ts';
import type { CertifyItem, CertifyJob } from '../certify/certify-record.ts';
import type { SendJob } from '../send/send-record.ts';
import type {
  BulkDraft,
  Correction,
  StoredFile,
  KnownRequest,
  Reminder,
  SavedView,
  UnlinkedSigner,
  WriteRecord,
} from './record-shapes.ts';

/**
 * The database of this browser. Every record carries the scope (service and organization) that it belongs to, and is
 * read only under the same scope; none contains a key.
 */
export interface Stored extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { scope: string } };
  /** Files of drafts and of sends under way: what they are, and where their bytes are. */
  files: { key: string; value: StoredFile; indexes: { scope: string; bytes: string } };
  operations: { key: string; value: SendJob; indexes: { scope: string } };
  /** Requests that this browser created, for services that cannot list requests. */
  requests: { key: string; value: KnownRequest; indexes: { scope: string } };
  /** Queues of certifications. Their witnesses are stored separately, because one queue may have thousands. */
  certifications: { key: string; value: CertifyJob; indexes: { scope: string } };
  certifyItems: { key: [string, number]; value: CertifyItem; indexes: { state: [string, string, number] } };
  /** Changes that this browser requested of services, without their contents. */
  writes: { key: string; value: WriteRecord; indexes: { scope: string } };
  /** Bulks. Their requests are stored separately, because one bulk may have thousands. */
  bulks: { key: string; value: BulkJob; indexes: { scope: string } };
  bulkItems: { key: [string, number]; value: BulkItem; indexes: { state: [string, string, number] } };
  /** Bulks that are being prepared. */
  bulkDrafts: { key: string; value: BulkDraft; indexes: { scope: string } };
  /** Rejected requests with the requests that replaced them. */
  corrections: { key: string; value: Correction; indexes: { scope: string } };
  /** Time of the last reminder from here by request and person; never the text or its link. */
  reminders: { key: string; value: Reminder; indexes: { scope: string } };
  /** People who were chosen as signers without a link and are not invited yet, by request. */
  unlinkedSigners: { key: string; value: UnlinkedSigner; indexes: { scope: string } };
  /** Views of the list of requests that were saved under a name. */
  savedViews: { key: string; value: SavedView; indexes: { scope: string } };
}

/** Builds may only add stores: a page of an older build continues with the stores that it knows. */
const version = 7;

let opening: Promise<IDBPDatabase<Stored>> | undefined;

export function database(): Promise<IDBPDatabase<Stored>> {
  opening ??= open().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function open(): Promise<IDBPDatabase<Stored>> {
  try {
    return await openDB<Stored>('testigo', version, { ...events, upgrade });
  } catch (error) {
    // A newer build was here since this page was loaded. What it added is nothing to this one.
    if (error instanceof DOMException && error.name === 'VersionError')
      return openDB<Stored>('testigo', undefined, events);
    throw error;
  }
}

const events: OpenDBCallbacks<Stored> = {
  // A newer build in another tab may want to upgrade: let it.
  blocking(_current, _next, event) {
    (event.target as IDBDatabase).close();
    opening = undefined;
  },
  terminated() {
    opening = undefined;
  },
};

const upgrade: NonNullable<OpenDBCallbacks<Stored>['upgrade']> = (db, before, _after, change) => {
  if (before < 1) {
    db.createObjectStore('drafts', { keyPath: 'id' }).createIndex('scope', 'scope');
    db.createObjectStore('files', { keyPath: 'id' });
    db.createObjectStore('operations', { keyPath: 'id' }).createIndex('scope', 'scope');
    db.createObjectStore('requests', { keyPath: 'key' }).createIndex('scope', 'scope');
  }
  const byState = ['operation', 'state', 'n'];
  if (before < 2) {
    db.createObjectStore('certifications', { keyPath: 'id' }).createIndex('scope', 'scope');
    db.createObjectStore('certifyItems', { keyPath: ['operation', 'n'] }).createIndex('state', byState);
  }
  if (before < 3) db.createObjectStore('writes', { keyPath: 'id' }).createIndex('scope', 'scope');
  if (before < 4) {
    db.createObjectStore('bulks', { keyPath: 'id' }).createIndex('scope', 'scope');
    db.createObjectStore('bulkItems', { keyPath: ['operation', 'n'] }).createIndex('state', byState);
    db.createObjectStore('bulkDrafts', { keyPath: 'id' }).createIndex('scope', 'scope');
    const files = change.objectStore('files');
    files.createIndex('scope', 'scope');
    files.createIndex('bytes', 'bytes');
  }
  if (before < 5) {
    db.createObjectStore('corrections', { keyPath: 'key' }).createIndex('scope', 'scope');
    db.createObjectStore('reminders', { keyPath: 'key' }).createIndex('scope', 'scope');
  }
  if (before < 6) db.createObjectStore('unlinkedSigners', { keyPath: 'key' }).createIndex('scope', 'scope');
  if (before < 7) db.createObjectStore('savedViews', { keyPath: 'id' }).createIndex('scope', 'scope');
};
