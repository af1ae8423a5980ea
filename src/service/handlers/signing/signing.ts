import { createHash } from 'node:crypto';
import { sql } from '../../storage/database/sql.ts';
import type { Queries } from '../../storage/database/queries.ts';
import type { CertificateRow, InviteRow, OrganizationRow } from '../../storage/tables/rows.ts';
import { idForm, notFound } from '../access/access.ts';
import { answerOne } from '../answer/answer.ts';
import { requireAuthorities } from '../witnesses/certification.ts';
import { ServiceError } from '../../service-error.ts';
import type { Service } from '../ports.ts';
import { lockRequest } from '../requests/signature-requests.ts';
import { readStored } from '../content/stored.ts';
import type { StoredContent } from '../content/stored.ts';
import type { StoredRequest } from '../requests/signature-requests.ts';
import { addWitness } from '../witnesses/witnesses.ts';

/**
 * Signs an invite with its subject's key: the document's bytes, the certificate, an OCSP response about it, and a
 * witness of the signature (Rules IV-7, IV-8). When all have answered, the request is finalized (Rule SR-12).
 *
 * @returns the invite as its subject reads it
 * @throws ServiceError not-found for no such invite; conflict when it cannot be signed
 */
export async function signInvite(service: Service, inviteId: string): Promise<unknown> {
  const authorities = requireAuthorities(service);
  const { invite, request } = await findInvite(service.database, inviteId);
  const when = service.now(invite.created_at);
  checkAnswerable(invite, request);
  // Everything slow happens before the request is locked; the content of a request never changes.
  const document = await readStored(service.objects, await storedContent(service.database, request));
  const signer = await authorities.signer(invite.subject_id);
  if (!signer)
    throw new ServiceError('conflict', 'The key of this subject is not here: it signs with its own device.', {
      rule: 'ST-11',
    });
  const [certificate] = await service.database.rows<CertificateRow>(
    sql`select * from certificates where id = ${signer.certificateId}`,
  );
  if (!certificate) throw new Error(`The certificate ${signer.certificateId} of a signing key is missing.`);
  checkCertificate(certificate, when);
  const signature = await signer.sign(document);
  const ocsp = await authorities.answerOcsp({
    certificatePem: certificate.certificate_pem,
    revokedAt: certificate.revoked_at,
    at: when,
  });
  await recordSignature(service, invite.id, {
    certificateId: () => Promise.resolve(certificate.id),
    signature,
    ocsp,
    when,
  });
  return answerAsSubject(service, invite);
}

/** A signature that was verified, with what was verified about it. */
interface VerifiedSignature {
  /** The id of the certificate, which may be stored with the signature. */
  readonly certificateId: (tx: Queries) => Promise<string>;
  /** Bare lower-case hexadecimal. */
  readonly signature: string;
  /** DER. */
  readonly ocsp: Uint8Array;
  readonly when: Date;
}

/**
 * Writes a signature with its witness, whoever made it; when all invites have answered, the request is finalized (Rules
 * IV-8, SR-12).
 *
 * @throws ServiceError conflict when the invite was answered meanwhile
 */
export async function recordSignature(
  service: Service,
  inviteId: string,
  { certificateId, signature, ocsp, when }: VerifiedSignature,
): Promise<void> {
  const at = sql`${when.toISOString()}::timestamptz`;
  await service.database.transaction(async (tx) => {
    const locked = await lockInvite(tx, inviteId);
    const certificate = await certificateId(tx);
    const witnessId = await addWitness(tx, {
      organizationId: locked.request.organization_id,
      hash: createHash('sha256').update(Buffer.from(signature, 'hex')).digest('hex'),
      kind: 'signature',
      signatureRequestId: locked.request.id,
      waiting: 'MERKLEIZED',
      nom151: false,
      at: when,
    });
    await tx.rows(sql`update invites set status = 'SIGNED', certificate_id = ${certificate},
      signature = ${signature}, ocsp_response = ${Buffer.from(ocsp).toString('hex')},
      witness_id = ${witnessId ?? null}, signed_at = ${at}, updated_at = ${at} where id = ${inviteId}`);
    await tx.rows(sql`update signature_requests set signed_at = ${at}, updated_at = ${at}
      where id = ${locked.request.id}`);
    await finalizeIfAnswered(tx, locked.request, when);
  });
  service.wake();
}

/** Rejects an invite; a rejection is an answer (Rule SR-12). */
export async function rejectInvite(service: Service, inviteId: string): Promise<unknown> {
  const { invite } = await findInvite(service.database, inviteId);
  const when = service.now(invite.created_at);
  const at = sql`${when.toISOString()}::timestamptz`;
  await service.database.transaction(async (tx) => {
    const { request } = await lockInvite(tx, invite.id);
    await tx.rows(sql`update invites set status = 'REJECTED', rejected_at = ${at}, updated_at = ${at}
      where id = ${invite.id}`);
    await tx.rows(sql`update signature_requests set rejected_at = least(rejected_at, ${at}), updated_at = ${at}
      where id = ${request.id}`);
    await finalizeIfAnswered(tx, request, when);
  });
  service.wake();
  return answerAsSubject(service, invite);
}

/** Returns the answered invite as its own subject sees it. */
function answerAsSubject(service: Service, invite: InviteRow): Promise<unknown> {
  const caller = { kind: 'token', subjectId: invite.subject_id, organizationIds: [] } as const;
  return answerOne(service, { caller, nested: [] }, 'invite', invite.id);
}

/** Reads the facts of the stored bytes of a request. */
export async function storedContent(queries: Queries, request: StoredRequest): Promise<StoredContent> {
  const [content] = await queries.rows<StoredContent>(
    sql`select content_key as key, size, sha256 from contents where content_key = ${request.content_key}`,
  );
  if (!content) throw new Error(`The content ${request.content_key} of a request is missing.`);
  return content;
}

/** An invite with its request, whoever may see it. @throws ServiceError not-found */
export async function findInvite(
  queries: Queries,
  id: string,
): Promise<{ invite: InviteRow; request: StoredRequest }> {
  const [invite] = await queries.rows<InviteRow>(sql`select * from invites where id = ${idForm(id)}`);
  const [request] = invite
    ? await queries.rows<StoredRequest>(
        sql`select * from signature_requests where id = ${invite.signature_request_id}`,
      )
    : [];
  if (!invite || !request) throw notFound('invite', id, 'ST-11');
  return { invite, request };
}

/** Locks the request, so that its answers come one after another, and looks again (Rule IV-9). */
async function lockInvite(tx: Queries, id: string): Promise<{ invite: InviteRow; request: StoredRequest }> {
  const { invite: unlocked } = await findInvite(tx, id);
  const request = await lockRequest(tx, unlocked.signature_request_id, undefined);
  const [invite] = await tx.rows<InviteRow>(sql`select * from invites where id = ${id} for update`);
  if (!invite || !request) throw notFound('invite', id, 'ST-11');
  checkAnswerable(invite, request);
  return { invite, request };
}

/** Only PENDING → SIGNED and PENDING → REJECTED happen by an answer, and only once it was sent (Rule IV-1). */
export function checkAnswerable(invite: InviteRow, request: StoredRequest): void {
  if (request.draft)
    throw new ServiceError('conflict', 'The request was not sent: its signers have nothing to answer yet.', {
      rule: 'IV-4',
    });
  if (invite.status !== 'PENDING')
    throw new ServiceError('conflict', `The invite is ${invite.status}; only a pending one is answered.`, {
      rule: 'IV-1',
    });
}

function checkCertificate(certificate: CertificateRow, when: Date): void {
  const refuse = (why: string): ServiceError =>
    new ServiceError('conflict', `The subject's certificate ${why}; nothing can be signed with it.`, {
      rule: 'IV-7',
    });
  if (certificate.revoked_at !== null && certificate.revoked_at <= when)
    throw refuse(`was revoked on ${certificate.revoked_at.toISOString()}`);
  if (when < certificate.not_before) throw refuse(`is valid from ${certificate.not_before.toISOString()} on`);
  if (when > certificate.not_after) throw refuse(`expired on ${certificate.not_after.toISOString()}`);
}

/**
 * Finalizes a request whose invites have all answered. With at least one signature the document has a witness
 * from then on, conserved as the organization's policy says (Rules SR-12, SR-13).
 */
async function finalizeIfAnswered(tx: Queries, request: StoredRequest, when: Date): Promise<void> {
  const [invites] = await tx.rows<{ pending: number; signed: number }>(sql`
    select count(*) filter (where status = 'PENDING') as pending,
      count(*) filter (where status in ('SIGNED', 'WITNESSED')) as signed
    from invites where signature_request_id = ${request.id}`);
  if (!invites || invites.pending > 0) return;
  const at = sql`${when.toISOString()}::timestamptz`;
  await tx.rows(
    sql`update signature_requests set finalized = true, finalized_at = ${at} where id = ${request.id}`,
  );
  if (invites.signed === 0) return;
  const [facts] = await tx.rows<{ sha256: string; conservation: OrganizationRow['conservation'] }>(sql`
    select c.sha256, o.conservation from contents c, organizations o
    where c.content_key = ${request.content_key} and o.id = ${request.organization_id}`);
  if (!facts) throw new Error(`The content ${request.content_key} of a request is missing.`);
  const witnessId = await addWitness(tx, {
    organizationId: request.organization_id,
    hash: facts.sha256,
    kind: 'document',
    signatureRequestId: request.id,
    waiting: facts.conservation,
    nom151: request.nom151,
    at: when,
  });
  await tx.rows(
    sql`update signature_requests set witness_id = ${witnessId ?? null} where id = ${request.id}`,
  );
}
