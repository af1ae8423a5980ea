/**
 * How soon a first visit sees something, side by side with a reference page in the same run: `npm run bench -- paint`.
 *
 * Every page is loaded without cache, in turn with the reference, `--runs 5` times; medians are printed. Two settings:
 * `wide`, 1440×900 with a processor four times slower; `mobile`, 412×823 and the network that Lighthouse applies for its
 * mobile score as well (562 ms a request, 1.44 Mbit/s). `--only /requests` measures one page, `--setting mobile` one setting,
 * `--details` says what was painted largest, what moved and which tasks were long.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { browserLaunch } from '../../../e2e/browser.ts';
import { prepareData } from '../../../e2e/prepared-data.ts';
import { startService, type DemoSession } from '../../../e2e/service.ts';
import { call } from '../../../e2e/staff.ts';
import { serveReference } from './paint/serve-reference.ts';

interface Figures {
  /** Milliseconds until the content of the page stands. */
  readonly content: number;
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** Milliseconds of tasks beyond 50 ms, until two seconds after the content. */
  readonly blocking: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  /** What was painted largest, and what moved. */
  readonly details: readonly string[];
}

interface Screen {
  readonly name: string;
  readonly address: string;
  /** What says that the content stands. */
  readonly content: string;
  readonly session: boolean;
}

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string', multiple: true },
    details: { type: 'boolean' },
    setting: { type: 'string', multiple: true },
  },
});
const runs = Number(options.runs);
const settings = {
  wide: { viewport: { width: 1440, height: 900 }, network: undefined },
  mobile: {
    viewport: { width: 412, height: 823 },
    network: { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 },
  },
} as const;
type Setting = keyof typeof settings;

const observer = await readFile(new URL('./paint/observe-paint.mjs', import.meta.url), 'utf8');

async function measure(page: Page, tools: CDPSession, { address, content }: Screen, origin: string) {
  await tools.send('Network.clearBrowserCache');
  await page.goto(`${origin}${address}`, { waitUntil: 'commit' });
  await page.locator(content).filter({ visible: true }).first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(2_000);
  return page.evaluate((): Figures => {
    // The observer is plain JavaScript that runs before the page's own scripts, so its global has no declaration.
    const { paintFigures: noted } = globalThis as unknown as {
      paintFigures: {
        content: number;
        largestPaint: number;
        largest: string;
        tasks: [number, number][];
        shift: number;
        shifts: string[];
      };
    };
    return {
      content: noted.content,
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      largestPaint: noted.largestPaint,
      blocking: noted.tasks.reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0),
      shift: noted.shift,
      details: [
        `largest: ${noted.largest}`,
        ...noted.shifts.map((shift) => `shift ${shift}`),
        `tasks: ${noted.tasks.map(([at, ms]) => `${at.toFixed(0)} +${ms.toFixed(0)}`).join(', ')}`,
      ],
    };
  });
}

/** A tab that is slowed down, with a session of the demo where the screen needs one. */
async function openTab(browser: Browser, setting: Setting, screen: Screen, origin: string) {
  const { viewport, network } = settings[setting];
  const context = await browser.newContext({ viewport, locale: 'es-MX', serviceWorkers: 'block' });
  const page = await context.newPage();
  if (screen.session) {
    await page.goto(`${origin}/connect`);
    await page.getByRole('button', { name: 'Entrar a la demostración' }).click();
    await page.getByRole('navigation').first().waitFor();
  }
  await page.addInitScript({
    content: `globalThis.paintSelector = ${JSON.stringify(screen.content)};\n${observer}`,
  });
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  if (network) await tools.send('Network.emulateNetworkConditions', network);
  return { page, tools, close: () => context.close() };
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
};

await prepareData();
const service = await startService();
const { organizations } = (await (await fetch(`${service.origin}/sandbox/session`)).json()) as DemoSession;
const key = organizations[0]?.apiKey ?? '';
const { body } = await call<{ results: { id: string }[] }>(
  service.origin,
  key,
  'GET',
  `/witnesses?pagination=${encodeURIComponent('{"page":1,"size":25}')}`,
);
const reference = await serveReference(JSON.stringify(body));
const browser = await chromium.launch(await browserLaunch());
// On a phone the rows are a list.
const row = '[data-index], main li a[href^="/requests/"], main li a[href^="/witnesses/"]';
const screens: readonly Screen[] = [
  { name: '/connect', address: '/connect', content: 'form button', session: false },
  { name: '/verify', address: '/verify', content: 'main h1', session: false },
  { name: '/requests', address: '/requests', content: row, session: true },
  { name: '/witnesses', address: '/witnesses', content: row, session: true },
  {
    name: 'witness',
    address: `/witnesses/${body.results[0]?.id ?? ''}`,
    content: '[data-section="witness"]',
    session: true,
  },
];
const compared: Screen = { name: 'reference', address: '/', content: '[data-row]', session: false };
const chosenSettings = (['wide', 'mobile'] as const).filter(
  (name) => options.setting?.includes(name) ?? true,
);
const chosen = screens.filter(({ name }) => options.only?.includes(name) ?? true);
try {
  for (const setting of chosenSettings) {
    const found = new Map<string, Figures[]>();
    for (let run = 0; run < runs; run += 1)
      for (const screen of [compared, ...chosen]) {
        const origin = screen === compared ? reference.origin : service.origin;
        const tab = await openTab(browser, setting, screen, origin);
        const figures = await measure(tab.page, tab.tools, screen, origin);
        found.set(screen.name, [...(found.get(screen.name) ?? []), figures]);
        await tab.close();
      }
    const of = (name: string, part: Exclude<keyof Figures, 'details'>): number =>
      median((found.get(name) ?? []).map((figures) => figures[part]));
    console.log(`\n${setting}        first paint  largest paint      content  blocking   shift`);
    for (const name of found.keys()) {
      const time = (part: 'firstPaint' | 'largestPaint' | 'content'): string =>
        `${of(name, part).toFixed(0)} ms (${(of(name, part) / of(compared.name, part)).toFixed(2)})`.padStart(
          14,
        );
      console.log(
        `${name.padEnd(11)}${time('firstPaint')} ${time('largestPaint')} ${time('content')} ` +
          `${of(name, 'blocking').toFixed(0).padStart(6)} ms  ${of(name, 'shift').toFixed(3)}`,
      );
      if (options.details)
        console.log(
          found
            .get(name)?.[0]
            ?.details.map((line) => `    ${line}`)
            .join('\n'),
        );
    }
  }
  console.log(`\nMedians of ${runs}; in brackets: against the reference page of the same run.`);
} finally {
  await browser.close();
  await reference.close();
  await service.stop();
}
