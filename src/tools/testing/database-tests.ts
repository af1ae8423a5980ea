import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Whoever reads it opens a database for a test: embedded, or on the server that it names. */
const setting = 'TESTIGO_TEST_DATABASE_URL';

interface Source {
  readonly readsSetting: boolean;
  /** Paths from the project's folder. */
  readonly imports: readonly string[];
}

const sources = new Map<string, Source>();

function readSource(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const source = {
    readsSetting: text.includes(setting),
    imports: [...text.matchAll(/\b(?:from|import|URL)\s*\(?\s*'([#.][^']*)'/g)]
      .map(([, name = '']) =>
        name.startsWith('#') ? `src/${name.slice(1)}` : normalize(join(dirname(file), name)),
      )
      .filter((path) => /\.(?:m?ts|tsx|mjs)$/.test(path) && existsSync(path) && statSync(path).isFile()),
  };
  sources.set(file, source);
  return source;
}

/** True where `file` or what it imports opens a database for a test. @param file a path from the project's folder */
export function usesTestDatabase(file: string): boolean {
  const visited = new Set([file]);
  // A set is walked in the order in which it grows.
  for (const path of visited) {
    const { readsSetting, imports } = readSource(path);
    if (readsSetting) return true;
    for (const imported of imports) visited.add(imported);
  }
  return false;
}

/** The service's test files whose outcome can depend on the kind of database, as paths from the project's folder. */
export function databaseTests(): string[] {
  return readdirSync('src/service', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `src/service/${name}`)
    .filter(usesTestDatabase);
}
