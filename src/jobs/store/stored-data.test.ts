import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { QueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scopeOf } from '#client/session/connection.ts';
import type { Client } from '#client/http/client.ts';
import { recordsOf } from '../testing/records.ts';
import { bulks } from '../bulk/bulks.ts';
import { certifications } from '../certify/certifications.ts';
import { jobList } from '../engine/job-list.ts';
import { sends } from '../send/sends.ts';
import { bulkDrafts } from '../drafts/bulk-drafts.ts';
import { database } from './database.ts';
import { newDraft } from '../drafts/draft-shape.ts';
import { drafts } from '../drafts/drafts.ts';
import { storedFiles } from './stored-files.ts';
import { knownRequests, type KnownRequests } from './known-requests.ts';
import { stores, storedData, type StoredCounts } from './stored-data.ts';
import { corrections, reminders, unlinkedSigners } from './follow-ups.ts';
import { savedViews } from './saved-views.ts';
import { fakeFileSystem } from './testing/fake-folder.ts';
import { writes } from './writes.ts';

const src = join(process.cwd(), 'src');
const table = readFileSync(join(src, 'jobs/store/README.md'), 'utf8');
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''))
      .slice(1, -1),
  );

/** Files of the app that keep something in the small stores, with the names that stand in them. */
function keepers(): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
    const path = relative(src, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
    if (!/^(client|jobs|ui|widgets|features|app)\/.*\.tsx?$/.test(path) || /\.test\.|\/testing\//.test(path))
      continue;
    const text = readFileSync(join(src, path), 'utf8');
    if (!/\b(?:localPreferences|tabStore|localStorage|sessionStorage|TabStore|PreferenceStore)\b/.test(text))
      continue;
    const names = [
      ...text.matchAll(/const (?:\w*[sS]lot|place|prefix|preferenceKey)\b[^=]*= ['`]([^'`]+)['`]/g),
    ];
    if (names.length > 0)
      found.set(
        path,
        names.map(([, name = '']) => name),
      );
  }
  return found;
}

describe('The table of stored data', () => {
  it('has every store of the database, and none that is not there', async () => {
    const named = rows.filter((row) => row.length === 3).map(([name]) => name);
    expect(named.sort()).toEqual([...(await database()).objectStoreNames].sort());
    expect(named.sort()).toEqual(Object.keys(stores).sort());
  });

  it('has every name of the small stores, with the file that keeps it', () => {
    const small = rows.filter((row) => row.length === 4);
    const reported = keepers();
    expect(reported.size).toBeGreaterThan(5);
    for (const [path, names] of reported)
      for (const name of names) {
        const bare = name.replace(/^testigo\./, '');
        const row = small.find(
          ([first = '', , keeper]) => keeper === path && first.replace(/^testigo\./, '') === bare,
        );
        expect(row, `${name} of ${path}`).toBeDefined();
      }
    // A file that is named keeps something.
    for (const [name, , keeper = ''] of small)
      expect(readFileSync(join(src, keeper), 'utf8'), `${name} of ${keeper}`).toContain(
        name?.replace(/^testigo\./, '') ?? '',
      );
  });
});

/** Two organizations at two services: four scopes, of which nothing may cross. */
const scopes = ['https://one.example', 'https://two.example'].flatMap((origin) =>
  ['a', 'b'].map((letter) =>
    scopeOf({ id: 'own', baseUrl: `${origin}/rest/v1`, contentForm: 'flat' }, letter.repeat(24)),
  ),
);
const idIn = (scope: string): string => `of ${scope}`;
const later = new Date(Date.now() + 3_600_000).toISOString();

async function keepInAll(): Promise<void> {
  const db = await database();
  for (const scope of scopes) {
    const { files: _files, ...records } = recordsOf(scope, idIn(scope), later);
    await drafts(scope).write({ ...newDraft(scope), id: idIn(scope), updatedAt: later });
    await storedFiles(scope).writeFile(idIn(scope), new File([scope], 'carta.txt'));
    for (const [store, record] of Object.entries(records))
      // A record stands under the name of its own store.
      await db.put(store as 'operations', record as typeof records.operations);
  }
}

const readOf = <T, K extends QueryKey>(options: UseQueryOptions<T, Error, T, K>): Promise<T> =>
  new QueryClient({ defaultOptions: { queries: { retry: false } } }).query(options as never);

/** Everything that can be listed of a scope, as ids. */
async function listed(scope: string): Promise<Record<string, unknown[]>> {
  const ids = (found: readonly { id?: unknown }[]): unknown[] => found.map(({ id }) => id);
  // A service that has no witnesses: what is listed is of this browser.
  const client = {
    scope,
    call: () => Promise.resolve({ results: [], info: { count: 0 } }),
    // Of a client only what the record of requests asks for.
  } as unknown as Client;
  return {
    drafts: ids(await readOf(drafts(scope).list())),
    files: ids(await storedFiles(scope).listFiles()),
    operations: ids(await sends(scope).list()),
    requests: ids((await readOf<KnownRequests, QueryKey>(knownRequests(client).list() as never)).items),
    certifications: ids(await certifications(scope).list()),
    writes: ids(await readOf(writes(scope).list())),
    bulks: ids(await bulks(scope).list()),
    bulkDrafts: ids(await readOf(bulkDrafts(scope).list())),
    corrections: (await readOf(corrections(scope).list())).map((record) => idIn(record.scope)),
    reminders: (await readOf(reminders(scope).list())).map((record) => idIn(record.scope)),
    unlinkedSigners: (await readOf(unlinkedSigners(scope).list())).map((record) => idIn(record.scope)),
    savedViews: ids(await readOf(savedViews(scope).list())),
    journal: ids((await readOf(jobList(scope))).map(({ job }) => job)),
  };
}

/** Everything that an id finds under a scope. */
async function found(scope: string, id: string): Promise<unknown[]> {
  return Promise.all([
    drafts(scope).read(id),
    storedFiles(scope).readFile(id),
    sends(scope).read(id),
    sends(scope).readFile(id),
    certifications(scope).read(id),
    certifications(scope)
      .listItems(id)
      .then((items) => items[0]),
    bulks(scope).read(id),
    bulks(scope)
      .listItems(id)
      .then((items) => items[0]),
    bulkDrafts(scope).read(id),
  ]);
}

const countsOf = (scope: string): Promise<StoredCounts> => readOf(storedData(scope).counts());

describe('Of two organizations at two services', () => {
  beforeEach(async () => {
    const system = fakeFileSystem();
    vi.stubGlobal('FileSystemFileHandle', system.Handle);
    vi.stubGlobal('navigator', { storage: system.storage });
    await storedData().erase();
    await keepInAll();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('each lists its own, of every kind', async () => {
    for (const scope of scopes)
      for (const [kind, ids] of Object.entries(await listed(scope)))
        expect(new Set(ids), `${kind} of ${scope}`).toEqual(new Set([idIn(scope)]));
  });

  it('none finds what is of another, by whatever id', async () => {
    for (const scope of scopes)
      for (const other of scopes) {
        const answers = await found(scope, idIn(other));
        for (const answer of answers)
          if (scope === other) expect(answer).toBeDefined();
          else expect(answer).toBeUndefined();
      }
  });

  it('none removes what is of another', async () => {
    const [here = '', there = ''] = scopes;
    const id = idIn(there);
    await Promise.all([
      drafts(here).remove(id),
      sends(here).remove(id),
      certifications(here).remove(id),
      bulks(here).remove(id),
      bulkDrafts(here).remove(id),
    ]);
    expect((await found(there, id)).every((answer) => answer !== undefined)).toBe(true);
  });

  it('each counts its own, and erases its own and nothing else', async () => {
    const [gone = '', ...others] = scopes;
    for (const scope of scopes)
      expect(await countsOf(scope)).toEqual({
        drafts: 1,
        sends: 1,
        requests: 1,
        certifications: 1,
        bulks: 1,
        bulkRequests: 3,
        bulkDrafts: 1,
        writes: 1,
        followUps: 3,
        savedViews: 1,
        files: 1,
        fileBytes: scope.length,
        unfinished: 3,
      });
    await storedData(gone).erase();
    expect(new Set(Object.values(await countsOf(gone)))).toEqual(new Set([0]));
    const db = await database();
    for (const name of db.objectStoreNames) {
      const left = (await db.getAll(name)).map(({ scope }) => scope);
      expect(left.sort(), name).toEqual([...others].sort());
    }
  });
});
