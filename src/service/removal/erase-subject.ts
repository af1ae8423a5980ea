import type { Database } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/queries.ts';
import { raw, sql } from '../storage/database/sql.ts';
import type { Sql } from '../storage/database/sql.ts';
import { endUploads, removeContents } from './remove-rows.ts';

/** Evidence of others that names a person: while there is some, name, RFC, CURP and the certificates in it stay. */
export interface SubjectEvidence {
  readonly signatures: number;
  /** Requests over an IOU whose debtor or creditor the person is. */
  readonly debts: number;
  /** Witnesses whose initial owner the person is. */
  readonly owned: number;
}

export interface ErasedSubject {
  readonly evidence: SubjectEvidence;
  readonly tokens: number;
  readonly members: number;
  readonly links: number;
  /** Invites without a signature. */
  readonly invites: number;
  readonly certificates: number;
  readonly documents: number;
  /** Whether nothing of the person is left. */
  readonly gone: boolean;
}

/** Organizations whose only member a person is: without it nobody acts for them. */
export async function soleMemberOf(queries: Queries, id: string): Promise<{ id: string; name: string }[]> {
  return queries.rows(sql`select o.id, o.name from organization_members m join organizations o on o.id = m.organization_id
    where m.subject_id = ${id} and not exists (select 1 from organization_members n
      where n.organization_id = m.organization_id and n.subject_id <> m.subject_id) order by o.id`);
}

/**
 * Removes the personal data of a person as far as evidence of others does not consist of it. A further call removes what
 * came in the meantime.
 */
export async function eraseSubject(database: Database, id: string, at: Date): Promise<ErasedSubject> {
  return database.transaction(async (tx) => {
    // A signature that is being written shares this row by its certificate or its invite, and comes before or after.
    await tx.rows(sql`select 1 from subjects where id = ${id} for update`);
    const remove = async (table: string, which: Sql): Promise<number> =>
      (await tx.rows(sql`delete from ${raw(table)} t where ${which} returning 1 as removed`)).length;
    const own = sql`t.subject_id = ${id}`;
    const tokens = await remove('access_tokens', own);
    await remove('signing_keys', own);
    const members = await remove('organization_members', own);
    const links = await remove('organization_links', own);
    const now = sql`${at.toISOString()}::timestamptz`;
    await tx.rows(sql`update signature_requests set updated_at = greatest(updated_at, ${now})
      where id in (select signature_request_id from invites where subject_id = ${id} and signature is null)`);
    const invites = await remove('invites', sql`${own} and t.signature is null`);
    const certificates = await remove(
      'certificates',
      sql`${own} and not exists (select 1 from invites i where i.certificate_id = t.id)`,
    );
    const documents = await removeUnbound(tx, id, at);
    const evidence = await readEvidence(tx, id);
    const gone = Object.values(evidence).every((count) => count === 0);
    if (gone) await removeRow(tx, id);
    else
      await tx.rows(sql`update subjects set email_address = null, search_email_address = '',
        push_notification_token = null, updated_at = greatest(updated_at, ${now}) where id = ${id}`);
    return { evidence, tokens, members, links, invites, certificates, documents, gone };
  });
}

export async function readEvidence(queries: Queries, id: string): Promise<SubjectEvidence> {
  const [row] = await queries.rows<SubjectEvidence>(sql`select
    (select count(*) from invites where subject_id = ${id} and signature is not null) as signatures,
    (select count(*) from signature_requests where iou_debtor_id = ${id} or iou_creditor_id = ${id}) as debts,
    (select count(*) from witnesses where initial_owner_id = ${id}) as owned`);
  return row ?? { signatures: 0, debts: 0, owned: 0 };
}

/** Documents that the person uploaded and no organization took up; addresses that are open take none any more. */
async function removeUnbound(tx: Queries, id: string, at: Date): Promise<number> {
  const removed = await removeContents(
    tx,
    sql`c.content_key in (select u.content_key from uploads u where u.unbound_subject_id = ${id})`,
    at,
  );
  await endUploads(tx, sql`u.unbound_subject_id = ${id}`, at);
  return removed;
}

async function removeRow(tx: Queries, id: string): Promise<void> {
  const [row] = await tx.rows<{ evm_address: string }>(
    sql`delete from subjects where id = ${id} returning evm_address`,
  );
  await tx.rows(sql`delete from wallets w where w.id = ${row?.evm_address ?? ''}
    and not exists (select 1 from endorsables e where e.owner_id = w.id)
    and not exists (select 1 from endorse_events e where e.from_id = w.id or e.to_id = w.id)`);
}
