import type { QueryOf } from '#contract/operations/operations.ts';
import { and, oneOf } from '../../storage/lists/conditions.ts';
import type { Condition } from '../../storage/lists/conditions.ts';
import type { CountedRows, PagedList } from '../../storage/lists/list.ts';
import { identifier, raw, sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import { actsAsMember, type AccessScope } from '../access/access.ts';
import { organizationsOf } from '../access/caller.ts';
import type { Caller } from '../access/caller.ts';

type ListQuery = QueryOf<'listWitnesses'> | QueryOf<'listSignatureRequests'> | QueryOf<'listInvites'>;

type Arguments = Pick<ListQuery, 'createdAt' | 'sort' | 'pagination'> & {
  readonly accessScope?: AccessScope | undefined;
};

interface Kinds {
  readonly table:
    'signature_request_counts' | 'signature_request_name_counts' | 'invite_counts' | 'witness_counts';
  readonly alias: string;
  /** Arguments of which the table of counts has a column. */
  readonly flags: readonly string[];
  /** Arguments of which it has whether there is an instant. */
  readonly instants: readonly string[];
  /** Where an organization may have many counts: how many are added up. */
  readonly most?: number;
  /** Where they are counted by the quarter of an hour too, and the arguments of which that table has a column. */
  readonly quarters?: {
    readonly table: 'signature_request_quarters' | 'invite_quarters' | 'witness_quarters';
    readonly flags: readonly string[];
  };
}

/**
 * What a list selects: what the caller sees as each of its roles, what is requested, and the counts of it, where the
 * first role is that of a member and every argument is of something that is counted.
 *
 * @param conditionOf the condition of a query, of rows as well as of counts
 */
export function countedSelection<Query extends ListQuery>(
  kinds: Kinds,
  { caller, query }: { readonly caller: Caller; readonly query: Query },
  roles: readonly Sql[],
  conditionOf: (query: Query) => Condition,
): Pick<PagedList, 'alias' | 'visible' | 'condition' | 'counted' | 'arguments'> {
  return {
    alias: kinds.alias,
    visible: roles,
    condition: conditionOf(query),
    counted: countedRows(kinds, caller, query, roles, conditionOf),
    arguments: query,
  };
}

function countedRows<Query extends ListQuery>(
  { table, alias, flags, instants, most, quarters }: Kinds,
  caller: Caller,
  query: Query,
  roles: readonly Sql[],
  conditionOf: (query: Query) => Condition,
): CountedRows | undefined {
  const { createdAt, sort: _, pagination: __, accessScope, ...rest }: Arguments = query;
  const isCounted = Object.entries(rest).every(
    ([name, value]: [string, unknown]) =>
      value === undefined ||
      flags.includes(name) ||
      (instants.includes(name) && requestsExistenceOnly(value)),
  );
  const [asMember] = actsAsMember(caller, accessScope) ? roles : [];
  if (asMember === undefined || !isCounted || createdAt?.exists !== undefined) return undefined;
  const requested = conditionOf({ ...query, createdAt: undefined });
  const own = oneOf(raw(`${alias}.organization_id`), organizationsOf(caller));
  const condition = and(own, requested);
  const hasQuarters = Object.entries(rest).every(
    ([name, value]: [string, unknown]) => value === undefined || quarters?.flags.includes(name),
  );
  return {
    from: sql`${identifier(table)} ${raw(alias)}`,
    condition,
    rows: and(asMember, requested),
    createdAt,
    limited: most === undefined ? undefined : { most, counts: own, rows: asMember },
    quarters:
      quarters && hasQuarters
        ? { from: sql`${identifier(quarters.table)} ${raw(alias)}`, condition }
        : undefined,
  };
}

const requestsExistenceOnly = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([name, part]) => name === 'exists' || part === undefined);
