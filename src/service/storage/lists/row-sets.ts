import { join, raw, sql } from '../database/sql.ts';
import type { Sql } from '../database/sql.ts';
import type { Queries } from '../database/queries.ts';

/** Rows that a statement selects. Later sets of the same statement may select from `name`, as from a table. */
export interface RowSet<Row extends object> {
  readonly name: Sql;
  /** Names the type of the rows; there is no value of it. */
  readonly row?: Row;
}

export interface FoundRows {
  of<Row extends object>(set: RowSet<Row>): Row[];
}

/**
 * Several sets of rows in one statement, so that all of them are of one instant and cost one round trip. Rows travel as
 * JSON: `numeric` columns must be selected as text. Instants arrive as `Date`.
 */
export class RowSets {
  readonly #sets: { readonly name: Sql; readonly select: Sql; readonly orderBy: Sql | undefined }[] = [];

  /** @param orderBy in which order the rows arrive; columns of the set stand there under the alias `x` */
  add<Row extends object>(select: Sql, orderBy?: Sql): RowSet<Row> {
    const name = raw(`set_${this.#sets.length}`);
    this.#sets.push({ name, select, orderBy });
    return { name };
  }

  async read(queries: Queries): Promise<FoundRows> {
    const selected = this.#sets.map(({ name, select }) => sql`${name} as (${select})`);
    const answered = this.#sets.map(
      ({ name, orderBy }) =>
        sql`(select json_agg(x${orderBy ? sql` order by ${orderBy}` : sql``})::text from ${name} x) as ${name}`,
    );
    const [texts = {}] = await queries.rows<Record<string, string | null>>(
      sql`with ${join(selected, ', ')} select ${join(answered, ', ')}`,
    );
    const byName = new Map<Sql, object[]>(
      this.#sets.map(({ name }, index) => [name, readRows(texts[`set_${index}`] ?? null)]),
    );
    return {
      // The set was made with the type of the rows that its statement selects.
      of: <Row extends object>(set: RowSet<Row>) => (byName.get(set.name) ?? []) as Row[],
    };
  }
}

/** How the tables name their instants. */
const instantColumn = /_at$|^not_(?:before|after)$|^external_timestamp$/;

function readRows(text: string | null): object[] {
  if (text === null) return [];
  const rows = JSON.parse(text) as Record<string, unknown>[]; // json_agg of rows gives objects
  const instants = Object.keys(rows[0] ?? {}).filter((column) => instantColumn.test(column));
  for (const row of rows) {
    for (const column of instants) {
      const value = row[column];
      if (typeof value === 'string') row[column] = new Date(value);
    }
  }
  return rows;
}
