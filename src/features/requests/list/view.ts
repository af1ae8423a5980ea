import type { ContentKind } from '#contract/resources/kinds.ts';
import { contentKinds } from '#contract/resources/kinds.ts';
import type { RequestState } from '#client/queries/reading.ts';
import { isDay } from '#widgets/days.ts';

export const tabs = ['all', 'waiting', 'unwitnessed', 'rejected', 'drafts'] as const;
export type Tab = (typeof tabs)[number];

export const states = [
  'draft',
  'waiting',
  'rejected',
  'signed',
  'witnessed',
  'unsigned',
] as const satisfies readonly RequestState[];

/** How a document is preserved: by one of the three strategies, or by none yet. */
export const conservations = ['nom151', 'merkleized', 'external', 'none'] as const;
export type Conservation = (typeof conservations)[number];

export const createdPresets = ['today', '7d', '30d', 'this-month', 'last-month'] as const;
export type CreatedPreset = (typeof createdPresets)[number];

/** Days of the reader's zone, both included; either may be open. */
export interface Days {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export type Created = CreatedPreset | Days;

export interface ViewSort {
  readonly field: 'createdAt' | 'updatedAt';
  readonly order: 'asc' | 'desc';
}

/** Columns that can be hidden; that of the name cannot. */
export const columnIds = ['progress', 'standing', 'age', 'marks', 'changed'] as const;
export type ColumnId = (typeof columnIds)[number];

/** All that the list shows, as its address says it. */
export interface RequestsView {
  readonly tab: Tab;
  readonly search: string;
  readonly state: RequestState | undefined;
  readonly kind: ContentKind | undefined;
  readonly conservation: Conservation | undefined;
  readonly created: Created | undefined;
  /** Id of a subject. */
  readonly signer: string | undefined;
  readonly sort: ViewSort;
  readonly look: 'table' | 'board';
  readonly hidden: readonly ColumnId[];
  /** Id of the saved view that was applied last, even if something was changed since. */
  readonly saved: string | undefined;
  /** Id of the request in the pane. */
  readonly selected: string | undefined;
}

export const plainView: RequestsView = {
  tab: 'all',
  search: '',
  state: undefined,
  kind: undefined,
  conservation: undefined,
  created: undefined,
  signer: undefined,
  sort: { field: 'updatedAt', order: 'desc' },
  look: 'table',
  hidden: [],
  saved: undefined,
  selected: undefined,
};

// Without a prototype: what stands in an address may be «toString».
const sorts: Readonly<Record<string, ViewSort>> = Object.assign(Object.create(null) as object, {
  created: { field: 'createdAt', order: 'asc' },
  '-created': { field: 'createdAt', order: 'desc' },
  updated: { field: 'updatedAt', order: 'asc' },
  '-updated': { field: 'updatedAt', order: 'desc' },
} satisfies Record<string, ViewSort>);

/** Reads an address; what is not understood is left out, so that an old or mistyped link still opens. */
export function readView(params: URLSearchParams): RequestsView {
  const one = <T extends string>(name: string, known: readonly T[]): T | undefined =>
    known.find((value) => value === params.get(name));
  const id = (name: string): string | undefined => {
    const value = params.get(name);
    return value && /^[\w-]{1,64}$/.test(value) ? value : undefined;
  };
  const tab = one('tab', tabs) ?? 'all';
  const hidden = params.get('hide')?.split('.');
  return {
    tab,
    search: (params.get('q') ?? '').slice(0, 256),
    // A tab other than the first already says the state.
    state: tab === 'all' ? one('state', states) : undefined,
    kind: one('kind', contentKinds),
    conservation: one('kept', conservations),
    created: readCreated(params.get('created')),
    signer: id('signer'),
    sort: sorts[params.get('sort') ?? ''] ?? plainView.sort,
    look: params.get('view') === 'board' ? 'board' : 'table',
    hidden: columnIds.filter((column) => hidden?.includes(column)),
    saved: id('saved'),
    selected: id('sel'),
  };
}

/** Writes what differs from the plain list, always in the same order. */
export function writeView(view: RequestsView): URLSearchParams {
  const params = new URLSearchParams();
  const put = (name: string, value: string | undefined): void => {
    if (value) params.set(name, value);
  };
  const sort = Object.keys(sorts).find(
    (name) => sorts[name]?.field === view.sort.field && sorts[name].order === view.sort.order,
  );
  put('tab', view.tab === 'all' ? undefined : view.tab);
  put('q', view.search);
  put('state', view.tab === 'all' ? view.state : undefined);
  put('kind', view.kind);
  put('kept', view.conservation);
  put('created', view.created && writeCreated(view.created));
  put('signer', view.signer);
  put('sort', sort === '-updated' ? undefined : sort);
  put('view', view.look === 'board' ? 'board' : undefined);
  put('hide', view.hidden.join('.'));
  put('saved', view.saved);
  put('sel', view.selected);
  return params;
}

function readCreated(text: string | null): Created | undefined {
  const preset = createdPresets.find((known) => known === text);
  if (preset) return preset;
  const [from = '', to = '', more] = (text ?? '').split('..');
  if (more !== undefined) return undefined;
  const days = { from: isDay(from) ? from : undefined, to: isDay(to) ? to : undefined };
  if (!days.from && !days.to) return undefined;
  return days.from && days.to && days.from > days.to ? { from: days.to, to: days.from } : days;
}

const writeCreated = (created: Created): string =>
  typeof created === 'string' ? created : `${created.from ?? ''}..${created.to ?? ''}`;

export type FilterName = 'search' | 'state' | 'kind' | 'conservation' | 'created' | 'signer';
export const filterNames: readonly FilterName[] = [
  'search',
  'state',
  'kind',
  'conservation',
  'created',
  'signer',
];

/** The filters that are on. The tab is not one of them. */
export function activeFilters(view: RequestsView): FilterName[] {
  return filterNames.filter((name) =>
    name === 'search' ? view.search.trim() !== '' : view[name] !== undefined,
  );
}

export function without(view: RequestsView, name: FilterName): RequestsView {
  return { ...view, [name]: plainView[name] };
}

/** One filter alone, over everything: what it lets through by itself. */
export function alone(view: RequestsView, name: FilterName): RequestsView {
  return { ...plainView, [name]: view[name] };
}

/** What a saved view stores: the address without the open row and without the id of a saved view. */
export function savedAddress(view: RequestsView): string {
  return writeView({ ...view, saved: undefined, selected: undefined }).toString();
}

/** The same rows in the same order: what is selected and how it is drawn do not matter. */
export function sameRows(view: RequestsView): string {
  return savedAddress({ ...view, look: 'table', hidden: [] });
}
