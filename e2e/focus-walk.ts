import type { Locator, Page } from '@playwright/test';
import { settledScreen } from './screen-state.ts';
import { expect } from './service.ts';

declare global {
  interface Window {
    /** What can be pressed or filled in, as it is when the walk begins. */
    controls: HTMLElement[];
    /** How each element that takes the focus, and the two around it, are drawn while it has no focus. */
    unfocused: WeakMap<Element, string>;
    lookOf: (element: Element) => string;
    noteUnfocused: () => void;
  }
}

/** What a pointer can press and Tab cannot reach, but for the entries of a group, which has arrow keys. */
const outOfReach = (page: Page, within: string): Promise<string[]> =>
  page.evaluate((part) => {
    const isSeen = (one: HTMLElement): boolean =>
      one.checkVisibility({ visibilityProperty: true }) &&
      one.closest(part) !== null &&
      one.closest('[inert], [aria-hidden="true"]') === null;
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        ':is(a[href], button, input, select, textarea, summary, [role="button"], [role="link"], [onclick]):not(:disabled)',
      ),
    ].filter(isSeen);
    window.controls = controls.filter(({ tabIndex }) => tabIndex >= 0);
    return (
      controls
        .filter(({ tabIndex }) => tabIndex < 0)
        .filter(
          (one) =>
            one.closest(
              '[role="radiogroup"], [role="tablist"], [role="menu"], [role="listbox"], tbody tr',
            ) === null,
        )
        // In its field the keys empty a date too, after Ctrl A.
        .filter((one) => !one.matches('.clearButton'))
        .map((one) => one.outerHTML.slice(0, 300))
    );
  }, within);

/** Prepares the page to compare what has the focus with how it is drawn without. */
export const prepareLooks = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    // The app draws what lost the focus a moment later.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    window.controls = [];
    window.unfocused = new WeakMap();
    // The ring may be on what is drawn around a hidden input.
    window.lookOf = (element) =>
      [element, element.parentElement, element.parentElement?.parentElement]
        .flatMap((one) =>
          [undefined, '::before', '::after'].map((part) => {
            if (!one) return '';
            const { outlineStyle, outline, boxShadow, border, backgroundColor } = getComputedStyle(one, part);
            return [outlineStyle === 'none' || outline, boxShadow, border, backgroundColor].join(' ');
          }),
        )
        .join('\n');
    window.noteUnfocused = () => {
      const focusable = ':is(a[href], button, input, select, textarea, summary, [tabindex])';
      for (const one of document.querySelectorAll(focusable))
        if (one !== document.activeElement && !window.unfocused.has(one))
          window.unfocused.set(one, window.lookOf(one));
    };
    window.noteUnfocused();
  });

/** What has the focus: its number among the controls, and its markup where the focus does not change how it is drawn. */
const readFocus = (page: Page): Promise<{ at: number; unseen: string | undefined } | undefined> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return undefined;
    // What came with the focus has no look without it.
    const isSeen = window.unfocused.get(focused) !== window.lookOf(focused);
    window.noteUnfocused();
    return {
      at: window.controls.indexOf(focused),
      unseen: isSeen ? undefined : focused.outerHTML.slice(0, 300),
    };
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
    const focus = await readFocus(page);
    if (focus === undefined) break;
    if (focus.unseen !== undefined) unseen.push(focus.unseen);
    // A dialog leads from its end to its start.
    if (focus.at === 0) break;
    reached.add(focus.at);
  }
  return { reached, unseen, total };
}

/**
 * Expects Tab to reach what can be pressed on the screen as it is, and the focus to be seen wherever it leads.
 *
 * @param within selector of what keeps the focus, where a part of the page does that leaves the rest to the pointer
 */
export async function expectReachable(page: Page, name: string, fewest = 4, within = 'body'): Promise<void> {
  await settledScreen(page, { timeoutMs: 15_000, quietMs: 500 });
  await prepareLooks(page);
  expect.soft(await outOfReach(page, within), `${name}: out of reach`).toEqual([]);
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
  expect(total, name).toBeGreaterThanOrEqual(fewest);
  expect.soft(missed, `${name}: Tab does not lead there`).toEqual([]);
  expect.soft(unseen, `${name}: the focus is not seen`).toEqual([]);
}

/**
 * Expects a dialog that has just opened to have given the focus to its first field, or where it has none to itself or
 * something in it.
 */
export async function expectFirstFieldFocused(dialog: Locator): Promise<void> {
  const field = dialog.locator(
    ':is(input:not([type="hidden"]), select, textarea):not(:disabled, [hidden], [aria-hidden="true"])',
  );
  if ((await field.count()) > 0) await expect(field.first()).toBeFocused();
  else
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
}

/** Expects the arrows to lead to every entry of the open menu, and each to show that it has the focus. */
export async function expectMenuReachable(page: Page, menu: Locator): Promise<void> {
  const entries = menu.locator('[role^="menuitem"]');
  const count = await entries.count();
  await expect(entries.first()).toBeFocused();
  // The first has the focus already: how it is drawn without is known after an arrow has led away.
  await page.evaluate(() => window.noteUnfocused());
  await page.keyboard.press('ArrowDown');
  await page.evaluate(() => window.noteUnfocused());
  for (let at = 1; at <= count; at += 1) {
    const entry = entries.nth(at % count);
    await expect(entry).toBeFocused();
    expect((await readFocus(page))?.unseen, await entry.innerText()).toBeUndefined();
    await page.keyboard.press('ArrowDown');
  }
}
