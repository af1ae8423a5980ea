import type { QueryOf } from '#contract/operations/operations.ts';
import { and, oneOf } from '../../storage/lists/conditions.ts';
import type { Condition } from '../../storage/lists/conditions.ts';
import type { CountedRows } from '../../storage/lists/list.ts';
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
  readonly table: 'signature_request_counts' | 'invite_counts' | 'witness_counts';
  readonly alias: string;
  /** Arguments of which the table of counts has a column. */
  readonly flags: readonly string[];
  /** Arguments of which it has whether there is an instant. */
  readonly instants: readonly string[];
}

/**
 * The counts of what a member lists, where every argument is of something that is counted.
 *
 * @param roles what the caller sees of the rows, as a member first
 * @param conditionOf the condition of a query, of rows as well as of counts
 */
export function countedRows<Query extends ListQuery>(
  { table, alias, flags, instants }: Kinds,
  caller: Caller,
  query: Query,
  roles: readonly Sql[],
  conditionOf: (query: Query) => Condition,
): CountedRows | undefined {
  const { createdAt, sort: _, pagination: __, accessScope, ...rest }: Arguments = query;
  const isCounted = Object.entries(rest).every(
    ([name, value]: [string, unknown]) =>
      value === undefined || flags.includes(name) || (instants.includes(name) && asksOnlyForExistence(value)),
  );
  const [asMember] = actsAsMember(caller, accessScope) ? roles : [];
  if (asMember === undefined || !isCounted || createdAt?.exists !== undefined) return undefined;
  const condition = conditionOf({ ...query, createdAt: undefined });
  return {
    from: sql`${identifier(table)} ${raw(alias)}`,
    condition: and(oneOf(raw(`${alias}.organization_id`), organizationsOf(caller)), condition),
    rows: and(asMember, condition),
    createdAt,
  };
}

const asksOnlyForExistence = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([name, part]) => name === 'exists' || part === undefined);
