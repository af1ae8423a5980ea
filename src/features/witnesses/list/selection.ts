/** What is chosen of a list of which most was never read: some by their ids, or all but some. */
export interface Selection {
  readonly all: boolean;
  /** The chosen ones, or with `all` those left out. */
  readonly ids: ReadonlySet<string>;
}

export const nothingChosen: Selection = { all: false, ids: new Set() };
export const everythingChosen: Selection = { all: true, ids: new Set() };

export function isChosen({ all, ids }: Selection, id: string): boolean {
  return ids.has(id) !== all;
}

/** @param total all that match */
export function chosenCount({ all, ids }: Selection, total: number): number {
  return all ? Math.max(0, total - ids.size) : ids.size;
}

/** Chooses these, or leaves them out. */
export function choose(selection: Selection, changed: readonly string[], chosen: boolean): Selection {
  const ids = new Set(selection.ids);
  for (const id of changed) {
    if (chosen === selection.all) ids.delete(id);
    else ids.add(id);
  }
  return { all: selection.all, ids };
}
