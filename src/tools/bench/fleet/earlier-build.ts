import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
}

/**
 * Builds the service of an earlier commit with the packages of that commit.
 *
 * @param commit of the history of this repository
 * @param folder which does not exist yet; the caller removes it
 * @returns folder of the build
 */
export async function buildEarlier(commit: string, folder: string): Promise<string> {
  await mkdir(folder);
  const run = (program: string, ...options: string[]): Promise<unknown> =>
    promisify(execFile)(program, options, { cwd: folder, maxBuffer: 2 ** 26 });
  const archive = join(folder, 'archive.tar');
  await run('git', '-C', resolve('.'), 'archive', `--output=${archive}`, commit).catch((error: unknown) => {
    throw new Error(`The history of this clone has no commit ${commit}.`, { cause: error });
  });
  await run('tar', '-xf', archive);
  if (await areInstalled(join(folder, 'package-lock.json')))
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  else await run('npm', 'ci');
  await run(process.execPath, 'src/tools/build/build.mjs', 'service');
  return join(folder, 'dist');
}

/** Whether this repository has every package of a lock file, in the same place and version. */
async function areInstalled(lockFile: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all(
    [lockFile, 'package-lock.json'].map(async (path) => JSON.parse(await readFile(path, 'utf8')) as LockFile), // as npm wrote it
  );
  return Object.entries(theirs?.packages ?? {}).every(
    ([path, { integrity }]) => ours?.packages[path]?.integrity === integrity,
  );
}
