import type { Witness } from '#contract/resources/resources.ts';

/** Witnesses of one request, or those of none. */
export interface WitnessGroup {
  /** Id of the request; empty for those of none. */
  readonly id: string;
  /** The one of the document first, then in the order of the list. */
  readonly witnesses: readonly Witness[];
}

/** Puts witnesses under their requests, in the order in which each request comes first. */
export function groupByRequest(witnesses: readonly Witness[]): readonly WitnessGroup[] {
  const groups = new Map<string, Witness[]>();
  for (const witness of witnesses) {
    const id = witness.signatureRequest?.id ?? '';
    const group = groups.get(id);
    if (group) group.push(witness);
    else groups.set(id, [witness]);
  }
  return [...groups].map(([id, group]) => ({
    id,
    witnesses: [...group.filter(isOfDocument), ...group.filter((witness) => !isOfDocument(witness))],
  }));
}

const isOfDocument = ({ id, signatureRequest }: Witness): boolean =>
  !!id && signatureRequest?.witness?.id === id;
