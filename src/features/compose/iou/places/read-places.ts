import { plainText } from '#ui/formats/plain-text.ts';

/** A Mexican town, from the most populous on. */
export interface Place {
  /** `Mérida, Yucatán`. */
  readonly name: string;
  /** Decimal degrees, as they are typed. */
  readonly latitude: string;
  readonly longitude: string;
}

/** The towns of Mexico with 15,000 inhabitants or more (GeoNames, CC BY 4.0). */
export async function readPlaces(): Promise<readonly Place[]> {
  const { default: towns } = await import('./mexican-towns.json');
  return towns.map(([name, state, latitude, longitude]) => ({
    name: name === state ? String(name) : `${name}, ${state}`,
    latitude: String(latitude),
    longitude: String(longitude),
  }));
}

/** Those whose name has all typed words; those that begin with what is typed stand first. */
export function findPlaces(places: readonly Place[], typed: string, most: number): readonly Place[] {
  const sought = plainText(typed).trim();
  const words = sought.split(/[\s,]+/);
  const found = places.filter(({ name }) => words.every((word) => plainText(name).includes(word)));
  const begins = ({ name }: Place): boolean => plainText(name).startsWith(sought);
  return [...found.filter(begins), ...found.filter((place) => !begins(place))].slice(0, most);
}
