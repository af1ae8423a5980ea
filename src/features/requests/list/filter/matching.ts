import { strategyDates, witnessDate, type RequestState } from '#client/queries/reading.ts';
import type { RequestFilter } from '#client/families/requests/signature-requests.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { contentKind, contentTypeByKind } from '#contract/resources/kinds.ts';
import { plainText } from '#ui/formats/plain-text.ts';
import { rangeOf } from './days.ts';
import { hasUnknownDates, stateOf } from '../../state.ts';
import { activeFilters, type Conservation, type FilterName, type RequestsView, type Tab } from '../view.ts';

/** What a view's words mean at the moment and place where it is read. */
export interface Reading {
  readonly organization: string | undefined;
  readonly now: Date;
  readonly timeZone: string;
  /** Subjects that an RFC or CURP in the search stands for; undefined while they are looked up. */
  readonly persons: readonly string[] | undefined;
}

/** What a typed text looks for: an id, the code of a person, or part of a name. */
export function searchKind(typed: string): 'id' | 'person' | 'name' {
  const text = typed.trim();
  if (/^[0-9a-f]{24}$/i.test(text)) return 'id';
  return /^[A-Z&Ñ]{3,4}\d{6}[A-Z0-9]{3}$/i.test(text) || /^[A-Z]{4}\d{6}[A-Z]{6}[A-Z0-9]\d$/i.test(text)
    ? 'person'
    : 'name';
}

/** The filter that the service can apply. It never lets through less than the view wants. */
export function serverFilter(view: RequestsView, reading: Reading): RequestFilter {
  const search = view.search.trim();
  const kind = searchKind(search);
  const bySearch: RequestFilter =
    search === ''
      ? {}
      : kind === 'id'
        ? { _id: { eq: search.toLowerCase() } }
        : kind === 'name'
          ? { search: { name: search } }
          : {};
  const subjects = view.signer
    ? { subject: { eq: view.signer } }
    : search !== '' && kind === 'person'
      ? { subject: { in: [...(reading.persons ?? [])] } }
      : {};
  return {
    ...(reading.organization ? { organization: { eq: reading.organization } } : {}),
    ...byTab[view.tab],
    ...(view.state ? byState[view.state] : {}),
    ...(view.kind ? { type: { eq: contentTypeByKind[view.kind] } } : {}),
    ...(view.created ? { createdAt: rangeOf(view.created, reading.now, reading.timeZone) } : {}),
    ...subjects,
    ...bySearch,
    sort: view.sort,
  };
}

const waiting = { draft: false, finalized: false, rejectedAt: { exists: false } } as const;
const answered = { draft: false, finalized: true, rejectedAt: { exists: false } } as const;

const byTab: Record<Tab, RequestFilter> = {
  all: {},
  waiting,
  unwitnessed: answered,
  rejected: { rejectedAt: { exists: true } },
  drafts: { draft: true },
};

const byState: Record<RequestState, RequestFilter> = {
  draft: { draft: true },
  waiting,
  unsigned: { draft: false },
  rejected: { rejectedAt: { exists: true } },
  signed: answered,
  witnessed: answered,
};

/** Whether part of the view must be checked here, because the interface has no filter for it. */
export function isFilteredHere(view: RequestsView): boolean {
  const search = view.search.trim();
  return (
    view.tab === 'unwitnessed' ||
    view.conservation !== undefined ||
    (view.state !== undefined && view.state !== 'draft' && view.state !== 'rejected') ||
    // The service filters by one subject at a time: a signer and a person's code together are checked here.
    (view.signer !== undefined && search !== '' && searchKind(search) === 'person')
  );
}

/** The part of the view that only the rows themselves can answer. */
export function fitsHere(request: SignatureRequest, view: RequestsView, reading: Reading): boolean {
  if (view.tab === 'unwitnessed' && stateOf(request) !== 'signed') return false;
  if (view.state && stateOf(request) !== view.state) return false;
  if (view.conservation && !isPreserved(request, view.conservation)) return false;
  return !(view.signer && searchKind(view.search) === 'person') || fits.search(request, view, reading);
}

/** The whole view, for rows that no service filtered. Order is not its concern. */
export function fitsWhole(request: SignatureRequest, view: RequestsView, reading: Reading): boolean {
  return (
    fitsTab(request, view.tab) && activeFilters(view).every((name) => fits[name](request, view, reading))
  );
}

function fitsTab(request: SignatureRequest, tab: Tab): boolean {
  const state = stateOf(request);
  switch (tab) {
    case 'all':
      return true;
    case 'waiting':
      return state === 'waiting' || (state === 'unsigned' && !request.finalized);
    case 'unwitnessed':
      return state === 'signed';
    case 'rejected':
      return state === 'rejected';
    case 'drafts':
      return state === 'draft';
  }
}

const fits: Record<FilterName, (request: SignatureRequest, view: RequestsView, reading: Reading) => boolean> =
  {
    search: (request, { search }, { persons }) => {
      const text = search.trim();
      switch (searchKind(text)) {
        case 'id':
          return request.id?.toLowerCase() === text.toLowerCase();
        case 'person':
          return (request.invites ?? []).some(
            ({ subject }) => !!subject?.id && !!persons?.includes(subject.id),
          );
        case 'name':
          return plainText(request.name ?? '').includes(plainText(text));
      }
    },
    state: (request, { state }) => stateOf(request) === state,
    kind: (request, { kind }) => contentKind(request.content) === kind,
    conservation: (request, { conservation }) =>
      conservation === undefined || isPreserved(request, conservation),
    created: ({ createdAt }, { created }, { now, timeZone }) => {
      if (!created || !createdAt) return false;
      const { gte, lte } = rangeOf(created, now, timeZone);
      const at = Date.parse(createdAt);
      return !(gte && at < Date.parse(gte)) && !(lte && at > Date.parse(lte));
    },
    signer: ({ invites }, { signer }) => (invites ?? []).some(({ subject }) => subject?.id === signer),
  };

function isPreserved({ witness }: SignatureRequest, how: Conservation): boolean {
  if (how === 'none') return !witness || (witnessDate(witness) === undefined && !hasUnknownDates(witness));
  return !!witness && strategyDates(witness)[how] !== undefined;
}

/** Rows that no service sorted, in the order of the view; ties by id, in the same direction. */
export function sorted<T extends SignatureRequest>(rows: readonly T[], { sort }: RequestsView): T[] {
  const sign = sort.order === 'asc' ? 1 : -1;
  const key = (row: SignatureRequest): string => row[sort.field] ?? row.createdAt ?? '';
  return [...rows].sort(
    (a, b) => sign * (key(a).localeCompare(key(b)) || (a.id ?? '').localeCompare(b.id ?? '')),
  );
}
