import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '../settings.ts';

/** What is derived from the secret file of a data folder. */
export interface Secret {
  /** 32 bytes of its own for each label, base64url. The same secret and label give the same. */
  derive(label: string): string;
  /** Encrypts a text; only this secret opens it again. */
  seal(text: string): string;
  /** @throws when it was sealed by another secret, or changed */
  unseal(sealed: string): string;
}

/**
 * Reads the secret of a data folder, or makes one: 32 random bytes that only the owner may read (0600).
 *
 * @param mustBe whether the folder holds data already, so that a new secret would be a wrong one
 * @throws SettingsError where it is not the file that this service wrote
 */
export async function openSecret(dataFolder: string, mustBe = false): Promise<Secret> {
  const path = join(dataFolder, 'secret');
  const found = await readFile(path).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return undefined;
    throw new SettingsError(`TESTIGO_DATA: ${path} cannot be read (${code}).`, { cause: error });
  });
  if (found && found.length !== 32)
    throw new SettingsError(
      `TESTIGO_DATA: ${path} holds ${found.length} bytes; expected the 32 that this service wrote.`,
    );
  if (!found && mustBe)
    throw new SettingsError(
      `TESTIGO_DATA: ${path} is missing beside the database that was made with it; put it back.`,
    );
  return secretOf(found ?? (await writeSecret(dataFolder, path)));
}

/** Whole or not at all, and on the disk before it is used. */
async function writeSecret(dataFolder: string, path: string): Promise<Uint8Array> {
  await mkdir(dataFolder, { recursive: true });
  const bytes = randomBytes(32);
  const unfinished = `${path}.new`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.write(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  return bytes;
}

export function secretOf(bytes: Uint8Array): Secret {
  const derived = (label: string): Buffer => createHmac('sha256', bytes).update(label).digest();
  const sealingKey = derived('testigo-seal/1');
  return {
    derive: (label) => derived(`testigo-derive/1/${label}`).toString('base64url'),
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    unseal(sealed) {
      const parts = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, parts.subarray(0, 12));
      decipher.setAuthTag(parts.subarray(12, 28));
      return Buffer.concat([decipher.update(parts.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
