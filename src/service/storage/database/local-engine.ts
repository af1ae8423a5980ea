import { PGlite, types } from '@electric-sql/pglite';
import type { Transaction } from '@electric-sql/pglite';
import { unpackInto } from './unpack.ts';
import type { EngineSource, SqlEngine, SqlRunner } from './sql-engine.ts';

/** An engine in the thread that calls this, which does nothing else while a statement runs. */
export interface LocalEngine extends SqlEngine {
  /** All of its files as one. */
  dump(compression: 'gzip' | 'none'): Promise<Blob>;
}

export async function openLocalEngine({ folder, prepared }: EngineSource): Promise<LocalEngine> {
  if (folder !== undefined && prepared) await unpackInto(folder, prepared);
  const engine = await (folder !== undefined
    ? PGlite.create(folder)
    : PGlite.create(prepared ? { loadDataDir: prepared } : {}));
  await engine.exec("set time zone 'UTC'");
  return {
    ...runnerOf(engine),
    get closed() {
      return engine.closed;
    },
    transaction: (work) => engine.transaction((tx) => work(runnerOf(tx))),
    dump: (compression) => engine.dumpDataDir(compression),
    close: () => engine.close(),
    discard: () => Promise.resolve(),
  };
}

const parsers = { [types.INT8]: Number };

const runnerOf = (runner: PGlite | Transaction): SqlRunner => ({
  query: async <Row extends object>(text: string, params: readonly unknown[]) =>
    (await runner.query<Row>(text, [...params], { parsers })).rows,
  async exec(text) {
    await runner.exec(text);
  },
});
