import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterOf, findKind, readView, writeView, type WitnessView } from './filter.ts';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));

const views: fc.Arbitrary<WitnessView> = fc.record({
  find: fc.oneof(fc.constant(''), hex(64), hex(24)),
  nom151: maybe(fc.constantFrom('with', 'without')),
  merkleized: maybe(fc.constantFrom('with', 'without')),
  claimable: maybe(fc.boolean()),
  claimed: maybe(fc.boolean()),
  owner: maybe(fc.oneof(fc.constantFrom('*', '-'), hex(24))),
  createdFrom: maybe(day),
  createdTo: maybe(day),
  updatedFrom: maybe(day),
  updatedTo: maybe(day),
  sort: fc.constantFrom('createdAt', 'updatedAt'),
  order: fc.constantFrom('asc', 'desc'),
});

const bounds = (text: string) => ({ first: `${text}T06:00:00.000Z`, last: `${text}T23:59:59.999Z` });

describe('the filters of the witness list', () => {
  it('any view reads back from its address as itself', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(readView(writeView(view))).toEqual(view);
      }),
    );
  });

  it('no address makes it fail, and what it does not know it leaves out', () => {
    fc.assert(
      fc.property(
        fc.webQueryParameters(),
        (text) => void filterOf(readView(new URLSearchParams(text)), bounds),
      ),
    );
    expect(readView(new URLSearchParams('nom151=maybe&owner=me&from=yesterday&sort=name'))).toEqual(
      readView(new URLSearchParams()),
    );
  });

  it('WN-1 asks for exactly what is chosen', () => {
    const view = readView(
      new URLSearchParams(
        `find=0x${'AB'.repeat(32)}&nom151=without&claimed=no&owner=*&from=2026-11-01&to=2026-11-18`,
      ),
    );
    expect(filterOf(view, bounds)).toEqual({
      hash: { eq: 'ab'.repeat(32) },
      nom151: { exists: false },
      claimed: false,
      initialOwner: { exists: true },
      createdAt: { gte: '2026-11-01T06:00:00.000Z', lte: '2026-11-18T23:59:59.999Z' },
      sort: { field: 'createdAt', order: 'desc' },
    });
  });

  it('tells a hash, an id and neither apart', () => {
    expect([`0x${'a'.repeat(64)}`, 'b'.repeat(24), 'c'.repeat(63), ''].map(findKind)).toEqual([
      'hash',
      'id',
      'neither',
      'neither',
    ]);
  });
});
