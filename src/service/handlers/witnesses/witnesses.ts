import { sql } from '../../storage/database/sql.ts';
import type { QueryOf } from '#contract/operations/operations.ts';
import { bareHex } from '#contract/schema/scalars.ts';
import { and, dateRange, flag, textMatch } from '../../storage/lists/conditions.ts';
import type { Condition } from '../../storage/lists/conditions.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { newObjectId } from '../../storage/tables/object-id.ts';
import {
  checkNamedOrganizations,
  idForm,
  notFound,
  readableSubjects,
  holdOrganization,
  requireMember,
  witnessRoles,
  witnessVisibleTo,
} from '../access/access.ts';
import { answerOne, answerPage } from '../answer/answer.ts';
import { countedSelection } from '../answer/counted-rows.ts';
import type { Call, Handlers } from '../call.ts';
import { policyGap, requireConfigured } from './certification.ts';
import { ServiceError } from '../../service-error.ts';
import type { Service } from '../ports.ts';

export function witnessHandlers(service: Service): Handlers {
  return {
    listWitnesses: (call) => listWitnesses(service, call),
    readWitnessByHash: (call) => readByHash(service, call),
    createWitness: (call) => createWitness(service, call),
    updateWitness: (call) => setInitialOwner(service, call),
  };
}

async function listWitnesses(service: Service, call: Call<'listWitnesses'>): Promise<unknown> {
  const { query, caller } = call;
  checkNamedOrganizations(caller, query.organization);
  const roles = witnessRoles(caller);
  return answerPage(service, call, 'witness', {
    name: 'witnesses',
    from: sql`witnesses w`,
    ...countedSelection(countedKinds, call, roles, requestedOf),
  });
}

const countedKinds = {
  table: 'witness_counts',
  alias: 'w',
  flags: ['organization', 'claimed'],
  instants: ['nom151', 'merkleized'],
  quarters: { table: 'witness_quarters', flags: ['organization'] },
} as const;

function requestedOf(query: QueryOf<'listWitnesses'>): Condition {
  const { nom151, merkleized } = query;
  return and(
    textMatch(sql`w.id`, query._id, idForm),
    textMatch(sql`w.hash`, query.hash, bareHex),
    textMatch(sql`w.algorithm`, query.algorithm),
    claimable(query.claimable),
    flag(sql`w.claimed`, query.claimed),
    textMatch(sql`w.initial_owner_id`, query.initialOwner, idForm),
    textMatch(sql`w.organization_id`, query.organization, idForm),
    dateRange(sql`w.nom151_created_at`, nom151 && { exists: nom151.exists }),
    textMatch(sql`w.nom151_provider`, nom151?.provider),
    dateRange(sql`w.nom151_created_at`, nom151?.createdAt),
    dateRange(sql`w.merkle_created_at`, merkleized && { exists: merkleized.exists }),
    textMatch(sql`w.merkle_nom151_provider`, merkleized?.nom151Provider),
    textMatch(sql`w.merkle_algorithm`, merkleized?.algorithm),
    dateRange(sql`w.merkle_created_at`, merkleized?.createdAt),
    dateRange(sql`w.created_at`, query.createdAt),
    dateRange(sql`w.updated_at`, query.updatedAt),
  );
}

/** Claiming present and not claimed (Rule WN-3). */
function claimable(value: boolean | undefined): Condition {
  return flag(sql`(not w.claimed and exists (select 1 from claims l where l.witness_id = w.id))`, value);
}

/** Anybody's, but of others' neither the request nor any subject (Rule WN-4); the caller's own comes first. */
async function readByHash(service: Service, call: Call<'readWitnessByHash'>): Promise<unknown> {
  const hash = bareHex(call.query.hash ?? '');
  const [found] = await service.database.rows<{ id: string; own: boolean }>(sql`
    select w.id, (${witnessVisibleTo(call.caller)}) is true as own from witnesses w where w.hash = ${hash}
    order by own desc, w.timestamped_at nulls last, w.created_at, w.id limit 1`);
  if (!found) throw notFound('witness of the hash', hash, 'WN-4');
  return answerOne(service, call, 'witness', found.id, { view: { others: !found.own } });
}

async function createWitness(service: Service, call: Call<'createWitness'>): Promise<unknown> {
  const { input, caller } = call;
  const organizationId = idForm(input.organization);
  requireMember(caller, organizationId, { path: ['input', 'organization'], rule: 'WN-5' });
  requireConfigured(service, 'stamp', 'anchor');
  const hash = bareHex(input.hash);
  const id = await service.database.transaction(async (tx) => {
    await holdOrganization(tx, organizationId);
    // Whoever registers the same hash at once waits, and then finds it: an index cannot see to it across partitions.
    await tx.rows(
      sql`select pg_advisory_xact_lock(hashtextextended(${`witness/${organizationId}/${hash}`}, 0))`,
    );
    const id = await addWitness(tx, {
      organizationId,
      hash,
      kind: 'interface',
      signatureRequestId: null,
      waiting: 'MERKLEIZED',
      nom151: false,
      at: service.now(),
    });
    const others = await tx.rows(
      sql`select 1 from witnesses where organization_id = ${organizationId} and hash = ${hash} and id <> ${id ?? ''}`,
    );
    if (id === undefined || others.length > 0)
      throw new ServiceError('conflict', `The organization has a witness of ${hash} already.`, {
        path: ['input', 'hash'],
        rule: 'WN-5',
      });
    return id;
  });
  service.wake();
  return answerOne(service, call, 'witness', id);
}

/** @returns undefined when the interface registered the same hash before */
export async function addWitness(
  tx: Queries,
  witness: {
    readonly organizationId: string;
    readonly hash: string;
    readonly kind: 'document' | 'signature' | 'interface';
    readonly signatureRequestId: string | null;
    readonly waiting: 'NOM151' | 'MERKLEIZED' | 'WITNESS_CO';
    readonly nom151: boolean;
    readonly at: Date;
  },
): Promise<string | undefined> {
  const at = sql`${witness.at.toISOString()}::timestamptz`;
  const [added] = await tx.rows<{ id: string }>(sql`
    insert into witnesses (id, organization_id, kind, hash, signature_request_id, waiting, waiting_nom151, created_at, updated_at)
    values (${newObjectId(witness.at)}, ${witness.organizationId}, ${witness.kind}, ${witness.hash},
      ${witness.signatureRequestId}, ${witness.waiting}, ${witness.nom151 && witness.waiting !== 'NOM151'}, ${at}, ${at})
    ${witness.kind === 'interface' ? sql`on conflict do nothing` : sql``} returning id`);
  return added?.id;
}

/** Set once, by members only (Rule WN-6), where its token can come to be (Rule PR-6). */
async function setInitialOwner(service: Service, call: Call<'updateWitness'>): Promise<unknown> {
  const id = idForm(call.input.id);
  const owner = idForm(call.input.initialOwner);
  const path = ['input', 'initialOwner'];
  await service.database.transaction(async (tx) => {
    const [witness] = await tx.rows<{ organization_id: string; initial_owner_id: string | null }>(
      sql`select w.* from witnesses w where w.id = ${id} and ${witnessVisibleTo(call.caller)} for update`,
    );
    if (!witness) throw notFound('witness', id);
    requireMember(call.caller, witness.organization_id, { rule: 'WN-6' });
    if (witness.initial_owner_id === owner) return;
    if (witness.initial_owner_id !== null)
      throw new ServiceError(
        'conflict',
        `The initial owner is ${witness.initial_owner_id} and is set once.`,
        {
          path,
          rule: 'WN-6',
        },
      );
    // The token is minted by a proof from the third party's log.
    const gap = policyGap(service, 'WITNESS_CO');
    if (gap !== undefined)
      throw new ServiceError('unprocessable', `No token would come of it. ${gap}`, { path, rule: 'PR-6' });
    const readable = await readableSubjects(tx, call.caller, service.sandbox, [owner]);
    if (!readable.has(owner))
      throw new ServiceError('unprocessable', `There is no subject ${owner}.`, { path, rule: 'WN-6' });
    await tx.rows(sql`update witnesses set initial_owner_id = ${owner},
      updated_at = ${service.now().toISOString()}::timestamptz where id = ${id}`);
  });
  service.wake();
  return answerOne(service, call, 'witness', id);
}
