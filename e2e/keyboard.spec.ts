import type { Page } from '@playwright/test';
import { everyScreen } from './every-screen.ts';
import { beginDraft, thingsOf } from './look-at-screens.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp, openStory, openWitnessTab, witnessTabs } from './stories.ts';
import { paths } from '#widgets/paths.ts';

declare global {
  interface Window {
    /** What can be pressed or filled in, as it is when the walk begins. */
    controls: HTMLElement[];
  }
}

/** What a pointer can press and Tab cannot reach, but for the entries of a group, which has arrow keys. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isSeen = (one: HTMLElement): boolean =>
      one.checkVisibility({ visibilityProperty: true }) &&
      one.closest('[inert], [aria-hidden="true"]') === null;
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        ':is(a[href], button, input, select, textarea, summary, [role="button"], [role="link"], [onclick]):not(:disabled)',
      ),
    ].filter(isSeen);
    window.controls = controls.filter(({ tabIndex }) => tabIndex >= 0);
    return controls
      .filter(({ tabIndex }) => tabIndex < 0)
      .filter(
        (one) =>
          one.closest('[role="radiogroup"], [role="tablist"], [role="menu"], [role="listbox"], tbody tr') ===
          null,
      )
      .map((one) => one.outerHTML.slice(0, 300));
  });

/** Where Tab leads: the numbers of the controls that it reached, and what had the focus without showing it. */
async function walk(page: Page): Promise<{ reached: Set<number>; unseen: string[]; total: number }> {
  const total = await page.evaluate(() => window.controls.length);
  // From the first, as somebody is who has just loaded the page; the app puts the focus on the title.
  await page.evaluate(() => window.controls[0]?.focus());
  const reached = new Set([0]);
  const unseen: string[] = [];
  // Some elements that take the focus are no controls: tables and drawings that scroll.
  for (let tabs = 0; tabs < total + 40; tabs += 1) {
    await page.keyboard.press('Tab');
    const { at, isEnd, hidden } = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement) || focused === document.body)
        return { at: -1, isEnd: true, hidden: undefined };
      // The ring may be on what is drawn around a hidden input.
      const { outlineStyle, boxShadow } = getComputedStyle(focused);
      const around = [focused, focused.parentElement, focused.parentElement?.parentElement];
      const isShown =
        outlineStyle !== 'none' ||
        boxShadow !== 'none' ||
        around.some(
          (one) =>
            one &&
            [undefined, '::before', '::after'].some((part) => {
              const style = getComputedStyle(one, part);
              return style.outlineStyle !== 'none' || style.boxShadow !== 'none';
            }),
        );
      return {
        at: window.controls.indexOf(focused),
        isEnd: false,
        hidden: isShown ? undefined : focused.outerHTML.slice(0, 300),
      };
    });
    if (isEnd) break;
    reached.add(at);
    if (hidden !== undefined) unseen.push(hidden);
  }
  return { reached, unseen, total };
}

/** Expects Tab to reach what can be pressed on the screen as it is, and the focus to be seen wherever it leads. */
async function expectReachable(page: Page, name: string): Promise<void> {
  await settledScreen(page, { timeoutMs: 15_000, quietMs: 500 });
  expect.soft(await outOfReach(page), `${name}: out of reach`).toEqual([]);
  const { reached, unseen, total } = await walk(page);
  const missed = await page.evaluate(
    (seen) =>
      window.controls
        .map((one, at) => ({ one, at }))
        // A radio button that is not chosen is reached by the arrows of its group; what a list redrew is another element.
        .filter(({ one, at }) => !seen.includes(at) && one.isConnected)
        .filter(({ one }) => !(one instanceof HTMLInputElement && one.type === 'radio'))
        .map(({ one }) => one.outerHTML.slice(0, 300)),
    [...reached],
  );
  expect(total, name).toBeGreaterThan(3);
  expect.soft(missed, `${name}: Tab does not lead there`).toEqual([]);
  expect.soft(unseen, `${name}: the focus is not seen`).toEqual([]);
}

const title = 'and what has the focus shows it';

test(`Tab reaches every control of every screen, ${title}`, async ({ page, service, demo }) => {
  await enterDemo(page);
  const things = await thingsOf(service, demo, await beginDraft(page, 'Contrato de obra'));
  for (const [name, [address]] of Object.entries(everyScreen(things)))
    await test.step(name, async () => {
      if (address === undefined) throw new Error(`${name} has no address.`);
      await goInApp(page, address);
      await expectReachable(page, name);
    });
});

test(`Tab reaches every control of the other faces of a screen, ${title}`, async ({
  page,
  service,
  demo,
}) => {
  await enterDemo(page);
  const things = await thingsOf(service, demo, await beginDraft(page, 'Contrato de obra'));
  for (const address of Object.values(everyScreen(things)).flatMap(([, ...others]) => others))
    await test.step(address, async () => {
      await goInApp(page, address);
      await expectReachable(page, address);
    });
});

test(`Tab reaches every control of the tabs of a witness and of the sandbox, ${title}`, async ({
  page,
  service,
  demo,
}) => {
  await enterDemo(page);
  const { witness } = await thingsOf(service, demo, '');
  await openStory(page, { witness });
  for (const tab of witnessTabs)
    await test.step(tab, async () => {
      await openWitnessTab(page, tab);
      await expectReachable(page, `witness, ${tab}`);
    });
  await goInApp(page, paths.sandbox);
  for (const tab of await page.getByRole('tablist', { name: 'Partes del simulador' }).getByRole('tab').all())
    await test.step(await tab.innerText(), async () => {
      await tab.click();
      await expectReachable(page, `sandbox, ${await tab.innerText()}`);
    });
});

test('Enter on the button of the tray leads into it, and Esc back to the button', async ({ page }) => {
  await enterDemo(page);
  // A page that comes takes the focus to its title.
  await expect(page.locator('main h1')).toBeFocused();
  const button = page.getByRole('button', { name: /^Operaciones/ });
  await button.focus();
  // The part that runs the jobs is fetched by this press: the button must outlive it.
  await button.evaluate((element) => element.setAttribute('data-before', ''));
  await page.keyboard.press('Enter');
  const tray = page.getByRole('region', { name: 'Operaciones' });
  await expect(tray).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(tray.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(tray).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(button).toHaveAttribute('data-before');
});
