import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProofError } from '#proofs/errors.ts';
import { readCertificatesInput } from '#proofs/pki/certificate/certificate.ts';
import type { Certificate } from '#proofs/pki/certificate/certificate.ts';
import { SettingsError } from '../../settings/read-setting.ts';

/**
 * The certificates of a folder, PEM or DER, in files that end in pem, crt, cer or der.
 *
 * @param setting the variable that names the folder
 * @throws SettingsError naming the variable and the file
 */
export async function readCertificateFolder(setting: string, folder: string): Promise<Certificate[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new SettingsError(`${setting} is "${folder}", which cannot be read (${codeOf(error)}).`);
  });
  const found = new Map<string, Certificate>();
  for (const name of names.filter((one) => /\.(pem|crt|cer|der)$/i.test(one)).sort()) {
    for (const certificate of await readFileOf(setting, join(folder, name)))
      found.set(certificate.fingerprint, certificate);
  }
  if (found.size === 0)
    throw new SettingsError(`${setting} is "${folder}", which has no certificate (.pem, .crt, .cer, .der).`);
  return [...found.values()];
}

async function readFileOf(setting: string, path: string): Promise<Certificate[]> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new SettingsError(`${setting} has the file "${path}", which cannot be read (${codeOf(error)}).`);
  });
  try {
    return readCertificatesInput(bytes);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    throw new SettingsError(`${setting} has the file "${path}", which is no certificate: ${error.message}.`);
  }
}

/** Why a file cannot be read, as the system names it. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
