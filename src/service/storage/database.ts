import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import type { Transaction } from '@electric-sql/pglite';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { migrate, readMigrations } from './migrate.ts';
import type { Migration } from './migrate.ts';

/** Where queries run: the database itself, or a transaction of it. Values are always bound, never written into text. */
export interface Queries {
  /**
   * The rows of one statement. Instants arrive as `Date`, `bigint` as number, `numeric` as text, `jsonb` parsed.
   */
  rows<Row extends object>(query: SQL): Promise<Row[]>;
  /** Several statements without parameters. */
  script(text: string): Promise<void>;
}

export interface Database extends Queries {
  readonly kind: 'embedded' | 'postgresql';
  /**
   * Everything in `work` or nothing. Inside it, only `tx` may be asked: the embedded database has one connection.
   * A transaction that lost against another is run again, so `work` has no effect outside the database.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Folder of the embedded database; in memory when absent. */
  readonly dataFolder?: string;
  /** What `prepareEmptyDataDir` made: a first start loads it instead of building one. */
  readonly prepared?: Blob | undefined;
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl?: string | undefined;
  readonly migrations?: readonly Migration[];
}

/** Opens the database and brings it to the newest migration. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = options.databaseUrl
    ? openPostgresql(options.databaseUrl)
    : await openEmbedded(options.dataFolder, options.prepared);
  try {
    const migrations = options.migrations ?? readMigrations();
    await database.transaction((tx) => migrate(tx, migrations));
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** A migrated, empty data folder as one gzipped file, to be made at build time and given to `openDatabase`. */
export async function prepareEmptyDataDir(migrations?: readonly Migration[]): Promise<Blob> {
  const engine = await PGlite.create();
  const database = embedded(engine);
  await database.transaction((tx) => migrate(tx, migrations ?? readMigrations()));
  const blob = await engine.dumpDataDir('gzip');
  await database.close();
  return blob;
}

/** Whether the embedded database of a data folder was never opened whole. */
export const isNewDataFolder = (dataFolder: string): boolean => !existsSync(join(dataFolder, wholeMark));

/** Reads a prepared data folder from a file; undefined when there is none. */
export async function readPrepared(path: string): Promise<Blob | undefined> {
  return existsSync(path) ? new Blob([await readFile(path)], { type: 'application/x-gzip' }) : undefined;
}

/** Whether a statement failed because a value that must be unique is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505';
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

const dialect = new PgDialect();
/** This file stands beside the folder once the engine has opened it. */
const wholeMark = 'database-is-whole';

const utc = "set time zone 'UTC'";

async function openEmbedded(dataFolder: string | undefined, prepared: Blob | undefined): Promise<Database> {
  const loaded = prepared ? { loadDataDir: prepared } : {};
  if (dataFolder === undefined) return embedded(await PGlite.create(loaded));
  const folder = join(dataFolder, 'database');
  const whole = join(dataFolder, wholeMark);
  // A start that was killed while the folder was being filled left half of it, and nothing was acknowledged
  // yet: it is made anew. The file is written when the engine has opened the folder once.
  if (!existsSync(whole)) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const engine = await PGlite.create(folder, existsSync(whole) ? {} : loaded);
  await engine.exec(utc);
  if (!existsSync(whole)) await writeFile(whole, '');
  return embedded(engine);
}

function embedded(engine: PGlite): Database {
  const parsers = { [types.INT8]: Number };
  const queriesOf = (runner: PGlite | Transaction): Queries => ({
    async rows<Row extends object>(query: SQL) {
      const { sql, params } = dialect.sqlToQuery(query);
      return (await runner.query<Row>(sql, params, { parsers })).rows;
    },
    async script(text) {
      await runner.exec(text);
    },
  });
  return {
    kind: 'embedded',
    ...queriesOf(engine),
    transaction: (work) => engine.transaction((tx) => work(queriesOf(tx))),
    close: () => engine.close(),
  };
}

function openPostgresql(databaseUrl: string): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    options: '-c timezone=UTC',
    types: {
      getTypeParser: ((id: number, format?: 'text' | 'binary') =>
        id === Number(pg.types.builtins.INT8)
          ? Number
          : (pg.types.getTypeParser(id, format) as unknown)) as typeof pg.types.getTypeParser, // pg types the parser of each id apart
    },
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const queriesOf = (runner: Pick<pg.Pool, 'query'> | pg.PoolClient): Queries => ({
    async rows<Row extends object>(query: SQL) {
      const { sql, params } = dialect.sqlToQuery(query);
      return (await runner.query<Row & pg.QueryResultRow>(sql, params)).rows;
    },
    async script(text) {
      await runner.query(text);
    },
  });
  const once = async <T>(work: (tx: Queries) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const result = await work(queriesOf(client));
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      // Whether the rollback works tells whether the connection can be used again.
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      );
      throw error;
    }
  };
  return {
    kind: 'postgresql',
    ...queriesOf(pool),
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work);
        } catch (error) {
          if (attempt >= 5 || !lostAgainstAnother.has(codeOf(error))) throw error;
        }
      }
    },
    close: () => pool.end(),
  };
}

/** Serialization failure and deadlock: run again, the transaction would have held alone. */
const lostAgainstAnother: ReadonlySet<unknown> = new Set(['40001', '40P01']);
