import type { Locator, Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { reading } from './accessible-routes.ts';
import { expectCalm } from './calm.ts';
import { everyScreen } from './every-screen.ts';
import { everyFace } from './faces.ts';
import { deepIf } from './deep-tag.ts';
import { expectPlain } from './jargon.ts';
import { beginDraft, thingsOf } from './look-at-screens.ts';
import { recordLayoutShifts, takeLayoutShifts } from './screen-figures.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';

const timeoutMs = 15_000;

const viewports = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
];

const isWide = ({ width }: { readonly width: number }): boolean => width === 1440;

/** At this moment: nothing is waited for. */
const textsOf = (rows: Locator): Promise<readonly string[]> =>
  rows.evaluateAll((all: HTMLElement[]) => all.map((one) => one.innerText));

/** Enters the demo with its layout shifts recorded from the first page on. */
async function enterRecorded(page: Page): Promise<void> {
  await recordLayoutShifts(page);
  await enterDemo(page);
  await page.getByRole('navigation').first().waitFor();
}

for (const [language, viewport] of (['es-MX', 'en'] as const).flatMap((one) =>
  viewports.map((at) => [one, at] as const),
))
  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport });
    const title = `no screen in ${language} at ${viewport.width} px moves by itself while it comes, is blank, scrolls sideways, or shows a code, an object identifier or a term of a specialist`;

    // In the gate: Spanish on a wide screen, English on a phone.
    test(title, deepIf(isWide(viewport) !== (language === 'es-MX')), async ({ page, service, demo }) => {
      await recordLayoutShifts(page);
      await reading(page, 'light', language);
      await page.getByRole('button', { name: /^(?:Entrar a la demostración|Enter the demo)$/ }).click();
      await page.getByRole('navigation').first().waitFor();
      await settledScreen(page, { timeoutMs });
      const things = await thingsOf(service, demo, await beginDraft(page, 'Contrato de obra'));
      for (const [name, addresses] of Object.entries(everyScreen(things)))
        for (const [face, address] of addresses.entries()) {
          // A press leads from one face of a screen to another.
          if (face > 0) await goInApp(page, paths.rates);
          await page.evaluate(() => scrollTo(0, 0));
          await takeLayoutShifts(page);
          await goInApp(page, address);
          await expectCalm(page, `${name} at ${address}`);
          await expectPlain(page, `${name} at ${address}`);
        }
    });
  });

for (const viewport of viewports)
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test(
      `no page at ${viewport.width} px moves by itself while it is loaded anew`,
      deepIf(isWide(viewport)),
      async ({ page, service, demo }) => {
        test.setTimeout(240_000);
        await enterRecorded(page);
        const things = await thingsOf(service, demo, await beginDraft(page, 'Contrato de obra'));
        for (const address of Object.values(everyScreen(things)).flat()) {
          await page.goto(address);
          await expectCalm(page, `${address}, loaded anew,`);
        }
      },
    );

    test(
      `no first screen at ${viewport.width} px moves where each answer takes another time`,
      deepIf(!isWide(viewport)),
      async ({ page, service, demo }) => {
        await enterRecorded(page);
        const { overview, requests, witness } = everyScreen(await thingsOf(service, demo, ''));
        let answers = 0;
        await page.route(/\/(v1|sandbox)\//, async (route) => {
          answers += 1;
          // From half a second to two, and never in the order of the questions.
          await new Promise((resolve) => setTimeout(resolve, 500 + ((answers * 7) % 10) * 150));
          await route.continue();
        });
        const queue = page.getByRole('list', { name: 'Por atender' }).getByRole('listitem');
        for (const [address] of [overview, requests, witness]) {
          await page.goto(address);
          if (address === paths.overview) await expect(queue.first()).toBeVisible({ timeout: 30_000 });
          const shown = await textsOf(queue);
          await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
          await expectCalm(page, `${address} of a slow service`);
          // Neither another order nor another cause than the first that was seen.
          if (address === paths.overview) expect(await textsOf(queue)).toEqual(shown);
        }
        expect(answers).toBeGreaterThan(10);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      },
    );
  });

for (const viewport of viewports)
  test.describe(`on a slow processor at ${viewport.width} px`, () => {
    // Every script is fetched and compiled anew, as on a first visit.
    test.use({ viewport, serviceWorkers: 'block' });

    test(
      `no first screen at ${viewport.width} px moves on a processor that is four times slower`,
      deepIf(isWide(viewport)),
      async ({ page, context, service, demo }) => {
        await enterRecorded(page);
        const { overview, requests, witness } = everyScreen(await thingsOf(service, demo, ''));
        const devTools = await context.newCDPSession(page);
        await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
        await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        for (const [address] of [overview, requests, witness]) {
          await page.goto(address);
          // A witness is at rest once it is verified.
          if (address === witness[0])
            await expect(page.getByRole('button', { name: 'Guardar expediente' })).toBeEnabled({
              timeout: 40_000,
            });
          await expectCalm(page, `${address} on a slow processor`, 30_000);
        }
      },
    );
  });

test('on a screen of 1440 × 900 the activity of the overview is in sight before anything is scrolled: its heading and its first rows', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterDemo(page);
  await settledScreen(page, { timeoutMs, quietMs: 500 });
  const activity = page.getByRole('region', { name: 'Actividad' });
  await expect(activity.getByRole('heading', { name: 'Actividad' })).toBeInViewport({ ratio: 1 });
  for (const row of [0, 1])
    await expect(activity.getByRole('listitem').nth(row)).toBeInViewport({ ratio: 1 });
});

test('nothing of the top bar moves when something in it opens', async ({ page }) => {
  await enterDemo(page);
  const bar = page.locator('header').first();
  const buttons = bar.getByRole('button');
  const places = () => buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  await settledScreen(page, { timeoutMs });
  const before = await places();
  const opening = bar.locator('button[aria-expanded]:visible');
  const count = await opening.count();
  expect(count).toBeGreaterThan(0);
  for (let at = 0; at < count; at += 1) {
    await opening.nth(at).click();
    await expect(opening.nth(at)).toHaveAttribute('aria-expanded', 'true');
    expect(await places()).toEqual(before);
    await page.keyboard.press('Escape');
    await expect(opening.nth(at)).toHaveAttribute('aria-expanded', 'false');
  }
});

/** Seconds of the longest transition or animation of what the page shows, and whether anything scrolls smoothly. */
const longestMotion = (page: Page): Promise<{ seconds: number; what: string; isSmooth: boolean }> =>
  page.evaluate(() => {
    let longest = { seconds: 0, what: '' };
    let isSmooth = false;
    for (const element of document.querySelectorAll('*'))
      for (const part of [undefined, '::before', '::after']) {
        const { transitionDuration, animationName, animationDuration, scrollBehavior } = getComputedStyle(
          element,
          part,
        );
        isSmooth ||= scrollBehavior === 'smooth';
        const durations = `${transitionDuration}, ${animationName === 'none' ? '0s' : animationDuration}`;
        for (const duration of durations.split(', ')) {
          const seconds = Number.parseFloat(duration) / (duration.endsWith('ms') ? 1_000 : 1);
          if (seconds > longest.seconds) longest = { seconds, what: element.outerHTML.slice(0, 200) };
        }
      }
    return { ...longest, isSmooth };
  });

test('whoever prefers reduced motion sees none, on any screen or in a dialog; whoever does not sees transitions', async ({
  page,
  service,
  demo,
}) => {
  await enterDemo(page);
  const faces = everyFace(await thingsOf(service, demo, ''));
  const still = { seconds: 0, what: '', isSmooth: false };
  for (const name of ['requests-filter', 'witnesses-certify', 'session menu', 'tray', 'witness-export'])
    await test.step(name, async () => {
      const face = faces[name]!;
      await goInApp(page, face.address);
      await settledScreen(page, { timeoutMs });
      await face.steps(page);
      await settledScreen(page, { timeoutMs });
      expect(await longestMotion(page), name).toEqual(still);
      // The same page has something that would move: else nothing was measured.
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      expect((await longestMotion(page)).seconds, name).toBeGreaterThan(0.05);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.keyboard.press('Escape');
    });
});

for (const viewport of viewports)
  test.describe(`with motion at ${viewport.width} px`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'no-preference' } });

    test(
      `the overview, the lists and a witness at ${viewport.width} px keep still for whoever has motion on too`,
      deepIf(!isWide(viewport)),
      async ({ page, service, demo }) => {
        await enterRecorded(page);
        expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(false);
        const { overview, requests, witnesses, witness } = everyScreen(await thingsOf(service, demo, ''));
        for (const [address] of [overview, requests, witnesses, witness]) {
          await page.goto(address);
          await expectCalm(page, `${address} with motion`);
          await goInApp(page, paths.rates);
          await settledScreen(page, { timeoutMs });
          await takeLayoutShifts(page);
          await goInApp(page, address);
          await expectCalm(page, `${address} with motion, from another screen,`);
        }
      },
    );
  });
