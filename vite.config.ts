import react from '@vitejs/plugin-react';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { defineConfig } from 'vitest/config';
import { databaseTests } from './src/tools/testing/database-tests.ts';
import { passTestTime } from './src/clock/testing/move-date.mjs';
import { plannedChunks } from './src/tools/build/vite-chunks.ts';
import { evidencePageTemplate } from './src/tools/build/evidence-page.ts';
import { firstPaint } from './src/tools/build/vite-first-paint.ts';
import { withoutRipple } from './src/tools/build/vite-no-ripple.ts';
import { offlineWorker } from './src/tools/build/vite-offline.ts';
import { wordsInOne } from './src/tools/build/messages-in-one.ts';
import { serviceInDevelopment } from './src/tools/build/vite-service.ts';

if (process.env.VITEST) passTestTime(process.env);

// The catalogues are compiled by `npm run messages`, which installing and building call; while developing they
// are kept current here.
const words = Object.assign(
  paraglideVitePlugin({
    project: './src/i18n/project.inlang',
    outdir: './src/i18n/compiled',
    strategy: ['globalVariable', 'baseLocale'],
    emitTsDeclarations: true,
    emitReadme: false,
  }),
  { apply: 'serve' as const },
);

/** Tests without a component that use what only a page has. */
const withDocument = [
  'src/client/http/client.test.ts',
  'src/jobs/{engine/job-list,bulk/run-bulk.property}.test.ts',
  'src/jobs/drafts/{drafts,draft-lock}.test.ts',
  'src/jobs/tabs/tabs.test.ts',
  'src/widgets/evidence-files/page/evidence-page.test.ts',
  'src/widgets/verification/verification.test.ts',
];

/** Several processes on one database, which the embedded one cannot serve, and the limits of a server. */
const onlyOnPostgresql = [
  'src/service/commands/long-statement.test.ts',
  'src/service/instances.test.ts',
  'src/service/removal/unnamed-contents-race.test.ts',
  'src/service/storage/database/long-migration.test.ts',
  'src/service/storage/database/older-builds.test.ts',
  'src/service/storage/database/parallel-plans.test.ts',
  'src/service/storage/database/silent-line.test.ts',
  'src/service/storage/lists/search-index.test.ts',
  'src/service/storage/tables/partition-locks.test.ts',
];

/** Evaluated before each test file of any project. */
const setupFiles = [
  'src/clock/testing/setup.ts',
  'src/tools/testing/reset-shared-state.ts',
  'src/tools/testing/property-seed.ts',
];
/** What a page has and Node lacks: a database, and the language of the interface. */
const pageSetupFiles = [...setupFiles, 'fake-indexeddb/auto', 'src/i18n/testing/reset-locale.ts'];

const chunks = plannedChunks();

export default defineConfig({
  plugins: [
    react(),
    evidencePageTemplate(),
    process.env.VITEST ? wordsInOne() : words,
    serviceInDevelopment(),
    firstPaint(),
    offlineWorker(),
    withoutRipple(),
    chunks.plugin,
  ],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    // All sheets are 30 kB; one for each part would be up to twenty requests more.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Else a shared part is named by all that share it, and stands so in the lists of what each part needs.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 5 },
            { name: chunks.nameOf, priority: 1, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 4311 },
  test: {
    globals: false,
    // Files share a worker, which halves the processor time: most of a file's was loading modules anew. What one file
    // changes in globals, storage or the document is reset after it by the setup files.
    isolate: false,
    // As many as the smallest machine has processors; the default would leave one of two idle.
    maxWorkers: 2,
    // Dates and money are shown in the zone of the reader, so the tests name one.
    env: { TZ: 'America/Mexico_City' },
    // Long enough for a slow machine that does other work too: a test that passes never waits for it.
    testTimeout: 120_000,
    // What is waited for comes at once on a machine at rest, and after seconds on one that does other work.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['src/{clock,contract,proofs,cli,tools}/**/*.test.ts'],
          environment: 'node',
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['src/service/**/*.test.ts'],
          exclude: onlyOnPostgresql,
          environment: 'node',
          pool: 'forks',
          env: { TESTIGO_TEST_DATABASE_URL: '' },
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          // Every test that opens a database, on the PostgreSQL server that is named; without one they cannot run.
          name: 'postgresql',
          include: process.env.TESTIGO_TEST_DATABASE_URL ? databaseTests() : [],
          environment: 'node',
          pool: 'forks',
          globalSetup: 'src/service/storage/testing/template-database.ts',
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'logic',
          // What draws nothing needs no document, which takes longer to make than most of these take to run.
          include: ['src/{i18n,client,jobs,ui,widgets,evidence-page,features,app}/**/*.test.ts'],
          exclude: withDocument,
          environment: 'node',
          setupFiles: pageSetupFiles,
        },
      },
      {
        extends: true,
        // jsdom knows no nested rules.
        css: { transformer: 'lightningcss', lightningcss: { targets: { chrome: 100 << 16 } } },
        test: {
          name: 'web',
          // The few styles whose colours tests compute; all others are left out, which saves the time to match them.
          css: { include: [/\/src\/ui\/(?:data\/figure-card|verdicts\/[a-z-]+)\.module\.css$/] },
          include: [
            'src/{i18n,client,jobs,ui,widgets,evidence-page,features,app}/**/*.test.tsx',
            ...withDocument,
          ],
          environment: 'jsdom',
          setupFiles: [...pageSetupFiles, 'src/ui/testing/setup.ts'],
        },
      },
    ],
  },
});
