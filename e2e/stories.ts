import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { caseRows, type CaseRow } from '#service/seed/data/tables.ts';

/** A check that a story expects not to pass. */
export interface Expectation {
  readonly check: string;
  readonly status: string;
  readonly reason: string;
  /** Which piece of the case. */
  readonly section: string;
}

/** A case of the sandbox, clean or with one defect (Rule ST-14). */
export interface Story {
  readonly name: string;
  readonly organization: string;
  readonly witness: string;
  readonly request: string;
  readonly expected: readonly Expectation[];
  readonly baseline: readonly Expectation[];
}

export interface Anchors {
  readonly recipe: string;
  readonly endorsers: readonly object[];
  readonly range?: object;
  readonly anchors: readonly {
    readonly pem: string;
    readonly sha256: string;
    readonly use: 'signing' | 'stamping' | 'both';
  }[];
}

/** What the service's seed makes stories of: known without a service, so that each can have its test. */
export const storyRows: readonly CaseRow[] = caseRows;

export const readStories = async (origin: string): Promise<readonly Story[]> =>
  (await (await fetch(`${origin}/sandbox/stories`)).json()) as readonly Story[];

export async function readStory(origin: string, name: string): Promise<Story> {
  const stories = await readStories(origin);
  const story = stories.find((one) => one.name === name);
  if (!story)
    throw new Error(`There is no story ${name}, only ${stories.map((one) => one.name).join(', ')}.`);
  return story;
}

/** The command line as a reader runs it. */
export async function verify(...words: string[]): Promise<{ exit: number; output: string }> {
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
export async function trusting(
  origin: string,
  folder: string,
): Promise<{ readonly words: string[]; readonly anchors: Anchors }> {
  const anchors = (await (await fetch(`${origin}/sandbox/anchors`)).json()) as Anchors;
  const folders = { signing: join(folder, 'anchors'), stamping: join(folder, 'stamp-anchors') };
  for (const [use, at] of Object.entries(folders)) {
    await mkdir(at, { recursive: true });
    // One of both uses is pinned for each.
    for (const one of anchors.anchors.filter((anchor) => anchor.use === use || anchor.use === 'both'))
      await writeFile(join(at, `${one.sha256}.pem`), one.pem);
  }
  const chain = join(folder, 'chain.json');
  const { endorsers, range } = anchors;
  await writeFile(chain, JSON.stringify({ exchanges: [], endorsers, ...(range && { range }) }));
  return {
    words: [
      ...['--anchors', folders.signing, '--stamp-anchors', folders.stamping],
      ...['--recipe', anchors.recipe, '--chain', chain],
    ],
    anchors,
  };
}

/** Enters the demo as the organization of the stories, in either language. */
export async function enterStories(page: Page): Promise<void> {
  await page.goto('/connect');
  await page.getByRole('button', { name: /^(?:Entrar a la demostración|Enter the demo)$/ }).click();
  await expect(
    page.getByRole('navigation').getByRole('link', { name: /Solicitudes|Requests/ }),
  ).toBeVisible();
  await page
    .getByRole('button', { name: /Grupo|Organización/ })
    .first()
    .click();
  const choice = page.getByRole('menuitemradio', { name: 'Casos de prueba' });
  await choice
    .or(page.getByRole('menuitem', { name: 'Casos de prueba' }))
    .first()
    .click();
  await expect(page.getByRole('button', { name: /Casos de prueba/ }).first()).toBeVisible();
}

/** The inspector calls it by what most come for. */
const exportButton = /^(?:Guardar expediente|Save case file)$/;

/** Goes to another address of the app. The key of the demo is in memory, so the page stays. */
export async function goInApp(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
}

/** Opens the witness of a story, and waits until it is verified. */
export async function openStory(page: Page, { witness }: Pick<Story, 'witness'>): Promise<void> {
  await goInApp(page, `/witnesses/${witness}`);
  // The page before stays until this one is there.
  await expect(page.locator(`[data-witness="${witness}"] [data-section="witness"]`).first()).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole('button', { name: exportButton })).toBeEnabled({ timeout: 30_000 });
}

/** The tabs of a witness, in their order. */
export const witnessTabs = ['Firmas', 'Tiempos', 'Cadena', 'Repítelo', 'Datos'] as const;

/** Opens a tab of the witness and waits until its content is there. */
export async function openWitnessTab(page: Page, name: (typeof witnessTabs)[number]): Promise<void> {
  const tab = page
    .getByRole('tablist', { name: 'Detalle del testigo' })
    .getByRole('tab', { name: new RegExp(`^${name}`) });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  const panel = page.locator(`#${await tab.getAttribute('aria-controls')}`);
  await expect(panel).not.toBeEmpty();
  await expect(panel.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Names a node in the tab of the witness that has the form. */
export async function queryNode(page: Page, address: string): Promise<void> {
  await openWitnessTab(page, 'Cadena');
  await page.getByLabel('Dirección del nodo').fill(address);
  await page.getByRole('button', { name: 'Consultar', exact: true }).click();
}

/** The button of a list that unfolds what passed. */
export const foldedChecks = /válidas? más|comprobaci(?:ón válida|ones válidas)/;

/** Opens the export dialog for a kind of file; what it gives presses its button and keeps the file that is saved. */
export async function startExport(
  page: Page,
  kind: string,
): Promise<{ dialog: Locator; save: (folder: string, name?: string) => Promise<string> }> {
  await page.getByRole('button', { name: exportButton }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: kind }).check();
  const save = async (folder: string, name?: string): Promise<string> => {
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    const download = await saving;
    const path = join(folder, name ?? download.suggestedFilename());
    await download.saveAs(path);
    await expect(dialog).toBeHidden();
    return path;
  };
  return { dialog, save };
}

/** Exports by the dialog; gives the file that the browser saved. */
export async function exportEvidence(
  page: Page,
  folder: string,
  kind: string,
  options: { document?: boolean; name?: string } = {},
): Promise<string> {
  const { dialog, save } = await startExport(page, kind);
  if (options.document) await dialog.getByRole('checkbox').check();
  return save(folder, options.name);
}

/** The verdict that the inspector's banner shows, as a state. */
export const bannerState = (page: Page): Promise<string | null> =>
  page.locator('main section[data-state]').first().getAttribute('data-state');
