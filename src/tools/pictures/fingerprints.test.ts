import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lookName, looks, namesIn } from './draw.ts';
import {
  acceptFingerprints,
  compareFingerprints,
  describeDifference,
  fingerprintLength,
  type Fingerprints,
} from './fingerprints.ts';

const committed = JSON.parse(readFileSync('e2e/pictures/fingerprints.json', 'utf8')) as Fingerprints;

const cellsOf = (change: (cells: Uint8Array) => void = () => undefined): string => {
  const cells = new Uint8Array(fingerprintLength).fill(240);
  change(cells);
  return Buffer.from(cells).toString('base64');
};
const one = (cells: string, height = 900) => ({ height, cells, reason: 'first' });

describe('fingerprints of pictures', () => {
  it('are equal for the same picture, and for other digits of a hash', () => {
    const other = cellsOf((cells) => {
      cells[7] = 237;
    });
    expect(compareFingerprints({ a: one(cellsOf()) }, { a: one(other) })).toEqual([]);
  });

  it('name what changed by how much, most first', () => {
    const little = cellsOf((cells) => {
      cells[7] = 230;
    });
    const much = cellsOf((cells) => cells.fill(10, 0, 50));
    const before = { a: one(cellsOf()), b: one(cellsOf()), c: one(cellsOf()) };
    const lines = compareFingerprints(before, { a: one(little), b: one(much, 950), d: one(cellsOf()) });
    expect(lines.map(describeDifference)).toEqual([
      'changed  b: 50 of 384 parts, by up to 230 of 255, +50 px high',
      'changed  a: 1 of 384 parts, by up to 10 of 255',
      'new      d',
    ]);
  });

  it('see another colour of the same lightness', () => {
    const other = cellsOf((cells) => {
      cells[fingerprintLength - 1] = 220;
    });
    expect(compareFingerprints({ a: one(cellsOf()) }, { a: one(other) })).toHaveLength(1);
  });

  it('name a picture that is gone where all were drawn, and drop it when that is accepted', () => {
    const [before, drawn] = [{ a: one(cellsOf()), b: one(cellsOf()) }, { a: one(cellsOf()) }];
    expect(compareFingerprints(before, drawn)).toEqual([]);
    expect(compareFingerprints(before, drawn, true).map(describeDifference)).toEqual(['gone     b']);
    expect(Object.keys(acceptFingerprints(before, drawn, 'one screen less'))).toEqual(['a', 'b']);
    expect(Object.keys(acceptFingerprints(before, drawn, 'one screen less', true))).toEqual(['a']);
  });

  it('keep the reason of what did not change when a change is accepted', () => {
    const before = { a: one(cellsOf()), b: one(cellsOf()) };
    const accepted = acceptFingerprints(before, { a: one(cellsOf()), b: one(cellsOf(), 950) }, 'taller');
    expect(Object.entries(accepted).map(([name, { reason }]) => [name, reason])).toEqual([
      ['a', 'first'],
      ['b', 'taller'],
    ]);
  });

  it.each(['', ' ', ' . '])('are not accepted for the reason «%s», which says nothing', (reason) => {
    const drawn = { a: one(cellsOf()) };
    expect(() => acceptFingerprints({}, drawn, reason)).toThrow(
      'Say why the pictures changed: --accept "why".',
    );
  });

  it('are committed with a reason each', () => {
    const reasonless = Object.entries(committed).filter(([, { reason }]) => !/\p{L}{2}/u.test(reason));
    expect(Object.keys(committed)).not.toHaveLength(0);
    expect(reasonless.map(([name]) => name)).toEqual([]);
  });

  it('are committed for every look, of every screen and face that its condition has, and of no other', () => {
    const drawn = looks.flatMap((look) => namesIn(look.condition).map((name) => `${lookName(look)} ${name}`));
    const names = Object.keys(committed);
    expect(drawn.filter((name) => !Object.hasOwn(committed, name))).toEqual([]);
    expect(names.filter((name) => !drawn.includes(name))).toEqual([]);
  });

  it('have each name once in a condition', () => {
    for (const condition of new Set(looks.map((look) => look.condition)))
      expect(namesIn(condition)).toHaveLength(new Set(namesIn(condition)).size);
  });
});
