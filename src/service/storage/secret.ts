import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '../settings/read-setting.ts';
import type { SecretSource } from '../settings.ts';
import type { Queries } from './database/queries.ts';
import { readSecretFile } from './secret-file.ts';
import { readState, writeState } from './tables/state.ts';

/** Bytes. */
const secretLength = 32;

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
 * Opens the secret that the settings name. Without one it is that of the data folder, or a new one there: 32 random bytes
 * that only the owner may read (0600).
 *
 * @param mustBe whether the folder holds data already, so that a new secret would be a wrong one
 * @throws SettingsError where it cannot be read, or is none
 */
export async function openSecret(
  dataFolder: string,
  { source, mustBe = false }: { readonly source?: SecretSource | undefined; readonly mustBe?: boolean } = {},
): Promise<Secret> {
  if (!source) return openFolderSecret(dataFolder, mustBe);
  return secretOf('value' in source ? Buffer.from(source.value, 'hex') : await readNamedFile(source.file));
}

/** A file as this service wrote one, 32 bytes, or their 64 hexadecimal digits as a text. */
async function readNamedFile(path: string): Promise<Uint8Array> {
  const bytes = await readSecretFile('TESTIGO_SECRET_FILE', path);
  if (bytes.length === secretLength) return bytes;
  const text = bytes.toString('latin1').trim();
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new SettingsError(
      `TESTIGO_SECRET_FILE is "${path}", which holds no secret; expected 32 bytes or 64 hexadecimal digits.`,
    );
  return Buffer.from(text, 'hex');
}

async function openFolderSecret(dataFolder: string, mustBe: boolean): Promise<Secret> {
  const path = join(dataFolder, 'secret');
  const found = await readFile(path).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return undefined;
    throw new SettingsError(`TESTIGO_DATA: ${path} cannot be read (${code}).`, { cause: error });
  });
  if (found && found.length !== secretLength)
    throw new SettingsError(
      `TESTIGO_DATA: ${path} holds ${found.length} bytes; expected the 32 that this service wrote.`,
    );
  if (!found && mustBe)
    throw new SettingsError(
      `TESTIGO_DATA: ${path} is missing beside the database that was made with it; put it back.`,
    );
  return secretOf(found ?? (await writeSecret(dataFolder, path)));
}

/** Under this name stands what is derived from the secret of all instances of a database. */
const secretState = 'secret';

/**
 * Refuses a secret that is not the one with which the database was first opened: two instances would make different
 * keys, and neither could open what the other sealed (Rule ST-48).
 *
 * @throws SettingsError
 */
export async function requireSameSecret(queries: Queries, secret: Secret): Promise<void> {
  const stored = await readState(queries, secretState);
  if (stored !== undefined && stored !== markOf(secret))
    throw new SettingsError(
      'TESTIGO_SECRET: this database was opened with another secret before; give every instance the same one, by TESTIGO_SECRET_FILE or TESTIGO_SECRET.',
    );
}

/** From now on the database is opened with this secret alone. */
export async function storeSecretMark(queries: Queries, secret: Secret): Promise<void> {
  if ((await readState(queries, secretState)) === undefined)
    await writeState(queries, secretState, markOf(secret));
}

/** Nothing about the secret follows from it. */
const markOf = (secret: Secret): string => secret.derive('database');

/** Whole or not at all, and on the disk before it is used. */
async function writeSecret(dataFolder: string, path: string): Promise<Uint8Array> {
  await mkdir(dataFolder, { recursive: true });
  const bytes = randomBytes(secretLength);
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
