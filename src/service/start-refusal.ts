import { join, resolve } from 'node:path';
import { SettingsError } from './settings/read-setting.ts';
import type { Settings } from './settings.ts';
import { MigrationError } from './storage/database/migrate.ts';
import { StorageUnavailable } from './storage/unavailable.ts';

/** What PostgreSQL says of a connection that it refuses (appendix A of its manual), in words. */
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'the server refuses the role or its password',
  '28000': 'the server refuses the role',
  '3D000': 'the server has no database of that name',
  '42501': 'the role may not create tables there',
  '57P03': 'the server is starting or stopping',
  '53300': 'the server has no connection left',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ECONNREFUSED: 'nothing listens at that host and port',
};

/** Why the database could not be opened, as a sentence that names its setting; a defect stays what it is. */
export function databaseRefusal(error: unknown, settings: Settings): unknown {
  if (error instanceof SettingsError || error instanceof MigrationError) return error;
  if (isUnavailable(error, 'full')) return error;
  if (settings.databaseUrl === undefined) {
    const folder = resolve(join(settings.dataFolder, 'database'));
    const refusal = folderRefusal(error, settings);
    if (refusal !== error) return refusal;
    return new SettingsError(
      `TESTIGO_DATA: the database in ${folder} cannot be opened (${wordsOf(error)}); put back a copy of the folder, or start on an empty one.`,
      { cause: error },
    );
  }
  const isPassword = causesOf(error).some(({ message }) => /^SASL: |client password must be/.test(message));
  const found =
    codesOf(error)
      .map((code) => refusals[code])
      .find(Boolean) ?? (isPassword ? refusals['28P01'] : undefined);
  if (found) return new SettingsError(`DATABASE_URL: ${found}.`, { cause: error });
  const code = codesOf(error)[0];
  // A statement that the server understood and refused is a defect of ours.
  if (!isUnavailable(error, 'lost') && code !== undefined && /^[0-9A-Z]{5}$/.test(code)) return error;
  return new SettingsError('DATABASE_URL: no PostgreSQL answers there in time.', { cause: error });
}

/** What the file system says of a data folder that cannot be used. */
const folderCodes: ReadonlySet<string> = new Set([
  ...['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ELOOP', 'EIO', 'ENAMETOOLONG', 'ENOENT'],
]);

/** An error of the data folder as a sentence that names its setting; any other as it is. */
export function folderRefusal(error: unknown, { dataFolder }: Pick<Settings, 'dataFolder'>): unknown {
  const cause = causesOf(error).find(
    (each) => folderCodes.has(each.code ?? '') && isInside(each.path, dataFolder),
  );
  if (!cause || error instanceof SettingsError) return error;
  return new SettingsError(
    `TESTIGO_DATA: the folder ${resolve(dataFolder)} cannot be read and written by this process (${cause.code}).`,
    { cause: error },
  );
}

const isUnavailable = (error: unknown, why: StorageUnavailable['why']): boolean =>
  error instanceof StorageUnavailable && error.why === why;

interface Cause extends Error {
  readonly code?: string;
  readonly path?: string;
}

/** An error and what caused it, outermost first. */
function causesOf(error: unknown): Cause[] {
  if (!(error instanceof Error)) return [];
  const inside: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return [error, ...inside.flatMap((each) => causesOf(each))];
}

const codesOf = (error: unknown): string[] =>
  causesOf(error).flatMap(({ code }) => (typeof code === 'string' ? [code] : []));

const isInside = (path: unknown, folder: string): boolean =>
  typeof path === 'string' && `${resolve(path)}/`.startsWith(`${resolve(folder)}/`);

/** The first line of what an error says, short. */
function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? '').replace(/[.\s]+$/, '').slice(0, 160);
}
