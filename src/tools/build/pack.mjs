// What `npm pack` packs: the command line as one file that needs nothing but Node, and a manifest that says so.
// The repository's own manifest names what the dashboard and the service need; nobody who checks a file should
// install that. So the manifest is narrowed before packing and put back after it.
//
//   node src/tools/build/pack.mjs before     npm's prepack
//   node src/tools/build/pack.mjs after      npm's postpack
import { copyFile, readFile, rename, stat, writeFile } from 'node:fs/promises';

const manifest = 'package.json';
const originalManifest = 'dist/cli/whole-package.json';
/** What a reader of the packed package needs to know of it. */
const published = ['name', 'version', 'description', 'license', 'private', 'type', 'engines', 'bin', 'files'];

async function bundle() {
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // Everything is taken in: the file works wherever it lies.
    ssr: { noExternal: true },
    build: {
      ssr: 'src/cli/verify.ts',
      outDir: 'dist/cli',
      emptyOutDir: true,
      target: 'node20',
      minify: true,
      rollupOptions: { output: { entryFileNames: 'testigo.js', codeSplitting: false } },
    },
  });
}

async function narrow() {
  await copyFile(manifest, originalManifest);
  const whole = JSON.parse(await readFile(manifest, 'utf8'));
  const narrowed = Object.fromEntries(published.map((key) => [key, whole[key]]));
  await writeFile(manifest, JSON.stringify(narrowed, undefined, 2) + '\n');
}

if (process.argv[2] === 'before') {
  // An interrupted packing leaves the narrow manifest: restore the original before it is copied.
  if (await stat(originalManifest).catch(() => undefined)) await rename(originalManifest, manifest);
  await bundle();
  await narrow();
}
if (process.argv[2] === 'after') await rename(originalManifest, manifest);
