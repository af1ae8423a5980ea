import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './service.ts';

interface Story {
  readonly name: string;
  readonly organization: string;
  readonly witness: string;
}

interface Anchors {
  readonly recipe: string;
  readonly endorsers: readonly object[];
  readonly anchors: readonly { readonly pem: string; readonly sha256: string }[];
}

/** The inspector calls it by what most come for. */
const exportButton = /^(?:Guardar caso|Exportar evidencia)$/;

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-evidence-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** The command line as a reader runs it. */
async function verify(...words: string[]): Promise<{ exit: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['node_modules/tsx/dist/cli.mjs', 'src/cli/verify.ts', ...words],
      { maxBuffer: 64 << 20 },
      (error, stdout) => resolve({ exit: typeof error?.code === 'number' ? error.code : 0, output: stdout }),
    );
  });
}

/** What a reader who trusts this sandbox gives the command line: its anchors, its recipe, its contracts. */
async function trusting(origin: string): Promise<{ words: string[]; anchors: Anchors }> {
  const anchors = (await (await fetch(`${origin}/sandbox/anchors`)).json()) as Anchors;
  const at = join(folder, 'anchors');
  await mkdir(at, { recursive: true });
  for (const { pem, sha256 } of anchors.anchors) await writeFile(join(at, `${sha256}.pem`), pem);
  const chain = join(folder, 'chain.json');
  await writeFile(chain, JSON.stringify({ exchanges: [], endorsers: anchors.endorsers }));
  return { words: ['--anchors', at, '--recipe', anchors.recipe, '--chain', chain], anchors };
}

/** Opens a story's witness in the organization of the stories. */
async function openStory(page: Page, origin: string, name: string): Promise<void> {
  const stories = (await (await fetch(`${origin}/sandbox/stories`)).json()) as Story[];
  const story = stories.find((one) => one.name === name);
  if (!story)
    throw new Error(`There is no story ${name}, only ${stories.map((one) => one.name).join(', ')}.`);
  await page.goto('/connect');
  await page.getByRole('button', { name: 'Entrar a la demostración' }).click();
  await expect(page.getByRole('navigation').getByRole('link', { name: /Solicitudes/ })).toBeVisible();
  await chooseOrganization(page, 'Casos de prueba');
  await inApp(page, `/witnesses/${story.witness}`);
  await expect(page.getByRole('button', { name: exportButton })).toBeEnabled({ timeout: 30_000 });
}

async function chooseOrganization(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name: /Grupo|Organización/ }).first();
  await button.click();
  await page.getByRole('menuitemradio', { name }).or(page.getByRole('menuitem', { name })).first().click();
  await expect(page.getByRole('button', { name: new RegExp(name) }).first()).toBeVisible();
}

/** Goes to an address without loading the page anew: the key of the demo is in memory. */
async function inApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** Exports by the dialog; gives the file that the browser saved. */
async function exported(page: Page, kind: string, options: { document?: boolean } = {}): Promise<string> {
  await page.getByRole('button', { name: exportButton }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: kind }).check();
  if (options.document) await dialog.getByRole('checkbox').check();
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  const download = await saving;
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  await expect(dialog).toBeHidden();
  return path;
}

/** Opens a file from disk in a browser that has no network. */
async function openedFromDisk(browser: Browser, path: string) {
  const context = await browser.newContext({
    offline: true,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
  });
  const page = await context.newPage();
  const asked: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(pathToFileURL(path).href);
  await expect(page.locator('footer')).toBeVisible();
  return { page, asked, problems, close: () => context.close() };
}

/** The verdict that the dashboard shows, as a state. */
const stateOf = async (page: Page): Promise<string | null> =>
  page.locator('main section[data-state]').first().getAttribute('data-state');

const exitByState: Readonly<Record<string, number>> = { PASSED: 0, FAILED: 1, INDETERMINATE: 2 };

for (const name of ['clean-contract', 'wrong-sibling']) {
  test(`a case file exported of ${name} gives the verdict of the dashboard on the command line, and 1 with a byte changed`, async ({
    page,
    service,
  }) => {
    test.setTimeout(180_000);
    await openStory(page, service.origin, name);
    const state = await stateOf(page);
    const file = await exported(page, 'Archivo de caso');
    const { words } = await trusting(service.origin);
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

test('the page that checks itself opens from disk without a network, connects to nothing, and gives the same verdict', async ({
  page,
  service,
  browser,
}) => {
  test.setTimeout(180_000);
  await openStory(page, service.origin, 'clean-contract');
  const state = await stateOf(page);
  const file = await exported(page, 'Página que se comprueba sola', { document: true });
  const { anchors, words } = await trusting(service.origin);

  const { page: own, asked, problems, close } = await openedFromDisk(browser, file);
  await expect(own.locator('.verdict')).toHaveAttribute('data-mark', state ?? '');
  for (const { sha256 } of anchors.anchors) await expect(own.locator('.granted')).toContainText(sha256);
  await expect(own.locator('main')).toContainText('quien la hizo pudo haber cambiado el comprobador');
  // Only the file itself and what it holds: no request left it.
  expect(asked.filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
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

  // Its JSON, saved from it, is the case file that the command line judges alike.
  const saving = own.waitForEvent('download');
  await own.getByRole('button', { name: /Guardar el JSON/ }).click();
  const json = join(folder, 'from-page.testigo.json');
  await (await saving).saveAs(json);
  expect((await verify(json, ...words)).exit).toBe(exitByState[state ?? '']);

  await own.getByRole('button', { name: 'English' }).click();
  await expect(own.locator('main')).toContainText('whoever made it could have changed the checker');
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

test('the same evidence judged for the same moment gives the same bytes', async ({ page, service }) => {
  test.setTimeout(120_000);
  await openStory(page, service.origin, 'clean-contract');
  const [first, second] = [await exported(page, 'Archivo de caso'), await exported(page, 'Archivo de caso')];
  expect(await readFile(second, 'utf8')).toBe(await readFile(first, 'utf8'));
});
