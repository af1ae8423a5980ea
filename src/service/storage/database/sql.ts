import template, { join as joinTemplates, raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

export { raw };
export type { Sql };

/** What a statement can bind. An array is one parameter (`= any(${ids}::text[])`), never a list of them. */
export type SqlValue =
  string | number | bigint | boolean | Date | Uint8Array | null | readonly (string | number)[];

/** A statement or a part of one. Values become parameters; only a nested `Sql` becomes text. */
export const sql = (strings: TemplateStringsArray, ...values: readonly (SqlValue | Sql)[]): Sql =>
  template(strings, ...values);

/** The parts with the separator between them; no text where there are none. */
export const join = (parts: readonly (SqlValue | Sql)[], separator: string): Sql =>
  parts.length === 0 ? raw('') : joinTemplates(parts, separator);

/** The quoted name of a table or column. */
export const identifier = (name: string): Sql => raw(`"${name.replaceAll('"', '""')}"`);
