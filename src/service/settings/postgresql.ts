import { refuseWithout, SettingsError } from './read-setting.ts';
import type { Read, ReadInteger } from './read-setting.ts';

export interface PostgresqlSettings {
  /** Most connections at once; one more holds the locks of the instance. */
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** How long a statement waits for a connection: a new one, or one of the pool. */
  readonly connectTimeoutMs: number;
}

export function readDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  // What was given may hold a password, so it is not repeated.
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw new SettingsError(
      'DATABASE_URL is no address of PostgreSQL; expected postgres://role:password@host:port/database.',
    );
  return value;
}

export function readPostgresql(
  read: Read,
  readInteger: ReadInteger,
  databaseUrl: string | undefined,
): PostgresqlSettings {
  if (databaseUrl === undefined)
    refuseWithout(
      'DATABASE_URL',
      ['TESTIGO_POOL', 'TESTIGO_POOL_TIMEOUT', 'TESTIGO_STATEMENT_TIMEOUT'],
      read,
    );
  return {
    // A transaction may need a second connection beside its own.
    poolSize: readInteger('TESTIGO_POOL', 10, 2, 1000),
    connectTimeoutMs: readInteger('TESTIGO_POOL_TIMEOUT', 5, 1, 600) * 1000,
    statementTimeoutMs: readInteger('TESTIGO_STATEMENT_TIMEOUT', 60, 1, 3600) * 1000,
  };
}
