import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SettingsError } from '../settings/read-setting.ts';
import { readSecretFile } from './secret-file.ts';
import { openSecret, requireSameSecret, secretOf, storeSecretMark } from './secret.ts';
import type { Database } from './database/database.ts';
import { openTestDatabase } from './testing/database.ts';

describe('the secret', () => {
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'testigo-secret-'));
    database = await openTestDatabase();
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const bytes = randomBytes(32);
  const open = async (content: Uint8Array | string, mode = 0o600): Promise<string> => {
    const file = join(folder, 'named');
    await writeFile(file, content);
    await chmod(file, mode);
    return (await openSecret(folder, { source: { file } })).derive('x');
  };

  it('ST-48 is the same from a file of bytes, a file of digits and a variable, and makes none in the folder', async () => {
    const hex = bytes.toString('hex');
    const expected = secretOf(bytes).derive('x');
    expect(await open(bytes)).toBe(expected);
    expect(await open(`${hex.toUpperCase()}\n`)).toBe(expected);
    expect((await openSecret(folder, { source: { value: hex } })).derive('x')).toBe(expected);
    await expect(stat(join(folder, 'secret'))).rejects.toThrow('ENOENT');
  });

  it('ST-48 is refused where others may read its file, or where that holds something else, without showing it', async () => {
    const file = join(folder, 'named');
    await expect(open(bytes, 0o640)).rejects.toThrow(
      new SettingsError(`TESTIGO_SECRET_FILE is "${file}", which others may read; expected mode 0600.`),
    );
    await expect(open('hunter2')).rejects.toThrow(
      new SettingsError(
        `TESTIGO_SECRET_FILE is "${file}", which holds no secret; expected 32 bytes or 64 hexadecimal digits.`,
      ),
    );
    await rm(file);
    await expect(openSecret(folder, { source: { file } })).rejects.toThrow(
      new SettingsError(`TESTIGO_SECRET_FILE is "${file}", which cannot be read (ENOENT).`),
    );
  });

  it('ST-48 may be a credential of systemd, which its user reads as one of a list and nobody else', async () => {
    const file = join(folder, 'credential');
    await writeFile(file, bytes);
    const read = async (mode: number, credentials?: string): Promise<Buffer> => {
      await chmod(file, mode);
      return readSecretFile('TESTIGO_SECRET_FILE', file, credentials);
    };
    expect(await read(0o440, folder)).toEqual(bytes);
    expect(await read(0o400, `${folder}/`)).toEqual(bytes);
    for (const [mode, credentials] of [
      [0o440, undefined],
      [0o440, join(folder, 'other')],
      [0o440, tmpdir()],
      [0o444, folder],
      [0o460, folder],
    ] as const)
      await expect(read(mode, credentials)).rejects.toThrow('which others may read; expected mode 0600.');
  });

  it('ST-48 another one than the first is refused for a database, which stores nothing of the first', async () => {
    const [first, other] = [secretOf(bytes), secretOf(randomBytes(32))];
    await requireSameSecret(database, first);
    await storeSecretMark(database, first);
    await storeSecretMark(database, other);
    await requireSameSecret(database, first);
    await expect(requireSameSecret(database, other)).rejects.toThrow(
      /^TESTIGO_SECRET: this database was opened with another secret before; /,
    );
  });
});
