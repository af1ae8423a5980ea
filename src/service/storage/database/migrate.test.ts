import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import type { Database } from './database.ts';
import { endsOlderBuilds, migrate, MigrationError, readMigrations } from './migrate.ts';
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

  it('leave data usable for an older build, unless one of them took something away', async () => {
    const added = migration('9998-more.sql', 'create table more_of_it (id text)');
    const taken = migration('9999-less.sql', `${endsOlderBuilds}\ndrop table more_of_it`);
    await open([...ours, added]);
    await expect(open(ours)).resolves.toBeUndefined();
    await open([...ours, added, taken]);
    await expect(open(ours)).rejects.toThrow(/9999-less\.sql, which this version lacks/);
  });

  it('end older builds wherever they take something away, but for one before that rule and one that only an operator uses', () => {
    const takesAway = /\b(drop\s+(table|column)|rename|set\s+not\s+null|alter\s+column)\b/i;
    expect('alter table a\n  drop column b').toMatch(takesAway);
    expect(
      ours
        .filter(({ text }) => takesAway.test(text) && !text.startsWith(endsOlderBuilds))
        .map(({ name }) => name),
      // The functions of the second take away as an operator calls them, and then mark it as one that ends older builds.
    ).toEqual(['0050-unbound-uploads.sql', '0111-partitions.sql']);
  });
});
