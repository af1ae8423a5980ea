import { readFileSync, readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { forgetLongTasks, longTasksOf, noteLongTasks } from '../long-tasks.ts';
import { accidents, settledScreen } from '../screen-state.ts';
import { expect, test, type DemoSession, type RunningService } from '../service.ts';
import { call, enterDemo } from '../staff.ts';
import { goInApp } from '../stories.ts';
import type { Hostility } from './hostilities.ts';
import { screens, type Screen } from './screens.ts';

interface Place {
  readonly address: string;
  /** What a user does there before the service is called; most screens call it by themselves. */
  readonly use?: (page: Page) => Promise<void>;
}

async function placesOf(
  service: RunningService,
  demo: DemoSession,
): Promise<Readonly<Record<Screen, Place>>> {
  const key = demo.organizations[0]!.apiKey;
  const first = async <T extends { id: string }>(path: string): Promise<T> =>
    (await call<{ results: T[] }>(service.origin, key, 'GET', path)).body.results[0]!;
  const witness = await first<{ id: string; hash: string }>('/witnesses');
  return {
    requests: { address: paths.requests },
    board: { address: `${paths.requests}?view=board` },
    request: { address: paths.request((await first('/signature-requests')).id) },
    composer: {
      address: paths.newRequest,
      use: async (page) => {
        await page.getByRole('combobox', { name: 'Buscar a una persona' }).fill('a');
      },
    },
    witness: { address: paths.witness(witness.id) },
    verify: {
      address: paths.verify,
      use: async (page) => {
        await page.getByRole('button', { name: 'Pegar huellas' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox').fill(witness.hash);
        await dialog.getByRole('button', { name: /^Agregar/ }).click();
        const agree = page.getByRole('button', { name: 'Consultar', exact: true });
        // The consent is remembered for the service.
        const said = page.getByText('Las huellas se consultan en');
        await expect(agree.or(said).first()).toBeVisible();
        if (await agree.isVisible()) await agree.click();
      },
    },
    directory: { address: paths.directory },
    endorsements: { address: paths.endorsements },
    rates: { address: paths.rates },
    organization: { address: `${paths.organization}?tab=members` },
    overview: { address: paths.overview },
    witnesses: { address: paths.witnesses },
    certificates: { address: paths.certificates },
    subject: { address: paths.subject((await first('/subjects')).id) },
  };
}

const widths = [1440, 360] as const;

/** A task of the page that a user notices, in milliseconds. */
const mostTask = 500;

const common = JSON.parse(readFileSync('src/i18n/es-MX/common.json', 'utf8')) as Readonly<
  Record<'common_key_refused' | 'common_key_label', string>
>;

/** Every sentence of the Spanish catalogues whose key matches, as a pattern for what a screen says. */
function sentences(keys: RegExp): RegExp[] {
  const folder = 'src/i18n/es-MX';
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<string, unknown>),
    )
    .flatMap(([key, text]) => (keys.test(key) && typeof text === 'string' ? [text] : []))
    .map(
      (text) =>
        new RegExp(
          `(?:^|\\n)${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\\\{\w+\\\}/g, '.+')}`,
        ),
    );
}

/** What is false where a service refused or did not answer: that there is nothing. */
const sayNothingThere = sentences(
  /^(?:directory_empty|directory_(?:find_none|certificates_empty|issuers_empty|link_none)|compose_versions_none|witnesses_claim_none|endorsements_none_(?:events|tokens)|organization_(?:keys|links|members)_none|overview_(?:nothing_waits|empty|empty_text|coverage_none|activity_none)|rates_empty_title|requests_tab_empty.*|requests_empty_title|requests_board_none|directory_(?:requests|claims|certificate|membership)_none|wallets_.*_none|witnesses_empty|common_nothing_matches|verify_found_nothing_looked_up)$/,
);
/** What is false under every hostility. */
const neverTrue = [accidents, /\b1970\b/, /\bnull\b/, /\bSOMETHING_NEW complet/i, /espera a 0|0\/0/i];

interface Seen {
  text: string;
  /** All that is drawn in the region, what a clamp hides included. */
  drawn: number;
  items: number;
  busy: boolean;
  alerts: number;
  fault: string | undefined;
}

const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const main = [...document.querySelectorAll('main')].at(-1);
    const lists = [...document.querySelectorAll<HTMLElement>('[role=listbox], dialog[open]')];
    const root = document.scrollingElement ?? document.documentElement;
    const wide = Math.max(root.scrollWidth, document.body.scrollWidth) - innerWidth;
    const said = Number(main?.querySelector('table[aria-rowcount]')?.getAttribute('aria-rowcount') ?? 0) - 1;
    const rows = main?.querySelectorAll('tbody tr[aria-rowindex]').length ?? 0;
    const text = [main?.innerText ?? '', ...lists.map((list) => list.innerText)].join('\n');
    const hiding = /.{0,40}[\u202A-\u202E\u2066-\u2069\u200B]/s.exec(document.body.textContent)?.[0];
    const broken = text.includes('Esta página dejó de funcionar')
      ? 'crashed'
      : text.includes('Esta parte no se puede mostrar')
        ? 'a part of it crashed'
        : undefined;
    return {
      text,
      drawn: document.body.textContent.length,
      items: rows + (main?.querySelectorAll('li').length ?? 0),
      busy: main?.querySelector('[aria-busy="true"]') !== null,
      alerts: document.querySelectorAll('[role=alert], dialog[open]').length,
      fault:
        broken ??
        (main === undefined || main.innerText.trim() === ''
          ? 'blank'
          : wide > 0
            ? `${wide} px sideways`
            : said >= 0 && rows > said
              ? `draws ${rows} rows of ${said}`
              : 'polluted' in {}
                ? 'polluted'
                : hiding && `draws characters that hide others: ${JSON.stringify(hiding)}`),
    };
  });

/** What every cell of the table showed; printed at the end. */
export const results = new Map<string, string[]>();

/** A screen as it was found. */
interface Found {
  readonly faults: readonly string[];
  readonly items: number;
  readonly longestTask: number;
  /** What it says at both widths. */
  readonly text: string;
}
/** The same screens before the service as it is, by screen; made once for a worker. */
const references = new Map<Screen, Found>();

interface Cell {
  readonly page: Page;
  readonly place: Place;
  readonly hostility: Hostility | undefined;
  readonly screen: Screen;
  /** How many answers the hostility has given since the screen was opened. */
  readonly answered: () => number;
}

/** Opens a screen, waits until the hostility is on it, and takes what is wrong at both widths. */
async function runCell({ page, place, hostility, screen, answered }: Cell): Promise<Found> {
  const faults: string[] = [];
  await page.setViewportSize({ width: widths[0], height: 900 });
  await forgetLongTasks(page);
  await goInApp(page, place.address);
  let items = 0;
  let text = '';
  const before = references.get(screen);
  /** Where the data is there, or did not come, nothing says that there is none. */
  const sayNothing = hostility?.refuses
    ? sayNothingThere
    : hostility?.keepsData
      ? sayNothingThere.filter((sentence) => !sentence.test(before?.text ?? ''))
      : [];
  const seenOf = hostility?.seen;
  const expected = typeof seenOf === 'function' ? seenOf(screen) : undefined;
  for (const width of widths) {
    if (width !== widths[0]) await page.setViewportSize({ width, height: 780 });
    if (width === widths[0]) {
      await expect(page.locator('main').last()).toBeVisible();
      await place.use?.(page).catch((error: unknown) => {
        faults.push(`cannot be used: ${String(error).slice(0, 200)}`);
      });
      if (hostility?.isSlow) {
        await expect.poll(answered).toBeGreaterThan(0);
        const { text: early } = await look(page);
        for (const never of [...neverTrue, ...sayNothing]) {
          const found = never.exec(early)?.[0];
          if (found !== undefined) faults.push(`says «${found.trim().slice(0, 80)}» before it was answered`);
        }
      }
    }
    await settledScreen(page, { timeoutMs: 12_000 });
    let seen = await look(page);
    const arrived = (): boolean =>
      hostility === undefined ||
      (answered() > 0 &&
        (expected === undefined || expected.test(seen.text)) &&
        (!hostility.refuses ||
          seen.alerts > 0 ||
          /no se pud|no respond|sin respuesta|el servicio|reintentar/i.test(seen.text)));
    const isThere = async (): Promise<boolean> => {
      seen = await look(page);
      return arrived() && (hostility?.asksForKey ? asksForKey(page) : !seen.busy);
    };
    await expect
      .poll(isThere, { timeout: 8_000 })
      .toBe(true)
      .catch(() => undefined);
    const wrong = [
      !arrived() &&
        (answered() === 0
          ? 'the service was not called'
          : hostility?.refuses
            ? 'does not say that it failed'
            : `does not show ${String(expected)}`),
      seen.fault,
      hostility?.asksForKey
        ? !(await asksForKey(page)) && 'does not ask for the key again'
        : seen.busy && 'still loading',
      seen.drawn > 300_000 && `draws ${seen.drawn} characters`,
      ...[...neverTrue, ...(hostility?.never ?? []), ...sayNothing].map((never) => {
        const found = never.exec(seen.text)?.[0];
        return found !== undefined && `says «${found.trim().slice(0, 80)}»`;
      }),
      hostility?.isRepeating &&
        seen.items > (before?.items ?? Infinity) &&
        width === widths[0] &&
        `shows ${seen.items} items of ${before?.items}`,
    ];
    text += `\n${seen.text}`;
    faults.push(
      ...wrong.filter((one): one is string => typeof one === 'string').map((one) => `${width} px: ${one}`),
    );
    if (width === widths[0]) items = seen.items;
    if (width === widths[0] && hostility?.isHeavy) await searchAndSort(page);
  }
  return { faults, items, text, longestTask: Math.max(0, ...(await longTasksOf(page))) };
}

/** The key can be typed again, on the screen itself or in a dialog above it. */
const asksForKey = (page: Page): Promise<boolean> =>
  page
    .getByRole('region', { name: common.common_key_refused })
    .getByLabel(common.common_key_label)
    .first()
    .isVisible();

/** What a user does with a list: types in its search, and orders it by a column. */
async function searchAndSort(page: Page): Promise<void> {
  const main = page.locator('main').last();
  const search = main.getByRole('searchbox').first();
  if (await search.isVisible()) {
    await search.pressSequentially('aa', { delay: 30 });
    await settledScreen(page, { timeoutMs: 4_000 });
    await search.fill('');
  }
  const head = main.locator('th button:not([aria-disabled])').first();
  if (await head.isVisible()) await head.click();
  await settledScreen(page, { timeoutMs: 4_000 });
}

/** One hostility on each of the screens, at both widths. Each screen is opened in an app that has read nothing of it. */
export function proveHostility(hostility: Hostility, chosen: readonly Screen[] = screens): void {
  test(`${hostility.name}: no screen crashes, says what is not so, scrolls sideways or stops`, async ({
    page,
    service,
    demo,
    unhandled,
  }) => {
    test.setTimeout(120_000 + chosen.length * 120_000);
    const places = await placesOf(service, demo);
    await noteLongTasks(page);
    let acting = false;
    let nth = 0;
    await page.route('**/rest/v1/**', async (route) => {
      if (!acting || route.request().method() !== 'GET') return route.continue();
      const at = nth;
      nth += 1;
      await hostility
        .act(route, { path: new URL(route.request().url()).pathname, nth: at })
        .catch(() => undefined);
    });
    const open = async (): Promise<void> => {
      acting = false;
      await page.setViewportSize({ width: widths[0], height: 900 });
      // A page that asks little, so that each screen reads for itself.
      await enterDemo(page, paths.settings);
      await settledScreen(page, { timeoutMs: 6_000 });
      nth = 0;
    };
    const wrong: string[] = [];
    const isCompared = hostility.isRepeating ?? hostility.isHeavy ?? hostility.keepsData ?? false;
    for (const screen of chosen) {
      const place = places[screen];
      const found = async (of: Hostility | undefined): Promise<Found> => {
        await open();
        acting = of !== undefined;
        return runCell({ page, place, screen, hostility: of, answered: () => nth });
      };
      if (!references.has(screen) && isCompared) references.set(screen, await found(undefined));
      const cell = await found(hostility);
      const faults = [...cell.faults];
      if (cell.longestTask > mostTask) {
        // A machine that does other work too is slow on any screen: both are measured once more.
        const { longestTask: usual } = await found(undefined);
        const { longestTask: again } = await found(hostility);
        const longestTask = Math.min(cell.longestTask, again);
        const most = Math.max(mostTask, 2 * Math.max(usual, references.get(screen)?.longestTask ?? 0));
        if (longestTask > most)
          faults.push(`a task of ${Math.round(longestTask)} ms, usual ${Math.round(usual)}`);
      }
      faults.push(...unhandled.splice(0).map((message) => `uncaught: ${message.slice(0, 200)}`));
      results.set(`${hostility.name} × ${screen}`, faults);
      wrong.push(...faults.map((fault) => `${screen}, ${fault}`));
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(wrong).toEqual([]);
  });
}

/** The cells that are wrong, a line each. */
export function printTable(): void {
  const lines = [...results].filter(([, found]) => found.length > 0);
  console.log(`\n${results.size} cells, ${lines.length} of them wrong`);
  for (const [cell, found] of lines) console.log(`${cell}: ${found.join('; ')}`);
  results.clear();
}
