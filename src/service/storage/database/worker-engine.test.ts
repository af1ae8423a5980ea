import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from './sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, prepareEmptyDataDir } from './database.ts';
import { receivedError, sentError } from './engine-protocol.ts';
import { openLocalEngine } from './local-engine.ts';
import { EngineStopped } from './sql-engine.ts';
import type { SqlEngine } from './sql-engine.ts';
import { openWorkerEngine } from './worker-engine.ts';

let prepared: Blob;
let engine: SqlEngine;
let local: SqlEngine;

beforeAll(async () => {
  prepared = await prepareEmptyDataDir([], 'none');
  [engine, local] = await Promise.all([openWorkerEngine({ prepared }), openLocalEngine({ prepared })]);
  await engine.exec(`create table counted (n integer primary key);
    create table parts (n integer references counted (n) deferrable initially deferred)`);
});
afterAll(async () => {
  await engine.close();
  await local.close();
});

const counted = async (): Promise<number[]> =>
  (await engine.query<{ n: number }>('select n from counted order by n', [])).map(({ n }) => n);

describe('the embedded database in a thread of its own', () => {
  it('answers the same rows as in this thread', async () => {
    const statement = `select $1::text as text, 9007199254740991::bigint as big, 1.50::numeric as exact, null as nothing,
      timestamptz '2026-11-23T06:05:00.123Z' as instant, '{"a": [1, null]}'::jsonb as json, true as yes,
      array['a', 'b'] as list, '\\x00ff'::bytea as bytes, current_setting('TimeZone') as zone`;
    const [row] = await engine.query(statement, ['Peña']);
    expect(row).toEqual((await local.query(statement, ['Peña']))[0]);
    expect(row).toMatchObject({ big: 9_007_199_254_740_991, exact: '1.50', zone: 'UTC' });
    expect(row).toMatchObject({ instant: new Date('2026-11-23T06:05:00.123Z') });
  });

  it('refuses a statement with the code of the database, and goes on', async () => {
    await engine.query('insert into counted values (1)', []);
    const refused = engine.query('insert into counted values (1)', []);
    await expect(refused).rejects.toMatchObject({ code: '23505', constraint: 'counted_pkey' });
    await expect(refused).rejects.toBeInstanceOf(Error);
    // What cannot be sent is refused as well, and nothing waits for it.
    await expect(engine.query('select $1', [() => undefined])).rejects.toThrow('could not be cloned');
    expect(await counted()).toEqual([1]);
    await engine.query('delete from counted', []);
  });

  it('carries out statements and transactions one after another, in the order in which they came', async () => {
    const counts: number[][] = [];
    const adding = (n: number) =>
      engine.transaction(async (tx) => {
        await tx.query('insert into counted values ($1)', [n]);
        // Others came meanwhile, and wait.
        await new Promise((resolve) => setTimeout(resolve, 30));
        await tx.query('insert into counted values ($1)', [n + 1]);
      });
    await Promise.all([
      adding(10),
      counted().then((found) => counts.push(found)),
      adding(20),
      counted().then((found) => counts.push(found)),
    ]);
    expect(counts).toEqual([
      [10, 11],
      [10, 11, 20, 21],
    ]);
    await engine.query('delete from counted', []);
  });

  it('undoes a transaction that its owner gives up or that cannot be committed', async () => {
    const reason = new Error('The owner gives up.');
    const givenUp = engine.transaction(async (tx) => {
      await tx.query('insert into counted values (1)', []);
      throw reason;
    });
    await expect(givenUp).rejects.toBe(reason);
    const late = engine.transaction((tx) => tx.query('insert into parts values (404)', []));
    await expect(late).rejects.toMatchObject({ code: '23503' });
    expect(await counted()).toEqual([]);
  });

  it('tells whoever waits when the thread ends, and refuses what comes later', async () => {
    const own = await openWorkerEngine({ prepared });
    const waiting = own.query('select count(*) from generate_series(1, 100000000)', []);
    await Promise.all([
      expect(waiting).rejects.toBeInstanceOf(EngineStopped),
      new Promise((resolve) => setTimeout(resolve, 100)).then(() => own.discard()),
    ]);
    expect(own.closed).toBe(true);
    await expect(own.query('select 1', [])).rejects.toBeInstanceOf(EngineStopped);
    await expect(own.transaction((tx) => tx.exec('select 1'))).rejects.toBeInstanceOf(EngineStopped);
  });

  it('keeps the class of an error by which a broken engine is known', () => {
    const broken = receivedError(structuredClone(sentError(new WebAssembly.RuntimeError('unreachable'))));
    expect(broken).toBeInstanceOf(WebAssembly.RuntimeError);
    expect(broken.message).toBe('unreachable');
    const full = Object.assign(new Error('Disk full.'), { code: 'ENOSPC' });
    expect(receivedError(structuredClone(sentError(full)))).toMatchObject({
      message: 'Disk full.',
      code: 'ENOSPC',
    });
    expect(receivedError(structuredClone(sentError('text'))).message).toBe('text');
  });

  it('does not hold a process that has nothing else to do', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'testigo-holding-'));
    const program = join(folder, 'program.mts');
    await writeFile(
      program,
      `import { openWorkerEngine } from ${JSON.stringify(new URL('worker-engine.ts', import.meta.url).href)};
      const engine = await openWorkerEngine({});
      console.log((await engine.query('select 7 as n', []))[0].n);`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program]);
    await rm(folder, { recursive: true, force: true });
    expect(stdout).toBe('7\n');
  });
});

describe('an engine that breaks', () => {
  it('ST-22 is discarded before another one opens what is on the disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'testigo-breaking-'));
    const history: string[] = [];
    let failing = false;
    const database = await openDatabase({
      dataFolder: folder,
      prepared,
      migrations: [],
      async openEngine(source) {
        history.push('open');
        const opened = await openWorkerEngine(source);
        return {
          ...opened,
          get closed() {
            return opened.closed;
          },
          query: (text, params) =>
            failing
              ? Promise.reject(new WebAssembly.RuntimeError('unreachable'))
              : opened.query(text, params),
          async discard() {
            await opened.discard();
            failing = false;
            history.push('discarded');
          },
        };
      },
    });
    try {
      await database.script('create table stored (n integer); insert into stored values (1)');
      failing = true;
      await expect(database.rows(sql`select n from stored`)).rejects.toMatchObject({
        name: 'StorageUnavailable',
        why: 'lost',
      });
      expect(await database.rows(sql`select n from stored`)).toEqual([{ n: 1 }]);
      expect(history).toEqual(['open', 'discarded', 'open']);
    } finally {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
