import { defineConfig } from '@playwright/test';
import { browserLaunch } from './e2e/browser.ts';
import type { WorkerFixtures } from './e2e/service.ts';
import { passTestTime } from './src/clock/testing/move-date.mjs';

passTestTime(process.env);

const launchOptions = await browserLaunch();

/** Which service the pages run against; `main` is what a fresh machine has. */
const environments = {
  main: {},
  /** The pages of an organization, and a value of every operation's answer on its screen: the same service, in the gate. */
  organization: {},
  /** Longer than a test run: `npm run deep -- browser`. */
  deep: {},
  /**
   * Of the files of `main` and `organization`, what is tagged `@deep`: further widths, languages and cases of a test that
   * the gate runs once. Part of `npm run deep -- browser` too.
   */
  variants: {},
  /** Storms, each as long as a test run's share of `organization`: `npm run chaos`. */
  chaos: {},
  documented: { TESTIGO_TIER: 'documented' },
  stub: { TESTIGO_NESTING: 'stub' },
} as const;

const organizationSpecs =
  '(?:accessibility-[^/]*|away|operations-[^/]*|bulk|certify|chaos|directory|drafts|drift|endorsing|faults|nothing-lost|phone(?:-faces)?|rates|secrets|stuck|tabs)';
const matches: Readonly<Record<string, RegExp>> = {
  main: new RegExp(`/(?!${organizationSpecs}\\.)[^/]*\\.spec\\.ts$`),
  organization: new RegExp(`/${organizationSpecs}\\.spec\\.ts$`),
  variants: /\.spec\.ts$/,
};

/** What is tagged so takes its turn with `npm run deep`. */
const tagged = /@deep\b/;

export default defineConfig<object, WorkerFixtures>({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  // One more than the smallest machine has processors: a page waits more than it works.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  // Long enough for a machine that does other work too: a path that passes never waits for them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: process.env.TESTIGO_E2E_REPORT ?? 'reports/e2e.json' }]],
  use: {
    launchOptions,
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Without pictures a trace costs little, and the screenshot of a failure is stored beside it.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: true },
  },
  projects: Object.entries(environments).map(([name, environment]) => ({
    name,
    // Paths that every service must carry are `*.spec.ts`; those of one kind of service carry its name.
    testMatch: matches[name] ?? new RegExp(`\\.${name}\\.e2e\\.ts$`),
    ...(name === 'variants' ? { grep: tagged } : { grepInvert: tagged }),
    use: { environment },
  })),
});
