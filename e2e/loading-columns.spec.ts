import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { putInCondition } from './conditions.ts';
import { everyScreen } from './every-screen.ts';
import { thingsOf } from './look-at-screens.ts';
import { waitForQuietDocument } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';

const lists = [`${paths.requests}?view=board`, paths.witnesses, paths.endorsements, paths.directory];

/** Where the headings of a list begin, and whether its keys are said. */
const frameOf = (page: Page) =>
  page.locator('main').evaluate((main) => ({
    heads: [...main.querySelectorAll('th, section > h2')].map((head) => {
      const { left, top } = head.getBoundingClientRect();
      // Counts of the board come with its rows.
      return { word: head.firstChild?.textContent, left: Math.round(left), top: Math.round(top) };
    }),
    hasKeys: main.querySelector('[aria-hidden="true"] kbd') !== null,
  }));

test('a list that loads has its headings and its keys where they stay when its rows come; no bar leaves its cell', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterDemo(page);
  const bars = page.locator('main .MuiSkeleton-root');
  await putInCondition(page, 'loading');
  const loading = new Map<string, Awaited<ReturnType<typeof frameOf>>>();
  for (const address of lists) {
    await page.goto(address);
    await expect(bars.first()).toBeVisible();
    loading.set(address, await frameOf(page));
  }
  await page.goto(`${paths.requests}?sel=${'0'.repeat(24)}`);
  const inCells = page.locator('td > .MuiSkeleton-root');
  await expect(inCells.first()).toBeVisible();
  const escaped = await inCells.evaluateAll((all) =>
    all.filter((bar) => bar.getBoundingClientRect().right > bar.parentElement!.getBoundingClientRect().right),
  );
  expect(escaped).toHaveLength(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const address of lists) {
    await page.goto(address);
    await expect(page.locator('main :is(td, section li)').first()).toBeVisible();
    await expect(bars).toHaveCount(0);
    expect.soft(await frameOf(page), address).toEqual(loading.get(address));
  }
});

test('on a phone a list that loads has its search field where it stays when its rows come, and no button under it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await enterDemo(page);
  const search = page.locator('main').getByRole('searchbox').first();
  const buttons = page.locator('main header').first().locator('button:visible, a[href]:visible');
  const placeOf = async () => (await search.boundingBox())?.y ?? NaN;
  const addresses = [paths.requests, paths.witnesses, paths.directory, paths.certificates, paths.issuers];
  await putInCondition(page, 'loading');
  const loading = new Map<string, number>();
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.locator('main .MuiSkeleton-root').first()).toBeVisible();
    const top = await placeOf();
    for (const button of await buttons.all()) {
      const box = await button.boundingBox();
      expect.soft((box?.y ?? 0) + (box?.height ?? 0), address).toBeLessThanOrEqual(top);
    }
    loading.set(address, top);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.locator('main li').first()).toBeVisible();
    await expect(page.locator('main .MuiSkeleton-root')).toHaveCount(0);
    expect.soft(await placeOf(), address).toBeCloseTo(loading.get(address) ?? NaN, 0);
  }
});

/** Of the window, in pixels. */
const height = 1000;

interface Place {
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

/**
 * Where a page has its cards, their headings and its rows. All below the verdict or the first card is measured from there.
 *
 * @param below px under the screen in which they are sought too: what comes may push them there
 */
const placesOf = (page: Page, below = 0) =>
  page.locator('main').evaluate((main, more) => {
    // What comes may stand beside it already, and is not shown before all of it has come. What is folded has places
    // too, which depend on whether it was ever laid out.
    const isShown = (one: Element) => one.checkVisibility();
    const sections = [...main.querySelectorAll('section')].filter(isShown);
    // On a phone another column may stand above the first one.
    const first = sections.length ? Math.min(...sections.map((one) => one.getBoundingClientRect().top)) : 0;
    const placeOf = (one: Element) => {
      const { left, top, height } = one.getBoundingClientRect();
      return { left, top: top - first, height };
    };
    const inSight = (one: Element) => {
      if (!isShown(one)) return false;
      const { top, height } = one.getBoundingClientRect();
      return top < innerHeight + more && height > 0;
    };
    const heads = [...main.querySelectorAll('section:not([data-state]) :is(h2, h3), section thead th')];
    const cards = sections.filter((card) => card.querySelector('h2'));
    const rows = [
      ...main.querySelectorAll(
        'tbody tr:not(.space), [data-fill] ul > li, ul > li[data-index], [data-kind="list"] > .row',
      ),
    ];
    const named = (all: Element[]): [string, Place][] =>
      all.filter(inSight).map((one) => [
        // What is counted beside a heading comes later.
        one.matches('th')
          ? `column ${one.textContent}`
          : ((one.querySelector('h2') ?? one).firstChild?.textContent ?? ''),
        placeOf(one),
      ]);
    const pager = main.querySelector('nav:has(select)')?.getBoundingClientRect().top;
    return {
      first,
      pager,
      heads: named(heads),
      cards: named(cards),
      items: [...main.querySelectorAll('section ul > li:not(li li)')].slice(0, 3).map(placeOf),
      rowHeights: [...new Set(rows.filter(inSight).map((row) => Math.round(placeOf(row).height)))],
    };
  }, below);

type Places = Awaited<ReturnType<typeof placesOf>>;

/** What does not stand in a page that has come where it stood while that loaded, but for some pixels. */
function movedIn(
  loading: Places,
  come: Places,
  {
    isWholeCard = false,
    slack = 4,
    afterLists = [],
  }: { isWholeCard?: boolean; slack?: number; afterLists?: readonly string[] },
): string[] {
  const differs = (before: number, after: number): boolean => Math.abs(before - after) > slack;
  const isInSight = ({ top }: Place): boolean => loading.first + top < height;
  const moved = loading.heads.flatMap(([word, before]) => {
    if (!isInSight(before) || afterLists.includes(word)) return [];
    const after = come.heads.find(([name]) => name === word)?.[1];
    return !after || differs(before.left, after.left) || differs(before.top, after.top)
      ? [`${word}: ${before.top} → ${after?.top ?? 'out of sight'}`]
      : [];
  });
  const resized = loading.cards.flatMap(([name, before]) => {
    if (!isWholeCard || !isInSight(before)) return [];
    const after = come.cards.find(([other]) => other === name)?.[1];
    return after && differs(before.height, after.height)
      ? [`height of ${name}: ${before.height} → ${after.height}`]
      : [];
  });
  return [...moved, ...resized];
}

/** The first items of a list that begin elsewhere than those that loaded: most are as high as these, some have a line more. */
const itemsMoved = (loading: Places, come: Places): Place[] =>
  come.items.filter(
    ({ left, top }, index) =>
      loading.items[index]?.left !== left || Math.abs(loading.items[index].top - top) > 12,
  );

test('a page of one thing, and a list of cards, loads in the places of what comes, wide and on a phone', async ({
  page,
  service,
  demo,
}) => {
  // It opens 36 pages.
  test.setTimeout(240_000);
  const screens = everyScreen(await thingsOf(service, demo, 'not-here'));
  const pages: readonly {
    address: string;
    heads: number;
    isWholeCard?: boolean;
    hasItems?: boolean;
    /** The demo says above its cards what to do next. */
    hasNextStep?: boolean;
    /** A phone has another page for it, or some names take a second line there. */
    isWideOnly?: boolean;
    /** Pixels by which its content may differ. */
    slack?: number;
    /** Headings under lists, whose lengths are known only when they come. */
    afterLists?: readonly string[];
  }[] = [
    // One sentence of its queue may take a second line. On a phone the queue fills the screen.
    { address: screens.overview[0], heads: 0, slack: 20 },
    { address: screens.request[0], heads: 2, hasNextStep: true },
    { address: screens.requests[2], heads: 2, isWideOnly: true },
    { address: screens.certificate[0], heads: 1, isWholeCard: true },
    { address: screens.issuer[0], heads: 1, isWholeCard: true },
    { address: screens.token[0], heads: 1 },
    { address: screens.rates[0], heads: 5, isWholeCard: true },
    { address: screens.sandbox[0], heads: 1, hasItems: true },
    { address: screens.settings[2], heads: 3, isWholeCard: true, hasItems: true },
    {
      address: screens.subject[0],
      heads: 2,
      afterLists: ['Solicitudes', 'Testigos por reclamar', 'Cartera'],
    },
    // How long the quota lasts may take a second line.
    { address: screens.organization[0], heads: 2, isWholeCard: true, slack: 20 },
    {
      address: screens.wallet[0],
      heads: 6,
      afterLists: ['Tiene ahora', 'Recibió', 'Entregó'],
    },
    { address: screens.settings[0], heads: 3, isWholeCard: true },
    { address: screens.sandbox[1], heads: 1, isWholeCard: true },
    { address: screens.sandboxSigners[0], heads: 4, isWideOnly: true },
  ];
  const widths = [1440, 360];
  const bars = page.locator('main :is(.MuiSkeleton-root, [aria-busy="true"])');
  const resize = async (width: number): Promise<void> => {
    await page.setViewportSize({ width, height });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
  await enterDemo(page);
  await putInCondition(page, 'loading');
  const loading = new Map<string, Places>();
  const tables = [screens.endorsements[0], screens.certificates[0], screens.issuers[0]];
  for (const { address, heads } of [...pages, ...tables.map((address) => ({ address, heads: 0 }))]) {
    await resize(1440);
    await page.goto(address);
    await expect(page.locator('main .MuiSkeleton-root').first()).toBeVisible();
    // What stands there until the program of a card has come is not how the card loads.
    await expect
      .poll(async () => (await placesOf(page)).heads.length, { message: address })
      .toBeGreaterThanOrEqual(heads);
    await waitForQuietDocument(page, { timeoutMs: 3_000, quietMs: 600 });
    for (const width of widths) {
      await resize(width);
      loading.set(`${address} ${width}`, await placesOf(page));
    }
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const one of pages) {
    const { address, heads, hasItems = false, hasNextStep = false, isWideOnly = false, ...how } = one;
    await resize(1440);
    await page.goto(address);
    await expect(page.locator('main section').first()).toBeVisible();
    await expect(bars).toHaveCount(0);
    for (const width of isWideOnly ? [1440] : widths) {
      await resize(width);
      const before = loading.get(`${address} ${width}`)!;
      const after = await placesOf(page, 400);
      expect.soft(before.heads.length, `${address} at ${width}`).toBeGreaterThanOrEqual(heads);
      expect.soft(movedIn(before, after, how), `${address} at ${width}`).toEqual([]);
      if (hasItems) expect.soft(itemsMoved(before, after), `${address} at ${width}`).toEqual([]);
      // The title of a thing may take a second line on a phone.
      if (width === 1440 && !hasNextStep)
        expect.soft(Math.round(after.first), address).toBe(Math.round(before.first));
    }
  }
  // All rows of these lists are as high as those that load, and their pager stands under them from the beginning.
  for (const address of tables) {
    await resize(1440);
    await page.goto(address);
    await expect(page.locator('main td').first()).toBeVisible();
    await expect(bars).toHaveCount(0);
    for (const width of widths) {
      await resize(width);
      const { rowHeights, pager } = loading.get(`${address} ${width}`)!;
      await expect
        .poll(
          async () => {
            const come = await placesOf(page);
            // Above the first row there may be no border.
            const isAsHigh = (one: number): boolean =>
              rowHeights.some((high) => high - one === 0 || high - one === 1);
            return { others: come.rowHeights.filter((one) => !isAsHigh(one)), pager: come.pager };
          },
          { message: `${address} at ${width}` },
        )
        .toEqual({ others: [], pager });
    }
  }
});

test('the export of requests that comes late moves no other button, and the bar of a selection comes whole', async ({
  page,
}) => {
  await enterDemo(page);
  let isHeld = true;
  await page.route(/export-button[^/]*\.js$/, async (route) => {
    await expect.poll(() => isHeld, { timeout: 60_000 }).toBe(false);
    await route.continue();
  });
  await page.goto(paths.requests);
  const main = page.getByRole('main');
  await expect(main.locator('tbody tr[data-index]').first()).toBeVisible();
  const placesInHead = () =>
    main
      .locator('header')
      .first()
      .locator('button:visible, a[href]:visible')
      .evaluateAll((all) => all.map((one) => [one.textContent, one.getBoundingClientRect().left]));
  const before = await placesInHead();
  await main.locator('tbody').getByRole('checkbox').first().check();
  const bar = page.getByRole('group', { name: '1 elegida' });
  await expect(main.getByRole('checkbox', { checked: true }).first()).toBeVisible();
  await expect(bar).toBeHidden();
  isHeld = false;
  await expect(bar.getByRole('button').first()).toHaveText('Exportar');
  expect(await placesInHead()).toEqual(before);
});
