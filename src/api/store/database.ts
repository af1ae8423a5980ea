import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Draft } from './drafts.ts';
import type { CertifyItem, CertifyOperation } from '../operations/certify-witnesses.ts';
import type { SendOperation } from '../operations/send-request.ts';
import type { KnownRequest } from './known-requests.ts';
import type { WriteRecord } from './writes.ts';

/**
 * What this browser keeps. Every record carries the scope (service and organization) it belongs to, and is
 * read only under the same one; none holds a key.
 */
export interface Stored extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { scope: string } };
  /** File bytes of drafts and of sends under way, by the draft's id. */
  files: { key: string; value: { id: string; scope: string; file: Blob; name: string; type: string } };
  operations: { key: string; value: SendOperation; indexes: { scope: string } };
  /** What was created from here, for services that cannot list requests. */
  requests: { key: string; value: KnownRequest; indexes: { scope: string } };
  /** Queues of certifications, and since there may be thousands in one, their witnesses apart. */
  certifications: { key: string; value: CertifyOperation; indexes: { scope: string } };
  certifyItems: { key: [string, number]; value: CertifyItem; indexes: { state: [string, string, number] } };
  /** What this browser asked services to change, without what was in it. */
  writes: { key: string; value: WriteRecord; indexes: { scope: string } };
}

let opening: Promise<IDBPDatabase<Stored>> | undefined;

export function database(): Promise<IDBPDatabase<Stored>> {
  opening ??= openDB<Stored>('testigo', 3, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('drafts', { keyPath: 'id' }).createIndex('scope', 'scope');
        db.createObjectStore('files', { keyPath: 'id' });
        db.createObjectStore('operations', { keyPath: 'id' }).createIndex('scope', 'scope');
        db.createObjectStore('requests', { keyPath: 'key' }).createIndex('scope', 'scope');
      }
      if (before < 2) {
        db.createObjectStore('certifications', { keyPath: 'id' }).createIndex('scope', 'scope');
        db.createObjectStore('certifyItems', { keyPath: ['operation', 'n'] }).createIndex('state', [
          'operation',
          'state',
          'n',
        ]);
      }
      if (before < 3) db.createObjectStore('writes', { keyPath: 'id' }).createIndex('scope', 'scope');
    },
    // A newer build in another tab may want to upgrade: let it.
    blocking(_current, _next, event) {
      (event.target as IDBDatabase).close();
      opening = undefined;
    },
    terminated() {
      opening = undefined;
    },
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}
