import { advisoryLocks } from '../database/advisory-locks.ts';
import { identifier, join, raw, sql } from '../database/sql.ts';
import type { Sql } from '../database/sql.ts';
import type { Queries } from '../database/queries.ts';

/** A table that is written with other rows and does not follow from them. */
export interface WrongCount {
  readonly table: string;
  /** How many of its sums, or of its rows, are wrong or missing. */
  readonly wrong: number;
}

/** A table of counts. */
export interface Counted {
  readonly table: string;
  /** The table whose rows are counted. */
  readonly source: string;
  /** Columns of the counts, and what they are of a row `x` of the source. */
  readonly columns: string;
  readonly kinds: string;
}

/** What is counted as it is written, as the triggers that count have it. */
export const readCounted = (queries: Queries): Promise<Counted[]> =>
  queries.rows<Counted>(sql`
    select t.source, t.arguments[1] as table, t.arguments[2] as columns, t.arguments[3] as kinds
    from (select tgrelid::regclass::text as source, string_to_array(encode(tgargs, 'escape'), '\\000') as arguments
      from pg_trigger where tgfoid = 'count_rows'::regproc and tgname like '%inserted' and tgparentid = 0) t
    order by t.arguments[1]`);

/** What has to be added to each sum, so that it is that of the rows; both are read at the same instant. */
function differences({ source, table, columns, kinds }: Counted): Sql {
  const names = raw(columns);
  return sql`select ${names}, sum(d.row_count)::bigint as row_count from (
      select ${raw(kinds)}, 1 from ${identifier(source)} x
      union all select ${names}, -row_count from ${identifier(table)}) d (${names}, row_count)
    group by ${names} having sum(d.row_count) <> 0`;
}

const columnsOfSigners = raw('subject_id, signature_request_id, organization_id, created_at, draft');
const storedSigners = sql`select ${columnsOfSigners} from request_signers`;
const signers = sql`select i.subject_id, r.id as signature_request_id, r.organization_id, r.created_at, r.draft
  from invites i join signature_requests r on r.id = i.signature_request_id`;
const tooMany = sql`(${storedSigners} except ${signers})`;
const missing = sql`(${signers} except ${storedSigners})`;

/** Counts and signers that do not follow from the rows they stand for. */
export async function wrongCounts(queries: Queries): Promise<WrongCount[]> {
  const found: WrongCount[] = [];
  for (const counted of await readCounted(queries))
    found.push({ table: counted.table, wrong: await countOf(queries, differences(counted)) });
  const wrong = await countOf(queries, sql`${tooMany} union all ${missing}`);
  return [...found, { table: 'request_signers', wrong }].filter((one) => one.wrong > 0);
}

/**
 * Corrects what `wrongCounts` finds, while others write: what they add meanwhile is added to what stood at one instant.
 *
 * @returns what was corrected
 */
export async function correctCounts(tx: Queries): Promise<WrongCount[]> {
  await tx.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.counts}::bigint)`);
  const corrected: WrongCount[] = [];
  for (const counted of await readCounted(tx)) {
    const columns = join([raw(counted.columns), sql`row_count`], ', ');
    const added = sql`insert into ${identifier(counted.table)} (${columns}) ${differences(counted)} returning 1`;
    corrected.push({ table: counted.table, wrong: await countOf(tx, added) });
  }
  const wrong =
    (await countOf(
      tx,
      sql`delete from request_signers where (${columnsOfSigners}) in ${tooMany} returning 1`,
    )) + (await countOf(tx, sql`insert into request_signers (${columnsOfSigners}) ${missing} returning 1`));
  return [...corrected, { table: 'request_signers', wrong }].filter((one) => one.wrong > 0);
}

/** @param rows a query, or a change that returns the rows it changed */
async function countOf(queries: Queries, rows: Sql): Promise<number> {
  const [row] = await queries.rows<{ count: number }>(
    sql`with found as (${rows}) select count(*) as count from found`,
  );
  return row?.count ?? 0;
}
