import type { BrowserContext, Page } from '@playwright/test';

/** What moved on a page by itself, or after an input. */
export interface LayoutShift {
  /** The browser's score. */
  readonly by: number;
  /** Classes of the elements that moved. */
  readonly what: string;
  /** It followed an input within half a second. */
  readonly afterInput: boolean;
}

declare global {
  interface Window {
    layoutShifts: LayoutShift[];
  }
}

/** Records what moves on the pages that are opened from here on. */
export function recordLayoutShifts(where: Page | BrowserContext): Promise<unknown> {
  return where.addInitScript(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      // The DOM types have no LayoutShift.
      for (const { value, hadRecentInput, sources } of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: readonly { node: Node | null }[];
      })[]) {
        const what = sources.map(({ node }) => (node as Element | null)?.className ?? '').join(' ');
        window.layoutShifts.push({ by: value, what, afterInput: hadRecentInput });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What moved since it was taken last. */
export const takeLayoutShifts = (page: Page): Promise<LayoutShift[]> =>
  page.evaluate(() => window.layoutShifts.splice(0));

export const sumOf = (shifts: readonly LayoutShift[]): number => shifts.reduce((sum, { by }) => sum + by, 0);

/** How much of a screen a person has to take in. */
export interface ScreenSize {
  /** Pixels. */
  readonly height: number;
  /** Pixels that the screen is wider than its window. */
  readonly sideways: number;
  readonly words: number;
  /** What can be pressed or filled in. */
  readonly controls: number;
}

export const measureScreen = (page: Page): Promise<ScreenSize> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const main = [...document.querySelectorAll('main')].at(-1);
    const controls = [
      ...(main?.querySelectorAll<HTMLElement>(':is(a[href], button, input, select, textarea, summary)') ??
        []),
    ].filter((one) => one.checkVisibility({ visibilityProperty: true }));
    return {
      height: root.scrollHeight,
      sideways: root.scrollWidth - window.innerWidth,
      words: main?.innerText.split(/\s+/).filter(Boolean).length ?? 0,
      controls: controls.length,
    };
  });
