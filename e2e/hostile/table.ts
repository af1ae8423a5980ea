import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { forgetLongTasks, longTasksOf, noteLongTasks } from '../long-tasks.ts';
import { expect, test, type DemoSession, type RunningService } from '../service.ts';
import { settledScreen } from '../screen-state.ts';
import { call, enterDemo } from '../staff.ts';
import { goInApp } from '../stories.ts';
import type { Hostility } from './hostilities.ts';

/** Screens of the table, by the addresses that lead to them. */
export const screens = [
  'requests',
  'board',
  'request',
  'composer',
  'witness',
  'verify',
  'directory',
  'endorsements',
  'rates',
  'organization',
  'overview',
  'subject',
] as const;
export type Screen = (typeof screens)[number];

async function addresses(
  service: RunningService,
  demo: DemoSession,
): Promise<Readonly<Record<Screen, string>>> {
  const key = demo.organizations[0]!.apiKey;
  const first = async (path: string): Promise<string> =>
    (await call<{ results: { id: string }[] }>(service.origin, key, 'GET', path)).body.results[0]!.id;
  return {
    requests: paths.requests,
    board: `${paths.requests}?view=board`,
    request: paths.request(await first('/signature-requests')),
    composer: paths.newRequest,
    witness: paths.witness(await first('/witnesses')),
    verify: paths.verify,
    directory: paths.directory,
    endorsements: paths.endorsements,
    rates: paths.rates,
    organization: `${paths.organization}?tab=members`,
    overview: paths.overview,
    subject: paths.subject(await first('/subjects')),
  };
}

const mostTask = 500;
const widths = [1440, 360] as const;

/** What a screen does wrong, in a few words each. */
async function faultsOf(page: Page, width: number): Promise<string[]> {
  const seen = await page.evaluate(() => {
    const main = [...document.querySelectorAll('main')].at(-1);
    const rows = [...(main?.querySelectorAll('tbody tr[aria-rowindex]') ?? [])].map((row) => row.textContent);
    const root = document.scrollingElement ?? document.documentElement;
    return {
      text: main?.innerText ?? '',
      wide: Math.max(root.scrollWidth, document.body.scrollWidth) - innerWidth,
      said: Number(main?.querySelector('table[aria-rowcount]')?.getAttribute('aria-rowcount') ?? 0) - 1,
      drawn: rows.length,
      polluted: 'polluted' in {},
      hidden: /[\u202A-\u202E\u2066-\u2069\u200B]/.test(main?.textContent ?? ''),
    };
  });
  return [
    seen.text.includes('Esta página dejó de funcionar') && 'crashed',
    seen.text.trim() === '' && 'blank',
    seen.wide > 0 && `${seen.wide} px sideways`,
    seen.said >= 0 && seen.drawn > seen.said && `draws ${seen.drawn} rows of ${seen.said}`,
    seen.polluted && 'polluted',
    seen.hidden && 'draws characters that hide others',
    /NaN|Invalid Date|\[object |Infinity/.exec(seen.text)?.[0],
    seen.text.length > 300_000 && `draws ${seen.text.length} characters`,
  ]
    .filter((fault): fault is string => typeof fault === 'string')
    .map((fault) => `${width} px: ${fault}`);
}

/** What every cell of a row of the table showed; printed at the end. */
export const results = new Map<string, string[]>();

/** One hostility on each of the screens, at both widths, in one page that is loaded once. */
export function proveHostility(hostility: Hostility, chosen: readonly Screen[] = screens): void {
  test(`${hostility.name}: no screen crashes, says what is not so, scrolls sideways or stops`, async ({
    page,
    service,
    demo,
    unhandled,
  }) => {
    test.setTimeout(60_000 + chosen.length * 30_000);
    const to = await addresses(service, demo);
    await noteLongTasks(page);
    await enterDemo(page);
    let nth = 0;
    await page.route('**/rest/v1/**', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const at = nth;
      nth += 1;
      await hostility
        .act(route, { path: new URL(route.request().url()).pathname, nth: at })
        .catch(() => undefined);
    });
    const wrong: string[] = [];
    for (const screen of chosen) {
      nth = 0;
      const found: string[] = [];
      await page.setViewportSize({ width: widths[0], height: 900 });
      await forgetLongTasks(page);
      await goInApp(page, to[screen]);
      await settledScreen(page, { timeoutMs: 6_000 });
      found.push(...(await faultsOf(page, widths[0])));
      await page.setViewportSize({ width: widths[1], height: 780 });
      await settledScreen(page, { timeoutMs: 3_000 });
      found.push(...(await faultsOf(page, widths[1])));
      const longest = Math.max(0, ...(await longTasksOf(page)));
      if (longest > mostTask) found.push(`a task of ${Math.round(longest)} ms`);
      found.push(...unhandled.splice(0).map((message) => `uncaught: ${message.slice(0, 200)}`));
      results.set(`${hostility.name} × ${screen}`, found);
      wrong.push(...found.map((fault) => `${screen}, ${fault}`));
      // A refused key asks for another in a dialog over all screens.
      await page.keyboard.press('Escape');
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(wrong).toEqual([]);
  });
}

/** The table in as many lines as there are hostilities. */
export function printTable(): void {
  const lines = [...results].filter(([, found]) => found.length > 0);
  console.log(`\n${results.size} cells, ${lines.length} of them wrong`);
  for (const [cell, found] of lines) console.log(`${cell}: ${found.join('; ')}`);
}
