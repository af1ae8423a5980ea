/** Bundles one script and runs it in a headless Chromium: CHROME_PATH, one of the system, or the one from the packages. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build, type Rolldown } from 'vite';

export interface BrowserRun {
  /** The script. It finds `benchInput`, calls `benchSay` as it goes, and `benchDone` at its end. */
  readonly entry: URL;
  readonly input: unknown;
  readonly onMessage: (message: unknown) => void;
}

/** @returns the browser and its version, when the script is done; rejects with what the script failed with */
export async function runInChromium({ entry, input, onMessage }: BrowserRun): Promise<string> {
  const script = await bundle(fileURLToPath(entry));
  const browser = await chromium.launch({
    executablePath: await executable(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  try {
    const page = await browser.newPage();
    let succeed: () => void = () => undefined;
    let fail: (error: Error) => void = () => undefined;
    const done = new Promise<void>((resolve, reject) => {
      succeed = resolve;
      fail = reject;
    });
    page.on('pageerror', fail);
    page.on('crash', () => {
      fail(new Error('the page crashed'));
    });
    await page.exposeFunction('benchSay', onMessage);
    await page.exposeFunction('benchDone', (error: string | null) => {
      if (error === null) succeed();
      else fail(new Error(error));
    });
    await page.evaluate((value) => {
      Object.assign(globalThis, { benchInput: value });
    }, input);
    await page.addScriptTag({ content: script });
    await done;
    return `Chromium ${browser.version()}`;
  } finally {
    await browser.close();
  }
}

async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_DEBUG': 'undefined', global: 'globalThis' },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry, formats: ['iife'], name: 'bench', fileName: 'bench' },
    },
  });
  // One entry in one format gives one output with one chunk.
  const [output] = result as Rolldown.RolldownOutput[];
  const chunk = output?.output[0];
  if (chunk === undefined) throw new Error('nothing was bundled');
  return chunk.code;
}

async function executable(): Promise<string> {
  const knownPaths = [process.env.CHROME_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'];
  const found = knownPaths.find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return found;
  // It unpacks its libraries only when it takes itself to be on that host.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}
