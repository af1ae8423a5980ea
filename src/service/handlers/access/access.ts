import { identifier, sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import { oneOf, or } from '../../storage/lists/conditions.ts';
import type { Match } from '../../storage/lists/conditions.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { disabled } from './authenticate.ts';
import { isMember, organizationsOf } from './caller.ts';
import type { Caller } from './caller.ts';
import { ServiceError } from '../../service-error.ts';

// Who sees what, as conditions in SQL: what a caller does not see does not exist for it (Rule AU-3). Each speaks
// of one alias: r signature_requests, i invites, w witnesses, s subjects, c certificates, j links and members.

export type AccessScope = 'Organization' | 'Subject';

const subjectOf = (caller: Caller): string | undefined =>
  caller.kind === 'token' ? caller.subjectId : undefined;

/** Conditions on the rows that a caller sees: one as a member, and one as the subject itself. */
function rolesOf(
  caller: Caller,
  scope: AccessScope | undefined,
  asMember: Sql,
  asSubject: (subject: string) => readonly Sql[],
): readonly Sql[] {
  const subject = subjectOf(caller);
  return [
    ...(actsAsMember(caller, scope) ? [asMember] : []),
    ...(scope !== 'Organization' && subject !== undefined ? asSubject(subject) : []),
  ];
}

/** Whether the first of the caller's roles is that of a member. */
export const actsAsMember = (caller: Caller, scope?: AccessScope): boolean =>
  scope !== 'Subject' && organizationsOf(caller).length > 0;

/** As a member, as the subject itself, or as either; nobody sees anything as nobody. */
function visibleTo(
  caller: Caller,
  scope: AccessScope | undefined,
  asMember: Sql,
  asSubject: (subject: string) => Sql,
): Sql {
  return or(...rolesOf(caller, scope, asMember, (subject) => [asSubject(subject)]));
}

/**
 * That a subject was invited to a request, which was sent: drafts are hidden from signers (Rule SR-10). What the caller
 * sees as a member is left out, so that of a member's own requests, which may be thousands, none is looked up.
 */
function isInvited(caller: Caller, scope: AccessScope | undefined, requestId: Sql, subject: string): Sql {
  const others = actsAsMember(caller, scope)
    ? sql` and not ${oneOf(sql`own.organization_id`, organizationsOf(caller))}`
    : sql``;
  return sql`exists (select 1 from request_signers own
    where own.signature_request_id = ${requestId} and own.subject_id = ${subject} and not own.draft${others})`;
}

export function requestRoles(caller: Caller, scope?: AccessScope): readonly Sql[] {
  return rolesOf(caller, scope, oneOf(sql`r.organization_id`, organizationsOf(caller)), (subject) => [
    isInvited(caller, scope, sql`r.id`, subject),
  ]);
}

export const requestVisibleTo = (caller: Caller, scope?: AccessScope): Sql =>
  or(...requestRoles(caller, scope));

/** Invites of the caller's requests, and a subject's own once they were sent (Rules IV-4, IV-6). */
export function inviteRoles(caller: Caller, scope?: AccessScope): readonly Sql[] {
  return rolesOf(
    caller,
    scope,
    sql`exists (select 1 from signature_requests of_invite where of_invite.id = i.signature_request_id
      and ${oneOf(sql`of_invite.organization_id`, organizationsOf(caller))})`,
    (subject) => [
      sql`(i.subject_id = ${subject} and ${isInvited(caller, scope, sql`i.signature_request_id`, subject)})`,
    ],
  );
}

export const inviteVisibleTo = (caller: Caller, scope?: AccessScope): Sql =>
  or(...inviteRoles(caller, scope));

/** Of the caller's organizations, owned by the subject, or of a request that it was invited to. */
export function witnessRoles(caller: Caller): readonly Sql[] {
  return rolesOf(caller, undefined, oneOf(sql`w.organization_id`, organizationsOf(caller)), (subject) => [
    sql`w.initial_owner_id = ${subject}`,
    isInvited(caller, undefined, sql`w.signature_request_id`, subject),
  ]);
}

export const witnessVisibleTo = (caller: Caller): Sql => or(...witnessRoles(caller));

/** Linked to, invited by or member of the caller's organizations, or itself; in the sandbox everybody (Rule SB-3). */
export function subjectVisibleTo(caller: Caller, sandbox: boolean, scope?: AccessScope): Sql {
  if (sandbox && scope === undefined) return sql`true`;
  return visibleTo(
    caller,
    scope,
    ofOrganizations(sql`s.id`, organizationsOf(caller)),
    (subject) => sql`s.id = ${subject}`,
  );
}

/**
 * Which of these subjects a caller may read. For whoever names one, all others are alike: those that exist and those
 * that do not (Rule SB-5).
 */
export async function readableSubjects(
  queries: Queries,
  caller: Caller,
  sandbox: boolean,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await queries.rows<{ id: string }>(
    sql`select s.id from subjects s where ${oneOf(sql`s.id`, ids)} and ${subjectVisibleTo(caller, sandbox)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether organizations have to do with a subject. */
function ofOrganizations(subjectId: Sql, organizations: readonly string[]): Sql {
  return or(
    ...['organization_links', 'organization_members'].map(
      (table) => sql`exists (select 1 from ${identifier(table)} joined
        where joined.subject_id = ${subjectId} and ${oneOf(sql`joined.organization_id`, organizations)})`,
    ),
    sql`exists (select 1 from invites invited join signature_requests inviting
      on inviting.id = invited.signature_request_id
      where invited.subject_id = ${subjectId} and ${oneOf(sql`inviting.organization_id`, organizations)})`,
  );
}

/** Certificates of the subjects a caller sees. */
export function certificateVisibleTo(caller: Caller, sandbox: boolean, scope?: AccessScope): Sql {
  if (sandbox && scope === undefined) return sql`true`;
  return visibleTo(
    caller,
    scope,
    ofOrganizations(sql`c.subject_id`, organizationsOf(caller)),
    (subject) => sql`c.subject_id = ${subject}`,
  );
}

/** By whom a subject is linked to is shown to itself, and to each organization of its own (Rule SB-5). */
export function linkVisibleTo(caller: Caller, sandbox: boolean): Sql {
  if (sandbox) return sql`true`;
  return visibleTo(
    caller,
    undefined,
    oneOf(sql`l.organization_id`, organizationsOf(caller)),
    (subject) => sql`l.subject_id = ${subject}`,
  );
}

/** Links and memberships: the organization's members, and the subject its own. */
export function joinVisibleTo(caller: Caller, scope?: AccessScope): Sql {
  return visibleTo(
    caller,
    scope,
    oneOf(sql`j.organization_id`, organizationsOf(caller)),
    (subject) => sql`j.subject_id = ${subject}`,
  );
}

/** Members and API keys only (Rules SR-2, IV-3, NO-3, WN-6, OM-1, OR-3). */
export function requireMember(
  caller: Caller,
  organizationId: string,
  about: { readonly path?: readonly string[]; readonly rule: string },
): void {
  if (!isMember(caller, organizationId))
    throw new ServiceError('forbidden', `Organization ${organizationId} is not one you act for.`, about);
}

/**
 * Holds an organization until the transaction ends. Its caller was identified before the body came, and it may have been
 * switched off or erased since.
 *
 * @throws ServiceError forbidden (Rule PR-3)
 */
export async function holdOrganization(tx: Queries, organizationId: string): Promise<void> {
  const [active] = await tx.rows(
    sql`select 1 from organizations where id = ${organizationId} and disabled_at is null for key share`,
  );
  if (!active) throw disabled();
}

/**
 * An organization named in a filter has to be the caller's (Rule AU-3). A subject may name one that invited it:
 * it sees its own there, and nothing else.
 */
export function checkNamedOrganizations(
  caller: Caller,
  match: Match<string> | undefined,
  path: readonly string[] = ['organization'],
): void {
  if (caller.kind !== 'key' || !match) return;
  for (const id of [match.eq, ...(match.in ?? [])]) {
    if (id !== undefined) requireMember(caller, id.toLowerCase(), { path, rule: 'AU-3' });
  }
}

/** Ids are stored in lower case. */
export const idForm = (id: string): string => id.toLowerCase();

export const notFound = (what: string, id: string, rule = 'AU-3'): ServiceError =>
  new ServiceError('not-found', `There is no ${what} ${id}.`, { rule });
