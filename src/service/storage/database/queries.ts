import type { Sql } from './sql.ts';

/**
 * Where queries run: the database itself, or a transaction of it. Values are always bound, never written into text.
 * Everything rejects with `StorageUnavailable` while the database is out of reach or its disk is full, and works
 * again by itself when that is over (Rule ST-22).
 */
export interface Queries {
  /**
   * The rows of one statement. Instants arrive as `Date`, `bigint` as number, `numeric` as text, `jsonb` parsed.
   */
  rows<Row extends object>(query: Sql): Promise<Row[]>;
  /** Several statements without parameters. */
  script(text: string): Promise<void>;
}
