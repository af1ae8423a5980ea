import type { Page } from '@playwright/test';
import { reading } from './accessible-routes.ts';
import { deepIf } from './deep-tag.ts';
import { measureScreen, recordLayoutShifts, sumOf, takeLayoutShifts } from './screen-figures.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import {
  enterStories,
  foldedChecks,
  goInApp,
  openStory,
  openWitnessTab,
  readStory,
  storyRows,
  witnessTabs,
  type Story,
} from './stories.ts';

// How much of the witness page a person has to take in, and how calmly it comes. No durations.

/** Opens a witness in a window of this size, with nothing recorded of the pages before. */
async function openRecorded(page: Page, story: Story, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  // From the list, as people come; what it still moves is not this page's.
  await goInApp(page, '/witnesses');
  await expect(page.locator('main a[href*="/witnesses/"]').first()).toBeVisible();
  await settledScreen(page, { timeoutMs: 20_000, quietMs: 600 });
  await takeLayoutShifts(page);
  await openStory(page, story);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await settledScreen(page, { timeoutMs: 20_000, quietMs: 500 });
}

const movedBy = async (page: Page): Promise<number> =>
  sumOf((await takeLayoutShifts(page)).filter(({ afterInput }) => !afterInput));

const parts = {
  verdict: 'main section[data-state] h2',
  nom151: '[data-section="witness"][data-block="nom151"]',
  merkleized: '[data-section="witness"][data-block="merkleized"]',
  external: '[data-section="witness"][data-block="external"]',
  drawing: '[data-drawing]',
};

/** The verdict, every strategy and a drawing end above the end of the window. */
async function expectInOneScreen(page: Page, height: number): Promise<void> {
  for (const [part, selector] of Object.entries(parts)) {
    const box = await page.locator(selector).first().boundingBox();
    expect(box, part).not.toBeNull();
    expect((box?.y ?? 0) + (box?.height ?? Infinity), part).toBeLessThanOrEqual(height);
  }
  // What does not fit its paper would scroll in it, inside a box that ends in time.
  expect(await hiddenBelow(page, parts.external), 'strategies').toBeLessThanOrEqual(0);
}

/** Pixels of what an element is in that its nearest scrolling ancestor does not show. */
const hiddenBelow = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const scrolls = (one: Element): boolean => /auto|scroll/.test(getComputedStyle(one).overflowY);
      let box: Element | null = element;
      while (box && !scrolls(box)) box = box.parentElement;
      return box === null ? 0 : box.scrollHeight - box.clientHeight;
    });

/** What a person has to take in of the page as it is. */
async function expectShort(page: Page, where: string): Promise<void> {
  const { height, controls, sideways } = await measureScreen(page);
  expect.soft(height, `height of ${where}`).toBeLessThan(1_800);
  expect.soft(controls, `controls of ${where}`).toBeLessThan(60);
  expect.soft(sideways, `width of ${where}`).toBe(0);
}

/**
 * The checks that the page shows, `section check` each, with all of them unfolded. Drawings, and the list of what is
 * still believed without somebody, refer to a check by its id; they are not the check, which has a row of its own.
 */
async function shownChecks(page: Page): Promise<string[]> {
  const folded = page.getByRole('main').getByRole('button', { name: foldedChecks, expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
  return page.locator('main [data-check]').evaluateAll((all) => {
    const isReference = (one: Element): boolean =>
      one.closest('[data-drawing]') !== null || one.hasAttribute('data-section');
    return all
      .filter((one) => !isReference(one) && one.checkVisibility({ visibilityProperty: true }))
      .map((one) =>
        [one.closest('[data-section]')?.getAttribute('data-section'), one.getAttribute('data-check')].join(
          ' ',
        ),
      );
  });
}

/** No check of one section stands twice on the page as it is. */
async function expectShownOnce(page: Page, where: string): Promise<void> {
  const checks = await shownChecks(page);
  expect.soft(checks.length, `checks of ${where}`).toBeGreaterThanOrEqual(3);
  const again = checks.filter((check, at) => checks.indexOf(check) !== at);
  expect.soft(again, `shown again in ${where}`).toEqual([]);
}

/** The page is as wide as its window, whichever proof is drawn, and in each tab with all checks unfolded. */
async function expectOneDirection(page: Page, name: string): Promise<void> {
  const expectNarrow = async (where: string): Promise<void> => {
    const { sideways } = await measureScreen(page);
    expect.soft(sideways, `${name}, ${where}, scrolls sideways`).toBeLessThanOrEqual(0);
  };
  await expectNarrow('as it opens');
  for (const drawing of await page.locator('[data-drawing]').getByRole('tab').all()) {
    await drawing.click();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expectNarrow(await drawing.innerText());
  }
  for (const tab of witnessTabs) {
    await openWitnessTab(page, tab);
    await shownChecks(page);
    await expectNarrow(tab);
  }
}

/** One of each shape of the page: all is proved, a signature fails, time is open, a chain is long, a part never comes. */
const oneOfEachShape = [
  'clean-contract',
  'mismatched-signature',
  'stale-ocsp',
  'whole-chain',
  'page-that-never-comes',
];

test('each shape of the page is a test case', () => {
  expect(storyRows.map(({ name }) => name)).toEqual(expect.arrayContaining(oneOfEachShape));
});

for (const { name } of storyRows) {
  const title = `the witness of ${name} at 1440 by 900 shows its verdict, its strategies and a drawing in one screen, under 1,800 px and 60 controls in every tab, and nothing moves; no check is shown twice`;

  test(title, deepIf(!oneOfEachShape.includes(name)), async ({ page, service }) => {
    await recordLayoutShifts(page);
    await enterStories(page);
    await openRecorded(page, await readStory(service.origin, name), 1440, 900);
    expect(await movedBy(page)).toBeLessThanOrEqual(0.02);
    await expectInOneScreen(page, 900);
    // Whichever proof is drawn above it.
    for (const drawing of await page.locator('[data-drawing]').getByRole('tab').all()) {
      await drawing.click();
      const drawn = await drawing.innerText();
      expect.soft(await hiddenBelow(page, parts.drawing), `${drawn} is cut`).toBeLessThanOrEqual(0);
      for (const tab of witnessTabs) {
        await openWitnessTab(page, tab);
        await expectShort(page, `${tab} with ${drawn}`);
      }
    }
    // Last, as the page is larger with everything unfolded.
    for (const tab of witnessTabs) {
      await openWitnessTab(page, tab);
      await expectShownOnce(page, tab);
    }
  });
}

test('in English too a witness at 1440 by 900 shows its verdict, its strategies and a drawing in one screen, under 1,800 px and 60 controls in every tab', async ({
  page,
  service,
}) => {
  await recordLayoutShifts(page);
  await reading(page, 'light', 'en');
  await enterStories(page);
  await openRecorded(page, await readStory(service.origin, 'clean-contract'), 1440, 900);
  expect(await movedBy(page)).toBeLessThanOrEqual(0.02);
  await expectInOneScreen(page, 900);
  await expect(
    page.locator('[data-verdict-area]').getByRole('button', { name: 'Check the chain' }),
  ).toBeVisible();
  const tabs = page.getByRole('tablist', { name: 'Witness details' }).getByRole('tab');
  await expect(tabs).toHaveText([/^Signatures/, /^Times/, /^Chain/, /^Repeat it/, /^Raw/]);
  for (const drawing of await page.locator('[data-drawing]').getByRole('tab').all()) {
    await drawing.click();
    const drawn = await drawing.innerText();
    for (const tab of await tabs.all()) {
      await tab.click();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      await settledScreen(page, { timeoutMs: 20_000 });
      await expectShort(page, `${await tab.innerText()} with ${drawn}`);
    }
  }
});

test('a witness at 360 px scrolls in one direction only in each of its tabs, and nothing moves while it comes', async ({
  page,
  service,
}) => {
  await recordLayoutShifts(page);
  await enterStories(page);
  await openRecorded(page, await readStory(service.origin, 'clean-contract'), 360, 780);
  expect(await movedBy(page)).toBeLessThanOrEqual(0.02);
  const tabs = page.getByRole('tablist', { name: 'Detalle del testigo' }).getByRole('tab');
  await expect(tabs).toHaveText([/^Firmas/, /^Tiempos/, /^Cadena/, /^Repítelo/, /^Datos/]);
  await expectOneDirection(page, 'clean-contract');
});

const everyCase =
  'the witness of every test case at 360 px scrolls in one direction only, whichever proof is drawn and in each of its tabs with all checks unfolded';

test(everyCase, deepIf(true), async ({ page, service }) => {
  test.setTimeout(240_000);
  await enterStories(page);
  await page.setViewportSize({ width: 360, height: 780 });
  for (const { name } of storyRows)
    await test.step(name, async () => {
      await openStory(page, await readStory(service.origin, name));
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      await expectOneDirection(page, name);
    });
});

test('what «Repítelo» and «Datos» hold is under 1,500 px high at 1440 px, with the rest folded', async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterStories(page);
  await openStory(page, await readStory(service.origin, 'clean-contract'));
  for (const tab of ['Repítelo', 'Datos'] as const) {
    await openWitnessTab(page, tab);
    const box = await page.locator('[role="tabpanel"]').last().boundingBox();
    expect(box?.height, tab).toBeLessThan(1_500);
  }
});

for (const [width, height] of [
  [1440, 900],
  [360, 780],
] as const)
  test(`the switch of the drawing stays under the pointer at ${width} px while a byte is altered and restored`, async ({
    page,
    service,
  }) => {
    await recordLayoutShifts(page);
    await enterStories(page);
    await openRecorded(page, await readStory(service.origin, 'clean-contract'), width, height);
    const drawings = page.locator('[data-drawing]').getByRole('tab');
    await expect(drawings).toHaveText(['NOM-151', 'Merkle', 'Tercero']);
    for (const drawing of await drawings.all()) {
      const drawn = await drawing.innerText();
      await drawing.click();
      await expect(drawing).toHaveAttribute('aria-selected', 'true');
      const toggle = page.locator('[data-drawing]').getByRole('switch', { name: 'Alterar un byte' });
      await toggle.scrollIntoViewIfNeeded();
      await settledScreen(page, { timeoutMs: 20_000 });
      const top = async (): Promise<number> => (await toggle.boundingBox())?.y ?? NaN;
      const before = await top();
      await toggle.click();
      await expect(toggle).toBeChecked();
      await expect(
        page.getByText(/Simulación: la evidencia guardada no cambió/).first(),
        drawn,
      ).toBeVisible();
      expect(Math.abs((await top()) - before), drawn).toBeLessThan(2);
      await toggle.click();
      await expect(toggle).not.toBeChecked();
      await expect(page.getByRole('button', { name: 'Guardar expediente' })).toBeEnabled();
      expect(Math.abs((await top()) - before), drawn).toBeLessThan(2);
    }
  });

test('at 1440 px a check that is opened selects the drawing of its strategy, from its top and in view, and gives it the focus', async ({
  page,
  service,
}) => {
  // Lower than the strategies are long, so that the drawing can lie out of view.
  await page.setViewportSize({ width: 1440, height: 500 });
  await enterStories(page);
  await openStory(page, await readStory(service.origin, 'clean-contract'));
  const drawing = page.getByRole('group', { name: 'Prueba dibujada' });
  for (const [block, name] of [
    ['external', 'Tercero'],
    ['nom151', 'NOM-151'],
    ['merkleized', 'Merkle'],
  ] as const) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const list = page.locator(`[data-section="witness"][data-block="${block}"]`);
    const check = list.locator('[data-check] button[aria-expanded="false"]').first();
    // What passed is folded where nothing else has to be said.
    if (!(await check.isVisible())) await list.getByRole('button', { name: foldedChecks }).click();
    await drawing.evaluate((element) => (element.scrollTop = element.scrollHeight));
    await check.click();
    await expect(drawing).toBeFocused();
    await expect(drawing).toHaveAttribute('data-drawing', block);
    await expect(drawing.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
    expect(await drawing.evaluate((element) => element.scrollTop), name).toBe(0);
    const { y = -1 } = (await drawing.boundingBox()) ?? {};
    expect(y, name).toBeGreaterThanOrEqual(0);
    expect(y, name).toBeLessThanOrEqual(250);
  }
});

test('the tab of a witness is in its address, and an address of a check opens the tab that shows it', async ({
  page,
  service,
}) => {
  const story = await readStory(service.origin, 'clean-contract');
  await enterStories(page);
  await openStory(page, story);
  const tab = (name: RegExp) =>
    page.getByRole('tablist', { name: 'Detalle del testigo' }).getByRole('tab', { name });
  await tab(/^Tiempos/).click();
  await expect(page).toHaveURL(/[?&]tab=times/);
  await goInApp(page, `/witnesses/${story.witness}?ver=1.ocsp.time`);
  await expect(tab(/^Firmas/)).toHaveAttribute('aria-selected', 'true');
  const check = page.locator('[data-section="invites[0]"] [data-check="ocsp.time"]');
  await expect(check.getByRole('button').first()).toHaveAttribute('aria-expanded', 'true');
  await goInApp(page, `/witnesses/${story.witness}?ver=external.root`);
  await expect(page.locator('[data-drawing]').getByRole('tab', { name: /Externa|Tercero/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});
