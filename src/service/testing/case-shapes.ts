import type { World } from './world.ts';

/** One request of an operation. */
export interface CaseRequest {
  readonly path: string;
  /** Bearer secret; the world's own key when absent. */
  readonly as?: string;
  /** What stands in `{ input: … }`. */
  readonly input?: object;
  /** A body that is not wrapped. */
  readonly body?: object;
}

export interface Refused extends CaseRequest {
  readonly status: number;
  /** First parts of the field that must be named. */
  readonly field?: readonly (string | number)[];
}

/** Why an operation has no case of a kind. */
type Reason = string;

/** What every operation must show: it works, and it refuses in each of the ways it can. */
export interface OperationCases {
  readonly good: (world: World) => CaseRequest | Promise<CaseRequest>;
  readonly malformed: (world: World) => readonly Refused[];
  readonly other: Reason | ((world: World) => readonly Refused[]);
  readonly missing: Reason | ((world: World) => readonly Refused[]);
  readonly conflict: Reason | ((world: World) => Promise<readonly Refused[]>);
}

export const unknownId = 'f'.repeat(24);
const text = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

export const openToAll = 'what stands on a public chain, rates and issuers are the same for every caller';
export const nothingToConflict = 'a read meets no state';
export const namesNothing = 'the call names nothing that could be absent';

/** A filter or a page that cannot be, for lists of the paged kind. */
const brokenPage = (path: string): ((world: World) => readonly Refused[]) => {
  return () => [
    { path: `${path}?pagination=${text({ page: 0 })}`, status: 400, field: ['pagination', 'page'] },
    { path: `${path}?pagination=${text({ size: 101 })}`, status: 400, field: ['pagination', 'size'] },
    { path: `${path}?sort=name`, status: 400, field: ['sort'] },
    { path: `${path}?sort=${text({ field: 'name', order: 'asc' })}`, status: 400, field: ['sort', 'field'] },
    { path: `${path}?createdAt=${text({ gte: 'yesterday' })}`, status: 400, field: ['createdAt', 'gte'] },
    { path: `${path}?_id=${text({ in: ['x'] })}`, status: 400, field: ['_id', 'in', 0] },
  ];
};

const brokenCursorList = (path: string): ((world: World) => readonly Refused[]) => {
  return () => [
    { path: `${path}?limit=1001`, status: 400, field: ['limit'] },
    { path: `${path}?orderBy=colour`, status: 400, field: ['orderBy'] },
    { path: `${path}?orderDirection=up`, status: 400, field: ['orderDirection'] },
    { path: `${path}?before=a&after=b`, status: 400 },
    { path: `${path}?after=nonsense`, status: 400, field: ['after'] },
  ];
};

/** Lists hide what is not the caller's, and refuse a filter for another's organization. */
export const otherOrganization = (path: string): ((world: World) => readonly Refused[]) => {
  return (w) => [
    { path: `${path}?organization=${w.own.id}`, as: w.other.key, status: 403, field: ['organization'] },
  ];
};

export const list = (path: string, more: Partial<OperationCases> = {}): OperationCases => ({
  good: () => ({ path }),
  malformed: brokenPage(path),
  other: 'only what the caller may see is listed; every list is tested on that by its own rule',
  missing: namesNothing,
  conflict: nothingToConflict,
  ...more,
});

export const cursorList = (path: string): OperationCases => ({
  good: () => ({ path: `${path}?limit=5` }),
  malformed: brokenCursorList(path),
  other: openToAll,
  missing: namesNothing,
  conflict: nothingToConflict,
});

/** A resource read by id, which is another's to the other organization. */
export const one = (
  path: string,
  idOf: (world: World) => string,
  more: Partial<OperationCases> = {},
): OperationCases => ({
  good: (w) => ({ path: `${path}/${idOf(w)}` }),
  malformed: () => [{ path: `${path}/xyz`, status: 400, field: ['id'] }],
  other: (w) => [{ path: `${path}/${idOf(w)}`, as: w.other.key, status: 404 }],
  missing: () => [{ path: `${path}/${unknownId}`, status: 404 }],
  conflict: nothingToConflict,
  ...more,
});

export const certification = (path: string): OperationCases => ({
  good: (w) => ({ path: `${path}?witnessId=${w.witness.id}`, body: { witnessId: w.witness.id } }),
  malformed: (w) => [
    { path, body: { witnessId: w.witness.id }, status: 400, field: ['witnessId'] },
    { path: `${path}?witnessId=x`, body: { witnessId: 'x' }, status: 400, field: ['witnessId'] },
    { path: `${path}?witnessId=${w.witness.id}`, body: {}, status: 422, field: ['witnessId'] },
    {
      path: `${path}?witnessId=${w.witness.id}`,
      body: { witnessId: unknownId },
      status: 400,
      field: ['witnessId'],
    },
  ],
  other: (w) => [
    {
      path: `${path}?witnessId=${w.witness.id}`,
      body: { witnessId: w.witness.id },
      as: w.other.key,
      status: 404,
    },
  ],
  missing: () => [{ path: `${path}?witnessId=${unknownId}`, body: { witnessId: unknownId }, status: 404 }],
  conflict: 'what is certified already answers 200 and spends nothing (Rule NO-2)',
});
