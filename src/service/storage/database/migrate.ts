import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { advisoryLocks } from './advisory-locks.ts';
import { sql } from './sql.ts';
import { currentTime } from '#clock/clock.ts';
import type { Queries } from './queries.ts';

export interface Migration {
  readonly name: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly checksum: string;
  readonly text: string;
}

/** A database that this version cannot open; the message says which migration and what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * The migrations of a folder in the order of their names. In a bundle the folder lies beside the bundled file.
 *
 * @param folder defaults to `migrations/` beside this module
 */
export function readMigrations(folder: URL = new URL('./migrations/', import.meta.url)): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    });
}

/** First line of a migration that takes something away, so that builds which lack it cannot use the data. */
export const endsOlderBuilds = '-- Ends older builds.';
/** First line of a migration after which something is taken away later (see older-builds.ts). */
export const endsOlderBuildsLater = '-- Ends older builds once none serves the data.';

/**
 * Applies what is missing, within the transaction given. A migration that was applied must still have the text
 * it had: data made by another text is never opened. Data with newer migrations is opened unless one of them ended
 * older builds, so that a release can be taken back.
 *
 * @throws MigrationError
 */
export async function migrate(tx: Queries, migrations: readonly Migration[]): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.migrations}::bigint)`);
  await tx.script(`create table if not exists migrations (
    name text collate "C" primary key,
    checksum text not null,
    applied_at timestamptz(3) not null
  );
  alter table migrations add column if not exists ends_older boolean not null default false`);
  const rows = await tx.rows<{ name: string; checksum: string; ends_older: boolean }>(
    sql`select name, checksum, ends_older from migrations`,
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const known = new Set(migrations.map(({ name }) => name));
  // No older build has ever served a database that is made now.
  const ends = rows.length === 0 ? [endsOlderBuilds, endsOlderBuildsLater] : [endsOlderBuilds];
  for (const { name, ends_older } of rows) {
    if (ends_older && !known.has(name))
      throw new MigrationError(`The data has migration ${name}, which this version lacks: use a newer one.`);
  }
  for (const { name, text, checksum } of migrations) {
    const found = applied.get(name);
    if (found === checksum) continue;
    if (found !== undefined)
      throw new MigrationError(
        `Migration ${name} was applied with other content: use the version that made this data.`,
      );
    await tx.script(text);
    await tx.rows(sql`insert into migrations (name, checksum, applied_at, ends_older)
      values (${name}, ${checksum}, ${currentTime().toISOString()}::timestamptz,
        ${ends.some((line) => text.startsWith(line))}::boolean)`);
  }
}
