import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './service.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Nothing on the screen breaks a rule of axe. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // What is verified is the screen with its data, not the one that waits for it.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectAccessibleNow(page, where);
}

/** The rules whose outcome hangs on the colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Nor, of the rules about colours, in the theme that the screen is not in; it is in its own theme again after. */
export async function expectAccessibleInOtherTheme(page: Page, where: string): Promise<void> {
  const own = await page.locator('html').getAttribute('data-theme');
  const other = own === 'dark' ? 'light' : 'dark';
  await showTheme(page, other);
  await expectAccessibleNow(page, `${where}, ${other}`, colourRules);
  await showTheme(page, own ?? '');
}

/** Colours that fade into each other are compared when they have faded. */
function showTheme(page: Page, theme: string): Promise<void> {
  return page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name;
    document.body.getBoundingClientRect();
    // One that is cancelled has no colours of its own either.
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    );
  }, theme);
}

/** The same of a screen that may still wait for its data. */
export async function expectAccessibleNow(
  page: Page,
  where: string,
  only: readonly string[] = rules,
): Promise<void> {
  // Only what is broken is written out, and in the page itself, which has no frames of others: every rule is tried
  // all the same, in a fifth of the time.
  await unfixBars(page, true);
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: [...only], resultTypes: ['violations'] })
    .setLegacyMode(true)
    .analyze();
  await unfixBars(page, false);
  const said = violations.map(
    ({ id, nodes }) =>
      `${where} ${id}: ${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  );
  expect(said).toEqual([]);
}

/**
 * Puts bars that stay at the end of the window below the page, or back: a target that one of them covers in part
 * is reached by scrolling, and axe takes it for too small.
 */
function unfixBars(page: Page, below: boolean): Promise<void> {
  return page.evaluate((isBelow) => {
    for (const one of document.querySelectorAll<HTMLElement>('[data-unfixed]')) {
      one.style.removeProperty('position');
      delete one.dataset.unfixed;
    }
    if (!isBelow) return;
    for (const one of document.querySelectorAll<HTMLElement>('body *')) {
      const { position, top, bottom } = getComputedStyle(one);
      const isBar = position === 'sticky' ? bottom !== 'auto' : bottom === '0px' && top !== '0px';
      if (!isBar || !['fixed', 'sticky'].includes(position)) continue;
      one.style.position = 'static';
      one.dataset.unfixed = '';
    }
  }, below);
}
