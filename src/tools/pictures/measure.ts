/** How much each screen asks of a person, how soon it stands and what moves while it comes, each loaded anew. */
import type { Browser, Page } from '@playwright/test';
import { noThings, screensByName, type Things } from '../../../e2e/every-screen.ts';
import {
  measureScreen,
  recordLayoutShifts,
  sumOf,
  takeLayoutShifts,
  type ScreenSize,
} from '../../../e2e/screen-figures.ts';
import { paths } from '#widgets/paths.ts';
import { settledScreen } from '../../../e2e/screen-state.ts';

export interface Figures extends ScreenSize {
  readonly layoutShift: number;
  /** Milliseconds until the first paint, which has the logo, the navigation and the title. */
  readonly shell: number;
  /** Milliseconds until the last change of what stands below the title. */
  readonly content: number | null;
}

/** What is measured, by name: before there is a session the page of connections is another screen. */
export const measuredNames: readonly string[] = ['connectFirst', ...Object.keys(screensByName(noThings))];

/** By the name of the screen, then by the width of the window in pixels. */
export type FiguresOfScreens = Readonly<Record<string, Readonly<Record<'1440' | '360', Figures>>>>;

declare global {
  interface Window {
    /** `performance.now()` of the last change of the content. */
    lastChange: number;
  }
}

/** Every screen of the demo at two widths, in es-MX and light. */
export async function measureScreens(
  browser: Browser,
  origin: string,
  things: Things,
): Promise<FiguresOfScreens> {
  const [wide, narrow] = [
    await measureWidth(browser, origin, things, { width: 1440, height: 900 }),
    await measureWidth(browser, origin, things, { width: 360, height: 780 }),
  ];
  return Object.fromEntries(
    Object.entries(wide).map(([screen, one]) => [screen, { 1440: one, 360: narrow[screen] ?? one }]),
  );
}

async function measureWidth(
  browser: Browser,
  baseURL: string,
  things: Things,
  viewport: { width: number; height: number },
): Promise<Readonly<Record<string, Figures>>> {
  const context = await browser.newContext({
    baseURL,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    viewport,
  });
  try {
    // The loader of TypeScript names functions by a helper, which functions that are sent into a page lack.
    await context.addInitScript({ content: 'globalThis.__name = (one) => one;' });
    await recordLayoutShifts(context);
    await context.addInitScript(() => {
      // The head of a page has the mark of how old its data is, which changes every second.
      const isContent = ({ target }: MutationRecord): boolean => {
        const element = target instanceof Element ? target : target.parentElement;
        return !!element?.closest('main') && !element.closest('header');
      };
      new MutationObserver((records) => {
        if (records.some(isContent)) window.lastChange = performance.now();
      }).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributeFilter: ['aria-busy'],
      });
    });
    const page = await context.newPage();
    const enter = page.getByRole('button', { name: /^Entrar a la demostración/ });
    await page.goto(paths.connect);
    await enter.waitFor();
    // Later it is the screen of somebody who is connected.
    const figures: Record<string, Figures> = { connectFirst: await measureOne(page, paths.connect) };
    await enter.click();
    await page.getByRole('navigation').first().waitFor();
    for (const [name, address] of Object.entries(screensByName(things)))
      figures[name] = await measureOne(page, address);
    return figures;
  } finally {
    await context.close();
  }
}

async function measureOne(page: Page, address: string): Promise<Figures> {
  await page.goto(address);
  await settledScreen(page, { timeoutMs: 8_000, quietMs: 800 });
  const shifts = (await takeLayoutShifts(page)).filter(({ afterInput }) => !afterInput);
  const times = await page.evaluate(() => ({
    shell: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    content: window.lastChange,
  }));
  return { ...(await measureScreen(page)), ...times, layoutShift: sumOf(shifts) };
}
