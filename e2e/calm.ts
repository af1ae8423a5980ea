import type { Page } from '@playwright/test';
import { measureScreen, sumOf, takeLayoutShifts } from './screen-figures.ts';
import { settledScreen } from './screen-state.ts';
import { expect } from './service.ts';

/** The most that a screen moves by itself, as the browser scores it. */
const mostShift = 0.02;

/**
 * Expects a screen that comes to show a title and something below it, to scroll in one direction only, and to have moved
 * less than `mostShift` since the layout shifts were taken last. `recordLayoutShifts` has been called before.
 */
export async function expectCalm(page: Page, what: string, timeoutMs = 15_000): Promise<void> {
  await expect(page.locator('main h1').last(), what).toHaveText(/\S/);
  const state = await settledScreen(page, { timeoutMs, quietMs: 500 });
  const movements = (await takeLayoutShifts(page)).filter(({ afterInput }) => !afterInput);
  const { sideways } = await measureScreen(page);
  expect(state.rest, what).not.toBe('');
  expect.soft(sideways, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
  expect.soft(sumOf(movements), `${what} moves: ${JSON.stringify(movements)}`).toBeLessThan(mostShift);
}
