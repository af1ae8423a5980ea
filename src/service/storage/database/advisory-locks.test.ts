import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { advisoryLocks } from './advisory-locks.ts';
import { readMigrations } from './migrate.ts';

const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\b1_?510_?1\d\d\b/g)].map(([digits]) => Number(digits.replaceAll('_', '')));

it('every advisory lock has a number of its own, which stands in one place', () => {
  const numbers = Object.values(advisoryLocks);
  expect(new Set(numbers).size).toBe(numbers.length);
  const service = new URL('../../', import.meta.url);
  const others = readdirSync(service, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.test\.ts$|advisory-locks\.ts$/.test(name),
  );
  expect(others.filter((name) => numbersIn(readFileSync(new URL(name, service), 'utf8')).length > 0)).toEqual(
    [],
  );
  // The text of a migration does not change any more.
  const ofMigrations = readMigrations().flatMap(({ text }) => numbersIn(text));
  expect(new Set(ofMigrations)).toEqual(new Set([advisoryLocks.partitions]));
});
