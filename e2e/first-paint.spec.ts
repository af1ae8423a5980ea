import type { Page } from '@playwright/test';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';

// What stands in the page before its scripts have run, and what the app puts in its place.

interface Drawn {
  readonly text: string;
  readonly left: number;
  readonly top: number;
}

interface Frame {
  /** The mark of the product, which a way back has the place of on a phone. */
  readonly logo: Drawn | undefined;
  readonly title: Drawn | undefined;
  /** The page in the top bar, behind the mark or the way back. */
  readonly crumb: Drawn | undefined;
  /** Entries of the navigation, in their order. */
  readonly entries: readonly Drawn[];
  /** Names of the entries that are marked. */
  readonly current: readonly string[];
}

/** Loads a page anew with its script and every call delayed, and reads the frame and the bars before, and the frame after the app has come. */
async function readFrames(
  page: Page,
  address: string,
  delayMs = 1_500,
): Promise<{ painted: Frame; bars: number; app: Frame }> {
  await page.route(/\/(?:rest|sandbox)\/|\/assets\/index-[^/]*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.continue().catch(() => undefined);
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('noscript').waitFor({ state: 'attached' });
  // Nothing is painted before the style sheet has come.
  await expect(page.locator('#first-paint')).toHaveCSS('position', 'fixed');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const painted = await readFrame(page, {
    logo: '#first-paint .shell b > svg',
    title: '#first-paint h1',
    crumb: '#first-paint .shell > header > p > [data-here]',
    entries: '#first-paint .shell :is(nav, footer) li',
    label: 'span',
  });
  const bars = await drawnBars(page);
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await expect(page.locator('main h1')).toHaveText(/\S/);
  const app = await readFrame(page, {
    logo: 'a[aria-label="Testigo"] > svg',
    title: 'main h1',
    crumb: 'header nav [aria-current]',
    entries: 'nav:not(header nav, main nav) :is(li > a, nav > :is(a:not([aria-label]), button))',
    label: 'span:last-of-type, .label',
  });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return { painted, bars, app };
}

/** Bars in the place of the content that has not come: those that are in the window and have a colour. */
const drawnBars = (page: Page): Promise<number> =>
  page.locator('#first-paint .shell > section i').evaluateAll(
    (all) =>
      all.filter((one) => {
        const { top, bottom, width, height } = one.getBoundingClientRect();
        const isInWindow = top >= 0 && bottom <= innerHeight && width > 100 && height >= 8;
        return isInWindow && getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)';
      }).length,
  );

const readFrame = (
  page: Page,
  selectors: Readonly<Record<'logo' | 'title' | 'crumb' | 'entries' | 'label', string>>,
): Promise<Frame> =>
  page.evaluate(({ logo, title, crumb, entries, label }) => {
    const seen = (selector: string, within: ParentNode): HTMLElement[] =>
      [...within.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
    const drawn = (element: Element, text: string) => {
      const { left, top } = element.getBoundingClientRect();
      return { text, left: Math.round(left), top: Math.round(top) };
    };
    const named = seen(entries, document).map((entry) => ({
      entry,
      words: seen(label, entry).find(({ innerText }) => innerText !== ''),
    }));
    const [mark] = seen(logo, document);
    const [heading] = seen(title, document);
    const name = seen(crumb, document).at(-1);
    return {
      logo: mark && drawn(mark, ''),
      title: heading && drawn(heading, heading.innerText),
      crumb: name && drawn(name, name.innerText),
      entries: named.flatMap(({ words }) => (words ? [drawn(words, words.innerText)] : [])),
      current: named
        .filter(({ entry }) =>
          entry.matches(
            '[aria-current], [data-current], [data-here], .shell:has(> nav [data-here]) > footer:not(:has([data-here])) > .more',
          ),
        )
        .map(({ words }) => words?.innerText ?? ''),
    };
  }, selectors);

/** Pages whose title is known from the address alone. */
const titled = ['/requests', '/witnesses', '/endorsements', '/directory', '/rates', '/settings', '/sandbox'];

for (const [width, height] of [
  [1440, 900],
  [360, 780],
] as const)
  test(`at ${width} px the first paint has the mark, the title, the entries and the selected one where the app puts them, and bars`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await enterDemo(page);
    for (const address of titled) {
      const { painted, bars, app } = await readFrames(page, address);
      expect.soft(painted, address).toEqual(app);
      expect(painted.logo, address).toBeDefined();
      expect(bars, address).toBeGreaterThanOrEqual(5);
      expect(painted.entries, address).toHaveLength(width < 600 ? 5 : 10);
      expect(painted.current, address).toHaveLength(1);
    }
    // Needs no connection, and waits for one no longer than a moment.
    const verify = await readFrames(page, '/verify', 300);
    expect(verify.painted).toEqual(verify.app);
    expect(verify.painted.logo).toBeDefined();
    // The place to drop files is all of this page, so no bars are in its place.
    expect(verify.bars).toBe(0);
    for (const [address, title] of [
      ['/', 'Resumen'],
      ['/witnesses/6a4fea0c2f2e4a41dd57589a', 'Testigo'],
      ['/requests/new', 'Nueva solicitud'],
      ['/nowhere', 'Esa página no existe'],
    ] as const) {
      const { painted, bars, app } = await readFrames(page, address);
      expect(painted.title?.text, address).toBe(title);
      expect.soft(painted.logo, address).toEqual(app.logo);
      expect(bars, address).toBeGreaterThanOrEqual(5);
      expect.soft(painted.entries, address).toEqual(app.entries);
    }
  });

test('the first paint speaks the language that was chosen', async ({ page }) => {
  await enterDemo(page);
  await page.evaluate(() => localStorage.setItem('testigo.preferences', '{"language":"en"}'));
  const { painted, app } = await readFrames(page, '/witnesses');
  expect(painted).toEqual(app);
  expect(painted.title?.text).toBe('Witnesses');
});

test('without the demo the first paint promises neither the simulator nor its strip', async ({
  page,
  demo,
}) => {
  await enterDemo(page);
  await page.evaluate((key) => {
    const session = JSON.parse(sessionStorage.getItem('testigo.session') ?? '{}') as object;
    sessionStorage.setItem('testigo.session', JSON.stringify({ ...session, demo: false, key }));
  }, demo.organizations[0]?.apiKey);
  const { painted, app } = await readFrames(page, '/settings');
  expect(painted).toEqual(app);
  expect(painted.entries.map(({ text }) => text)).not.toContain('Simulador');
});
