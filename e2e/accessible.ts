import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type Axe from 'axe-core';
import { expect } from './service.ts';

declare global {
  interface Window {
    /** The program of axe, once it is loaded into the page. */
    axe?: typeof Axe;
  }
}

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

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
  await unfixBars(page, true);
  const broken = await brokenRules(page, only);
  await unfixBars(page, false);
  expect(broken.map(({ rule, elements }) => `${where} ${rule}: ${elements.slice(0, 3).join(' | ')}`)).toEqual(
    [],
  );
}

interface BrokenRule {
  readonly rule: string;
  readonly elements: readonly string[];
}

/**
 * Rules of axe that the screen breaks. The program of axe stays in the page: it takes longer to load than to try its
 * rules on a screen.
 */
async function brokenRules(page: Page, only: readonly string[]): Promise<BrokenRule[]> {
  if (await page.evaluate(() => window.axe === undefined))
    await page.evaluate(await readFile(axeFile, 'utf8'));
  return page.evaluate(tryRules, [...only]);
}

/** Runs in the page. Every rule is tried; only what is broken is written out. */
async function tryRules(runOnly: string[]): Promise<BrokenRule[]> {
  if (!window.axe) throw new Error('axe is not loaded.');
  const { violations } = await window.axe.run(document, { runOnly, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => ({
    rule: id,
    elements: nodes.map(({ target }) => target.join(' ')),
  }));
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
