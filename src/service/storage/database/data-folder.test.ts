import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from './sql.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isNewDataFolder, openDatabase, prepareEmptyDataDir } from './database.ts';

// The folder of the embedded database: what is in it decides, and nothing of it is ever deleted.

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

let blob: Promise<Blob> | undefined;
const prepared = (): Promise<Blob> => (blob ??= prepareEmptyDataDir(undefined, 'none'));

/** Opens, works, closes. */
async function using<T>(
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
  aside: string[] = [],
): Promise<T> {
  const database = await openDatabase({
    dataFolder: folder,
    prepared: await prepared(),
    onMovedAside: (path) => aside.push(path),
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const keep = (): Promise<void> =>
  using(async (database) => {
    await database.script(`create table documents (name text); insert into documents values ('contract')`);
  });
const readNames = (aside?: string[]): Promise<string[]> =>
  using(async (database) => {
    const rows = await database.rows<{ name: string }>(sql`select name from documents`);
    return rows.map(({ name }) => name);
  }, aside);

describe('the folder of the embedded database', () => {
  it('is opened as it is, whatever files beside it are missing', async () => {
    await keep();
    for (const name of readdirSync(folder))
      if (name !== 'database') await rm(join(folder, name), { recursive: true, force: true });
    expect(isNewDataFolder(folder)).toBe(false);
    const aside: string[] = [];
    expect(await readNames(aside)).toEqual(['contract']);
    expect(aside).toEqual([]);
  });

  it('is opened where a former version left its own file beside it', async () => {
    await keep();
    await writeFile(join(folder, 'database-is-whole'), '');
    expect(await readNames()).toEqual(['contract']);
  });

  it('is moved aside and never deleted, where the start that filled it was cut off', async () => {
    await mkdir(join(folder, 'database'));
    await writeFile(join(folder, 'database', 'PG_VERSION'), '17');
    await writeFile(join(folder, 'database-is-being-filled'), '');
    expect(isNewDataFolder(folder)).toBe(true);
    const aside: string[] = [];
    await using((database) => database.rows(sql`select 1`), aside);
    expect(aside).toEqual([join(folder, 'database-unfinished-1')]);
    expect(existsSync(join(folder, 'database-unfinished-1', 'PG_VERSION'))).toBe(true);
    expect(isNewDataFolder(folder)).toBe(false);
    await keep();
    expect(await readNames()).toEqual(['contract']);
  });

  it('keeps each of several halves', async () => {
    const aside: string[] = [];
    for (let at = 0; at < 2; at++) {
      await rm(join(folder, 'database'), { recursive: true, force: true });
      await mkdir(join(folder, 'database'));
      await writeFile(join(folder, 'database', `half-${at}`), '');
      await writeFile(join(folder, 'database-is-being-filled'), '');
      await using((database) => database.rows(sql`select 1`), aside);
    }
    expect(aside.map((path) => readdirSync(path))).toEqual([['half-0'], ['half-1']]);
  });

  it('is left alone where it cannot be opened: the start fails, and what is there stays', async () => {
    await keep();
    await truncate(join(folder, 'database', 'global', 'pg_control'), 10);
    const before = readdirSync(join(folder, 'database')).length;
    await expect(readNames()).rejects.toThrow();
    expect(readdirSync(join(folder, 'database')).length).toBeGreaterThanOrEqual(before);
    expect(readdirSync(folder).filter((name) => name.startsWith('database-unfinished'))).toEqual([]);
  });

  it('is new where it is absent or empty', async () => {
    expect(isNewDataFolder(folder)).toBe(true);
    await mkdir(join(folder, 'database'));
    expect(isNewDataFolder(folder)).toBe(true);
    await keep();
    expect(isNewDataFolder(folder)).toBe(false);
  });
});
