import { keyScopes } from '#contract/operations/key-scopes.ts';
import { identifier, sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import { and, dateRange, search, textMatch, where } from '../../storage/lists/conditions.ts';
import type { Condition } from '../../storage/lists/conditions.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { newObjectId } from '../../storage/tables/object-id.ts';
import type { JoinRow } from '../../storage/tables/rows.ts';
import {
  checkNamedOrganizations,
  idForm,
  joinVisibleTo,
  notFound,
  readableSubjects,
  requireMember,
} from '../access/access.ts';
import { mayDo } from '../access/caller.ts';
import { answerOne, answerPage } from '../answer/answer.ts';
import type { Call, Handlers } from '../call.ts';
import { ServiceError } from '../../service-error.ts';
import type { Service } from '../ports.ts';

export function linkAndMemberHandlers(service: Service): Handlers {
  return {
    readOrganizationLink: (call) => readLink(service, call),
    listOrganizationLinks: (call) => listLinks(service, call),
    createOrganizationLink: (call) => createLink(service, call),
    deleteOrganizationLink: (call) => deleteLink(service, call),
    createOrganizationMember: (call) => createMember(service, call),
    deleteOrganizationMember: (call) => deleteMember(service, call),
    listOrganizationMembers: (call) => listMembers(service, call),
  };
}

type Table = 'organization_links' | 'organization_members';

async function readLink(service: Service, call: Call<'readOrganizationLink'>): Promise<unknown> {
  const id = idForm(call.params.id ?? '');
  const [row] = await service.database.rows<JoinRow>(
    sql`select j.* from organization_links j where j.id = ${id} and ${joinVisibleTo(call.caller)}`,
  );
  if (!row) throw notFound('organization link', id);
  return answerOne(service, call, 'link', id);
}

async function listLinks(service: Service, call: Call<'listOrganizationLinks'>): Promise<unknown> {
  const { query, caller } = call;
  checkNamedOrganizations(caller, query.organization);
  return answerPage(service, call, 'link', {
    name: 'organization-links',
    from: sql`organization_links j join organizations o on o.id = j.organization_id`,
    alias: 'j',
    condition: and(
      joinVisibleTo(caller, query.accessScope),
      ...joinConditions(query),
      search({ name: sql`o.search_name` }, query.search?.organization),
    ),
    arguments: query,
  });
}

async function listMembers(service: Service, call: Call<'listOrganizationMembers'>): Promise<unknown> {
  const { query, caller } = call;
  checkNamedOrganizations(caller, query.organization);
  return answerPage(service, call, 'member', {
    name: 'organization-members',
    from: sql`organization_members j`,
    alias: 'j',
    condition: and(joinVisibleTo(caller, 'Organization'), ...joinConditions(query)),
    arguments: query,
  });
}

function joinConditions(query: Call<'listOrganizationMembers'>['query']): Condition[] {
  return [
    textMatch(sql`j.id`, query._id, idForm),
    textMatch(sql`j.subject_id`, query.subject, idForm),
    textMatch(sql`j.organization_id`, query.organization, idForm),
    dateRange(sql`j.created_at`, query.createdAt),
    dateRange(sql`j.updated_at`, query.updatedAt),
  ];
}

/** By the subject's own token; twice is 409 (Rule OL-2). */
async function createLink(service: Service, call: Call<'createOrganizationLink'>): Promise<unknown> {
  const { input, caller } = call;
  const organizationId = idForm(input.organization);
  if (caller.kind !== 'token' || (input.subject !== undefined && idForm(input.subject) !== caller.subjectId))
    throw new ServiceError('forbidden', 'A link is made by the subject itself, with its own access token.', {
      path: ['input', 'subject'],
      rule: 'OL-2',
    });
  const [organization] = await service.database.rows(
    sql`select 1 from organizations where id = ${organizationId}`,
  );
  if (!organization) throw notFound('organization', organizationId);
  const id = await addJoin(
    service.database,
    'organization_links',
    organizationId,
    caller.subjectId,
    service.now(),
  );
  if (id === undefined)
    throw new ServiceError('conflict', 'The link is there already.', {
      path: ['input', 'organization'],
      rule: 'OL-2',
    });
  return answerOne(service, call, 'link', id);
}

/** By a member or the subject, by id or by subject and organization; sent invites stay (Rule OL-3). */
async function deleteLink(service: Service, call: Call<'deleteOrganizationLink'>): Promise<unknown> {
  const { id, subject, organization } = call.query;
  const named =
    id !== undefined
      ? sql`j.id = ${idForm(id)}`
      : subject !== undefined && organization !== undefined
        ? sql`j.subject_id = ${idForm(subject)} and j.organization_id = ${idForm(organization)}`
        : undefined;
  if (!named)
    throw new ServiceError('malformed-argument', 'Which link? Expected id, or subject and organization.', {
      path: ['id'],
      rule: 'OL-3',
    });
  return removeJoin(service, call, 'organization_links', and(named, joinVisibleTo(call.caller)), () =>
    Promise.resolve(),
  );
}

/**
 * By a member; twice is 409 (Rule OM-1). The subject's own link to the organization is its consent (Rule OM-4): with
 * it, the members read who it is.
 */
async function createMember(service: Service, call: Call<'createOrganizationMember'>): Promise<unknown> {
  const { input, caller } = call;
  const organizationId = idForm(input.organization);
  const subjectId = idForm(input.subject);
  requireMember(caller, organizationId, { path: ['input', 'organization'], rule: 'OM-1' });
  // A member reads and writes: a key that may not makes nobody able to.
  const missing = keyScopes.find((scope) => !mayDo(caller, scope));
  if (missing)
    throw new ServiceError('forbidden', `This key may not ${missing}, so it makes nobody a member.`, {
      path: ['input', 'subject'],
      rule: 'AK-4',
    });
  const path = ['input', 'subject'];
  const readable = await readableSubjects(service.database, caller, service.sandbox, [subjectId]);
  if (!readable.has(subjectId))
    throw new ServiceError('not-found', `There is no subject ${subjectId}.`, { path, rule: 'OM-1' });
  const [joined] = await service.database.rows(sql`
    select 1 from organization_links where organization_id = ${organizationId} and subject_id = ${subjectId}
    union all
    select 1 from organization_members where organization_id = ${organizationId} and subject_id = ${subjectId}`);
  if (!joined)
    throw new ServiceError(
      'unprocessable',
      `Subject ${subjectId} has no link to the organization: it becomes a member once it has linked itself.`,
      { path, rule: 'OM-4' },
    );
  const id = await addJoin(
    service.database,
    'organization_members',
    organizationId,
    subjectId,
    service.now(),
  );
  if (id === undefined)
    throw new ServiceError('conflict', `Subject ${subjectId} is a member already.`, { path, rule: 'OM-1' });
  return answerOne(service, call, 'member', id);
}

/** The last member cannot be removed (Rule OM-2). */
async function deleteMember(service: Service, call: Call<'deleteOrganizationMember'>): Promise<unknown> {
  const condition = and(
    sql`j.id = ${idForm(call.query.id ?? '')}`,
    joinVisibleTo(call.caller, 'Organization'),
  );
  return removeJoin(service, call, 'organization_members', condition, async (tx, row) => {
    // Whoever removes a member of this organization waits here, so that two cannot remove the last two.
    await tx.rows(sql`select 1 from organizations where id = ${row.organization_id} for update`);
    const [left] = await tx.rows<{ count: number }>(
      sql`select count(*) as count from organization_members where organization_id = ${row.organization_id}`,
    );
    if ((left?.count ?? 0) <= 1)
      throw new ServiceError('conflict', 'The last member of an organization cannot be removed.', {
        rule: 'OM-2',
      });
  });
}

/** @returns the new id; undefined when the two are joined already */
async function addJoin(
  queries: Queries,
  table: Table,
  organizationId: string,
  subjectId: string,
  now: Date,
): Promise<string | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const [added] = await queries.rows<{ id: string }>(sql`
    insert into ${identifier(table)} (id, organization_id, subject_id, created_at, updated_at)
    values (${newObjectId(now)}, ${organizationId}, ${subjectId}, ${at}, ${at})
    on conflict (organization_id, subject_id) do nothing returning id`);
  return added?.id;
}

/** Removes a row and answers it as it was. */
async function removeJoin(
  service: Service,
  call: Call<'deleteOrganizationLink' | 'deleteOrganizationMember'>,
  table: Table,
  condition: Condition,
  check: (tx: Queries, row: JoinRow) => Promise<void>,
): Promise<unknown> {
  const select: Sql = sql`select j.* from ${identifier(table)} j${where(condition)}`;
  return service.database.transaction(async (tx) => {
    const [row] = await tx.rows<JoinRow>(sql`${select} for update`);
    if (!row) throw new ServiceError('not-found', 'There is no such link or membership.', { rule: 'AU-3' });
    await check(tx, row);
    const kind = table === 'organization_links' ? 'link' : 'member';
    const answer = await answerOne(service, call, kind, row.id, { queries: tx });
    await tx.rows(sql`delete from ${identifier(table)} where id = ${row.id}`);
    return answer;
  });
}
