import type { QueryOf } from '#contract/operations/operations.ts';
import { sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import type { Condition } from '../../storage/lists/conditions.ts';
import type { PagedList } from '../../storage/lists/list.ts';
import { actsAsMember, idForm } from '../access/access.ts';
import type { Call } from '../call.ts';

type Query = QueryOf<'listSignatureRequests'>;

/** Arguments of which the table of signers has what they select. */
const selected: ReadonlySet<string> = new Set<keyof Query>([
  'organization',
  'draft',
  'createdAt',
  'subject',
  'sort',
  'pagination',
  'accessScope',
]);

/**
 * The requests of one signer from the table that has them in their order; undefined where a list is of several signers,
 * or selects or sorts by what only the requests themselves have.
 *
 * @param roles as which the caller sees requests
 * @param conditionOf the condition of a query on requests under the alias `r`
 */
export function signerRequests(
  { caller, query }: Call<'listSignatureRequests'>,
  roles: readonly Sql[],
  conditionOf: (query: Query) => Condition,
): Pick<PagedList, 'from' | 'alias' | 'visible' | 'condition' | 'arguments'> | undefined {
  const isSelected = Object.entries(query).every(
    ([name, value]: [string, unknown]) => value === undefined || selected.has(name),
  );
  if (!isSelected || query.sort?.field === 'updatedAt') return undefined;
  const requested = onlyEqual(query.subject);
  const isOwn =
    caller.kind === 'token' && query.subject === undefined && !actsAsMember(caller, query.accessScope);
  const subject = isOwn ? caller.subjectId : requested;
  if (subject === undefined) return undefined;
  const { subject: _, ...others } = query;
  return {
    from: sql`(select s.signature_request_id as id, s.organization_id, s.created_at, s.draft from request_signers s
      where s.subject_id = ${idForm(subject)}) r`,
    alias: 'r',
    visible: isOwn && roles.length > 0 ? [sql`not r.draft`] : roles,
    condition: conditionOf(others),
    arguments: query,
  };
}

function onlyEqual(match: Query['subject']): string | undefined {
  if (match?.eq === undefined) return undefined;
  const { eq, ...others } = match;
  return Object.values(others).every((other) => other === undefined) ? eq : undefined;
}
