import { sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import type { UpdateSignatureRequestInput } from '#contract/operations/inputs.ts';
import type { QueryOf } from '#contract/operations/operations.ts';
import { and, anyMatch, dateRange, flag, search, textMatch, where } from '../../storage/lists/conditions.ts';
import type { Condition } from '../../storage/lists/conditions.ts';
import { sharesOf } from '../../storage/lists/word-shares.ts';
import type { ShareOf } from '../../storage/lists/word-shares.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { isUniqueViolation } from '../../storage/database/database.ts';
import { normalised } from '../../storage/lists/normalise.ts';
import { newObjectId } from '../../storage/tables/object-id.ts';
import type { SignatureRequestRow } from '../../storage/tables/rows.ts';
import {
  checkNamedOrganizations,
  holdOrganization,
  idForm,
  notFound,
  requestRoles,
  requestVisibleTo,
  requireMember,
} from '../access/access.ts';
import { answerOne, answerPage } from '../answer/answer.ts';
import { countedSelection } from '../answer/counted-rows.ts';
import { newSecret } from '../access/authenticate.ts';
import type { Call, Handlers } from '../call.ts';
import type { Caller } from '../access/caller.ts';
import { ofType } from './content-type.ts';
import { signerRequests } from './signer-requests.ts';
import { readTimeseries } from './timeseries.ts';
import { requirePreservable } from '../witnesses/certification.ts';
import { bindContent, holdContent, readContent } from '../content/content.ts';
import { ServiceError } from '../../service-error.ts';
import type { Service } from '../ports.ts';

/** A request as its table has it, without what is joined. */
export type StoredRequest = Omit<SignatureRequestRow, 'signed' | 'pending' | 'rejected'>;

/** Locks a request until the transaction ends: its invites and its state change one after another. */
export async function lockRequest(
  tx: Queries,
  id: string,
  visible: Condition,
): Promise<StoredRequest | undefined> {
  const [row] = await tx.rows<StoredRequest>(
    sql`select r.* from signature_requests r${where(and(sql`r.id = ${idForm(id)}`, visible))} for update`,
  );
  return row;
}

export function signatureRequestHandlers(service: Service): Handlers {
  return {
    createSignatureRequest: (call) => createRequest(service, call),
    updateSignatureRequest: (call) => updateRequest(service, call, call.params.id, call.input),
    updateSignatureRequestByBody: (call) => updateRequest(service, call, undefined, call.input),
    readSignatureRequest: (call) => readRequest(service, call),
    listSignatureRequests: (call) => listRequests(service, call),
    readSignatureRequestTimeseries: (call) => readTimeseries(service, call),
  };
}

async function createRequest(service: Service, call: Call<'createSignatureRequest'>): Promise<unknown> {
  const { input, caller } = call;
  const organizationId = idForm(input.organization);
  requireMember(caller, organizationId, { path: ['input', 'organization'], rule: 'SR-2' });
  await requirePreservable(service, service.database, {
    organization: organizationId,
    nom151: input.nom151 ?? false,
    isSent: !(input.draft ?? false),
  });
  const content = await readContent(service, caller, organizationId, input.content);
  const now = service.now();
  const id = newObjectId(now);
  const { iou } = content;
  const numeric = (value: string | undefined): Sql => sql`${value ?? null}::numeric`;
  const insert = sql`
    insert into signature_requests (id, organization_id, name, search_name, draft, nom151, anonymous_key,
      content_id, content_kind, content_key, iou_latitude, iou_longitude, iou_currency, iou_amount, iou_debtor_id,
      iou_creditor_id, created_at, updated_at, repeat_key)
    values (${id}, ${organizationId}, ${input.name}, ${normalised(input.name)}, ${input.draft ?? false},
      ${input.nom151 ?? false}, ${newSecret('anon')}, ${newObjectId(now)}, ${content.kind}, ${content.key},
      ${numeric(iou?.latitude)}, ${numeric(iou?.longitude)}, ${iou?.currency ?? null}, ${numeric(iou?.amount)},
      ${iou?.debtor ?? null}, ${iou?.creditor ?? null}, ${now.toISOString()}::timestamptz,
      ${now.toISOString()}::timestamptz, ${call.repeatKey ?? null})
    on conflict (organization_id, repeat_key) do nothing
    returning id`;
  const found = await service.database.transaction(async (tx) => {
    await holdOrganization(tx, organizationId);
    if (content.isUnbound) await bindContent(tx, organizationId, content);
    await holdContent(tx, content);
    const [made] = await tx.rows<{ id: string }>(insert);
    return made ?? madeBefore(tx, call, content.key);
  });
  return answerOne(service, call, 'request', found.id);
}

/**
 * The request that the same call made before (Rule SR-14).
 *
 * @throws ServiceError 422 when it is not the same call
 */
async function madeBefore(
  queries: Queries,
  { input, repeatKey }: Call<'createSignatureRequest'>,
  contentKey: string,
): Promise<{ id: string }> {
  const [before] = await queries.rows<{ id: string; content_key: string }>(sql`
    select id, content_key from signature_requests
    where organization_id = ${idForm(input.organization)} and repeat_key = ${repeatKey ?? null}`);
  if (before?.content_key === contentKey) return before;
  throw new ServiceError('unprocessable', 'Another request was made under this Idempotency-Key.', {
    path: ['Idempotency-Key'],
    rule: 'SR-14',
  });
}

/** Sends a draft, renames it, or gives it another anonymous key (Rules SR-3, SR-4). */
async function updateRequest(
  service: Service,
  call: Call<'updateSignatureRequest' | 'updateSignatureRequestByBody'>,
  fromPath: string | undefined,
  input: UpdateSignatureRequestInput,
): Promise<unknown> {
  const id = fromPath ?? input.id;
  const refuseId = (why: string): never => {
    throw new ServiceError('unprocessable', `input.id ${why}`, { path: ['input', 'id'], rule: 'SR-4' });
  };
  if (id === undefined) return refuseId('is absent; expected the id of a request.');
  if (input.id !== undefined && idForm(input.id) !== idForm(id)) refuseId('is not the id of the address.');
  const conflict = (field: string, why: string, rule: string): ServiceError =>
    new ServiceError('conflict', why, { path: ['input', field], rule });

  const changed = await service.database
    .transaction(async (tx) => {
      const request = await lockRequest(tx, id, requestVisibleTo(call.caller));
      if (!request) throw notFound('signature request', id);
      requireMember(call.caller, request.organization_id, { rule: 'SR-2' });
      const { draft = request.draft, name = request.name, anonymousKey = request.anonymous_key } = input;
      if (draft && !request.draft)
        throw conflict('draft', 'The request was sent; it cannot become a draft again.', 'SR-3');
      if (name !== request.name && !request.draft)
        throw conflict('name', 'The request was sent; only a draft can be renamed.', 'SR-4');
      if (draft === request.draft && name === request.name && anonymousKey === request.anonymous_key)
        return request;
      if (request.draft && !draft)
        await requirePreservable(service, tx, {
          organization: request.organization_id,
          nom151: request.nom151,
          isSent: true,
        });
      await tx.rows(sql`update signature_requests set draft = ${draft}, name = ${name},
        search_name = ${normalised(name)}, anonymous_key = ${anonymousKey},
        updated_at = ${service.now().toISOString()}::timestamptz where id = ${request.id}`);
      return request;
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error)
        ? conflict('anonymousKey', 'Another request has this anonymous key.', 'SR-9')
        : error;
    });
  return answerOne(service, call, 'request', changed.id);
}

/** By a member, by a signer once it was sent, or by whoever holds its anonymous key (Rule SR-9). */
async function readRequest(service: Service, call: Call<'readSignatureRequest'>): Promise<unknown> {
  const id = call.params.id ?? '';
  const { anonymousKey } = call.query;
  const holds = anonymousKey === undefined ? sql`false` : sql`r.anonymous_key = ${anonymousKey}`;
  const [row] = await service.database.rows<{ id: string }>(
    sql`select r.id from signature_requests r where r.id = ${idForm(id)} and (${requestVisibleTo(call.caller)} or ${holds})`,
  );
  if (!row) throw notFound('signature request', id);
  return answerOne(service, call, 'request', row.id, { view: { anonymousKey } });
}

async function listRequests(service: Service, call: Call<'listSignatureRequests'>): Promise<unknown> {
  const { query, caller } = call;
  checkNamedOrganizations(caller, query.organization);
  const roles = requestRoles(caller, query.accessScope);
  const shareOf = query.search && (await sharesOf(service.database, 'signature_requests', 'search_name'));
  const needle = normalised(query.search?.name);
  const requested = (of: QueryOf<'listSignatureRequests'>): Condition => requestedOf(of, shareOf);
  return answerPage(service, call, 'request', {
    name: 'signature-requests',
    // What many names have is found in the order of the list at once, and counted once.
    mostFound: shareOf && shareOf(needle) <= broadShare ? mostFound : undefined,
    ...(signerRequests(call, roles, requested) ?? {
      from: sql`signature_requests r`,
      ...countedSelection(
        shareOf && !/[0-9]/.test(needle) ? countedNames : countedKinds,
        call,
        roles,
        requested,
      ),
    }),
  });
}

/** Requests that a search finds once for the page and for their number. */
const mostFound = 10_000;
/** Share of all names from which on a search finds more. */
const broadShare = 0.05;

const countedKinds = {
  table: 'signature_request_counts',
  alias: 'r',
  flags: ['organization', 'draft', 'finalized', 'type'],
  instants: ['signedAt', 'rejectedAt'],
  quarters: { table: 'signature_request_quarters', flags: ['organization', 'type'] },
} as const;

/** With the patterns of their names, in which a text without a digit is found as in the names. */
const countedNames = {
  table: 'signature_request_name_counts',
  alias: countedKinds.alias,
  flags: [...countedKinds.flags, 'search'],
  instants: countedKinds.instants,
  most: 20_000,
} as const;

function requestedOf(query: QueryOf<'listSignatureRequests'>, shareOf: ShareOf | undefined): Condition {
  return and(
    textMatch(sql`r.id`, query._id, idForm),
    search({ name: sql`r.search_name` }, query.search, shareOf),
    ofType(query.type),
    flag(sql`r.draft`, query.draft),
    flag(sql`r.finalized`, query.finalized),
    textMatch(sql`r.organization_id`, query.organization, idForm),
    anyMatch(
      (condition) =>
        sql`exists (select 1 from invites i${where(and(sql`i.signature_request_id = r.id`, condition))})`,
      sql`i.subject_id`,
      query.subject,
    ),
    dateRange(sql`r.rejected_at`, query.rejectedAt),
    dateRange(sql`r.signed_at`, query.signedAt),
    dateRange(sql`r.created_at`, query.createdAt),
    dateRange(sql`r.updated_at`, query.updatedAt),
  );
}

/** Whether somebody sees a request, for those who refuse for other reasons. */
export async function canSeeRequest(queries: Queries, caller: Caller, id: string): Promise<boolean> {
  const [row] = await queries.rows(
    sql`select 1 from signature_requests r where r.id = ${idForm(id)} and ${requestVisibleTo(caller)}`,
  );
  return row !== undefined;
}
