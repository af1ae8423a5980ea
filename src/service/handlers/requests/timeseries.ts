import { isInvalidValue } from '../../storage/database/database.ts';
import { join, raw, sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import { and, dateRange, instantOf, textMatch, where } from '../../storage/lists/conditions.ts';
import type { Range } from '../../storage/lists/conditions.ts';
import { ServiceError } from '../../service-error.ts';
import { actsAsMember, checkNamedOrganizations, idForm, requestRoles } from '../access/access.ts';
import type { Call } from '../call.ts';
import type { Service } from '../ports.ts';
import { ofType } from './content-type.ts';

const defaultMarks = 100;
const maxMarks = 1000;

/** How many requests came to be in each hour, day or month of a time zone (Rule SR-11). */
export async function readTimeseries(
  service: Service,
  call: Call<'readSignatureRequestTimeseries'>,
): Promise<{ mark: string; count: number }[]> {
  const { granularity = 'day', timezone = 'UTC', order = 'asc', limit = defaultMarks } = call.query;
  checkNamedOrganizations(call.caller, call.query.organization);
  checkZone(timezone);
  if (limit < 0 || limit > maxMarks)
    throw new ServiceError('malformed-argument', `limit is ${limit}; expected 0 to ${maxMarks}.`, {
      path: ['limit'],
      rule: 'SR-11',
    });
  const marks = await service.database
    .rows<{ mark: Date; count: number }>(
      sql`
    select m.mark, sum(m.row_count)::bigint as count
    from (select date_trunc(${granularity}::text, r.created_at, ${timezone}::text) as mark, r.row_count
      from (${join(partsOf(call), ' union all ')}) r) m
    group by m.mark having sum(m.row_count) > 0 order by m.mark ${raw(order === 'asc' ? 'asc' : 'desc')}
    limit ${limit}::bigint`,
    )
    .catch((error: unknown) => {
      // The two know almost the same zones.
      throw isInvalidValue(error) ? unknownZone(timezone) : error;
    });
  return marks.map(({ mark, count }) => ({ mark: mark.toISOString(), count }));
}

/**
 * Rows with an instant and how many requests came to be about then, which have no request in common: what a member sees
 * as it was counted, and what only a signer sees, one by one.
 */
function partsOf({ caller, query }: Call<'readSignatureRequestTimeseries'>): Sql[] {
  const { organization, type, timestamp } = query;
  const requested = and(textMatch(sql`r.organization_id`, organization, idForm), ofType(type));
  const [first, ...others] = requestRoles(caller);
  if (first === undefined) return [sql`select null::timestamptz as created_at, 0 as row_count where false`];
  const one = (role: Sql, range: Range | undefined): Sql =>
    sql`select r.created_at, 1 as row_count from signature_requests r${where(
      and(role, requested, dateRange(sql`r.created_at`, range)),
    )}`;
  const quarters = actsAsMember(caller) ? wholeQuarters(timestamp) : undefined;
  const asFirst =
    quarters === undefined
      ? [one(first, timestamp)]
      : [
          sql`select r.quarter as created_at, r.row_count from signature_request_quarters r${where(
            and(first, requested, dateRange(sql`r.quarter`, quarters.whole)),
          )}`,
          ...quarters.edges.map((edge) => one(first, edge)),
        ];
  return [...asFirst, ...others.map((role) => one(sql`${role} and (${first}) is not true`, timestamp))];
}

const quarterMs = 15 * 60_000;

/** A range in the starts of the quarters of an hour that lie in it wholly, and what is left at its ends. */
function wholeQuarters(
  range: Range | undefined,
): { readonly whole: Range; readonly edges: readonly Range[] } | undefined {
  const { exists, gte, lte } = range ?? {};
  const from = gte === undefined ? undefined : instantOf(gte, 'up');
  const to = lte === undefined ? undefined : instantOf(lte, 'down');
  // Offsets of some zones (Liberia's, to 1972) were no multiple of a quarter: their days are no sums of quarters.
  // In the last year a quarter may end in one that cannot be written.
  if (
    exists !== undefined ||
    [from, to].some((at) => at && (at.getUTCFullYear() < 1973 || at.getUTCFullYear() > 9998))
  )
    return undefined;
  const start = from && Math.ceil(from.getTime() / quarterMs) * quarterMs;
  const end = to && Math.floor((to.getTime() + 1) / quarterMs) * quarterMs;
  if (start !== undefined && end !== undefined && start >= end) return undefined;
  const textOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
  return {
    whole: {
      ...(start !== undefined && { gte: textOf(start) }),
      ...(end !== undefined && { lte: textOf(end - 1) }),
    },
    edges: [
      ...(start !== undefined ? [{ gte, lte: textOf(start - 1) }] : []),
      ...(end !== undefined ? [{ gte: textOf(end), lte }] : []),
    ],
  };
}

/**
 * Zones are known by their IANA names, to the runtime and to the database alike. An abbreviation is not taken: `IST` is
 * India to the one and Israel to the other.
 */
function checkZone(name: string): void {
  try {
    if (!/^(?:UTC|GMT|[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)+)$/.test(name)) throw new RangeError(name);
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    throw unknownZone(name);
  }
}

const unknownZone = (name: string): ServiceError =>
  new ServiceError(
    'malformed-argument',
    `timezone is "${name}"; expected UTC or a name such as America/Mexico_City.`,
    { path: ['timezone'], rule: 'SR-11' },
  );
