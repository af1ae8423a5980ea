import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { greenMarks, isWarned, passed, type Mark, type Report } from './green-marks.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test, type DemoSession } from './service.ts';
import { call } from './staff.ts';
import {
  enterStories,
  exportEvidence,
  goInApp,
  openStory,
  readStories,
  readStory,
  trusting,
  type Story,
} from './stories.ts';
import {
  expectSameMarks,
  marksOfRow,
  openRow,
  reportsOf,
  waitForVerdicts,
  type Screen,
} from './story-screens.ts';

// What is about several stories at once. What is about one of them is in stories.spec.ts.

const keyOf = (demo: DemoSession): string =>
  demo.organizations.find(({ name }) => name === 'Casos de prueba')?.apiKey ?? '';

/** The rows of the table of /verify, and what is green outside of them. */
async function readTable(
  page: Page,
  files: readonly string[],
): Promise<{ readonly rows: readonly Screen[]; readonly tallies: readonly Mark[] }> {
  const marks = await greenMarks(page.locator('body'));
  const rows = files.map((file, index): Screen => {
    return { where: `row ${index}`, file, marks: marksOfRow(marks, index), shows: 'row' };
  });
  return { rows, tallies: marks.filter(({ place }) => place === 'page') };
}

/** What is counted over the table: how many passed, on a chip and as parts of the bar with and without warnings. */
function expectTallies(tallies: readonly Mark[], reports: readonly Report[]): void {
  const all = reports.filter(({ verdict }) => passed(verdict.conclusion));
  const plain = all.filter((report) => !isWarned(report)).length;
  const expected = [plain, plain, all.length - plain].filter((count) => count > 0).sort();
  expect(expected.length).toBeGreaterThan(0);
  expect(tallies.map(({ tally }) => tally).sort()).toEqual(expected);
}

/** Of every conclusion one, one whose proofs disagree, and one with a token. */
const differentStories = [
  'clean-contract',
  'wrong-sibling',
  'stale-ocsp',
  'one-of-two-proofs-fails',
  'whole-chain',
] as const;

test('ST-14 a table of dropped cases marks and counts in green what the command line passes in them', async ({
  page,
  service,
  folder,
}) => {
  test.setTimeout(180_000);
  await enterStories(page);
  const files: string[] = [];
  for (const name of differentStories) {
    await openStory(page, await readStory(service.origin, name));
    files.push(
      await exportEvidence(page, folder, 'Expediente', {
        document: true,
        name: `${name}.testigo.json`,
      }),
    );
  }
  await goInApp(page, paths.verify);
  await page.getByLabel('Elegir archivos').setInputFiles(files);
  await waitForVerdicts(page, files.length);
  const { rows, tallies } = await readTable(page, files);
  const panes: Screen[] = [];
  for (const [index, file] of files.entries()) {
    const marks = await greenMarks(await openRow(page, index));
    panes.push({ where: `pane ${index}`, file, marks });
  }
  const { words } = await trusting(service.origin, folder);
  const reportOf = await reportsOf(files, words);
  const conclusions = new Set(files.map((file) => reportOf(file).verdict.conclusion));
  expect([...conclusions].sort()).toEqual(['INDETERMINATE', 'TOTAL_FAILED', 'TOTAL_PASSED']);
  expectSameMarks([...rows, ...panes], reportOf);
  expectTallies(tallies, files.map(reportOf));
});

test('ST-14 the pasted hashes of all stories, looked up at the service, are marked and counted in green as the command line finds', async ({
  page,
  service,
  folder,
  demo,
}) => {
  test.setTimeout(180_000);
  const stories = await readStories(service.origin);
  const hashes = await readHashes(service.origin, keyOf(demo), stories);
  await enterStories(page);
  await goInApp(page, paths.verify);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Suelta/);
  const [first = '', ...others] = hashes;
  await pasteHashes(page, [first]);
  await waitForVerdicts(page, 1);
  await page.getByRole('button', { name: 'Consultar', exact: true }).click();
  // A hash has a verdict before it is looked up. Those that come after the consent have none until then.
  await page.locator('tr[data-index="0"]').click();
  const pane = page.getByRole('complementary');
  await expect(pane).toContainText(`Pruebas de ${new URL(service.origin).host}`, { timeout: 60_000 });
  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();
  await pasteHashes(page, others);
  await waitForVerdicts(page, stories.length);
  const files: string[] = [];
  const panes: Screen[] = [];
  for (const [index] of stories.entries()) {
    const marks = await greenMarks(await openRow(page, index));
    const saving = page.waitForEvent('download');
    await pane.getByRole('button', { name: 'Guardar expediente' }).click();
    const file = join(folder, `looked-up-${index}.testigo.json`);
    await (await saving).saveAs(file);
    files.push(file);
    panes.push({ where: `pane ${index}`, file, marks });
  }
  const { rows, tallies } = await readTable(page, files);
  const { words } = await trusting(service.origin, folder);
  const reportOf = await reportsOf(files, words);
  expectSameMarks([...rows, ...panes], reportOf);
  expectTallies(tallies, files.map(reportOf));
});

async function pasteHashes(page: Page, hashes: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Pegar huellas' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(hashes.join('\n'));
  await dialog.getByRole('button', { name: /^Agregar/ }).click();
  await expect(dialog).toBeHidden();
}

/** The hashes of the witnesses of the stories, in the order of the service. */
async function readHashes(origin: string, key: string, stories: readonly Story[]): Promise<string[]> {
  const ids = encodeURIComponent(JSON.stringify({ in: stories.map(({ witness }) => witness) }));
  const path = `/witnesses?pagination={"size":100}&_id=${ids}`;
  const { body } = await call<{ results: { hash: string }[] }>(origin, key, 'GET', path);
  expect(body.results).toHaveLength(stories.length);
  return body.results.map(({ hash }) => hash);
}

/**
 * Where of each address of the app a story can be seen: a new address must say here which. Those of one witness and one
 * request, and `/verify`, are opened for each story; on the others nothing is computed, so nothing is green.
 */
type Address = Exclude<
  keyof typeof paths,
  'draft' | 'bulkDraft' | 'bulkRun' | 'connectThen' | 'sandboxSigners'
>;
type Elsewhere = Record<
  Exclude<Address, 'witness' | 'request' | 'verify'>,
  { readonly at: string; readonly shows: string | RegExp } | 'opened for each story that has one'
>;

interface Signer {
  readonly id: string;
  readonly commonName: string;
  readonly wallet?: { readonly id: string } | null;
  readonly certificate?: { readonly id: string } | null;
}

/** The name of the document of a story, and who signs it. */
async function readRequest(
  origin: string,
  key: string,
  { request }: Story,
): Promise<{ readonly title: string; readonly signer: Signer }> {
  const filter = encodeURIComponent(JSON.stringify({ eq: request }));
  const path = `/signature-request-invites?signatureRequest=${filter}`;
  const { body } = await call<{
    results: readonly { readonly subject: Signer; readonly signatureRequest: { readonly name: string } }[];
  }>(origin, key, 'GET', path);
  const [invite] = body.results;
  if (!invite) throw new Error('The story has no signer.');
  return { title: invite.signatureRequest.name, signer: invite.subject };
}

test('ST-14 nothing is green on the screens where nothing about a story is computed', async ({
  page,
  service,
  demo,
}) => {
  const story = await readStory(service.origin, 'clean-contract');
  const { title, signer } = await readRequest(service.origin, keyOf(demo), story);
  const search = encodeURIComponent(JSON.stringify({ commonName: 'AC 1' }));
  const issuers = `/issuers?search=${search}`;
  const { body } = await call<{ results: { id: string }[] }>(service.origin, keyOf(demo), 'GET', issuers);
  const issuerId = body.results[0]?.id ?? '';
  const elsewhere: Elsewhere = {
    overview: { at: paths.overview, shows: /NOM-151/ },
    connect: { at: paths.connect, shows: /Conexión establecida/ },
    requests: { at: paths.requests, shows: title },
    newRequest: { at: paths.newRequest, shows: /PDF/ },
    bulk: { at: paths.bulk, shows: /Envío masivo/ },
    witnesses: { at: paths.witnesses, shows: title },
    endorsements: { at: paths.endorsements, shows: /Endosos/ },
    directory: { at: paths.directory, shows: signer.commonName },
    subject: { at: paths.subject(signer.id), shows: signer.commonName },
    certificates: { at: paths.certificates, shows: signer.commonName },
    certificate: { at: paths.certificate(signer.certificate?.id ?? ''), shows: signer.commonName },
    issuers: { at: paths.issuers, shows: /AC 1 del sandbox/ },
    issuer: { at: paths.issuer(issuerId), shows: /AC 1 del sandbox/ },
    organization: { at: paths.organization, shows: /Perfil/ },
    link: { at: paths.link(demo.organizations[0]?.id ?? ''), shows: /Vincularse con/ },
    rates: { at: paths.rates, shows: /USDC/ },
    settings: { at: paths.settings, shows: /Confianza/ },
    drift: { at: paths.drift, shows: /especificación/ },
    sandbox: { at: paths.sandbox, shows: /Casos de prueba/ },
    token: 'opened for each story that has one',
    wallet: { at: paths.wallet(signer.wallet?.id ?? ''), shows: /\S/ },
  };
  await enterStories(page);
  // The first of the screens below is where entering leads.
  await goInApp(page, paths.verify);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Suelta/);
  for (const [name, place] of Object.entries(elsewhere)) {
    if (typeof place === 'string') continue;
    const before = await page.title();
    await goInApp(page, place.at);
    // The page before stays until this one is there.
    await expect(page).not.toHaveTitle(before);
    await expect(page.locator('main').last()).toContainText(place.shows);
    await settledScreen(page, { timeoutMs: 10_000 });
    expect([name, await greenMarks(page.locator('body'))]).toEqual([name, []]);
  }
});
