import type { Page } from '@playwright/test';

/** What a screen shows, as far as it can be told without knowing what it is about. */
export interface ScreenState {
  /** The one heading. */
  readonly heading: string;
  /** What stands in the main region beside the heading. */
  readonly rest: string;
  /** Something in it is still waited for. */
  readonly busy: boolean;
}

const screenState = (page: Page): Promise<ScreenState> =>
  page.evaluate(() => {
    const main = [...document.querySelectorAll('main')].at(-1);
    const heading = main?.querySelector('h1')?.innerText.trim() ?? '';
    const text = main?.innerText.trim() ?? '';
    return {
      heading,
      rest: text.replace(heading, '').trim(),
      busy: main?.querySelector('[aria-busy="true"]') !== null,
    };
  });

export interface Patience {
  /** Milliseconds in which nothing of it changes any more. */
  readonly still: number;
  /** Milliseconds after which it is taken as it is. */
  readonly most: number;
  /** Whether calls are under way. */
  readonly waiting?: () => boolean;
}

/** The screen once it has come to rest: nothing is waited for and it says the same twice. */
export async function settledScreen(page: Page, { still, most, waiting }: Patience): Promise<ScreenState> {
  const end = Date.now() + most;
  let before = await screenState(page);
  for (;;) {
    await page.waitForTimeout(still);
    const now = await screenState(page);
    const rests = !now.busy && !waiting?.() && now.heading === before.heading && now.rest === before.rest;
    if (rests || Date.now() > end) return now;
    before = now;
  }
}

/** Waits until no part of the page has come for half a second, those of its workers aside. */
export async function settledParts(page: Page): Promise<void> {
  const parts = (): Promise<number> => page.evaluate(() => performance.getEntriesByType('resource').length);
  let before = -1;
  for (let now = await parts(); now !== before; now = await parts()) {
    before = now;
    await page.waitForTimeout(500);
  }
}

/** What a page says that was printed by accident. */
export const accidents = /undefined|\[object |\bNaN\b|Invalid Date|Infinity/;

/** In a few words, what is wrong with a screen; nothing when it shows its data or its error. */
export function faultOf({ heading, rest, busy }: ScreenState): string | undefined {
  if (heading === '') return 'has no heading';
  if (busy) return 'still loading';
  if (rest === '') return 'empty';
  const accident = accidents.exec(`${heading}\n${rest}`)?.[0];
  return accident && `says ${accident}`;
}
