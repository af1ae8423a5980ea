import { sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import { keyScopes, type KeyScope } from '#contract/operations/key-scopes.ts';
import { and, dateRange, oneOf, textMatch } from '../../storage/lists/conditions.ts';
import { newObjectId } from '../../storage/tables/object-id.ts';
import {
  checkNamedOrganizations,
  holdOrganization,
  idForm,
  notFound,
  requireMember,
} from '../access/access.ts';
import { answerOne, answerPage } from '../answer/answer.ts';
import { digestOf, newSecret } from '../access/authenticate.ts';
import type { Call, Handlers } from '../call.ts';
import { mayDo, organizationsOf } from '../access/caller.ts';
import type { Caller } from '../access/caller.ts';
import { ServiceError } from '../../service-error.ts';
import type { Service } from '../ports.ts';

export function apiKeyHandlers(service: Service): Handlers {
  return {
    createApiKey: (call) => createKey(service, call),
    updateApiKey: (call) => updateKey(service, call),
    deleteApiKey: (call) => deleteKey(service, call),
    listApiKeys: (call) => listKeys(service, call),
  };
}

/** The only answer in which the secret stands (Rule AK-1). */
async function createKey(service: Service, call: Call<'createApiKey'>): Promise<unknown> {
  const organizationId = idForm(call.input.organization);
  requireMember(call.caller, organizationId, { path: ['input', 'organization'], rule: 'AK-1' });
  // A key that makes another gives it no more than it has itself.
  const scopes = call.input.scopes ?? (call.caller.kind === 'key' ? call.caller.scopes : undefined);
  checkScopes(call.caller, scopes);
  const now = service.now();
  const id = newObjectId(now);
  const secret = newSecret('tk');
  const at = sql`${now.toISOString()}::timestamptz`;
  await service.database.transaction(async (tx) => {
    await holdOrganization(tx, organizationId);
    await tx.rows(sql`
      insert into api_keys (id, organization_id, name, digest, scopes, created_at, updated_at)
      values (${id}, ${organizationId}, ${call.input.name}, ${digestOf(secret)}, ${listOf(scopes)}, ${at}, ${at})`);
  });
  return { ...(await answerOne(service, call, 'apiKey', id)), secret };
}

const listOf = (scopes: readonly KeyScope[] | undefined): Sql =>
  scopes ? sql`${[...scopes]}::text[]` : sql`null::text[]`;

function checkScopes(
  caller: Caller,
  scopes: readonly KeyScope[] | undefined,
  path: readonly string[] = ['input', 'scopes'],
): void {
  const missing = scopes?.find((scope) => !mayDo(caller, scope));
  if (missing)
    throw new ServiceError('forbidden', `This key may not ${missing}, so it gives no other key that scope.`, {
      path,
      rule: 'AK-4',
    });
}

/** Renamed, limited, or switched on and off, by members (Rules AK-2, AK-4). */
async function updateKey(service: Service, call: Call<'updateApiKey'>): Promise<unknown> {
  const { enabled, name, scopes } = call.input;
  checkScopes(call.caller, scopes);
  const id = idForm(call.input.id);
  const isOwn = sql`k.id = ${id} and ${oneOf(sql`k.organization_id`, organizationsOf(call.caller))}`;
  return service.database.transaction(async (tx) => {
    const [before] = await tx.rows<{ scopes: KeyScope[] | null }>(
      sql`select k.scopes from api_keys k where ${isOwn} for update`,
    );
    if (!before) throw notFound('key', id);
    // Switching a key on gives it all that it may do.
    if (enabled) checkScopes(call.caller, scopes ?? before.scopes ?? keyScopes, ['input', 'enabled']);
    await tx.rows(sql`
    update api_keys k set enabled = coalesce(${enabled ?? null}::boolean, k.enabled),
      name = coalesce(${name ?? null}::text, k.name), scopes = coalesce(${listOf(scopes)}, k.scopes), updated_at = ${service.now().toISOString()}::timestamptz
    where ${isOwn}`);
    return answerOne(service, call, 'apiKey', id, { queries: tx });
  });
}

async function deleteKey(service: Service, call: Call<'deleteApiKey'>): Promise<unknown> {
  const id = idForm(call.query.id ?? '');
  return service.database.transaction(async (tx) => {
    const [row] = await tx.rows(sql`select k.id from api_keys k where k.id = ${id}
      and ${oneOf(sql`k.organization_id`, organizationsOf(call.caller))} for update`);
    if (!row) throw notFound('key', id);
    const answer = await answerOne(service, call, 'apiKey', id, { queries: tx });
    await tx.rows(sql`delete from api_keys where id = ${id}`);
    return answer;
  });
}

/** To members, never with a secret: there is none to send (Rule AK-3). */
async function listKeys(service: Service, call: Call<'listApiKeys'>): Promise<unknown> {
  const { query, caller } = call;
  checkNamedOrganizations(caller, query.organization);
  return answerPage(service, call, 'apiKey', {
    name: 'api-keys',
    from: sql`api_keys k`,
    alias: 'k',
    condition: and(
      oneOf(sql`k.organization_id`, organizationsOf(caller)),
      textMatch(sql`k.id`, query._id, idForm),
      textMatch(sql`k.organization_id`, query.organization, idForm),
      dateRange(sql`k.created_at`, query.createdAt),
      dateRange(sql`k.updated_at`, query.updatedAt),
    ),
    arguments: query,
  });
}
