import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = process.env.TESTIGO_VECTORS ?? resolve(import.meta.dirname, '../../../../../shared/vectors');

/** The bytes of one known answer, or null where the set is not on this machine (said aloud once each). */
export function readVector(path: string): Buffer | null {
  const file = resolve(root, path);
  if (existsSync(file)) return readFileSync(file);
  process.stderr.write(`known answers ${path} are not on this machine: skipped\n`);
  return null;
}
