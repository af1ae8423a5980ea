import fc from 'fast-check';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { bulks } from '../bulk/bulks.ts';
import { certifications } from '../certify/certifications.ts';
import { jobList } from '../engine/job-list.ts';
import { sends } from '../send/sends.ts';
import { recordsOf } from '../testing/records.ts';
import { database } from './database.ts';
import { issuesOf, readRecord, readRecords } from './records.ts';
import { storedData } from './stored-data.ts';

const at = '2026-11-20T00:00:00.000Z';
const scope = 'https://service.example/rest/v1#a';
const records = recordsOf(scope, 'id', at);
type Store = keyof typeof records;
const stores = Object.keys(records) as Store[]; // the names are those of the object

type Path = readonly (string | number)[];
const placesOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...placesOf(inner, [...path, name])])
    : [];
function replaced(value: unknown, [first, ...rest]: Path, by: unknown): unknown {
  if (first === undefined) return by;
  const copy = structuredClone(value) as Record<string, unknown>; // a place leads through objects and arrays
  copy[first] = replaced(copy[first], rest, by);
  return copy;
}
const places = stores.flatMap((store) => placesOf(records[store]).map((path) => ({ store, path })));

describe('a stored record', () => {
  it.each(stores)('of %s is read as it was stored, with fields of a newer build', (store) => {
    const newer = { ...records[store], later: { more: 1 } };
    expect(readRecord(store, newer)).toBe(newer);
  });

  it('with any JSON in place of any part is read, or has an issue with its path', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.json({ maxDepth: 2 }), ({ store, path }, text) => {
        const record = replaced(records[store], path, JSON.parse(text));
        const issues = issuesOf(store, record);
        expect(readRecords(store, [record])).toEqual(issues.length > 0 ? [] : [record]);
        const place = path.join('.');
        for (const issue of issues) expect(issue.startsWith(place) || place.startsWith(issue)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('of which a part that decides what is done is wrong is not read', () => {
    expect(issuesOf('operations', replaced(records.operations, ['status'], 'later'))).toEqual(['status']);
    expect(issuesOf('bulkItems', replaced(records.bulkItems, ['rows', 0, 'cells'], null))).toEqual([
      'rows.0.cells',
    ]);
    expect(issuesOf('certifications', replaced(records.certifications, ['counts', 'failed'], '1'))).toEqual([
      'counts.failed',
    ]);
    expect(issuesOf('writes', replaced(records.writes, ['operation'], 'toString'))).toEqual(['operation']);
  });
});

describe('records that cannot be read', () => {
  afterEach(() => storedData().erase());
  const read = new QueryClient({ defaultOptions: { queries: { retry: false } } });

  it('are absent from the jobs, stay stored, and are named with their paths', async () => {
    const db = await database();
    for (const [store, path] of [
      ['operations', ['plan']],
      ['bulks', ['counts']],
      ['certifications', ['status']],
    ] as const) {
      const record = replaced(records[store], path, 7) as typeof records.operations;
      await db.put(store as 'operations', record);
    }
    expect(await read.query(jobList(scope))).toEqual([]);
    expect(await sends(scope).read('id')).toBeUndefined();
    await bulks(scope).retryFailed('id');
    await certifications(scope).retryFailed('id');
    expect(await db.get('bulks', 'id')).toHaveProperty('counts', 7);
    expect(await read.query(storedData(scope).unreadable())).toEqual([
      'operations.plan',
      'certifications.status',
      'bulks.counts',
    ]);
  });
});
