import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentKinds } from '#contract/resources/kinds.ts';
import {
  activeFilters,
  alone,
  columnIds,
  conservations,
  createdPresets,
  plainView,
  readView,
  sameRows,
  savedAddress,
  states,
  tabs,
  without,
  writeView,
  type RequestsView,
} from './view.ts';

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const days = fc.tuple(day, day).chain(([a, b]) => {
  const [from, to] = a <= b ? [a, b] : [b, a];
  return fc.constantFrom({ from, to }, { from, to: undefined }, { from: undefined, to });
});
const id = fc.stringMatching(/^[0-9a-f]{24}$/);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const view: fc.Arbitrary<RequestsView> = fc
  .record({
    tab: fc.constantFrom(...tabs),
    search: fc.string({ maxLength: 60, unit: 'binary' }),
    state: maybe(fc.constantFrom(...states)),
    kind: maybe(fc.constantFrom(...contentKinds)),
    conservation: maybe(fc.constantFrom(...conservations)),
    created: maybe(fc.oneof(fc.constantFrom(...createdPresets), days)),
    signer: maybe(id),
    sort: fc.record({
      field: fc.constantFrom('createdAt' as const, 'updatedAt' as const),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    }),
    look: fc.constantFrom('table' as const, 'board' as const),
    hidden: fc.subarray([...columnIds]),
    saved: maybe(fc.uuid()),
    selected: maybe(id),
  })
  // A tab other than the first says the state by itself.
  .map((made) => (made.tab === 'all' ? made : { ...made, state: undefined }));

describe('the address of the list', () => {
  test('every view is read back from its address as it was written', () => {
    fc.assert(
      fc.property(view, (made) => {
        const address = writeView(made).toString();
        expect(readView(new URLSearchParams(address))).toEqual(made);
      }),
      { numRuns: 300 },
    );
  });

  test('the plain list has the plain address', () => {
    expect(writeView(plainView).toString()).toBe('');
    expect(readView(new URLSearchParams(''))).toEqual(plainView);
  });

  test('names that every object has are no sort orders', () => {
    for (const sort of ['toString', 'constructor', '__proto__', 'hasOwnProperty'])
      expect(readView(new URLSearchParams({ sort })).sort).toEqual(plainView.sort);
  });

  test('whatever stands in an address, a view is read, and writing it is stable', () => {
    const names = 'tab q state kind kept created signer sort view hide saved sel other'.split(' ');
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.string({ maxLength: 40 })), (given) => {
        const once = readView(new URLSearchParams(given));
        expect(readView(writeView(once))).toEqual(once);
      }),
      { numRuns: 300 },
    );
  });

  test('what is not understood is left out', () => {
    expect(
      readView(
        new URLSearchParams('tab=x&state=GONE&kind=doc&kept=all&created=2026-02-30..&sort=name&view=cards'),
      ),
    ).toEqual(plainView);
    expect(readView(new URLSearchParams('signer=<script>&sel=../x&saved=../x'))).toEqual(plainView);
    expect(readView(new URLSearchParams('hide=name.marks.other.age.age')).hidden).toEqual(['age', 'marks']);
  });

  test('days in the wrong order are turned', () => {
    expect(readView(new URLSearchParams('created=2026-11-20..2026-11-01')).created).toEqual({
      from: '2026-11-01',
      to: '2026-11-20',
    });
  });

  test('selecting a row, drawing a board or hiding columns asks for the same rows', () => {
    fc.assert(
      fc.property(view, maybe(id), (made, selected) => {
        expect(sameRows({ ...made, selected, look: 'board', hidden: [...columnIds] })).toBe(
          sameRows({ ...made, look: 'table' }),
        );
      }),
    );
  });

  test('a saved view has all but the open row and its own id', () => {
    fc.assert(
      fc.property(view, (made) => {
        const stored = savedAddress(made);
        expect(readView(new URLSearchParams(stored))).toEqual({
          ...made,
          saved: undefined,
          selected: undefined,
        });
      }),
    );
  });

  test('a filter taken out is off, a filter alone is the only one', () => {
    fc.assert(
      fc.property(view, (made) => {
        for (const name of activeFilters(made)) {
          expect(activeFilters(without(made, name))).not.toContain(name);
          expect(activeFilters(alone(made, name))).toEqual([name]);
        }
      }),
    );
  });
});
