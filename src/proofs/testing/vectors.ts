/**
 * The sets of known answers: `TESTIGO_VECTORS`, else `../shared/vectors` beside the repository. Where they are
 * absent the tests that need them are skipped, and say so.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

const folder = resolve(process.env.TESTIGO_VECTORS ?? join(repository, '..', 'shared', 'vectors'));

/** The folder of a set, or undefined (said aloud) where it is absent. */
export function vectorSet(name: string): string | undefined {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  process.stderr.write(`SKIPPED: the vectors ${name} are absent; name their folder in TESTIGO_VECTORS.\n`);
  return undefined;
}

/** Every file below the folder whose name ends so, sorted. */
export function filesBelow(path: string, ending: string): string[] {
  return readdirSync(path)
    .flatMap((name) => {
      const child = join(path, name);
      if (statSync(child).isDirectory()) return filesBelow(child, ending);
      return name.endsWith(ending) ? [child] : [];
    })
    .sort();
}

/** How many inputs a fuzz test tries: few by default, `TESTIGO_FUZZ` for the deep run. */
export const fuzzRuns = Number(process.env.TESTIGO_FUZZ ?? '200');

/** Milliseconds that a fuzz test may take: generous, since the deep run shares its machine. */
export const fuzzTimeout = 30_000 + 60 * fuzzRuns;
