import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestState } from '#client/queries/reading.ts';
import { matches } from '#client/queries/paging.ts';
import { boardColumns } from '../board/board-columns.ts';
import {
  fitsHere,
  fitsWhole,
  isFilteredHere,
  searchKind,
  serverFilter,
  sorted,
  type Reading,
} from './matching.ts';
import { request, requests } from '../../testing/requests.ts';
import { plainView, states, tabs, conservations, type RequestsView } from '../view.ts';

const reading: Reading = {
  organization: undefined,
  now: new Date('2026-11-20T18:00:00Z'),
  timeZone: 'America/Mexico_City',
  persons: undefined,
};

const view: fc.Arbitrary<RequestsView> = fc
  .record({
    tab: fc.constantFrom(...tabs),
    state: fc.option(fc.constantFrom(...states), { nil: undefined }),
    conservation: fc.option(fc.constantFrom(...conservations), { nil: undefined }),
    created: fc.option(fc.constantFrom('7d' as const, '30d' as const, 'last-month' as const), {
      nil: undefined,
    }),
  })
  .map((part) => ({ ...plainView, ...part, state: part.tab === 'all' ? part.state : undefined }));

/** What a service answers to a filter: the arguments that `matches` checks, and those of absence and presence. */
function serviceLetsThrough(row: object, filter: object): boolean {
  const { rejectedAt, sort: _sort, type: _type, ...rest } = filter as Record<string, unknown>;
  const wanted = (rejectedAt as { exists?: boolean } | undefined)?.exists;
  const has = (row as { rejectedAt?: unknown }).rejectedAt != null;
  return (wanted === undefined || wanted === has) && matches(row, rest);
}

describe('what the service filters and what is checked here', () => {
  test('SR-10 the service’s filter and what is checked here let through together what the view wants', () => {
    fc.assert(
      fc.property(requests, view, (rows, made) => {
        const filter = serverFilter(made, reading);
        const two = rows
          .filter((row) => serviceLetsThrough(row, filter))
          .filter((row) => !isFilteredHere(made) || fitsHere(row, made, reading));
        const one = rows.filter((row) => fitsWhole(row, made, reading));
        expect(two.map(({ id }) => id)).toEqual(one.map(({ id }) => id));
      }),
      { numRuns: 400 },
    );
  });

  test('the tabs but the first never share a request', () => {
    fc.assert(
      fc.property(request, (row) => {
        const inTabs = tabs.filter((tab) => tab !== 'all' && fitsWhole(row, { ...plainView, tab }, reading));
        expect(inTabs.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('a board holds every request once, in the order it came', () => {
    fc.assert(
      fc.property(requests, (rows) => {
        const columns = boardColumns(rows);
        expect(columns.flatMap(({ items }) => items).length).toBe(rows.length);
        for (const { column, items } of columns) {
          expect(items).toEqual(rows.filter((row) => items.includes(row)));
          for (const row of items) {
            const state = requestState(row);
            expect(column).toBe(state === 'unsigned' ? 'waiting' : state);
          }
        }
      }),
    );
  });

  test('rows of the record are sorted like the service sorts: ties by id, in the same direction', () => {
    const row = (id: string, updatedAt: string) => ({ id, updatedAt });
    const rows = [
      row('b', '2026-01-01T00:00:00Z'),
      row('c', '2026-01-02T00:00:00Z'),
      row('a', '2026-01-01T00:00:00Z'),
    ];
    expect(sorted(rows, plainView).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    const rising = { ...plainView, sort: { field: 'updatedAt', order: 'asc' } } as const;
    expect(sorted(rows, rising).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  test.each([
    ['6af2208c6998433455cff3f9', 'id'],
    ['OERF880412RX0', 'person'],
    ['CIS1103148W6', 'person'],
    ['OERF880412MYNRZR04', 'person'],
    ['Contrato 2026', 'name'],
    ['', 'name'],
  ])('«%s» is searched as %s', (typed, kind) => {
    expect(searchKind(typed)).toBe(kind);
  });

  test('WI-7 a name is found without its accents and in any case', () => {
    const row = { id: 'a', name: 'Pagaré número 7' };
    expect(fitsWhole(row, { ...plainView, search: 'PAGARE NUM' }, reading)).toBe(true);
    expect(fitsWhole(row, { ...plainView, search: 'pagare 7' }, reading)).toBe(false);
  });

  test('an RFC asks for the requests of whoever has it, and for none when nobody has', () => {
    const made = { ...plainView, search: 'OERF880412RX0' };
    expect(serverFilter(made, { ...reading, persons: ['p1'] }).subject).toEqual({ in: ['p1'] });
    expect(serverFilter(made, { ...reading, persons: [] }).subject).toEqual({ in: [] });
  });
});
