import type { WitnessFilter } from '#api/families/witnesses.ts';

/** What the list is filtered by, as it stands in the address. */
export interface WitnessView {
  /** A hash (64 hexadecimal digits) or an id (24). */
  readonly find: string;
  readonly nom151: 'with' | 'without' | undefined;
  readonly merkleized: 'with' | 'without' | undefined;
  readonly claimable: boolean | undefined;
  readonly claimed: boolean | undefined;
  /** Id of the initial owner, `*` for anybody, `-` for nobody. */
  readonly owner: string | undefined;
  /** Days in the app's zone, `2026-11-18`. */
  readonly createdFrom: string | undefined;
  readonly createdTo: string | undefined;
  readonly updatedFrom: string | undefined;
  readonly updatedTo: string | undefined;
  readonly sort: 'createdAt' | 'updatedAt';
  readonly order: 'asc' | 'desc';
}

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const presence = (value: string | null): 'with' | 'without' | undefined =>
  value === 'with' || value === 'without' ? value : undefined;
const truth = (value: string | null): boolean | undefined =>
  value === 'yes' ? true : value === 'no' ? false : undefined;
const day = (value: string | null): string | undefined =>
  value && dayPattern.test(value) ? value : undefined;

/** Reads the address; what it does not know it leaves out. */
export function readView(search: URLSearchParams): WitnessView {
  const owner = search.get('owner');
  return {
    find: search.get('find') ?? '',
    nom151: presence(search.get('nom151')),
    merkleized: presence(search.get('merkle')),
    claimable: truth(search.get('claimable')),
    claimed: truth(search.get('claimed')),
    owner: owner && /^(\*|-|[0-9a-f]{24})$/i.test(owner) ? owner.toLowerCase() : undefined,
    createdFrom: day(search.get('from')),
    createdTo: day(search.get('to')),
    updatedFrom: day(search.get('changed-from')),
    updatedTo: day(search.get('changed-to')),
    sort: search.get('sort') === 'updatedAt' ? 'updatedAt' : 'createdAt',
    order: search.get('order') === 'asc' ? 'asc' : 'desc',
  };
}

/** Writes the address; defaults are left out. */
export function writeView(view: WitnessView): URLSearchParams {
  const search = new URLSearchParams();
  const put = (name: string, value: string | undefined): void => {
    if (value) search.set(name, value);
  };
  const word = (value: boolean | undefined): string | undefined =>
    value === undefined ? undefined : value ? 'yes' : 'no';
  put('find', view.find);
  put('nom151', view.nom151);
  put('merkle', view.merkleized);
  put('claimable', word(view.claimable));
  put('claimed', word(view.claimed));
  put('owner', view.owner);
  put('from', view.createdFrom);
  put('to', view.createdTo);
  put('changed-from', view.updatedFrom);
  put('changed-to', view.updatedTo);
  if (view.sort !== 'createdAt') put('sort', view.sort);
  if (view.order !== 'desc') put('order', view.order);
  return search;
}

/** What a typed search is; a text that is neither finds nothing on any service. */
export function findKind(typed: string): 'hash' | 'id' | 'neither' {
  const bare = typed.trim().replace(/^0x/i, '');
  if (/^[0-9a-f]{64}$/i.test(bare)) return 'hash';
  return /^[0-9a-f]{24}$/i.test(bare) ? 'id' : 'neither';
}

/**
 * The interface's arguments for a view. A day is a day in the app's zone, sent as its first and last instant.
 *
 * @param bounds first and last instant of a day in UTC, RFC 3339
 */
export function filterOf(
  view: WitnessView,
  bounds: (day: string) => { first: string; last: string },
): WitnessFilter {
  const range = (from: string | undefined, to: string | undefined) => ({
    ...(from ? { gte: bounds(from).first } : {}),
    ...(to ? { lte: bounds(to).last } : {}),
  });
  const typed = view.find.trim().replace(/^0x/i, '').toLowerCase();
  const kind = findKind(typed);
  return {
    ...(kind === 'hash' ? { hash: { eq: typed } } : kind === 'id' ? { _id: { eq: typed } } : {}),
    ...(view.nom151 ? { nom151: { exists: view.nom151 === 'with' } } : {}),
    ...(view.merkleized ? { merkleized: { exists: view.merkleized === 'with' } } : {}),
    ...(view.claimable === undefined ? {} : { claimable: view.claimable }),
    ...(view.claimed === undefined ? {} : { claimed: view.claimed }),
    ...(view.owner ? { initialOwner: ownerMatch(view.owner) } : {}),
    ...(view.createdFrom || view.createdTo ? { createdAt: range(view.createdFrom, view.createdTo) } : {}),
    ...(view.updatedFrom || view.updatedTo ? { updatedAt: range(view.updatedFrom, view.updatedTo) } : {}),
    sort: { field: view.sort, order: view.order },
  };
}

function ownerMatch(owner: string): { exists: boolean } | { eq: string } {
  return owner === '*' || owner === '-' ? { exists: owner === '*' } : { eq: owner };
}

/** Whether anything narrows the list. */
export function isNarrowed(view: WitnessView): boolean {
  const { sort: _sort, order: _order, ...rest } = view;
  return Object.values(rest).some((value) => value !== undefined && value !== '');
}
