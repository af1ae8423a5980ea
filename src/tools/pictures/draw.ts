/** Draws every screen in both languages, both themes and two widths, with the time fixed and nothing in motion. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { everyScreen, type Things } from '../../../e2e/every-screen.ts';
import {
  measureScreen,
  recordLayoutShifts,
  sumOf,
  takeLayoutShifts,
  type ScreenSize,
} from '../../../e2e/screen-figures.ts';
import { settledScreen } from '../../../e2e/screen-state.ts';
import { goInApp } from '../../../e2e/stories.ts';
import type { Fingerprints } from './fingerprints.ts';

export interface Look {
  readonly language: 'es-MX' | 'en';
  readonly theme: 'light' | 'dark';
  readonly width: 1440 | 360;
}

export const looks: readonly Look[] = (['es-MX', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    ([1440, 360] as const).map((width) => ({ language, theme, width })),
  ),
);

export const lookName = ({ language, theme, width }: Look): string => `${language} ${theme} ${width}`;

export interface Figures extends ScreenSize {
  readonly layoutShift: number;
}

export interface Drawn {
  readonly prints: Fingerprints;
  /** By screen. */
  readonly figures: Readonly<Record<string, Figures>>;
}

/**
 * @param time the moment that all pages show
 * @param only a part of the names of the screens to be drawn; '' for all
 */
export async function drawLook(
  browser: Browser,
  origin: string,
  look: Look,
  { things, time, folder, only }: { things: Things; time: Date; folder: string; only: string },
): Promise<Drawn> {
  const context = await openContext(browser, origin, look, time);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(90_000);
    await page.goto('/connect');
    await page.getByRole('button', { name: /^(Entrar a la demostración|Enter the demo)/ }).click();
    await page.getByRole('navigation').first().waitFor();
    const prints: Record<string, Fingerprints[string]> = {};
    const figures: Record<string, Figures> = {};
    const pictures = join(folder, lookName(look).replaceAll(' ', '-'));
    await mkdir(pictures, { recursive: true });
    const canvas = await context.newPage();
    for (const [screen, addresses] of Object.entries(everyScreen(things))) {
      for (const [face, address] of addresses.entries()) {
        const name = face === 0 ? screen : `${screen}-${face + 1}`;
        if (!name.includes(only)) continue;
        await openScreen(page, address);
        const layoutShift = sumOf(await takeLayoutShifts(page));
        figures[name] = { ...(await measureScreen(page)), layoutShift };
        const png = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
        await writeFile(join(pictures, `${name}.png`), png);
        prints[`${lookName(look)} ${name}`] = { ...(await fingerprint(canvas, png)), reason: '' };
      }
    }
    return { prints, figures };
  } finally {
    await context.close();
  }
}

async function openContext(
  browser: Browser,
  origin: string,
  { language, theme, width }: Look,
  time: Date,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: language,
    timezoneId: 'America/Mexico_City',
    colorScheme: theme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    viewport: { width, height: width === 360 ? 780 : 900 },
  });
  await context.clock.setFixedTime(time);
  // The loader of TypeScript names functions by a helper, which functions that are sent into a page lack.
  await context.addInitScript({ content: 'globalThis.__name = (one) => one;' });
  await recordLayoutShifts(context);
  return context;
}

async function openScreen(page: Page, address: string): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await takeLayoutShifts(page);
  await goInApp(page, address);
  await settledScreen(page, { timeoutMs: 30_000, quietMs: 800 });
  // How long a call took is another number every time.
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (node.nodeValue && /\d ms\b/.test(node.nodeValue))
        node.nodeValue = node.nodeValue.replace(/[\d,.]+ ms\b/g, '0 ms');
  });
}

/** Decoded in a page of the browser, which has the decoder. */
const fingerprint = (canvas: Page, png: Buffer): Promise<{ height: number; cells: string }> =>
  canvas.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = picture;
    const drawing = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (drawing === null) throw new Error('There is no canvas.');
    drawing.drawImage(picture, 0, 0);
    const { data } = drawing.getImageData(0, 0, width, height);
    const [sums, counts] = [new Float64Array(144), new Float64Array(144)];
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const cell = Math.floor((y * 12) / height) * 12 + Math.floor((x * 12) / width);
        const at = (y * width + x) * 4;
        const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
        sums[cell] = (sums[cell] ?? 0) + 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        counts[cell] = (counts[cell] ?? 0) + 1;
      }
    const cells = [...sums].map((sum, cell) => Math.round(sum / (counts[cell] ?? 1)));
    return { height, cells: btoa(String.fromCharCode(...cells)) };
  }, png.toString('base64'));
