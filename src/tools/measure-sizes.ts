/**
 * Measures what a browser must fetch and run before it shows a page, and fails above the budgets:
 * `npx tsx src/tools/measure-sizes.ts` after a build. Sizes are brotli (quality 11) kilobytes of JavaScript,
 * 1 kB = 1000 bytes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

/** One entry of the manifest that the build writes. */
export interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

export interface Budget {
  readonly name: string;
  /** Source files whose chunks are needed together, by their key in the manifest. */
  readonly chunks: readonly string[];
  readonly kilobytes: number;
}

const entry = 'index.html';

export const budgets: readonly Budget[] = [
  { name: 'entry', chunks: [entry], kilobytes: 126 },
  { name: '/connect', chunks: [entry, 'src/features/connect/connect-page.tsx'], kilobytes: 152 },
  {
    name: '/verify',
    chunks: [entry, 'src/app/verify-frame.tsx', 'src/features/verify/verify-page.tsx'],
    kilobytes: 135,
  },
  {
    name: '/requests',
    chunks: [entry, 'src/app/shell.tsx', 'src/features/requests/requests-page.tsx'],
    kilobytes: 180,
  },
  // The whole verifier with its words in both languages: fetched only when such a page is made.
  {
    name: 'a page that checks itself',
    chunks: ['src/widgets/evidence-files/page-template.ts'],
    kilobytes: 91,
  },
];

/** Scripts that `index.html` names beside the entry: they are not in the manifest, and they count. */
const beside = ['theme.js'];

/**
 * Every file that the chunks need before they run: they and all that they import statically, once each.
 *
 * @throws Error when the manifest does not have a chunk: a budget that measures nothing would always hold
 */
export function filesOf(manifest: Manifest, chunks: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    const chunk = manifest[key];
    if (!chunk)
      throw new Error(`The build has no chunk for ${key}; the budget that names it is out of date.`);
    seen.add(key);
    chunk.imports?.forEach(visit);
  };
  chunks.forEach(visit);
  const files = [...seen].flatMap((key) => manifest[key]?.file ?? []);
  return files.filter((file) => file.endsWith('.js'));
}

export interface Measure {
  readonly name: string;
  readonly bytes: number;
  readonly files: number;
  readonly limit: number;
}

/** @param sizeOf bytes of a built file as a browser fetches it */
export function measure(manifest: Manifest, sizeOf: (file: string) => number): Measure[] {
  return budgets.map(({ name, chunks, kilobytes }) => {
    const files = [...filesOf(manifest, chunks), ...(chunks.includes(entry) ? beside : [])];
    const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
    return { name, bytes, files: files.length, limit: kilobytes * 1000 };
  });
}

function main(): void {
  const dist = fileURLToPath(new URL('../../dist/web/', import.meta.url));
  // The build writes this file; a shape that is not its own fails at the first chunk that is looked for.
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const measures = measure(
    manifest,
    (file) => brotliCompressSync(readFileSync(join(dist, file)), quality).length,
  );
  for (const { name, bytes, files, limit } of measures) {
    const kept = bytes <= limit ? 'within' : 'OVER';
    console.log(
      `${name.padEnd(26)} ${(bytes / 1000).toFixed(1).padStart(6)} kB  ${kept} ${limit / 1000} kB  (${files} files)`,
    );
  }
  if (measures.some(({ bytes, limit }) => bytes > limit)) process.exitCode = 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
