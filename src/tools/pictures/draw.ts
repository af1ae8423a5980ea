/** Draws every screen in both languages, both themes and two widths, with the time fixed and nothing in motion. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { everyScreen, type Things } from '../../../e2e/every-screen.ts';
import { conditions, putInCondition, type Condition } from '../../../e2e/conditions.ts';
import { settledScreen, waitForQuietDocument } from '../../../e2e/screen-state.ts';
import { beginDraft } from '../../../e2e/look-at-screens.ts';
import { goInApp, type Story } from '../../../e2e/stories.ts';
import { paths } from '#widgets/paths.ts';
import { enterWrongKey, everyFace } from '../../../e2e/faces.ts';
import type { Fingerprints } from './fingerprints.ts';
import { fingerprintOf } from './fingerprint-of.ts';

export interface Look {
  readonly language: 'es-MX' | 'en';
  readonly theme: 'light' | 'dark';
  readonly width: 1440 | 360;
  readonly condition: 'full' | 'pressed' | Condition;
}

const everyLook = (['es-MX', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    ([1440, 360] as const).map((width) => ({ language, theme, width })),
  ),
);

/** Every condition in every look. */
export const looks: readonly Look[] = (['full', 'pressed', ...conditions] as const).flatMap((condition) =>
  everyLook.map((look) => ({ ...look, condition })),
);

export const lookName = ({ language, theme, width, condition }: Look): string =>
  `${language} ${theme} ${width}${condition === 'full' ? '' : ` ${condition}`}`;

/** Where the pictures of a look are. */
export const folderOf = (folder: string, look: Look): string =>
  join(folder, lookName(look).replaceAll(' ', '-'));

export interface Drawing {
  readonly things: Things;
  /** The witnesses of the test cases, which another organization of the demo has. */
  readonly stories: readonly Story[];
  /** The moment that all pages show. */
  readonly time: Date;
  readonly folder: string;
  /** Parts of the names of the screens to be drawn, with commas between them; '' for all. */
  readonly only: string;
}

export async function drawLook(
  browser: Browser,
  origin: string,
  look: Look,
  { things, stories, time, folder, only }: Drawing,
): Promise<Fingerprints> {
  const context = await openContext(browser, origin, look, time);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(look.condition === 'pressed' ? 15_000 : 90_000);
    const scripts = scriptsInFlight(page);
    const canvas = await context.newPage();
    const prints: Record<string, Fingerprints[string]> = {};
    const pictures = folderOf(folder, look);
    const parts = only.split(',');
    const isWanted = (name: string) => parts.some((part) => name.includes(part));
    await mkdir(pictures, { recursive: true });
    const draw = async (name: string): Promise<void> => {
      const png = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
      await writeFile(join(pictures, `${name}.png`), png);
      prints[`${lookName(look)} ${name}`] = { ...(await fingerprintOf(canvas, png)), reason: '' };
    };
    if (look.condition === 'pressed' && isWanted('connect-wrong-key')) {
      await enterWrongKey(page);
      await rest(page);
      await draw('connect-wrong-key');
    }
    await page.goto(paths.connect);
    if (look.condition === 'full' && isWanted('connectFirst')) {
      await page.getByRole('button', { name: /^(Entrar a la demostración|Enter the demo)/ }).waitFor();
      await rest(page);
      // With a session it is another screen.
      await draw('connectFirst');
    }
    await page.getByRole('button', { name: /^(Entrar a la demostración|Enter the demo)/ }).click();
    await page.getByRole('navigation').first().waitFor();
    // Where that button was, the pointer would mark what comes to lie under it.
    await page.mouse.move(0, 0);
    if (look.condition === 'pressed') {
      for (const [name, { address, steps }] of Object.entries(everyFace(things)))
        if (isWanted(name)) {
          await page.goto(address);
          await rest(page);
          await steps(page);
          await rest(page);
          await draw(name);
        }
      for (const { name, organization, witness } of stories)
        if (isWanted(`case-${name}`)) {
          await actAs(page, organization);
          await page.goto(paths.witness(witness));
          await rest(page);
          await draw(`case-${name}`);
        }
      return prints;
    }
    const draft = await beginDraft(page, 'Contrato de obra');
    if (look.condition !== 'full') {
      await putInCondition(page, look.condition);
      await page.goto(paths.rates);
      await page.getByRole('navigation').first().waitFor();
    }
    for (const [screen, addresses] of Object.entries(everyScreen({ ...things, draft })))
      for (const [face, address] of addresses.entries()) {
        const name = face === 0 ? screen : `${screen}-${face + 1}`;
        if (!isWanted(name)) continue;
        await page.evaluate(() => scrollTo(0, 0));
        await goInApp(page, address);
        if (look.condition === 'loading')
          // The page before stays until the program of this one is there; its reads never end.
          do await waitForQuietDocument(page, { timeoutMs: 3_000, quietMs: 1_000 });
          while (scripts.size > 0);
        else await rest(page);
        await draw(name);
      }
    return prints;
  } finally {
    // Reads that are under way end with their page.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

/** As the demo does when another of its organizations is chosen. */
const actAs = (page: Page, organizationId: string): Promise<void> =>
  page.evaluate((id) => {
    const session = JSON.parse(sessionStorage.getItem('testigo.session') ?? '{}') as object;
    sessionStorage.setItem('testigo.session', JSON.stringify({ ...session, organizationId: id }));
  }, organizationId);

/** Scripts that were requested and are not there, as it is at any moment. */
function scriptsInFlight(page: Page): ReadonlySet<Request> {
  const scripts = new Set<Request>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request);
  });
  page.on('requestfinished', (request) => void scripts.delete(request));
  page.on('requestfailed', (request) => void scripts.delete(request));
  return scripts;
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
  return context;
}

/** Waits until nothing changes, and takes out how long calls took, which is another number every time. */
async function rest(page: Page): Promise<void> {
  await settledScreen(page, { timeoutMs: 15_000, quietMs: 800 });
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (node.nodeValue && /\d ms\b/.test(node.nodeValue))
        node.nodeValue = node.nodeValue.replace(/(?:< )?[\d,.]+ ms\b/g, '12 ms');
  });
}
