import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import { sql } from './sql.ts';
import type { Database } from './database.ts';
import { endsOlderBuilds, endsOlderBuildsLater, migrate, MigrationError, readMigrations } from './migrate.ts';
import type { Migration } from './migrate.ts';

describe('migrations', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const open = (migrations: readonly Migration[]): Promise<void> =>
    database.transaction((tx) => migrate(tx, migrations));
  const migration = (name: string, text: string): Migration => ({ name, text, checksum: name });
  const ours = readMigrations();

  it('refuse data that was made by another text', async () => {
    const [first] = ours;
    await expect(open([{ ...first!, checksum: 'other' }])).rejects.toThrow(MigrationError);
    await expect(open(ours)).resolves.toBeUndefined();
  });

  it('that take something away later end older builds at once only in a database that is made with them', async () => {
    const later = migration('9997-later.sql', `${endsOlderBuildsLater}\nselect 1`);
    const ended = sql`select name from migrations where ends_older and name like '9%'`;
    const asNew = database.transaction(async (tx) => {
      await tx.rows(sql`delete from migrations`);
      await migrate(tx, [migration('9000-some.sql', 'select 1'), later]);
      expect(await tx.rows(ended)).toEqual([{ name: '9997-later.sql' }]);
      throw new Error('undone');
    });
    await expect(asNew).rejects.toThrow('undone');
    await open([...ours, later]);
    expect(await database.rows(ended)).toEqual([]);
    await expect(open(ours)).resolves.toBeUndefined();
  });

  it('leave data usable for an older build, unless one of them took something away', async () => {
    const added = migration('9998-more.sql', 'create table more_of_it (id text)');
    const taken = migration('9999-less.sql', `${endsOlderBuilds}\ndrop table more_of_it`);
    await open([...ours, added]);
    await expect(open(ours)).resolves.toBeUndefined();
    await open([...ours, added, taken]);
    await expect(open(ours)).rejects.toThrow(/9999-less\.sql, which this version lacks/);
  });

  it('give every foreign key an index that begins with its column', async () => {
    const rows = await database.rows<{ name: string }>(sql`
      select format('%s.%s', c.conrelid::regclass, a.attname) as name from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and not exists (select 1 from pg_index i where i.indrelid = c.conrelid
        and i.indkey[0] = c.conkey[1] and coalesce(pg_get_expr(i.indpred, i.indrelid), '')
          in ('', format('(%I IS NOT NULL)', a.attname)))
      order by 1`);
    expect(rows.map(({ name }) => name)).toEqual([]);
  });

  it('end older builds wherever they take something away, but for one before that rule and one that only an operator uses', () => {
    // A column that must have a value, or a value of some kind, refuses what an older build writes.
    const takesAway =
      /\bdrop\s+(table|column|view|type|function|trigger|default)\b|\brename\b|\balter\s+column\s+\w+\s+(?!set\s+storage\b)|\badd\s+(constraint|check|unique|primary)\b|\badd\s+column\b(?![^;]*\bdefault\b)[^;]*\bnot\s+null\b/i;
    for (const text of [
      'alter table a\n  drop column b',
      'alter table a alter column b set not null',
      'alter table a add column b text not null',
      'alter table a add constraint b check (c > 0)',
      'drop trigger a on b',
    ])
      expect(text).toMatch(takesAway);
    for (const text of [
      'alter table a add column b boolean not null default false',
      'alter table a alter column b set storage external',
    ])
      expect(text).not.toMatch(takesAway);
    expect(
      ours
        .filter(({ text }) => takesAway.test(text) && !text.startsWith(endsOlderBuilds))
        .map(({ name }) => name),
      // The functions of the second take away as an operator calls them, and then mark it as one that ends older builds.
    ).toEqual(['0050-unbound-uploads.sql', '0111-partitions.sql']);
  });
});
