import { describe, expect, it } from 'vitest';
import { findPlaces, readPlaces } from './read-places.ts';

const places = await readPlaces();
const found = (typed: string): string[] => findPlaces(places, typed, 5).map(({ name }) => name);

describe('the towns of Mexico', () => {
  it('are found without accents, by town and state, the most populous first', () => {
    expect(found('merida yuc')[0]).toBe('Mérida, Yucatán');
    expect(found('guadal')[0]).toBe('Guadalajara, Jalisco');
    expect(found('Ciudad de México')[0]).toBe('Ciudad de México');
    expect(found('yucatan merida')).toEqual(['Mérida, Yucatán']);
    expect(found('no such town')).toEqual([]);
  });

  it('are in Mexico, in degrees that an IOU takes, and each is listed once', () => {
    for (const { name, latitude, longitude } of places) {
      expect(Number(latitude), name).toBeGreaterThan(14);
      expect(Number(latitude), name).toBeLessThan(33);
      expect(Number(longitude), name).toBeGreaterThan(-118.5);
      expect(Number(longitude), name).toBeLessThan(-86.5);
      expect(`${latitude} ${longitude}`).toMatch(/^\d+(\.\d+)? -\d+(\.\d+)?$/);
    }
    expect(new Set(places.map(({ name }) => name)).size).toBe(places.length);
  });
});
