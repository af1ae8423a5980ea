import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { CandidateTable } from './candidate-table.ts';

/** Most places that one search looks at. */
const near = 8;

function proposals(table: CandidateTable, code: number): number[] {
  table.seek(code);
  const found: number[] = [];
  for (let entry = table.next(); entry >= 0; entry = table.next()) found.push(entry);
  return found;
}

function add(table: CandidateTable, entry: number, code: number): void {
  proposals(table, code);
  table.add(entry);
}

/** How many of these codes, each added once under its place, are proposed in the end. */
function countProposed(table: CandidateTable, codes: readonly number[]): number {
  codes.forEach((code, entry) => {
    add(table, entry, code);
  });
  return codes.filter((code, entry) => proposals(table, code).includes(entry)).length;
}

const code = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 0xffff_ffff }));

it('proposes the entries of a code in the order in which they were added, and none of another code', () => {
  fc.assert(
    fc.property(fc.array(code, { maxLength: near }), (codes) => {
      const table = new CandidateTable(near);
      codes.forEach((one, entry) => {
        add(table, entry, one);
      });
      for (const one of [...codes, 0, 7, 0xffff_ffff]) {
        const expected = codes.flatMap((other, entry) => (other === one ? [entry] : []));
        expect(proposals(table, one)).toEqual(expected);
      }
    }),
  );
});

it('takes a code as 32 bits, signed or not', () => {
  const table = new CandidateTable(1);
  add(table, 5, -1);
  expect(proposals(table, 0xffff_ffff)).toEqual([5]);
});

it('proposes nothing before anything is sought or added', () => {
  expect(new CandidateTable(4).next()).toBe(-1);
  expect(proposals(new CandidateTable(4), 0)).toEqual([]);
});

it('looks at eight places at most, however many entries share a code', () => {
  const table = new CandidateTable(100);
  for (let entry = 0; entry < 100; entry++) add(table, entry, 42);
  expect(proposals(table, 42)).toEqual([0, 1, 2, 3, 4, 5, 6, 99]);
});

it('reports the end of the proposals as often as it is called', () => {
  const table = new CandidateTable(2);
  add(table, 1, 9);
  proposals(table, 9);
  expect([table.next(), table.next()]).toEqual([-1, -1]);
});

it('forgets everything when it is cleared, for as many entries or fewer', () => {
  fc.assert(
    fc.property(fc.array(code, { maxLength: 40 }), fc.integer({ min: 0, max: 40 }), (codes, count) => {
      const table = new CandidateTable(40);
      codes.forEach((one, entry) => {
        add(table, entry, one);
      });
      table.clear(count);
      for (const one of codes) expect(proposals(table, one)).toEqual([]);
    }),
  );
});

it.each([1, 15, 16, 255, 256, 4095, 4096])('has capacity for all of %i entries', (count) => {
  // At most half full, so hardly any search runs into its bound.
  const spread = Array.from({ length: count }, (_, i) => Math.imul(i + 1, 0x85eb_ca6b) >>> 0);
  expect(countProposed(new CandidateTable(count), spread)).toBeGreaterThanOrEqual(count * 0.97);
  const smaller = new CandidateTable(4 * count);
  smaller.clear(count);
  expect(countProposed(smaller, spread)).toBeGreaterThanOrEqual(count * 0.97);
});

it.each([
  ['low', (i: number) => i],
  ['high', (i: number) => (i << 20) >>> 0],
])('spreads codes that differ in their %s bits alone', (_, codeOf) => {
  const codes = Array.from({ length: 2048 }, (__, i) => codeOf(i));
  expect(countProposed(new CandidateTable(codes.length), codes)).toBeGreaterThanOrEqual(codes.length * 0.9);
});

it('stands an entry in the place of another where no place near is free, and goes on being exact about codes', () => {
  const table = new CandidateTable(3);
  // Sixteen places, and more codes than places.
  const codes = Array.from({ length: 200 }, (_, i) => Math.imul(i + 1, 0x9e37_79b1) >>> 0);
  codes.forEach((one, entry) => {
    add(table, entry, one);
    expect(proposals(table, one)).toEqual([entry]);
  });
  const proposed = codes.map((one) => proposals(table, one));
  proposed.forEach((found, place) => {
    for (const entry of found) expect(entry).toBe(place);
  });
  expect(proposed.flat().length).toBeGreaterThan(0);
  expect(proposed.flat().length).toBeLessThanOrEqual(16);
});
