import { readFile } from 'node:fs/promises';
import { currentTime } from '#clock/clock.ts';
import { codeOf, readCertificateFolder } from '../authorities/outside/certificates.ts';
import { holderOf, storeCertificate, storeSubject } from '../handlers/access/registration.ts';
import type { CertificateHolder } from '../handlers/access/registration.ts';
import { acceptCertificate, PresentedWrong, readPresented } from '../handlers/signing/signer-check.ts';
import type { AcceptedCertificate } from '../handlers/signing/signer-check.ts';
import type { Queries } from '../storage/database/queries.ts';
import { CommandFailure } from './command.ts';
import type { CommandContext } from './command.ts';

/** A certificate from a file, under a configured issuer, and whom it names. */
export interface RegisteredCertificate extends AcceptedCertificate {
  readonly holder: CertificateHolder;
}

/**
 * Reads the certificate of a signer and verifies that it leads to the configured issuers.
 *
 * @param option the argument that named the file
 * @throws CommandFailure naming the argument
 */
export async function readSigner(
  { settings }: CommandContext,
  option: string,
  path: string,
): Promise<RegisteredCertificate> {
  const folder = settings.authorities.issuers;
  if (folder === undefined)
    throw new CommandFailure('TESTIGO_ISSUERS is not set: no issuer of certificates is accepted.');
  const issuers = await readCertificateFolder('TESTIGO_ISSUERS', folder);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new CommandFailure(`${option} is "${path}", which cannot be read (${codeOf(error)}).`);
  });
  try {
    const accepted = acceptCertificate(readPresented(bytes), issuers, currentTime());
    const holder = holderOf(accepted.certificate);
    if (!holder)
      throw new CommandFailure(
        `${option} "${path}" lacks a common name, an RFC (2.5.4.45) or a serial number (2.5.4.5).`,
      );
    return { ...accepted, holder };
  } catch (error) {
    if (!(error instanceof PresentedWrong)) throw error;
    throw new CommandFailure(`${option} "${path}": ${error.message}`);
  }
}

/** Stores the subject and its certificate, where they are new; answers the id of the subject. */
export async function registerSigner(
  tx: Queries,
  { holder, ...accepted }: RegisteredCertificate,
  at: Date,
): Promise<string> {
  const subjectId = await storeSubject(tx, holder, accepted.certificate, at);
  await storeCertificate(tx, { ...accepted, subjectId }, at).catch((error: unknown) => {
    throw error instanceof PresentedWrong ? new CommandFailure(error.message) : error;
  });
  return subjectId;
}
