import type { QueryOf } from '#contract/operations/operations.ts';
import { sql } from '../../storage/database/sql.ts';
import { and, dateRange, textMatch } from '../../storage/lists/conditions.ts';
import type { Condition } from '../../storage/lists/conditions.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { newObjectId } from '../../storage/tables/object-id.ts';
import { idForm, inviteRoles, inviteVisibleTo, notFound } from '../access/access.ts';
import { answerOne, answerPage } from '../answer/answer.ts';
import { countedSelection } from '../answer/counted-rows.ts';
import type { Call, Handlers } from '../call.ts';
import { isMember } from '../access/caller.ts';
import { ServiceError } from '../../service-error.ts';
import type { Service } from '../ports.ts';
import { lockRequest, canSeeRequest } from './signature-requests.ts';

export function inviteHandlers(service: Service): Handlers {
  return {
    createInvite: (call) => createInvite(service, call),
    readInvite: (call) => readInvite(service, call),
    listInvites: (call) => listInvites(service, call),
  };
}

/** Invites a linked subject, or oneself with the request's anonymous key (Rules IV-2 to IV-5). */
async function createInvite(service: Service, call: Call<'createInvite'>): Promise<unknown> {
  const { input, caller } = call;
  const subjectId = idForm(input.subject);
  const path = ['input', 'subject'];
  const id = await service.database.transaction(async (tx) => {
    const request = await lockRequest(tx, input.signatureRequest, undefined);
    const unknown = notFound('signature request', input.signatureRequest);
    if (!request) throw unknown;
    const holdsKey = input.anonymousKey !== undefined && input.anonymousKey === request.anonymous_key;
    const invitesItself = holdsKey && caller.kind === 'token' && caller.subjectId === subjectId;
    if (!invitesItself && !isMember(caller, request.organization_id)) {
      if (holdsKey)
        throw new ServiceError(
          'forbidden',
          'With the anonymous key a subject invites itself, and nobody else.',
          {
            path,
            rule: 'IV-5',
          },
        );
      if (await canSeeRequest(tx, caller, request.id))
        throw new ServiceError('forbidden', 'Only members of the organization of this request invite.', {
          rule: 'IV-3',
        });
      throw unknown;
    }
    if (!invitesItself && !(await isLinked(tx, request.organization_id, subjectId)))
      throw new ServiceError(
        'forbidden',
        `Subject ${subjectId} has no link to the organization of this request.`,
        {
          path,
          rule: 'IV-2',
        },
      );
    if (request.finalized)
      throw new ServiceError('conflict', 'The request is finalized: nobody can be invited any more.', {
        rule: 'IV-4',
      });
    const now = service.now();
    const at = sql`${now.toISOString()}::timestamptz`;
    const [added] = await tx.rows<{ id: string }>(sql`
      insert into invites (id, signature_request_id, subject_id, status, created_at, updated_at)
      values (${newObjectId(now)}, ${request.id}, ${subjectId}, 'PENDING', ${at}, ${at})
      on conflict (signature_request_id, subject_id) do nothing returning id`);
    if (!added)
      throw new ServiceError('conflict', `Subject ${subjectId} is invited to this request already.`, {
        path,
        rule: 'IV-4',
      });
    await tx.rows(sql`update signature_requests set updated_at = ${at} where id = ${request.id}`);
    return added.id;
  });
  return answerOne(service, call, 'invite', id);
}

async function isLinked(tx: Queries, organizationId: string, subjectId: string): Promise<boolean> {
  const [link] = await tx.rows(sql`select 1 from organization_links
    where organization_id = ${organizationId} and subject_id = ${subjectId}`);
  return link !== undefined;
}

async function readInvite(service: Service, call: Call<'readInvite'>): Promise<unknown> {
  const id = call.params.id ?? '';
  const [row] = await service.database.rows<{ id: string }>(
    sql`select i.id from invites i where i.id = ${idForm(id)} and ${inviteVisibleTo(call.caller)}`,
  );
  if (!row) throw notFound('invite', id);
  return answerOne(service, call, 'invite', row.id);
}

async function listInvites(service: Service, call: Call<'listInvites'>): Promise<unknown> {
  const { query, caller } = call;
  const roles = inviteRoles(caller, query.accessScope);
  return answerPage(service, call, 'invite', {
    name: 'signature-request-invites',
    from: sql`invites i`,
    ...countedSelection(countedKinds, call, roles, requestedOf),
  });
}

const countedKinds = {
  table: 'invite_counts',
  alias: 'i',
  flags: [],
  instants: ['signedAt', 'rejectedAt'],
  quarters: { table: 'invite_quarters', flags: [] },
} as const;

function requestedOf(query: QueryOf<'listInvites'>): Condition {
  return and(
    textMatch(sql`i.id`, query._id, idForm),
    textMatch(sql`i.signature_request_id`, query.signatureRequest, idForm),
    textMatch(sql`i.certificate_id`, query.certificate, idForm),
    textMatch(sql`i.subject_id`, query.subject, idForm),
    dateRange(sql`i.rejected_at`, query.rejectedAt),
    dateRange(sql`i.signed_at`, query.signedAt),
    dateRange(sql`i.created_at`, query.createdAt),
    dateRange(sql`i.updated_at`, query.updatedAt),
  );
}
