import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './service.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Nothing on the screen breaks a rule of axe. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // What is verified is the screen with its data, not the one that waits for it.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // Only what is broken is written out, and in the page itself, which has no frames of others: every rule is tried
  // all the same, in a fifth of the time.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: rules, resultTypes: ['violations'] })
    .setLegacyMode(true)
    .analyze();
  const said = violations.map(
    ({ id, nodes }) =>
      `${where} ${id}: ${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  );
  expect(said).toEqual([]);
}
