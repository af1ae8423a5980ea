/** Draws every screen in both languages, both themes and two widths, with the time fixed and nothing in motion. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { noThings, screensByName, type Things } from '../../../e2e/every-screen.ts';
import {
  conditions,
  conditionsBeside,
  endReads,
  isInPlace,
  loseParts,
  putInCondition,
  resumeReads,
  screensBeside,
  type Condition,
  type ConditionBeside,
} from '../../../e2e/conditions.ts';
import { settledScreen, waitForQuietDocument } from '../../../e2e/screen-state.ts';
import { beginDraft } from '../../../e2e/look-at-screens.ts';
import { goInApp, storyRows, type Story } from '../../../e2e/stories.ts';
import { paths } from '#widgets/paths.ts';
import type { Face } from '../../../e2e/face-steps.ts';
import { everyFace } from '../../../e2e/faces.ts';
import { guestFaces, type SharedRequest } from '../../../e2e/guest-faces.ts';
import { paperFaces, putOnPaper } from '../../../e2e/paper-faces.ts';
import type { Fingerprints } from './fingerprints.ts';
import { fingerprintOf } from './fingerprint-of.ts';

export interface Look {
  readonly language: 'es-MX' | 'en';
  readonly theme: 'light' | 'dark';
  readonly width: 1440 | 360;
  readonly condition: 'full' | 'pressed' | Condition | ConditionBeside;
}

const everyLook = (['es-MX', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    ([1440, 360] as const).map((width) => ({ language, theme, width })),
  ),
);

/** Every condition in every look. */
export const looks: readonly Look[] = (
  ['full', 'pressed', ...conditions, ...conditionsBeside] as const
).flatMap((condition) => everyLook.map((look) => ({ ...look, condition })));

export const lookName = ({ language, theme, width, condition }: Look): string =>
  `${language} ${theme} ${width}${condition === 'full' ? '' : ` ${condition}`}`;

/** What is drawn of a condition: the names are the same whatever they are of. */
export function namesIn(condition: Look['condition']): readonly string[] {
  if (condition !== 'pressed')
    return [
      ...(condition === 'full' ? ['connectFirst'] : []),
      ...Object.keys(screensIn(condition, noThings)),
    ];
  return [
    ...Object.keys({ ...guestFaces(noRequest), ...everyFace(noThings), ...paperFaces(noThings) }),
    ...storyRows.map(({ name }) => `case-${name}`),
  ];
}

const noRequest: SharedRequest = { id: '', anonymousKey: '' };

/** The addresses of a condition, by the name of their picture. */
function screensIn(
  condition: Exclude<Look['condition'], 'pressed'>,
  of: Things,
): Readonly<Record<string, string>> {
  const all = screensByName(of);
  if (condition === 'full' || isInPlace(condition)) return all;
  const names: readonly string[] = screensBeside[condition];
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

/** Where the pictures of a look are. */
export const folderOf = (folder: string, look: Look): string =>
  join(folder, lookName(look).replaceAll(' ', '-'));

export interface Drawing {
  readonly things: Things;
  /** A request that waits, for whoever has its link. */
  readonly shared: SharedRequest;
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
  drawing: Drawing,
): Promise<Fingerprints> {
  const context = await openContext(browser, origin, look, drawing.time);
  try {
    const easel = await openEasel(context, look, drawing);
    await drawGuests(easel, look, drawing);
    const { page } = easel;
    await page.getByRole('button', { name: /^(Entrar a la demostración|Enter the demo)/ }).click();
    await page.getByRole('navigation').first().waitFor();
    // Where that button was, the pointer would mark what comes to lie under it.
    await page.mouse.move(0, 0);
    if (look.condition === 'pressed') await drawPressed(easel, look, drawing);
    else await drawScreens(easel, look.condition, drawing);
    return easel.prints;
  } finally {
    // Reads that are under way end with their page.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

/** The page that is drawn, and what comes of it. */
interface Easel {
  readonly page: Page;
  readonly prints: Fingerprints;
  readonly isWanted: (name: string) => boolean;
  /** Draws the page as it is, or as much of it as the window shows. */
  readonly draw: (name: string, fullPage?: boolean) => Promise<void>;
  /** Draws what stands at an address after some steps. */
  readonly drawFace: (name: string, face: Face) => Promise<void>;
}

async function openEasel(context: BrowserContext, look: Look, { folder, only }: Drawing): Promise<Easel> {
  const page = await context.newPage();
  page.setDefaultTimeout(look.condition === 'pressed' ? 15_000 : 90_000);
  const canvas = await context.newPage();
  const prints: Record<string, Fingerprints[string]> = {};
  const pictures = folderOf(folder, look);
  const parts = only.split(',');
  await mkdir(pictures, { recursive: true });
  const draw = async (name: string, fullPage = true): Promise<void> => {
    const png = await page.screenshot({ fullPage, animations: 'disabled', caret: 'hide' });
    await writeFile(join(pictures, `${name}.png`), png);
    prints[`${lookName(look)} ${name}`] = { ...(await fingerprintOf(canvas, png)), reason: '' };
  };
  return {
    page,
    prints,
    isWanted: (name) => parts.some((part) => name.includes(part)),
    draw,
    drawFace: async (name, { address, steps }) => {
      await page.goto(address);
      await rest(page);
      await steps(page);
      await rest(page);
      await draw(name);
    },
  };
}

/** What is seen before there is a session; leaves the page where one is begun. */
async function drawGuests(
  { page, isWanted, draw, drawFace }: Easel,
  { condition }: Look,
  { shared }: Drawing,
): Promise<void> {
  if (condition === 'pressed')
    for (const [name, face] of Object.entries(guestFaces(shared)))
      if (isWanted(name)) {
        // Another key at the same address would not load it anew.
        await page.goto('about:blank');
        await drawFace(name, face);
      }
  await page.goto(paths.connect);
  if (condition === 'full' && isWanted('connectFirst')) {
    await page.getByRole('button', { name: /^(Entrar a la demostración|Enter the demo)/ }).waitFor();
    await rest(page);
    // With a session it is another screen.
    await draw('connectFirst');
  }
}

async function drawPressed(
  { page, isWanted, draw, drawFace }: Easel,
  { width }: Look,
  { things, stories }: Drawing,
): Promise<void> {
  for (const [name, face] of Object.entries(everyFace(things)))
    if (isWanted(name)) await drawFace(name, face);
  for (const [name, { address, steps }] of Object.entries(paperFaces(things)))
    if (isWanted(name)) {
      await page.goto(address);
      await rest(page);
      await steps(page);
      await putOnPaper(page);
      await rest(page);
      // The first page is what most people read; of all of them a picture would be too long to be compared.
      await draw(name, false);
      await page.emulateMedia({ media: null });
      await page.setViewportSize(sizeOf(width));
    }
  for (const { name, organization, witness } of stories)
    if (isWanted(`case-${name}`)) {
      await actAs(page, organization);
      await drawFace(`case-${name}`, { address: paths.witness(witness), steps: () => Promise.resolve() });
    }
}

async function drawScreens(
  { page, isWanted, draw }: Easel,
  condition: Exclude<Look['condition'], 'pressed'>,
  { things, time }: Drawing,
): Promise<void> {
  const scripts = scriptsInFlight(page);
  const isEveryScreen = condition === 'full' || isInPlace(condition);
  const draft = isEveryScreen ? await beginDraft(page, 'Contrato de obra') : '';
  if (condition !== 'full') {
    if (isInPlace(condition)) await putInCondition(page, condition);
    if (condition === 'partial') await loseParts(page);
    await page.goto(paths.rates);
    await page.getByRole('navigation').first().waitFor();
  }
  for (const [name, address] of Object.entries(screensIn(condition, { ...things, draft }))) {
    if (!isWanted(name)) continue;
    await page.evaluate(() => scrollTo(0, 0));
    await goInApp(page, address);
    if (condition === 'loading')
      // The page before stays until the program of this one is there; its reads never end.
      do await waitForQuietDocument(page, { timeoutMs: 3_000, quietMs: 1_000 });
      while (scripts.size > 0);
    else await rest(page);
    if (condition === 'offline' || condition === 'stale') {
      await page.clock.setFixedTime(time.getTime() + 3 * 60_000);
      await endReads(page, condition);
      await rest(page);
      await draw(name);
      await page.clock.setFixedTime(time);
      await resumeReads(page);
    } else await draw(name);
  }
}

/** As the demo does when another of its organizations is chosen. */
async function actAs(page: Page, organizationId: string): Promise<void> {
  // A page that was saved has another storage.
  if (!page.url().startsWith('http')) await page.goto(paths.connect);
  await page.evaluate((id) => {
    const session = JSON.parse(sessionStorage.getItem('testigo.session') ?? '{}') as object;
    sessionStorage.setItem('testigo.session', JSON.stringify({ ...session, organizationId: id }));
  }, organizationId);
}

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

const sizeOf = (width: Look['width']) => ({ width, height: width === 360 ? 780 : 900 });

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
    viewport: sizeOf(width),
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
