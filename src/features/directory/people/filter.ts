import { readTyped, type SubjectFilter, type Typed } from '#client/families/people/subjects.ts';
import { instantsOf, type Bounds } from '#widgets/days.ts';
import {
  choiceSlot,
  daySlot,
  oneOfSlot,
  pageSlot,
  readSlots,
  slot,
  unread,
  writeSlots,
  type Slot,
  type SlotsOf,
} from '#widgets/filters/slots.ts';
import { argumentOf, forms, matchSlot, type Match } from '../match.ts';

export const sizes = ['10', '25', '50', '100'] as const;

/** What the directory is filtered by and where in it one is, as it stands in the address. */
export interface DirectoryView {
  /** What was typed: it is read as what it looks like. */
  readonly q: string;
  /** Text that has to occur in the name, the e-mail, the RFC. */
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly rfcPart: string | undefined;
  /** With the organization that one works for. */
  readonly link: 'linked' | 'unlinked' | undefined;
  /** With any organization of these, or with none. */
  readonly organization: Match | undefined;
  readonly country: Match | undefined;
  readonly RFC: Match | undefined;
  readonly serialNumber: Match | undefined;
  readonly EVMAddress: Match | undefined;
  readonly id: Match | undefined;
  readonly scope: 'Organization' | 'Subject' | undefined;
  /** Days in the app's zone, `2026-11-18`. */
  readonly createdFrom: string | undefined;
  readonly createdTo: string | undefined;
  readonly updatedFrom: string | undefined;
  readonly updatedTo: string | undefined;
  readonly sort: 'createdAt' | 'updatedAt';
  readonly order: 'asc' | 'desc';
  readonly size: (typeof sizes)[number];
  /** From 1. */
  readonly page: number;
}

/** Longest text that is searched for. */
export const longestText = 256;

const words = (name: string): Slot<string | undefined> =>
  slot(
    name,
    (text) => text?.trim().slice(0, longestText) || undefined,
    (value) => value,
  );

const slots: SlotsOf<DirectoryView> = {
  q: slot(
    'q',
    (text) => (text ?? '').trim().slice(0, longestText),
    (value) => value,
  ),
  name: words('name'),
  email: words('email'),
  rfcPart: words('rfc-part'),
  link: oneOfSlot('link', ['linked', 'unlinked']),
  organization: matchSlot('organization', forms.id),
  country: matchSlot('country', forms.country),
  RFC: matchSlot('rfc', forms.RFC),
  serialNumber: matchSlot('curp', forms.serialNumber),
  EVMAddress: matchSlot('address', forms.EVMAddress),
  id: matchSlot('id', forms.id),
  scope: oneOfSlot('scope', ['Organization', 'Subject']),
  createdFrom: daySlot('from'),
  createdTo: daySlot('to'),
  updatedFrom: daySlot('changed-from'),
  updatedTo: daySlot('changed-to'),
  sort: choiceSlot('sort', ['createdAt', 'updatedAt'], 'createdAt'),
  order: choiceSlot('order', ['asc', 'desc'], 'desc'),
  size: choiceSlot('size', sizes, '50'),
  page: pageSlot('page'),
};

/** Fields that ask for the same as what was typed, by what that looks like. */
const sameAs: Readonly<Record<Typed, keyof DirectoryView>> = {
  id: 'id',
  address: 'EVMAddress',
  curp: 'serialNumber',
  email: 'email',
  rfc: 'rfcPart',
  name: 'name',
};

/** Reads the address. One argument cannot be asked for twice: what was typed counts, its field is left out. */
export function readView(search: URLSearchParams): DirectoryView {
  return settled(readSlots(slots, search));
}

/** Arguments of the address that are not understood. */
export const unreadIn = (search: URLSearchParams): string[] => unread(slots, search);

export const writeView = (view: DirectoryView): URLSearchParams => writeSlots(slots, view);

/** Nothing narrowed, in the default order, at its beginning. */
export const plainView: DirectoryView = readSlots(slots, new URLSearchParams());

function settled(view: DirectoryView): DirectoryView {
  const typed = readTyped(view.q);
  return typed ? { ...view, [sameAs[typed.kind]]: undefined } : view;
}

/** The view with a change: another filter or order is another list, and one begins at its beginning. */
export function changed(view: DirectoryView, part: Partial<DirectoryView>): DirectoryView {
  const typed = readTyped(view.q);
  const field = typed && sameAs[typed.kind];
  // A field that is filled in for what was typed takes its place.
  const taken = field !== undefined && part.q === undefined && part[field] !== undefined;
  return settled({ ...view, page: 1, ...(taken ? { q: '' } : {}), ...part });
}

/** The interface's arguments for a view. */
export function filterOf(
  view: DirectoryView,
  { bounds, organization }: { bounds: Bounds; organization: string | undefined },
): SubjectFilter {
  const typed = readTyped(view.q)?.filter ?? {};
  const search = {
    ...typed.search,
    ...(view.name ? { commonName: view.name } : {}),
    ...(view.email ? { emailAddress: view.email } : {}),
    ...(view.rfcPart ? { RFC: view.rfcPart } : {}),
  };
  const link: Match | undefined =
    view.link && organization
      ? { how: view.link === 'linked' ? 'any-of' : 'none-of', values: [organization] }
      : view.organization;
  const matches = {
    organization: link,
    country: view.country,
    RFC: view.RFC,
    serialNumber: view.serialNumber,
    EVMAddress: view.EVMAddress,
    _id: view.id,
  };
  const createdAt = instantsOf(view.createdFrom, view.createdTo, bounds);
  const updatedAt = instantsOf(view.updatedFrom, view.updatedTo, bounds);
  return {
    ...Object.fromEntries(
      Object.entries(matches).flatMap(([name, match]) => (match ? [[name, argumentOf(match)]] : [])),
    ),
    ...typed,
    ...(Object.keys(search).length > 0 ? { search } : {}),
    ...(view.scope ? { accessScope: view.scope } : {}),
    ...(createdAt ? { createdAt } : {}),
    ...(updatedAt ? { updatedAt } : {}),
    sort: { field: view.sort, order: view.order },
  };
}

/** Filters of one field that the interface matches in all its ways. */
export const matchNames = ['country', 'RFC', 'serialNumber', 'EVMAddress', 'id'] as const;
export type MatchName = (typeof matchNames)[number];

/** What can be taken off as one, in the order of the chips. */
export const filterNames = [
  'q',
  'link',
  'text',
  'country',
  'RFC',
  'serialNumber',
  'EVMAddress',
  'created',
  'updated',
  'id',
  'scope',
] as const;
export type FilterName = (typeof filterNames)[number];

const fieldsOf: Readonly<Record<FilterName, readonly (keyof DirectoryView)[]>> = {
  q: ['q'],
  link: ['link', 'organization'],
  text: ['name', 'email', 'rfcPart'],
  country: ['country'],
  RFC: ['RFC'],
  serialNumber: ['serialNumber'],
  EVMAddress: ['EVMAddress'],
  created: ['createdFrom', 'createdTo'],
  updated: ['updatedFrom', 'updatedTo'],
  id: ['id'],
  scope: ['scope'],
};

/** The filters that narrow the list. */
export function activeFilters(view: DirectoryView): FilterName[] {
  return filterNames.filter((name) => fieldsOf[name].some((field) => Boolean(view[field])));
}

/** The view with one filter taken off. */
export function without(view: DirectoryView, name: FilterName): DirectoryView {
  const off = Object.fromEntries(fieldsOf[name].map((field) => [field, plainView[field]]));
  return { ...view, ...off, page: 1 };
}
