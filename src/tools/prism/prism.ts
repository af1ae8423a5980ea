/**
 * Shows every screen of the built dashboard a third-party service that answers at random within `/openapi.json`, and
 * counts failures of the screens: uncaught errors, empty main regions, screens that load for ever, internal names
 * shown as text, and calls that violate the document.
 *
 * `npm run deep -- prism`: twenty random seeds, which are printed.
 * `tsx src/tools/prism/prism.ts SEED [SEEDS] [SCREEN]`: the seeds from SEED on; only one screen if it is named.
 * The answers that a failing screen received go to `reports/prism`, with its screenshot.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { browserLaunch } from '../../../e2e/browser.ts';
import { everyScreen, type Things } from '../../../e2e/every-screen.ts';
import { faultOf, settledScreen } from '../../../e2e/screen-state.ts';
import { startService } from '../../../e2e/service.ts';
import { goInApp } from '../../../e2e/stories.ts';
import { startThirdPartyService, type Exchange, type ThirdPartyService } from './third-party-service.ts';

const [firstText, countText = '20', onlyScreen] = process.argv.slice(2);
const first = Number(firstText ?? Math.floor(Math.random() * 2 ** 31));
const seeds = Array.from({ length: Number(countText) }, (_, index) => first + index);
const atOnce = 2;
const folder = 'reports/prism';

interface SeedResult {
  readonly screens: number;
  readonly answers: number;
  /** Answers that refuse: Prism's own, or what it says of a call that it does not take. */
  readonly refused: number;
  readonly faults: readonly string[];
}

if (!existsSync('dist/service/main.js')) {
  console.error('Nothing is built. Run npm run build first.');
  process.exit(1);
}

/** The heading under which a screen says that it broke down. */
const crashed = await (async (): Promise<string> => {
  const words = JSON.parse(await readFile('src/i18n/es-MX/shell.json', 'utf8')) as Record<string, unknown>;
  const title = words.shell_crashed_title;
  if (typeof title !== 'string') throw new Error('There is no heading for a screen that broke down.');
  return title;
})();

const thirdParty = await startThirdPartyService(await documentOfService());
// What was started ends with this process, whatever becomes of the next.
const orElse =
  (...stops: readonly (() => Promise<void>)[]) =>
  async (error: unknown): Promise<never> => {
    for (const stop of stops) await stop();
    throw error;
  };
const service = await startService({ TESTIGO_CONNECT: thirdParty.origin }).catch(
  orElse(() => thirdParty.stop()),
);
const browser = await chromium.launch(await browserLaunch()).catch(
  orElse(
    () => service.stop(),
    () => thirdParty.stop(),
  ),
);
const waiting = [...seeds];
const all: SeedResult[] = [];
try {
  await mkdir(folder, { recursive: true });
  console.log(`Seeds ${first} to ${first + seeds.length - 1}`);
  const work = async (): Promise<void> => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const result = await lookAt(browser, thirdParty, seed);
      all.push(result);
      const { screens, answers, refused, faults } = result;
      console.log(
        `${seed}: ${screens} screens, ${answers} answers, ${refused} refused, ${faults.length} faults`,
      );
      for (const fault of faults) console.log(`  ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
} finally {
  await browser.close();
  await service.stop();
  await thirdParty.stop();
}
const sum = (of: (result: SeedResult) => number): number =>
  all.reduce((total, result) => total + of(result), 0);
const faults = sum((result) => result.faults.length);
console.log(
  `${all.length} seeds, ${sum((result) => result.screens)} screens, ${sum((result) => result.answers)} answers, ${faults} faults`,
);
// A run without requests would find nothing either.
if (
  faults > 0 ||
  all.length < seeds.length ||
  (!onlyScreen && sum((result) => result.answers) < seeds.length * 20)
) {
  console.log(`Again: npx tsx src/tools/prism/prism.ts SEED 1 [SCREEN]; what was answered is in ${folder}.`);
  process.exitCode = 1;
}

async function documentOfService(): Promise<object> {
  const plainService = await startService();
  try {
    return (await (await fetch(`${plainService.origin}/rest/v1/openapi.json`)).json()) as object;
  } finally {
    await plainService.stop();
  }
}

/** All screens of one seed, in one tab, as one reader would go through them. */
async function lookAt(from: Browser, other: ThirdPartyService, seed: number): Promise<SeedResult> {
  const context = await from.newContext({
    baseURL: service.origin,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    viewport: { width: 1440, height: 900 },
  });
  const found: string[] = [];
  let errors: string[] = [];
  let isGone = false;
  const newTab = async (): Promise<Page> => {
    const tab = await context.newPage();
    isGone = false;
    tab.on('pageerror', (error) => errors.push(`uncaught ${error.message}`));
    tab.on('crash', () => {
      isGone = true;
      errors.push('the page crashed');
    });
    tab.on('console', (message) => {
      // The browser logs every refused call by itself; refusals are answers like others here.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        errors.push(`logged ${message.text().slice(0, 300)}`);
    });
    return tab;
  };
  let page = await newTab();
  let screens = 0;
  let answers = 0;
  let refused = 0;

  const look = async (name: string, open: () => Promise<void>): Promise<void> => {
    errors = [];
    other.take(seed);
    let state: { heading: string; fault?: string | undefined };
    try {
      await open();
      const isWaiting = (): boolean => other.underWay(seed) > 0;
      const settled = await settledScreen(page, { quietMs: 400, timeoutMs: 20_000, isWaiting });
      state = { heading: settled.heading, fault: faultOf(settled) };
    } catch (error) {
      state = { heading: '', fault: error instanceof Error ? error.message.split('\n')[0] : String(error) };
    }
    const exchanges = other.take(seed);
    screens += 1;
    answers += exchanges.length;
    refused += exchanges.filter(({ status }) => status !== 200).length;
    const faults = [
      ...(state.fault ? [state.fault] : []),
      ...(state.heading === crashed ? ['broke down'] : []),
      ...errors,
      ...new Set(
        exchanges.flatMap(({ path, violations }) => violations.map((one) => `request ${path}: ${one}`)),
      ),
    ];
    if (faults.length > 0) await keep(page, `${seed}-${name}`, faults, exchanges);
    found.push(...faults.map((fault) => `${name} ${fault}`));
  };

  await look('connecting', () => connect(page, other.address(seed)));
  for (const [name, addresses] of Object.entries(everyScreen(thingsOf(seed)))) {
    if (onlyScreen && name !== onlyScreen) continue;
    for (const [face, address] of addresses.entries())
      await look(face === 0 ? name : `${name}.${face}`, async () => {
        if (isGone) {
          page = await newTab();
          await connect(page, other.address(seed));
        }
        await goInApp(page, address);
      });
  }
  await context.close();
  return { screens, answers, refused, faults: found };
}

async function connect(page: Page, address: string): Promise<void> {
  await page.goto('/connect');
  const field = page.getByLabel('Dirección del servicio');
  // A choice that is made while the page is still being put together may be lost with it.
  for (let tries = 0; tries < 5 && !(await field.isVisible()); tries += 1) {
    await page.getByText('Otra dirección', { exact: true }).click();
    await field.waitFor({ timeout: 2_000 }).catch(() => undefined);
  }
  await field.fill(address);
  await page.getByLabel('Clave de la organización').fill('a-key-of-another-service');
  await page.getByRole('button', { name: 'Conectar' }).click();
  const go = page.getByRole('button', { name: 'Continuar' });
  await go.waitFor({ timeout: 20_000 });
  const organizationId = page.getByLabel('ID de la organización');
  if (await organizationId.isVisible()) await organizationId.fill('a'.repeat(24));
  await go.click();
  await page.getByRole('navigation').first().waitFor({ timeout: 20_000 });
}

/** Ids made of the seed: the third-party service has an answer for every address. */
function thingsOf(seed: number): Things {
  const digits = (length: number, salt: number): string =>
    (BigInt(seed + 1) * BigInt(salt + 7) * 0x9e3779b97f4a7c15f39cc0605cedc8341082276bf3a27251n)
      .toString(16)
      .padStart(length, '0')
      .slice(-length);
  return {
    organization: digits(24, 0),
    request: digits(24, 1),
    witness: digits(24, 2),
    subject: digits(24, 3),
    wallet: `0x${digits(40, 4)}`,
    token: BigInt(`0x${digits(48, 5)}`).toString(),
    draft: digits(24, 6),
    certificate: digits(24, 7),
    issuer: digits(24, 8),
  };
}

/** What makes a failure understood, and tried again without Prism. */
async function keep(
  page: Page,
  name: string,
  faults: readonly string[],
  exchanges: readonly Exchange[],
): Promise<void> {
  const address = page.url();
  await writeFile(`${folder}/${name}.json`, JSON.stringify({ address, faults, exchanges }, null, 1));
  await page.screenshot({ path: `${folder}/${name}.png` }).catch(() => undefined);
}
