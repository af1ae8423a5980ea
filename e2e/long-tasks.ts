import type { Page } from '@playwright/test';

declare global {
  /** Milliseconds of each task of the page over 50 ms, since they were last forgotten. */
  var longTasks: number[];
}

/** Has every page that is opened from here on note its long tasks. */
export async function noteLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.longTasks.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
}

export const forgetLongTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    globalThis.longTasks = [];
  });

export const longTasksOf = (page: Page): Promise<number[]> => page.evaluate(() => globalThis.longTasks);
