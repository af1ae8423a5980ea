/**
 * Measures the JavaScript that a browser fetches in a first visit and fails above the budgets: `npm run sizes`, which
 * builds what is stale. A visit lasts until three seconds after the content stands. Sizes are brotli (quality 11)
 * kilobytes, 1 kB = 1000 bytes. The files of a visit are listed with `--files`, and where it is above its budget.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { chromium, type Browser, type Page } from '@playwright/test';
import { browserLaunch } from '../../../e2e/browser.ts';
import { prepareData } from '../../../e2e/prepared-data.ts';
import { startService } from '../../../e2e/service.ts';

/** One entry of the manifest that the build writes. */
export interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

export interface Visit {
  /** Path of the page. */
  readonly path: string;
  readonly kilobytes: number;
  /** The page needs the key of the demo, which is entered before the visit begins. */
  readonly inDemo?: boolean;
  /** Resolves once the content stands. */
  readonly ready: (page: Page) => Promise<void>;
}

const heading = (page: Page): Promise<void> => page.getByRole('heading', { level: 1 }).waitFor();

export const visits: readonly Visit[] = [
  { path: '/connect', kilobytes: 220, ready: heading },
  { path: '/verify', kilobytes: 190, ready: heading },
  {
    path: '/requests',
    kilobytes: 260,
    inDemo: true,
    // The first row is the head of the table.
    ready: (page) => page.getByRole('table').getByRole('row').nth(1).waitFor(),
  },
];

/** A script that is put into pages which the product makes; no visit fetches it before such a page is made. */
export const selfCheckingPage = {
  name: 'a page that checks itself',
  // The whole verifier with its messages in both languages. 95 since it says what is missing or was not seen, for which
  // purpose an issuer is not trusted, and where to verify it again; 96 since it holds a signer of time-stamps that is
  // pinned itself to lists and answers that revoke it, and reads names and PEM of every type of string.
  chunk: 'src/widgets/evidence-files/page/page-template.ts',
  kilobytes: 96,
} as const;

/** Milliseconds that a visit goes on after its content stands. */
const afterContentMs = 3000;

export interface Measure {
  readonly name: string;
  readonly bytes: number;
  readonly files: number;
  /** Bytes. */
  readonly limit: number;
}

/**
 * The scripts of the product among the addresses that a page requested: files of `dist/web`, each once, sorted.
 *
 * @throws Error when there is none: a budget that measures nothing would always hold
 */
export function scriptsOf(addresses: Iterable<string>, origin: string): string[] {
  const files = new Set<string>();
  for (const address of addresses) {
    const url = new URL(address);
    if (url.origin === origin && /\.m?js$/.test(url.pathname)) files.add(url.pathname.slice(1));
  }
  if (files.size === 0) throw new Error(`The page at ${origin} requested no script.`);
  return [...files].sort();
}

/**
 * The script of a chunk and all that it imports statically, each once.
 *
 * @throws Error when the manifest does not have the chunk: a budget that measures nothing would always hold
 */
export function filesOf(manifest: Manifest, chunkKey: string): string[] {
  const visited = new Set<string>();
  const visit = (key: string): void => {
    if (visited.has(key)) return;
    const chunk = manifest[key];
    if (!chunk)
      throw new Error(`The build has no chunk for ${key}; the budget that names it is out of date.`);
    visited.add(key);
    chunk.imports?.forEach(visit);
  };
  visit(chunkKey);
  const files = [...visited].flatMap((key) => manifest[key]?.file ?? []);
  return files.filter((file) => file.endsWith('.js'));
}

/** @param sizeOf bytes of a built file as a browser fetches it */
export function measure(
  name: string,
  files: readonly string[],
  kilobytes: number,
  sizeOf: (file: string) => number,
): Measure {
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
  return { name, bytes, files: files.length, limit: kilobytes * 1000 };
}

export const isOver = ({ bytes, limit }: Measure): boolean => bytes > limit;

/** One line of the report. */
export function describeMeasure(one: Measure): string {
  const { name, bytes, files, limit } = one;
  const outcome = isOver(one) ? 'OVER' : 'within';
  return `${name.padEnd(26)} ${(bytes / 1000).toFixed(1).padStart(6)} kB  ${outcome} ${limit / 1000} kB  (${files} files)`;
}

/**
 * Opens the page with an empty cache.
 *
 * @returns the addresses of everything that the page requested
 */
async function requestsOf(browser: Browser, origin: string, visit: Visit): Promise<Set<string>> {
  // Once idle, the page caches all parts of the build for use without a network. A browser that is set to save data
  // skips that, so that a slow machine does not count a part of it.
  const context = await browser.newContext({
    baseURL: origin,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  try {
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    if (visit.inDemo) {
      await enterDemo(page);
      // What the overview still fetches on a busy machine is not of the visit.
      await page.goto('about:blank');
    }
    const addresses = new Set<string>();
    context.on('request', (request) => addresses.add(request.url()));
    await page.goto(visit.path);
    await visit.ready(page);
    // Measured by the page's own clock: on a busy machine its timers are late too.
    await page.evaluate(
      (ms) =>
        new Promise<void>((resolve) =>
          setTimeout(() => requestIdleCallback(() => resolve(), { timeout: 1000 }), ms),
        ),
      afterContentMs,
    );
    return addresses;
  } finally {
    await context.close();
  }
}

async function enterDemo(page: Page): Promise<void> {
  await page.goto('/connect');
  await page.getByRole('button', { name: /Entrar a la demostración|Enter the demo/ }).click();
  await page.getByRole('navigation').first().waitFor();
}

/** @returns of each visit, in their order, the scripts that it fetched */
async function runVisits(): Promise<string[][]> {
  await prepareData();
  const [service, browser] = await Promise.all([
    startService(),
    browserLaunch().then((options) => chromium.launch(options)),
  ]);
  try {
    return await Promise.all(
      visits.map(async (visit) =>
        scriptsOf(await requestsOf(browser, service.origin, visit), service.origin),
      ),
    );
  } finally {
    await Promise.all([browser.close(), service.stop()]);
  }
}

async function main(): Promise<void> {
  const fetched = await runVisits();
  const dist = fileURLToPath(new URL('../../../dist/web/', import.meta.url));
  // The build writes this file; a shape that is not its own fails at the first chunk that is looked for.
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const sizes = new Map<string, number>();
  const sizeOf = (file: string): number => {
    const size = sizes.get(file) ?? brotliCompressSync(readFileSync(join(dist, file)), quality).length;
    sizes.set(file, size);
    return size;
  };
  const { name, chunk, kilobytes } = selfCheckingPage;
  const measures = [
    ...visits.map((visit, index) => measure(visit.path, fetched[index] ?? [], visit.kilobytes, sizeOf)),
    measure(name, filesOf(manifest, chunk), kilobytes, sizeOf),
  ];
  for (const one of measures) console.log(describeMeasure(one));
  for (const [index, files] of fetched.entries())
    if (process.argv.includes('--files') || measures.slice(index, index + 1).some(isOver)) {
      console.log(`\n${visits[index]?.path ?? ''}`);
      for (const file of files) console.log(`${(sizeOf(file) / 1000).toFixed(1).padStart(6)} ${file}`);
    }
  if (measures.some(isOver)) process.exitCode = 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
