import { identifier, join, raw, sql } from '../database/sql.ts';
import type { Sql } from '../database/sql.ts';
import type { Queries } from '../database/queries.ts';

/** Something that is written with other rows and does not follow from them. */
export interface WrongCount {
  readonly table: string;
  /** How many of its sums, or of its rows, are others. */
  readonly wrong: number;
}

interface Counted {
  /** The table whose rows are counted. */
  readonly source: string;
  readonly table: string;
  /** Columns of the counts, and what they are of a row `x` of the source. */
  readonly columns: string;
  readonly kinds: string;
}

/** What is counted as it is written, as the triggers that count have it. */
const readCounted = (queries: Queries): Promise<Counted[]> =>
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

const signers = sql`select i.subject_id, r.id as signature_request_id, r.organization_id, r.created_at, r.draft
  from invites i join signature_requests r on r.id = i.signature_request_id`;
const signerColumns = raw('subject_id, signature_request_id, organization_id, created_at, draft');
const storedSigners = sql`select ${signerColumns} from request_signers`;

/** Counts and signers that do not follow from the rows they stand for. */
export async function wrongCounts(queries: Queries): Promise<WrongCount[]> {
  const found: WrongCount[] = [];
  const add = async (table: string, rows: Sql): Promise<void> => {
    const [row] = await queries.rows<{ wrong: number }>(sql`select count(*) as wrong from (${rows}) w`);
    if (row && row.wrong > 0) found.push({ table, wrong: row.wrong });
  };
  for (const counted of await readCounted(queries)) await add(counted.table, differences(counted));
  await add(
    'request_signers',
    sql`(${signers} except ${storedSigners}) union all (${storedSigners} except ${signers})`,
  );
  return found;
}

/** Of one correction at a time. */
const correctionLock = 1_510_155;

/**
 * Corrects what `wrongCounts` finds, while others write: what they add meanwhile is added to what stood at one instant.
 */
export async function correctCounts(tx: Queries): Promise<WrongCount[]> {
  await tx.rows(sql`select pg_advisory_xact_lock(${correctionLock}::bigint)`);
  const wrong = await wrongCounts(tx);
  const names = new Set(wrong.map(({ table }) => table));
  for (const counted of await readCounted(tx)) {
    if (!names.has(counted.table)) continue;
    const columns = join([raw(counted.columns), sql`row_count`], ', ');
    await tx.rows(sql`insert into ${identifier(counted.table)} (${columns}) ${differences(counted)}`);
  }
  if (names.has('request_signers')) {
    await tx.rows(sql`delete from request_signers s where not exists (select 1 from invites i
      where i.signature_request_id = s.signature_request_id and i.subject_id = s.subject_id)`);
    await tx.rows(sql`insert into request_signers (${signerColumns}) ${signers}
      on conflict (signature_request_id, subject_id) do update
      set organization_id = excluded.organization_id, created_at = excluded.created_at, draft = excluded.draft`);
  }
  return wrong;
}
