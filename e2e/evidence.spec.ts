import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { readPdfPages } from './read-pdf.ts';
import { expect, test } from './service.ts';
import {
  bannerState,
  enterStories,
  exportEvidence,
  openStory,
  readStory,
  startExport,
  trusting,
  verify,
} from './stories.ts';

/** Opens a story by its name. */
async function open(page: Page, origin: string, name: string): Promise<void> {
  const story = await readStory(origin, name);
  await enterStories(page);
  await openStory(page, story);
}

/** The typefaces that the browser draws an element with, of those that the page itself brings. */
async function drawnIn(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName, isCustomFont }) => `${familyName}${isCustomFont ? '' : ' of the system'}`);
}

/** The page that checks itself holds the typefaces of the product and is drawn with them. */
async function expectOwnTypefaces(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  for (const [selector, family] of [
    ['h1', 'Geist Variable'],
    ['code', 'Geist Mono Variable'],
  ] as const) {
    const element = page.locator(selector).first();
    const named = await element.evaluate((one) => getComputedStyle(one).fontFamily);
    expect(named.split(',')[0]?.replaceAll('"', ''), selector).toBe(family);
    expect(await page.evaluate((name) => document.fonts.check(`16px "${name}"`), family), family).toBe(true);
    // By the name that is in the file of the typeface.
    expect(await drawnIn(page, selector), selector).toEqual([family.replace(' Variable', '')]);
  }
}

/** Opens a file from disk in a browser that has no network. */
async function openedFromDisk(browser: Browser, path: string) {
  const context = await browser.newContext({
    offline: true,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
  });
  const page = await context.newPage();
  const requested: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(pathToFileURL(path).href);
  await expect(page.locator('footer')).toBeVisible();
  return { page, requested, problems, close: () => context.close() };
}

const exitByState: Readonly<Record<string, number>> = { PASSED: 0, FAILED: 1, INDETERMINATE: 2 };

for (const name of ['clean-contract', 'wrong-sibling']) {
  test(`a case file exported of ${name} gives the verdict of the dashboard on the command line, and 1 with a byte changed`, async ({
    page,
    service,
    folder,
  }) => {
    test.setTimeout(180_000);
    await open(page, service.origin, name);
    const state = await bannerState(page);
    const file = await exportEvidence(page, folder, 'Expediente');
    const { words } = await trusting(service.origin, folder);
    const { exit, output } = await verify(file, ...words);
    expect([exit, output.slice(0, 400)]).toEqual([exitByState[state ?? ''], output.slice(0, 400)]);

    // The anchors inside count for nothing until the reader pins them.
    const alone = await verify(file);
    expect(alone.exit).not.toBe(0);
    expect(alone.output).not.toContain('✓ PASSED        certificate.path');

    const text = await readFile(file, 'utf8');
    const at = text.indexOf('"hash":"') + 8;
    const bent = join(folder, 'bent.testigo.json');
    await writeFile(bent, text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1));
    expect((await verify(bent, ...words)).exit).toBe(1);
  });
}

test('the page that checks itself opens from disk without a network, connects to nothing, and gives the same verdict in the typefaces of the product', async ({
  page,
  service,
  folder,
  browser,
}) => {
  test.setTimeout(180_000);
  await open(page, service.origin, 'clean-contract');
  const state = await bannerState(page);
  const file = await exportEvidence(page, folder, 'Página que se comprueba sola', { document: true });
  const { anchors, words } = await trusting(service.origin, folder);

  const { page: own, requested, problems, close } = await openedFromDisk(browser, file);
  await expect(own.locator('.verdict')).toHaveAttribute('data-mark', state ?? '');
  for (const { sha256 } of anchors.anchors) await expect(own.locator('.granted')).toContainText(sha256);
  await expect(own.locator('main')).toContainText('quien la hizo pudo haber cambiado el comprobador');
  // Only the file itself and what it holds: no request left it.
  expect(requested.filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
  expect(problems).toEqual([]);
  const refused = await own.evaluate(async () => {
    const tries = [
      () => fetch('https://example.com/'),
      () => fetch(location.href),
      () =>
        new Promise((resolve, reject) => {
          const image = new Image();
          image.onload = resolve;
          image.onerror = reject;
          image.src = 'https://example.com/a.png';
        }),
    ];
    const ends = await Promise.allSettled(tries.map(async (one) => one()));
    return ends.map(({ status }) => status);
  });
  expect(refused).toEqual(['rejected', 'rejected', 'rejected']);

  // Its JSON, saved from it, is the case file that the command line checks alike.
  const saving = own.waitForEvent('download');
  await own.getByRole('button', { name: /Guardar el JSON/ }).click();
  const json = join(folder, 'from-page.testigo.json');
  await (await saving).saveAs(json);
  expect((await verify(json, ...words)).exit).toBe(exitByState[state ?? '']);

  await own.getByRole('button', { name: 'English' }).click();
  await expect(own.locator('main')).toContainText('whoever made it could have changed the checker');
  // Last: what reads the typefaces tries to load the file again, which the browser reports.
  await expectOwnTypefaces(own);
  await close();

  // One byte of the evidence inside.
  const html = await readFile(file, 'utf8');
  const at = html.indexOf('"hash":"', html.indexOf('class="case"')) + 8;
  const bent = join(folder, 'bent.testigo.html');
  await writeFile(bent, html.slice(0, at) + (html[at] === '0' ? '1' : '0') + html.slice(at + 1));
  const other = await openedFromDisk(browser, bent);
  await expect(other.page.locator('.verdict')).toHaveAttribute('data-mark', 'FAILED');
  await other.close();
});

test('time-stamps by a signer whose key was revoked fail, with the reason, on the page, in the page that checks itself and on the command line', async ({
  page,
  service,
  folder,
  browser,
}) => {
  test.setTimeout(180_000);
  await open(page, service.origin, 'stamp-by-revoked-signer');
  const rule = 'quien firma no pone el sello de tiempo de lo que firma';
  const banner = page.locator('main section[data-state]').first();
  expect(await bannerState(page)).toBe('FAILED');
  await expect(banner).toContainText(rule);
  await expect(banner.getByRole('heading')).toHaveText(/la firmó quien no puede emitir este sello/);
  const options = { document: true };
  const html = await exportEvidence(page, folder, 'Página que se comprueba sola', options);
  const file = await exportEvidence(page, folder, 'Expediente', options);

  const { page: own, problems, close } = await openedFromDisk(browser, html);
  await expect(own.locator('.verdict')).toHaveAttribute('data-mark', 'FAILED');
  // The page may fold what it says below its verdict.
  for (const text of [rule, 'SIG_CONSTRAINTS_FAILURE', 'REVOKED'])
    expect(await own.locator('body').textContent()).toContain(text);
  expect(problems).toEqual([]);
  await close();

  const { words } = await trusting(service.origin, folder);
  const { exit, output } = await verify(file, ...words);
  expect(exit).toBe(1);
  for (const line of [
    /FAILED\s+nom151\.signer:[^\n]*\n[^\n]*SIG_CONSTRAINTS_FAILURE/,
    /FAILED\s+ocsp\.status:[^\n]*\n[^\n]*REVOKED/,
    /the time-stamp is not by a signer of what it dates/,
  ])
    expect(output).toMatch(line);
});

test('the same evidence verified for the same moment gives the same bytes', async ({
  page,
  service,
  folder,
}) => {
  test.setTimeout(120_000);
  await open(page, service.origin, 'clean-contract');
  const [first, second] = [
    await exportEvidence(page, folder, 'Expediente'),
    await exportEvidence(page, folder, 'Expediente'),
  ];
  expect(await readFile(second, 'utf8')).toBe(await readFile(first, 'utf8'));
});

/** Every page of a PDF says which of how many it is, and the hash; gives their texts. */
async function expectNumberedPages(bytes: Uint8Array, hash: string): Promise<string[]> {
  const pages = await readPdfPages(bytes);
  expect(pages.length).toBeGreaterThan(1);
  for (const [at, text] of pages.entries()) {
    const number = `${at + 1} / ${pages.length}`;
    expect(text.replace(/\s+/g, ' '), `the number of page ${number}`).toContain(number);
    expect(text.replace(/\s+/g, ''), `the hash on page ${number}`).toContain(`SHA-256${hash}`);
  }
  return pages;
}

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');

/** The SHA-256 that the case file of the same evidence is about. */
async function hashInCase(path: string): Promise<string> {
  const [, hash = ''] = /"hash":"([0-9a-f]{64})"/.exec(await readFile(path, 'utf8')) ?? [];
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  return hash;
}

/** What the first page says of each story, by language, without spaces. */
const firstPages: Readonly<Record<string, Readonly<Record<'es-MX' | 'en', readonly RegExp[]>>>> = {
  'clean-contract': {
    'es-MX': [
      /Contratodeserviciosenregla/,
      /existíaamástardarel\d{1,2}de[a-z]+de20\d\d/,
      /RodrigoArandaLizama/,
      /Selladopor\S+/,
    ],
    en: [
      /Contratodeserviciosenregla/,
      /existednolaterthan\d{1,2}[A-Z][a-z]+20\d\d/,
      /RodrigoArandaLizama/,
      /Time-stampedby\S+/,
    ],
  },
  'wrong-sibling': {
    'es-MX': [/Contratodesuministro/, /Noválido/, /MaríaFernandaOrtegaRuiz/],
    en: [/Contratodesuministro/, /Invalid/, /MaríaFernandaOrtegaRuiz/],
  },
};

/** What a case of the demonstration says of its authorities. */
const testAuthorities = {
  'es-MX': 'Autoridades de prueba: sin valor legal',
  en: 'Test authorities: no legal value',
} as const;

/** Paper is white where the screen is dark, and its text is black. */
async function expectWhitePaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const selector of ['html', '.verdict'])
    await expect(page.locator(selector)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('.verdict h2')).toHaveCSS('color', 'rgb(0, 0, 0)');
}

const languages = [
  ['es-MX', 'Español'],
  ['en', 'English'],
] as const;

for (const [name, firstPage] of Object.entries(firstPages))
  test(`of ${name}, in each language, each page of the printed report, and of the page that checks itself on paper, has its number and the hash; the first says what, when, who, and by what command to verify, is white, and names test authorities`, async ({
    page,
    service,
    folder,
    browser,
  }) => {
    test.setTimeout(180_000);
    await page.addInitScript(() => (window.print = () => undefined));
    await open(page, service.origin, name);
    const file = await exportEvidence(page, folder, 'Expediente');
    const hash = await hashInCase(file);
    for (const [language, choice] of languages)
      await test.step(language, async () => {
        const expectFirstPage = async (what: string, pdf: Buffer): Promise<void> => {
          const [first = ''] = (await expectNumberedPages(pdf, hash)).map(withoutSpaces);
          for (const said of firstPage[language]) expect(first, `${what} in ${language}`).toMatch(said);
          // Its address leads nowhere from another computer.
          expect(first, `no address of this computer, of the ${what}`).not.toContain(service.origin);
          expect(first, `of the ${what}`).toContain(withoutSpaces(testAuthorities[language]));
          expect(first, `the command, of the ${what}`).toContain(`testigoverify${basename(file)}`);
        };
        const { dialog } = await startExport(page, 'Informe para imprimir');
        await dialog.getByText(choice, { exact: true }).click();
        await dialog.getByRole('button', { name: 'Imprimir' }).click();
        await expect(page.locator('[data-print-sheet] article')).toHaveCount(1);
        await expectFirstPage('printed report', await page.pdf({ preferCSSPageSize: true }));
        await page.evaluate(() => dispatchEvent(new Event('afterprint')));
        await expect(page.locator('[data-print-sheet]')).toHaveCount(0);
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();

        const choosing = await startExport(page, 'Página que se comprueba sola');
        await choosing.dialog.getByText(choice, { exact: true }).click();
        const own = await openedFromDisk(browser, await choosing.save(folder, `${language}.html`));
        await expect(own.page.locator('html')).toHaveAttribute('lang', language);
        await expectWhitePaper(own.page);
        const pdf = await own.page.pdf({ preferCSSPageSize: true });
        await expectFirstPage('page that checks itself', pdf);
        expect(own.problems).toEqual([]);
        await own.close();
      });
  });
