import type { Witness } from '#contract/resources/resources.ts';

/** What of a witness is offered in filters. */
export type SeenField = 'nom151Provider' | 'merkleProvider' | 'merkleAlgorithm' | 'algorithm';

const valueOf: Readonly<Record<SeenField, (witness: Witness) => unknown>> = {
  nom151Provider: ({ nom151 }) => nom151?.provider,
  merkleProvider: ({ merkleized }) => merkleized?.nom151Provider,
  merkleAlgorithm: ({ merkleized }) => merkleized?.algorithm,
  algorithm: ({ algorithm }) => algorithm,
};

/** More are no help to choose from. */
const most = 20;

/** The values that the service sent, in the witnesses that are loaded: the interface lists them nowhere. */
export function seenValues(pages: readonly unknown[], field: SeenField): readonly string[] {
  const seen = new Set<string>();
  for (const page of pages) {
    const items = (page as { items?: unknown } | null | undefined)?.items; // of whatever query: looked at below
    for (const item of Array.isArray(items) ? (items as readonly (Witness | null)[]) : []) {
      const value = item ? valueOf[field](item) : undefined;
      if (typeof value === 'string' && /^[^\p{Cc}]{1,200}$/u.test(value)) seen.add(value);
    }
  }
  return [...seen].sort().slice(0, most);
}
