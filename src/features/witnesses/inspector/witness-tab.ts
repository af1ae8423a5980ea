/** The tabs under the verdict of a witness, as they stand in the address. */
import type { Place } from './place.ts';

export const witnessTabs = ['signatures', 'times', 'chain', 'repeat', 'raw'] as const;

export type WitnessTab = (typeof witnessTabs)[number];

/** Reads an address; undefined: it names no tab. */
export const readTab = (text: string | null): WitnessTab | undefined =>
  witnessTabs.find((one) => one === text);

/** The tab that shows a place; undefined: it is above the tabs. */
export function tabOfPlace({ section }: Place): WitnessTab | undefined {
  if (['document', 'request', 'signature'].includes(section) || section.startsWith('invites['))
    return 'signatures';
  if (section === 'claim' || section === 'token') return 'chain';
  return section === 'case' ? 'raw' : undefined;
}
