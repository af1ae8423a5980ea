import type { IssuerFilter } from '#client/families/people/issuers.ts';
import type { issuerSearchKeys } from '#contract/filters/arguments.ts';
import { instantsOf, type Bounds } from '#widgets/days.ts';
import { forms, matchSlot, type Match } from '../match.ts';
import {
  listKind,
  listSlots,
  matchArguments,
  textPart,
  wholeArgument,
  type ListView,
} from '../records/list-view.ts';

/** Fields of an issuer in which text is searched for, beside its name. */
export const issuerTexts = [
  'organization',
  'organizationalUnitName',
  'emailAddress',
  'streetAddress',
  'localityName',
  'stateOrProvinceName',
] as const satisfies readonly (typeof issuerSearchKeys)[number][];
export type IssuerText = (typeof issuerTexts)[number];

/** What the list of issuers is filtered by and where in it one is, as it stands in the address. */
export interface IssuerView extends ListView, Readonly<Record<IssuerText, string | undefined>> {
  readonly country: Match | undefined;
  readonly postalCode: Match | undefined;
  readonly id: Match | undefined;
}

export type IssuerFilterName = 'q' | 'text' | 'country' | 'postalCode' | 'created' | 'updated' | 'id';

export const issuerList = listKind<IssuerView, IssuerFilterName>({
  operations: ['/issuers'],
  slots: {
    ...listSlots,
    organization: textPart('organization'),
    organizationalUnitName: textPart('unit'),
    emailAddress: textPart('email'),
    streetAddress: textPart('street'),
    localityName: textPart('town'),
    stateOrProvinceName: textPart('state'),
    country: matchSlot('country', forms.country),
    postalCode: matchSlot('postal-code', forms.whole),
    id: matchSlot('id', forms.id),
  },
  fieldsOf: {
    q: ['q'],
    text: issuerTexts,
    country: ['country'],
    postalCode: ['postalCode'],
    created: ['createdFrom', 'createdTo'],
    updated: ['updatedFrom', 'updatedTo'],
    id: ['id'],
  },
  argumentOf: {
    q: 'search',
    text: 'search',
    country: 'country',
    postalCode: 'postalCode',
    created: 'createdAt',
    updated: 'updatedAt',
    id: '_id',
  },
});

/** Whether what was typed is an id, which names one issuer; anything else is looked for in the names. */
const isId = (q: string): boolean => forms.id.allowed.test(forms.id.normal(q));

/** The interface's arguments for a view. */
export function issuerFilterOf(view: IssuerView, bounds: Bounds): IssuerFilter {
  const texts = Object.fromEntries(issuerTexts.flatMap((key) => (view[key] ? [[key, view[key]]] : [])));
  const search = { ...texts, ...(view.q && !isId(view.q) ? { commonName: view.q } : {}) };
  const createdAt = instantsOf(view.createdFrom, view.createdTo, bounds);
  const updatedAt = instantsOf(view.updatedFrom, view.updatedTo, bounds);
  return {
    ...matchArguments({
      country: view.country,
      _id: isId(view.q) ? { how: 'any-of', values: [forms.id.normal(view.q)] } : view.id,
    }),
    ...(view.postalCode ? { postalCode: wholeArgument(view.postalCode) } : {}),
    ...(Object.keys(search).length > 0 ? { search } : {}),
    ...(createdAt ? { createdAt } : {}),
    ...(updatedAt ? { updatedAt } : {}),
    sort: { field: view.sort, order: view.order },
  };
}
