import { readTyped, type SubjectFilter, type Typed } from '#client/families/people/subjects.ts';
import { instantsOf, type Bounds } from '#widgets/days.ts';
import { oneOfSlot, type SlotsOf } from '#widgets/filters/slots.ts';
import { forms, matchSlot, type Match } from '../match.ts';
import { listKind, listSlots, matchArguments, textPart, type ListView } from '../records/list-view.ts';

/** What the directory is filtered by and where in it one is, as it stands in the address. */
export interface DirectoryView extends ListView {
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
}

const slots: SlotsOf<DirectoryView> = {
  ...listSlots,
  name: textPart('name'),
  email: textPart('email'),
  rfcPart: textPart('rfc-part'),
  link: oneOfSlot('link', ['linked', 'unlinked']),
  organization: matchSlot('organization', forms.id),
  country: matchSlot('country', forms.country),
  RFC: matchSlot('rfc', forms.RFC),
  serialNumber: matchSlot('curp', forms.serialNumber),
  EVMAddress: matchSlot('address', forms.EVMAddress),
  id: matchSlot('id', forms.id),
  scope: oneOfSlot('scope', ['Organization', 'Subject']),
};

/** The field that sets the same argument as what was typed, by what that looks like. */
const fieldOf: Readonly<Record<Typed, keyof DirectoryView>> = {
  id: 'id',
  address: 'EVMAddress',
  curp: 'serialNumber',
  email: 'email',
  rfc: 'rfcPart',
  name: 'name',
};

/** Filters of one field that the interface matches in all its ways. */
export type MatchName = 'country' | 'RFC' | 'serialNumber' | 'EVMAddress' | 'id';

export type FilterName = 'q' | 'link' | 'text' | MatchName | 'created' | 'updated' | 'scope';

const directoryKind = listKind<DirectoryView, FilterName>({
  // Services have one of the two documented addresses (Rule SB-1).
  operations: ['/subjects', '/subject'],
  slots,
  fieldsOf: {
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
  },
  argumentOf: {
    q: 'search',
    text: 'search',
    link: 'organization',
    country: 'country',
    RFC: 'RFC',
    serialNumber: 'serialNumber',
    EVMAddress: 'EVMAddress',
    created: 'createdAt',
    updated: 'updatedAt',
    id: '_id',
    scope: 'accessScope',
  },
});

/** An argument is sent once: what was typed counts, and the field that sets the same argument is left out. */
function dropTypedField(view: DirectoryView): DirectoryView {
  const typed = readTyped(view.q);
  return typed ? { ...view, [fieldOf[typed.kind]]: undefined } : view;
}

export const directoryList = {
  ...directoryKind,
  read: (search: URLSearchParams): DirectoryView => dropTypedField(directoryKind.read(search)),
  changed: (view: DirectoryView, part: Partial<DirectoryView>): DirectoryView => {
    const typed = readTyped(view.q);
    const field = typed && fieldOf[typed.kind];
    // A field that is filled in for what was typed takes its place.
    const isReplaced = field !== undefined && part.q === undefined && part[field] !== undefined;
    return dropTypedField(directoryKind.changed(view, { ...(isReplaced ? { q: '' } : {}), ...part }));
  },
};

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
  const createdAt = instantsOf(view.createdFrom, view.createdTo, bounds);
  const updatedAt = instantsOf(view.updatedFrom, view.updatedTo, bounds);
  return {
    ...matchArguments({
      organization: link,
      country: view.country,
      RFC: view.RFC,
      serialNumber: view.serialNumber,
      EVMAddress: view.EVMAddress,
      _id: view.id,
    }),
    ...typed,
    ...(Object.keys(search).length > 0 ? { search } : {}),
    ...(view.scope ? { accessScope: view.scope } : {}),
    ...(createdAt ? { createdAt } : {}),
    ...(updatedAt ? { updatedAt } : {}),
    sort: { field: view.sort, order: view.order },
  };
}
