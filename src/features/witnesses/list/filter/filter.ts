import type { Capabilities } from '#client/session/capabilities.ts';
import type { WitnessFilter } from '#client/families/requests/witnesses.ts';
import { instantsOf, type Bounds, type InstantRange } from '#widgets/days.ts';
import {
  choiceSlot,
  daySlot as day,
  oneOfSlot,
  pageSlot,
  readSlots,
  slot,
  textSlot,
  unread,
  writeSlots,
  type Slot,
  type SlotsOf,
} from '#widgets/filters/slots.ts';
import { readFind } from './filter-find.ts';

export type Presence = 'with' | 'without';

/** What the list is filtered by and where in it one is, as it stands in the address. */
export interface WitnessView {
  /** Hashes, ids, or the beginning of a hash, as they were typed or pasted. */
  readonly find: string;
  readonly algorithm: string | undefined;
  /** Id of the organization. */
  readonly organization: string | undefined;
  readonly nom151: Presence | undefined;
  readonly nom151Provider: string | undefined;
  /** Days in the app's zone, `2026-11-18`. */
  readonly nom151From: string | undefined;
  readonly nom151To: string | undefined;
  readonly merkleized: Presence | undefined;
  readonly merkleProvider: string | undefined;
  readonly merkleAlgorithm: string | undefined;
  readonly merkleFrom: string | undefined;
  readonly merkleTo: string | undefined;
  readonly claimable: boolean | undefined;
  readonly claimed: boolean | undefined;
  /** Id of the initial owner, `*` for anybody, `-` for nobody. */
  readonly owner: string | undefined;
  readonly createdFrom: string | undefined;
  readonly createdTo: string | undefined;
  readonly updatedFrom: string | undefined;
  readonly updatedTo: string | undefined;
  readonly sort: 'createdAt' | 'updatedAt';
  readonly order: 'asc' | 'desc';
  /** Shown under their requests. */
  readonly group: 'request' | undefined;
  /** The page of the interface that is in sight, from 1. */
  readonly page: number;
}

const presence = (name: string): Slot<Presence | undefined> => oneOfSlot(name, ['with', 'without']);
const truth = (name: string): Slot<boolean | undefined> =>
  slot(
    name,
    (text) => (text === 'yes' ? true : text === 'no' ? false : undefined),
    (value) => (value === undefined ? undefined : value ? 'yes' : 'no'),
  );
export const longestProvider = 200;
const provider = new RegExp(`^[^\\p{Cc}]{1,${longestProvider}}$`, 'u');

const slots: SlotsOf<WitnessView> = {
  find: slot(
    'find',
    (text) => text ?? '',
    (value) => value,
  ),
  algorithm: textSlot('algorithm', /^[A-Za-z0-9-]{1,32}$/),
  organization: textSlot('organization', /^[0-9a-f]{24}$/i),
  nom151: presence('nom151'),
  nom151Provider: textSlot('nom151-provider', provider),
  nom151From: day('nom151-from'),
  nom151To: day('nom151-to'),
  merkleized: presence('merkle'),
  merkleProvider: textSlot('merkle-provider', provider),
  merkleAlgorithm: textSlot('merkle-algorithm', /^[A-Za-z0-9-]{1,32}$/),
  merkleFrom: day('merkle-from'),
  merkleTo: day('merkle-to'),
  claimable: truth('claimable'),
  claimed: truth('claimed'),
  owner: textSlot('owner', /^(\*|-|[0-9a-f]{24})$/i),
  createdFrom: day('from'),
  createdTo: day('to'),
  updatedFrom: day('changed-from'),
  updatedTo: day('changed-to'),
  sort: choiceSlot('sort', ['createdAt', 'updatedAt'], 'createdAt'),
  order: choiceSlot('order', ['asc', 'desc'], 'desc'),
  group: oneOfSlot('group', ['request']),
  page: pageSlot('page'),
};

/** Reads the address; what it does not know it leaves out. */
export const readView = (search: URLSearchParams): WitnessView => readSlots(slots, search);

/** Arguments of the address that are not understood. */
export const unreadIn = (search: URLSearchParams): string[] => unread(slots, search);

/** Writes the address; defaults are left out. */
export const writeView = (view: WitnessView): URLSearchParams => writeSlots(slots, view);

/** Nothing narrowed, in the default order, at its beginning. */
export const plainView: WitnessView = readView(new URLSearchParams());

/** Whether a service takes the forms that only our own has: seen from what it offers besides. */
export const takesOwnForms = (capabilities: Capabilities | undefined): boolean =>
  capabilities?.present.includes('listOrganizations') === true;

interface FilterContext {
  /** Of the organization that one works for, where the view names none. */
  readonly chosen?: Pick<WitnessFilter, 'organization'>;
  /** Whether the service takes `exists` of a strategy. */
  readonly takesExists?: boolean;
}

/** The interface's arguments for a view. A day is a day in the app's zone, sent as its first and last instant. */
export function filterOf(
  view: WitnessView,
  bounds: Bounds,
  { chosen = {}, takesExists = true }: FilterContext = {},
): WitnessFilter {
  const created = instantsOf(view.createdFrom, view.createdTo, bounds);
  const updated = instantsOf(view.updatedFrom, view.updatedTo, bounds);
  const nom151 = {
    ...presenceOf(view.nom151, 'provider', takesExists),
    ...(view.nom151Provider ? { provider: { eq: view.nom151Provider } } : {}),
    ...dated(instantsOf(view.nom151From, view.nom151To, bounds)),
  };
  const merkleized = {
    ...presenceOf(view.merkleized, 'nom151Provider', takesExists),
    ...(view.merkleProvider ? { nom151Provider: { eq: view.merkleProvider } } : {}),
    ...(view.merkleAlgorithm ? { algorithm: { eq: view.merkleAlgorithm } } : {}),
    ...dated(instantsOf(view.merkleFrom, view.merkleTo, bounds)),
  };
  const found = readFind(view.find);
  return {
    ...(found.kind === 'hashes' ? { hash: oneOf(found.values) } : {}),
    ...(found.kind === 'ids' ? { _id: oneOf(found.values) } : {}),
    ...(view.algorithm ? { algorithm: { eq: view.algorithm } } : {}),
    ...(view.organization ? { organization: { eq: view.organization.toLowerCase() } } : chosen),
    ...(Object.keys(nom151).length > 0 ? { nom151 } : {}),
    ...(Object.keys(merkleized).length > 0 ? { merkleized } : {}),
    ...(view.claimable === undefined ? {} : { claimable: view.claimable }),
    ...(view.claimed === undefined ? {} : { claimed: view.claimed }),
    ...(view.owner ? { initialOwner: ownerMatch(view.owner.toLowerCase()) } : {}),
    ...dated(created),
    ...(updated ? { updatedAt: updated } : {}),
    sort: { field: view.sort, order: view.order },
  };
}

/**
 * With or without a strategy. A live deployment knows no `exists` of the whole: there, what has one has a date of it,
 * and what has none has no provider (gaps of the interface: `nom151`).
 */
function presenceOf(presence: 'with' | 'without' | undefined, provider: string, takesExists: boolean) {
  if (presence === undefined) return {};
  if (takesExists) return { exists: presence === 'with' };
  return presence === 'with'
    ? { createdAt: { gte: '1970-01-01T00:00:00Z' } }
    : { [provider]: { exists: false } };
}

const dated = (createdAt: InstantRange | undefined) => (createdAt ? { createdAt } : {});

function oneOf(values: readonly string[]): { eq: string } | { in: string[] } {
  const [only] = values;
  return values.length === 1 && only !== undefined ? { eq: only } : { in: [...values] };
}

function ownerMatch(owner: string): { exists: boolean } | { eq: string } {
  return owner === '*' || owner === '-' ? { exists: owner === '*' } : { eq: owner };
}

/** What can be taken off as one, in the order of the chips; the first are always in sight. */
export const filterNames = [
  'find',
  'nom151',
  'merkleized',
  'claimable',
  'created',
  'owner',
  'claimed',
  'updated',
  'algorithm',
  'organization',
] as const;
/** Chips that are always in sight. */
export const firstFilters = 4;
export type FilterName = (typeof filterNames)[number];

const fieldsOf: Readonly<Record<FilterName, readonly (keyof WitnessView)[]>> = {
  find: ['find'],
  nom151: ['nom151', 'nom151Provider', 'nom151From', 'nom151To'],
  merkleized: ['merkleized', 'merkleProvider', 'merkleAlgorithm', 'merkleFrom', 'merkleTo'],
  owner: ['owner'],
  claimable: ['claimable'],
  claimed: ['claimed'],
  created: ['createdFrom', 'createdTo'],
  updated: ['updatedFrom', 'updatedTo'],
  algorithm: ['algorithm'],
  organization: ['organization'],
};

/** The filters that narrow the list. */
export function activeFilters(view: WitnessView): FilterName[] {
  return filterNames.filter((name) =>
    fieldsOf[name].some((field) => Boolean(view[field] ?? false) || view[field] === false),
  );
}

/** The view with one filter taken off. */
export function without(view: WitnessView, name: FilterName): WitnessView {
  const off = Object.fromEntries(fieldsOf[name].map((field) => [field, plainView[field]]));
  return { ...view, ...off, page: 1 };
}

/**
 * Whether what matches can only grow at its newest end while one looks: then refreshing moves no row. A filter of
 * what changes in a witness, or the order of changes, can move any.
 */
export function isSteady(view: WitnessView): boolean {
  const movable: readonly FilterName[] = ['nom151', 'merkleized', 'owner', 'claimable', 'claimed', 'updated'];
  return view.sort === 'createdAt' && !activeFilters(view).some((name) => movable.includes(name));
}
