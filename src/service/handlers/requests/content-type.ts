import type { QueryOf } from '#contract/operations/operations.ts';
import { contentTypeByKind } from '#contract/resources/kinds.ts';
import { sql } from '../../storage/database/sql.ts';
import { textMatch } from '../../storage/lists/conditions.ts';
import type { Condition } from '../../storage/lists/conditions.ts';

/** What is requested of the type of the content, of rows under the alias `r` that have its kind. */
export function ofType(type: QueryOf<'listSignatureRequests'>['type']): Condition {
  const kinds = Object.fromEntries(Object.entries(contentTypeByKind).map(([kind, name]) => [name, kind]));
  return textMatch(sql`r.content_kind`, type, (name) => kinds[name] ?? name);
}
