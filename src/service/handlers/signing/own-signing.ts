import { sql } from '../../storage/database/sql.ts';
import { bareHex } from '#contract/schema/scalars.ts';
import { pemOf } from '../../authorities/certificates/certificate.ts';
import type { CertificateRow, InviteRow, SubjectRow } from '../../storage/tables/rows.ts';
import { idForm, inviteVisibleTo, notFound } from '../access/access.ts';
import { answerOne } from '../answer/answer.ts';
import type { Call, Handlers } from '../call.ts';
import { requireAuthorities } from '../witnesses/certification.ts';
import { ServiceError } from '../../service-error.ts';
import type { Service } from '../ports.ts';
import { holderOf, isHolder, storeCertificate } from '../access/registration.ts';
import {
  acceptCertificate,
  PresentedWrong,
  readPresented,
  verifyOcsp,
  verifySignature,
} from './signer-check.ts';
import type { AcceptedCertificate } from './signer-check.ts';
import type { StoredRequest } from '../requests/signature-requests.ts';
import { checkAnswerable, findInvite, recordSignature, rejectInvite, storedContent } from './signing.ts';
import { readStored } from '../content/stored.ts';

/** Answers to an invite by a program of the signer, which has the key itself. */
export function ownSigningHandlers(service: Service): Handlers {
  return {
    signInvite: (call) => signInvite(service, call),
    rejectInvite: (call) => reject(service, call),
  };
}

/** Nothing that is presented is believed: every part is verified against what is stored (Rules SI-1, SI-2). */
async function signInvite(service: Service, call: Call<'signInvite'>): Promise<unknown> {
  const { invite, request } = await findOwnInvite(service, call, 'SI-1');
  checkAnswerable(invite, request);
  const authorities = requireAuthorities(service);
  if (authorities.issuers.length === 0)
    throw new ServiceError(
      'unavailable',
      'This service accepts no certificates: TESTIGO_ISSUERS is not set.',
      {
        retryAfter: 3600,
        rule: 'PR-6',
      },
    );
  const when = service.now(invite.created_at);
  const signature = bareHex(call.input.signature);
  const document = await readStored(service.objects, await storedContent(service.database, request));
  const accepted = await presented(async () => {
    const certificate = readPresented(call.input.certificate);
    const accepted = acceptCertificate(certificate, authorities.issuers, when);
    await requireHolder(service, accepted, invite.subject_id);
    verifySignature(certificate, signature, document);
    return accepted;
  });
  const revokedAt = await revocationOf(service, accepted);
  const ocsp = await authorities.answerOcsp({
    certificatePem: pemOf(accepted.certificate.der),
    revokedAt,
    at: when,
  });
  await presented(() => {
    verifyOcsp(accepted, ocsp, when);
  });
  await presented(() =>
    recordSignature(service, invite.id, {
      certificateId: (tx) => storeCertificate(tx, { ...accepted, subjectId: invite.subject_id }, when),
      signature,
      ocsp,
      when,
    }),
  );
  return answerOne(service, call, 'invite', invite.id);
}

async function reject(service: Service, call: Call<'rejectInvite'>): Promise<unknown> {
  const { invite } = await findOwnInvite(service, call, 'SI-4');
  await rejectInvite(service, invite.id);
  return answerOne(service, call, 'invite', invite.id);
}

/** @throws ServiceError not-found for an invite that the caller does not see, forbidden for one of another subject */
async function findOwnInvite(
  service: Service,
  { params, caller }: Call<'signInvite' | 'rejectInvite'>,
  rule: string,
): Promise<{ readonly invite: InviteRow; readonly request: StoredRequest }> {
  const id = idForm(params.id ?? '');
  const [visible] = await service.database.rows<{ id: string; disabled: boolean }>(sql`
    select i.id, o.disabled_at is not null as disabled from invites i
      join signature_requests r on r.id = i.signature_request_id join organizations o on o.id = r.organization_id
      where i.id = ${id} and ${inviteVisibleTo(caller)}`);
  if (!visible) throw notFound('invite', id, rule);
  const found = await findInvite(service.database, id);
  if (caller.kind !== 'token' || caller.subjectId !== found.invite.subject_id)
    throw new ServiceError(
      'forbidden',
      'An invite is answered by its own subject, with its own access token.',
      {
        rule,
      },
    );
  if (visible.disabled)
    throw new ServiceError('forbidden', 'The organization of this invite was switched off by the operator.', {
      rule: 'PR-3',
    });
  return found;
}

/** @throws PresentedWrong where the certificate names somebody else */
async function requireHolder(
  service: Service,
  { certificate }: AcceptedCertificate,
  subjectId: string,
): Promise<void> {
  const [subject] = await service.database.rows<SubjectRow>(
    sql`select * from subjects where id = ${subjectId}`,
  );
  const holder = holderOf(certificate);
  if (!holder || !subject || !isHolder(holder, subject))
    throw new PresentedWrong(
      'certificate',
      "The certificate is not the subject's: it names another RFC or serial number.",
    );
  const [stored] = await service.database.rows<CertificateRow>(
    sql`select * from certificates where hash = ${certificate.fingerprint}`,
  );
  if (stored && stored.subject_id !== subjectId)
    throw new PresentedWrong('certificate', 'The certificate is stored as one of another subject.');
}

/** When a stored certificate was revoked, which the responder of the sandbox goes by. */
async function revocationOf(service: Service, { certificate }: AcceptedCertificate): Promise<Date | null> {
  const [stored] = await service.database.rows<CertificateRow>(
    sql`select * from certificates where hash = ${certificate.fingerprint}`,
  );
  return stored?.revoked_at ?? null;
}

/** Runs a check, and converts a defect of a presented value into a refusal that names its field. */
async function presented<T>(check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof PresentedWrong)
      throw new ServiceError('unprocessable', error.message, { path: ['input', error.part], rule: 'SI-2' });
    throw error;
  }
}
