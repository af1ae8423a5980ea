// Builds what is missing or stale: the dashboard (dist/web, with compressed twins) and the service
// (dist/service, with its migrations and a migrated, empty data folder).
//
//   node src/tools/build/build.mjs             everything that is stale
//   node src/tools/build/build.mjs --force     everything
//   node src/tools/build/build.mjs web         one of web, service
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { compileWords } from './messages.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const dist = join(root, 'dist');

/** What each build is made of: a change in any of these files makes it stale. */
const sources = {
  web: [
    ...[
      'app',
      'features',
      'evidence-page',
      'widgets',
      'ui',
      'client',
      'jobs',
      'i18n',
      'clock',
      'contract',
      'proofs',
    ].map((layer) => `src/${layer}`),
    ...[
      'public',
      'index.html',
      'vite.config.ts',
      // Every plugin of the build, and what it writes.
      'src/tools/build',
      'package-lock.json',
    ],
  ],
  service: [
    'src/service',
    'src/clock',
    'src/contract',
    'src/proofs',
    'package-lock.json',
    'src/tools/build/build.mjs',
  ],
};

/** Files whose presence shows that a build was finished. */
const products = {
  web: ['web/index.html'],
  service: ['service/main.js', 'service/engine-worker.js', 'service/empty-data.tar.gz'],
};

const builders = { web: buildWeb, service: buildService };

/**
 * Which builds are missing or made from other sources.
 *
 * @returns {Promise<{ name: 'web' | 'service', stamp: string }[]>}
 */
export async function staleBuilds() {
  const names = /** @type {('web' | 'service')[]} */ (Object.keys(sources));
  const checked = await Promise.all(
    names.map(async (name) => {
      const stamp = await hashSources(sources[name]);
      const [made, ...files] = await Promise.all([
        readText(join(dist, `${name}.stamp`)),
        ...products[name].map((file) => readFile(join(dist, file)).catch(() => undefined)),
      ]);
      return { name, stamp, fresh: made === stamp && files.every(Boolean) };
    }),
  );
  return checked.filter(({ fresh }) => !fresh);
}

/**
 * @param {'web' | 'service'} name
 * @param {string} stamp
 */
async function buildOne(name, stamp) {
  const start = performance.now();
  await rm(join(dist, `${name}.stamp`), { force: true });
  await builders[name]();
  await writeFile(join(dist, `${name}.stamp`), stamp);
  console.error(`Built ${name} in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
}

async function buildWeb() {
  compileWords();
  const { build } = await import('vite');
  await build({ root, logLevel: 'warn' });
  await compressFolder(join(dist, 'web'));
}

async function buildService() {
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir: 'dist/service',
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      copyPublicDir: false,
      rollupOptions: {
        input: {
          main: 'src/service/main.ts',
          'prepare-data': 'src/service/prepare-data.ts',
          // Started as a thread of its own, by its name.
          'engine-worker': 'src/service/storage/database/engine-worker.ts',
        },
        // Modules look for the files beside them, so every chunk lies beside the migrations.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const folder = join(dist, 'service');
  await cp(join(root, 'src/service/storage/database/migrations'), join(folder, 'migrations'), {
    recursive: true,
  });
  await promisify(execFile)(process.execPath, [
    join(folder, 'prepare-data.js'),
    join(folder, 'empty-data.tar.gz'),
  ]);
}

/** Twins of every text file, made once here instead of at every request. */
async function compressFolder(folder) {
  const files = (await filesOf(folder)).filter((file) =>
    /\.(js|mjs|css|html|svg|json|wasm|txt|webmanifest)$/.test(file),
  );
  const brotli = promisify(brotliCompress);
  const deflate = promisify(gzip);
  const compress = async (file) => {
    const bytes = await readFile(file);
    if (bytes.length < 512) return;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > 1_000_000 ? 9 : 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    const [br, gz] = await Promise.all([brotli(bytes, { params }), deflate(bytes, { level: 9 })]);
    if (br.length < bytes.length) await writeFile(`${file}.br`, br);
    if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
  };
  await Promise.all(files.map(compress));
}

/** One digest over the names and contents of everything a build is made of, tests left out. */
async function hashSources(paths) {
  const files = (await Promise.all(paths.map((path) => filesOf(join(root, path))))).flat().sort();
  const hash = createHash('sha256').update(process.version);
  for (const file of files) {
    const name = relative(root, file);
    if (/\.test\.tsx?$|\/testing\/|^src\/words\/compiled\/|\.md$/.test(name)) continue;
    hash.update(`\0${name}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function filesOf(path) {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

const readText = (path) => readFile(path, 'utf8').catch(() => undefined);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const requestedNames = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  if (process.argv.includes('--force')) await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const stale = await staleBuilds();
  for (const { name, stamp } of stale)
    if (requestedNames.length === 0 || requestedNames.includes(name)) await buildOne(name, stamp);
}
