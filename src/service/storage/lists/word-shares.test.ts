import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setClock } from '#clock/clock.ts';
import { openTestDatabase } from '../testing/database.ts';
import type { Database } from '../database/database.ts';
import { rareWords, sharesOf } from './word-shares.ts';

describe('words that an index is searched for', () => {
  const shareOf = (word: string): number => ({ cliente: 1, contrato: 0.25, de: 1, ana: 0.02 })[word] ?? 0;
  it.each([
    ['cliente 12345', ['12345']],
    ['contrato, cliente: ana', ['ana']],
    // All alike, common or rare, and what has no trigram: nothing is gained.
    ['cliente', []],
    ['contrato cliente', []],
    ['12345 67890', []],
    ['12345', []],
    ['ab 12345', []],
    ['%_\\', []],
    ['', []],
    ['cliente ñandú', ['ñandú']],
  ])('%j: %j', (needle, words) => {
    expect(rareWords(needle, shareOf)).toEqual(words);
  });
});

describe('shares by the statistics of the database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.script(`create table named as
      select case when n % 4 = 0 then 'the same, always' else 'name ' || n || ', "a {b}"' end as name
      from generate_series(1, 4000) n`);
  });
  afterAll(() => database.close());

  it('are zero before there are any, are read once in ten minutes, and are near the truth', async () => {
    const before = await sharesOf(database, 'named', 'name');
    expect(before('name')).toBe(0);
    await database.script('analyze named');
    expect(await sharesOf(database, 'named', 'name')).toBe(before);
    setClock(new Date(Date.now() + 601_000));
    const shareOf = await sharesOf(database, 'named', 'name');
    expect(shareOf('always')).toBeCloseTo(0.25, 1);
    expect(shareOf('name')).toBeCloseTo(0.75, 1);
    expect(shareOf('"a {b}"')).toBeCloseTo(0.75, 1);
    expect(shareOf('nowhere')).toBe(0);
    expect(rareWords('name 1234567', shareOf)).toEqual(['1234567']);
  });

  it('that could not be read are read again', async () => {
    const rows = vi.spyOn(database, 'rows').mockRejectedValueOnce(new Error('lost'));
    await expect(sharesOf(database, 'named', 'other')).rejects.toThrow('lost');
    await expect(sharesOf(database, 'named', 'other')).resolves.toBeTypeOf('function');
    expect(rows).toHaveBeenCalledTimes(2);
  });
});
