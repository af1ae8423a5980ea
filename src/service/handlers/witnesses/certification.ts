import { setTimeout as sleep } from 'node:timers/promises';
import { identifier, sql } from '../../storage/database/sql.ts';
import type { Conservation } from '#contract/resources/organization.ts';
import { bareHex } from '#contract/schema/scalars.ts';
import { lockWitnesses, showProcessed } from '../answer/show-processed.ts';
import { within } from '../within.ts';
import { oneOf } from '../../storage/lists/conditions.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { StorageUnavailable } from '../../storage/unavailable.ts';
import { endWork, isFree, openLease } from '../../storage/tables/work-items.ts';
import type { Lease, WorkItem } from '../../storage/tables/work-items.ts';
import { idForm, notFound, requireMember, witnessVisibleTo } from '../access/access.ts';
import { answerOne } from '../answer/answer.ts';
import type { Call, Handlers } from '../call.ts';
import type { Caller } from '../access/caller.ts';
import { ServiceError } from '../../service-error.ts';
import type { Authorities, Service } from '../ports.ts';

export function certificationHandlers(service: Service): Handlers {
  return {
    certifyWitness: (call) => certifyWitness(service, call),
    scheduleGroupedCertification: (call) => scheduleGrouped(service, call),
  };
}

/** @throws ServiceError unavailable where nobody certifies */
export function requireAuthorities(service: Service): Authorities {
  if (service.authorities) return service.authorities;
  throw new ServiceError('unavailable', 'This service has no certification provider.', { retryAfter: 3600 });
}

/**
 * Refuses what could only wait for ever, because the operator configured nobody who does it (Rule PR-6).
 *
 * @throws ServiceError unavailable with the sentence of what is missing
 */
export function requireConfigured(service: Service, ...what: readonly ('stamp' | 'anchor')[]): void {
  const { missing } = requireAuthorities(service);
  for (const one of what) {
    const sentence = missing?.[one];
    if (sentence !== undefined) throw notConfigured(sentence);
  }
}

/**
 * Why nobody here carries out a policy; undefined: somebody does (Rule PR-6). Signatures are merkleized whatever the
 * policy, so each of them needs what that needs.
 */
export function policyGap({ authorities }: Service, conservation: Conservation): string | undefined {
  if (!authorities) return undefined;
  if (conservation === 'WITNESS_CO' && !authorities.checkpoint)
    return "This service has no third party's log.";
  return authorities.missing?.stamp ?? authorities.missing?.anchor;
}

/**
 * Refuses to send what would wait for ever once it is signed (Rule PR-6).
 *
 * @throws ServiceError unprocessable with the sentence of what is missing
 */
export async function requirePreservable(
  service: Service,
  queries: Queries,
  request: { readonly organization: string; readonly nom151: boolean; readonly isSent: boolean },
): Promise<void> {
  const refuse = (why: string, field: string): never => {
    throw new ServiceError('unprocessable', why, { path: ['input', field], rule: 'PR-6' });
  };
  const stamp = service.authorities?.missing?.stamp;
  if (request.nom151 && stamp !== undefined) refuse(stamp, 'nom151');
  if (!request.isSent) return;
  const [row] = await queries.rows<{ conservation: Conservation }>(
    sql`select conservation from organizations where id = ${request.organization}`,
  );
  const gap = row && policyGap(service, row.conservation);
  if (gap !== undefined) refuse(`The policy of the organization cannot be carried out. ${gap}`, 'draft');
}

const notConfigured = (sentence: string): ServiceError =>
  new ServiceError('unavailable', sentence, { retryAfter: 3600, rule: 'PR-6' });

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
 * changes (Rules NO-2, NO-3). The quota is spent first, the certificate is fetched with no transaction open, and where
 * that fails the quota is given back; where this process ends in between, the job fetches the certificate.
 */
async function certifyWitness(service: Service, call: Call<'certifyWitness'>): Promise<unknown> {
  const id = idForm(call.query.witnessId ?? '');
  const authorities = requireAuthorities(service);
  const end = performance.now() + certifyPatience;
  for (;;) {
    const lease = openLease();
    try {
      const started = await service.database.transaction(async (tx): Promise<StartResult> => {
        const witness = await lockWitness(tx, call, id);
        if (witness.nom151_created_at !== null) return 'certified';
        return beginCertificate(service, tx, witness, lease);
      });
      if (started === 'certified') break;
      if (started !== 'busy') {
        await certifyNow(service, authorities, started);
        break;
      }
    } catch (error) {
      lease.abandon();
      throw error;
    }
    // Another call certifies it, or the job does: its result is waited for, with no connection held.
    if (performance.now() > end)
      throw new ServiceError(
        'unavailable',
        'The certificate of this witness is on its way; look again in a moment.',
        {
          retryAfter: 5,
          rule: 'NO-2',
        },
      );
    await sleep(40);
  }
  return answerOne(service, call, 'witness', id);
}

type StartResult = 'certified' | 'busy' | CertificateItem;

/** Milliseconds that a call waits for the certificate that another has requested. */
const certifyPatience = 10_000;

/** Milliseconds that the certification provider may take. */
export const certificateTime = 25_000;

/** Spends the quota, unless it is spent already: then the work goes on where it was left, if nobody is at it. */
async function beginCertificate(
  service: Service,
  tx: Queries,
  { id, hash, organization_id: organization, created_at: createdAt }: CertifiableRow,
  lease: Lease,
): Promise<StartResult> {
  const [before] = await tx.rows<{ free: boolean; attempts: number; spent_at: Date }>(
    sql`select ${isFree(service.database, sql`c`)} as free, c.attempts, c.spent_at from preservation_certificates c
      where c.witness_id = ${id} for update`,
  );
  if (before && !before.free) return 'busy';
  const spentAt = before?.spent_at ?? service.now(createdAt);
  if (before)
    await tx.rows(sql`update preservation_certificates set lease = ${lease.id},
      leased_until = ${lease.until()} where witness_id = ${id}`);
  else {
    await spend(tx, organization, 'nom151');
    await tx.rows(sql`insert into preservation_certificates
        (witness_id, organization_id, hash, spent_at, lease, leased_until)
      values (${id}, ${organization}, ${hash}, ${spentAt.toISOString()}::timestamptz, ${lease.id},
        ${lease.until()})`);
  }
  return {
    table: 'preservation_certificates',
    key: id,
    lease,
    row: { hash, organization_id: organization, spent_at: spentAt, attempts: before?.attempts ?? 0 },
  };
}

/** Fetches the certificate, or gives the quota back. */
async function certifyNow(service: Service, authorities: Authorities, item: CertificateItem): Promise<void> {
  let token: Uint8Array;
  try {
    token = await within(
      certificateTime,
      'the time-stamp',
      authorities.stamp(item.row.hash, service.now(item.row.spent_at)),
    );
  } catch (error) {
    service.onFailure?.(error);
    await returnQuota(service.database, item);
    if (error instanceof StorageUnavailable) throw error;
    const { missing } = authorities;
    if (missing?.stamp !== undefined) throw notConfigured(missing.stamp);
    throw new ServiceError(
      'unavailable',
      'The certification provider gave no certificate; nothing was spent.',
      {
        retryAfter: 30,
        rule: 'NO-2',
      },
    );
  }
  await finishCertificate(service, authorities, item, token);
}

/** The quota of a certificate that could not be had is there again; whatever waits for it by policy goes on waiting. */
async function returnQuota(database: Service['database'], item: CertificateItem): Promise<void> {
  await database.transaction(async (tx) => {
    await lockWitnesses(tx, [item.key]);
    await endWork(tx, item);
    await tx.rows(
      sql`update organizations set quota_nom151 = quota_nom151 + 1 where id = ${item.row.organization_id}`,
    );
  });
}

/** Puts a witness into the next batch whose root is certified; it is paid for once. */
async function scheduleGrouped(
  service: Service,
  call: Call<'scheduleGroupedCertification'>,
): Promise<unknown> {
  const id = idForm(call.query.witnessId ?? '');
  await service.database.transaction(async (tx) => {
    const witness = await lockWitness(tx, call, id);
    requireConfigured(service, 'stamp', 'anchor');
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
    sql`select w.* from witnesses w where w.id = ${id} and ${witnessVisibleTo(call.caller)} for update`,
  );
  if (!witness) throw notFound('witness', id);
  requireMember(call.caller, witness.organization_id, { path: ['witnessId'], rule: 'NO-3' });
  return witness;
}

/** @throws ServiceError unprocessable when nothing is left (Rule NO-2) */
async function spend(
  tx: Queries,
  organizationId: string,
  counter: 'nom151' | 'groupedNOM151',
): Promise<void> {
  if (await trySpend(tx, organizationId, counter)) return;
  throw new ServiceError('unprocessable', `The organization's quota ${counter} is used up.`, {
    path: ['witnessId'],
    rule: 'NO-2',
  });
}

/** One less of a quota, if there is one; the organization stays locked until the transaction ends. */
async function trySpend(
  tx: Queries,
  organizationId: string,
  counter: 'nom151' | 'groupedNOM151',
): Promise<boolean> {
  const column = identifier(counter === 'nom151' ? 'quota_nom151' : 'quota_grouped_nom151');
  const spent = await tx.rows(
    sql`update organizations set ${column} = ${column} - 1 where id = ${organizationId} and ${column} > 0 returning id`,
  );
  return spent.length > 0;
}

/** A certificate whose quota is spent. */
export interface CertificateRow {
  readonly hash: string;
  readonly spent_at: Date;
  readonly organization_id: string;
}

type CertificateItem = WorkItem<CertificateRow>;

/** Writes a certificate to its witness; whatever waited for it waits no more. */
export async function finishCertificate(
  service: Service,
  authorities: Authorities,
  item: CertificateItem,
  token: Uint8Array,
): Promise<void> {
  await service.database.transaction(async (tx) => {
    await lockWitnesses(tx, [item.key]);
    await endWork(tx, item);
    // The clock is read after the certificate is there: what it dates is not younger than it.
    const instant = service.now(item.row.spent_at);
    const at = sql`greatest(${instant.toISOString()}::timestamptz, created_at)`;
    await tx.rows(sql`update witnesses set nom151_provider = ${authorities.provider},
      nom151_token = ${Buffer.from(token).toString('hex')}, nom151_created_at = ${at}, nom151_updated_at = ${at},
      timestamped_at = least(timestamped_at, ${at}), waiting_nom151 = false,
      waiting = case when waiting = 'NOM151' then null else waiting end, updated_at = greatest(updated_at, ${at})
      where id = ${item.key}`);
    await showProcessed(tx, authorities, [item.key], instant);
  });
}

/** A certificate of its own waits, by the policy or by the request. */
export const certificateWaits = sql`((w.waiting = 'NOM151' or w.waiting_nom151) and w.nom151_created_at is null)`;

/** Most certificates whose quota is spent in one transaction. */
const spendSize = 200;

/**
 * Spends quotas for what waits for a certificate, as far as they go, oldest first.
 *
 * @param most certificates
 * @returns how many certificates are to be fetched
 */
export async function planCertificates(service: Service, most = spendSize): Promise<number> {
  const { database } = service;
  const waits = sql`${certificateWaits}
    and not exists (select 1 from preservation_certificates c where c.witness_id = w.id)`;
  const affordable = sql`exists (select 1 from organizations o where o.id = w.organization_id and o.quota_nom151 > 0)`;
  const [some] = await database.rows(sql`select 1 from witnesses w where ${waits} and ${affordable} limit 1`);
  if (!some) return 0;
  return database.transaction(async (tx) => {
    // Witnesses before organizations, as everywhere.
    const rows = await tx.rows<{ id: string; organization_id: string; created_at: Date }>(sql`
      select w.id, w.organization_id, w.created_at from witnesses w where ${waits} and ${affordable}
      order by w.created_at, w.id limit ${Math.min(most, spendSize)}::bigint for update of w skip locked`);
    const quotas = await tx.rows<{ id: string; quota: number }>(sql`
      select id, quota_nom151 as quota from organizations
      where ${oneOf(sql`id`, [...new Set(rows.map((row) => row.organization_id))])} order by id for update`);
    let planned = 0;
    const at = service.now(rows.at(-1)?.created_at);
    for (const { id, quota } of quotas) {
      const ids = rows.filter((row) => row.organization_id === id).map((row) => row.id);
      // Looked at again now that the witnesses are locked: nobody else spends for them.
      const added =
        await tx.rows(sql`insert into preservation_certificates (witness_id, organization_id, hash, spent_at)
        select w.id, w.organization_id, w.hash, ${at.toISOString()}::timestamptz from witnesses w
        where ${oneOf(sql`w.id`, ids)} and ${waits} order by w.created_at, w.id limit ${quota}::bigint returning witness_id`);
      if (added.length === 0) continue;
      await tx.rows(
        sql`update organizations set quota_nom151 = quota_nom151 - ${added.length}::integer where id = ${id}`,
      );
      planned += added.length;
    }
    return planned;
  });
}

/**
 * DER of the time-stamp response over a hash: of a witness, or of the root of a batch (Rule NO-4). Of several the
 * caller's own, then the earliest: two organizations may have certified the same document.
 *
 * @throws ServiceError not-found when there is none
 */
export async function readNom151Token(service: Service, caller: Caller, hash: string): Promise<Uint8Array> {
  const bare = bareHex(hash);
  const [found] = await service.database.rows<{ token: string }>(sql`
    select w.nom151_token as token, ${witnessVisibleTo(caller)} as own, w.nom151_created_at as at
      from witnesses w where w.hash = ${bare} and w.nom151_token is not null
    union all
    select b.nom151_token, exists (select 1 from witnesses w where w.merkle_batch_id = b.id and ${witnessVisibleTo(caller)}),
      b.created_at from merkle_batches b where b.merkle_root = ${bare} and b.nom151_token is not null
    order by own desc, at limit 1`);
  if (!found) throw new ServiceError('not-found', `There is no certificate over ${bare}.`, { rule: 'NO-4' });
  return new Uint8Array(Buffer.from(found.token, 'hex'));
}
