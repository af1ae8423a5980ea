import { sql } from 'drizzle-orm';
import { bareHex } from '#contract/scalars.ts';
import type { Queries } from '../storage/queries.ts';
import { idForm, notFound, requireMember, witnessSeen } from './access.ts';
import { answerOne } from './answer.ts';
import type { Call, Handlers } from './call.ts';
import type { Caller } from './caller.ts';
import { Fault } from './fault.ts';
import type { Authorities, Service } from './ports.ts';

export function certificationHandlers(service: Service): Handlers {
  return {
    certifyWitness: (call) => certifyWitness(service, call),
    scheduleGroupedCertification: (call) => scheduleGrouped(service, call),
  };
}

/** @throws Fault unavailable where nobody certifies */
export function requireAuthorities(service: Service): Authorities {
  if (service.authorities) return service.authorities;
  throw new Fault('unavailable', 'This service has no certification provider.', { retryAfter: 3600 });
}

interface CertifiableRow {
  readonly id: string;
  readonly organization_id: string;
  readonly hash: string;
  readonly created_at: Date;
  readonly nom151_created_at: Date | null;
  readonly merkle_nom151_provider: string | null;
  readonly grouped: boolean;
}

/**
 * Certifies one hash now. What is certified already answers as it is and spends nothing; at quota 0 nothing
 * changes (Rules NO-2, NO-3).
 */
async function certifyWitness(service: Service, call: Call<'certifyWitness'>): Promise<unknown> {
  const id = idForm(call.query.witnessId ?? '');
  await service.database.transaction(async (tx) => {
    const witness = await lockWitness(tx, call, id);
    if (witness.nom151_created_at !== null) return;
    await spend(tx, witness.organization_id, 'nom151');
    await addNom151(service, tx, witness, service.now(witness.created_at));
  });
  return answerOne(service, call, 'witness', id);
}

/** Puts a witness into the next batch whose root is certified; it is paid for once. */
async function scheduleGrouped(
  service: Service,
  call: Call<'scheduleGroupedCertification'>,
): Promise<unknown> {
  const id = idForm(call.query.witnessId ?? '');
  await service.database.transaction(async (tx) => {
    const witness = await lockWitness(tx, call, id);
    if (witness.merkle_nom151_provider !== null || witness.grouped) return;
    await spend(tx, witness.organization_id, 'groupedNOM151');
    await tx.rows(sql`update witnesses set grouped = true,
      updated_at = ${service.now().toISOString()}::timestamptz where id = ${id}`);
  });
  service.wake();
  return answerOne(service, call, 'witness', id);
}

async function lockWitness(
  tx: Queries,
  call: Call<'certifyWitness' | 'scheduleGroupedCertification'>,
  id: string,
): Promise<CertifiableRow> {
  const [witness] = await tx.rows<CertifiableRow>(
    sql`select w.* from witnesses w where w.id = ${id} and ${witnessSeen(call.caller)} for update`,
  );
  if (!witness) throw notFound('witness', id);
  requireMember(call.caller, witness.organization_id, { path: ['witnessId'], rule: 'NO-3' });
  return witness;
}

/** @throws Fault unprocessable when nothing is left (Rule NO-2) */
async function spend(
  tx: Queries,
  organizationId: string,
  counter: 'nom151' | 'groupedNOM151',
): Promise<void> {
  if (await trySpend(tx, organizationId, counter)) return;
  throw new Fault('unprocessable', `The organization's quota ${counter} is used up.`, {
    path: ['witnessId'],
    rule: 'NO-2',
  });
}

/** One less of a quota, if there is one; the organization stays locked until the transaction ends. */
export async function trySpend(
  tx: Queries,
  organizationId: string,
  counter: 'nom151' | 'groupedNOM151',
): Promise<boolean> {
  const column = sql.identifier(counter === 'nom151' ? 'quota_nom151' : 'quota_grouped_nom151');
  const spent = await tx.rows(
    sql`update organizations set ${column} = ${column} - 1 where id = ${organizationId} and ${column} > 0 returning id`,
  );
  return spent.length > 0;
}

/** Has a hash stamped and writes the certificate to its witness; whatever waited for it waits no more. */
export async function addNom151(
  service: Service,
  tx: Queries,
  witness: { readonly id: string; readonly hash: string },
  now: Date,
): Promise<void> {
  const authorities = requireAuthorities(service);
  const token = await authorities.stamp(witness.hash, now);
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.rows(sql`update witnesses set nom151_provider = ${authorities.provider},
    nom151_token = ${Buffer.from(token).toString('hex')}, nom151_created_at = ${at}, nom151_updated_at = ${at},
    timestamped_at = least(timestamped_at, ${at}), waiting_nom151 = false,
    waiting = case when waiting = 'NOM151' then null else waiting end, updated_at = ${at}
    where id = ${witness.id}`);
}

/**
 * DER of the time-stamp response over a hash: of a witness, or of the root of a batch (Rule NO-4). Of several the
 * caller's own, then the earliest: two organizations may have certified the same document.
 *
 * @throws Fault not-found when there is none
 */
export async function readNom151Token(service: Service, caller: Caller, hash: string): Promise<Uint8Array> {
  const bare = bareHex(hash);
  const [found] = await service.database.rows<{ token: string }>(sql`
    select w.nom151_token as token, ${witnessSeen(caller)} as own, w.nom151_created_at as at
      from witnesses w where w.hash = ${bare} and w.nom151_token is not null
    union all
    select b.nom151_token, exists (select 1 from witnesses w where w.merkle_batch_id = b.id and ${witnessSeen(caller)}),
      b.created_at from merkle_batches b where b.merkle_root = ${bare} and b.nom151_token is not null
    order by own desc, at limit 1`);
  if (!found) throw new Fault('not-found', `There is no certificate over ${bare}.`, { rule: 'NO-4' });
  return new Uint8Array(Buffer.from(found.token, 'hex'));
}
