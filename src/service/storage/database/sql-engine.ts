/** What runs statements: an engine, or a transaction of it. */
export interface SqlRunner {
  /** The rows of one statement. Whole numbers of 64 bits arrive as numbers. */
  query<Row extends object>(text: string, params: readonly unknown[]): Promise<Row[]>;
  /** Several statements without parameters. */
  exec(text: string): Promise<void>;
}

/** The embedded database as it runs somewhere: in this thread or in one of its own. */
export interface SqlEngine extends SqlRunner {
  /** Whether it can answer no more, because it was closed or because it broke. */
  readonly closed: boolean;
  /**
   * Everything in `work` or nothing. It has one connection: single statements and other transactions wait for their
   * turn, in the order in which they came.
   */
  transaction<T>(work: (tx: SqlRunner) => Promise<T>): Promise<T>;
  /** Ends it in order. */
  close(): Promise<void>;
  /** Ends one that broke, without another statement. When this resolves, its files are free. */
  discard(): Promise<void>;
}

/** The thread of an engine ended. Nobody knows whether the statement that was under way was carried out. */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
}

export interface EngineSource {
  /** Folder of the files; in memory when absent. */
  readonly folder?: string | undefined;
  /** What an empty folder is filled with. */
  readonly prepared?: Blob | undefined;
}
