import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import {
  greenMarks,
  isRecomputed,
  isWarned,
  openOnes,
  passed,
  type Mark,
  type Report,
} from './green-marks.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { call } from './staff.ts';
import {
  bannerState,
  enterStories,
  exportEvidence,
  goInApp,
  openStory,
  readStories,
  trusting,
  verify,
  type Story,
} from './stories.ts';

/** What a screen shows in green, and the case file that must say the same. */
interface Seen {
  readonly where: string;
  readonly file: string;
  readonly marks: readonly Mark[];
}

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-stories-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Unfolds what merely had to hold, and opens every signer in turn: their marks count as well. */
async function marksOfInspector(page: Page): Promise<Mark[]> {
  const folded = page.getByRole('button', { name: /más que se sostiene/, expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
  const marks = await greenMarks(page.locator('body'));
  const signers = page.getByRole('tablist', { name: 'Firmantes' }).getByRole('tab');
  for (let at = 1; at < (await signers.count()); at += 1) {
    await signers.nth(at).click();
    await expect(page.locator(`[role=tabpanel] [data-section="invites[${at}]"]`)).toBeVisible();
    while ((await folded.count()) > 0) await folded.first().click();
    marks.push(...(await greenMarks(page.locator('[role=tabpanel]'))));
  }
  return marks;
}

/** A story as the interface gives it: what it is called, who signs it, and the witnesses of the signatures. */
interface Told {
  readonly title: string;
  readonly subjects: readonly {
    readonly id: string;
    readonly commonName: string;
    readonly wallet?: { readonly id: string } | null;
  }[];
  readonly signatureWitnesses: readonly string[];
}

async function tellStory(origin: string, key: string, { request }: Story): Promise<Told> {
  interface Listed {
    readonly results: readonly {
      readonly witness?: { readonly id?: string } | null;
      readonly subject: Told['subjects'][number];
      readonly signatureRequest: { readonly name: string };
    }[];
  }
  const filter = encodeURIComponent(JSON.stringify({ eq: request }));
  const { body } = await call<Listed>(
    origin,
    key,
    'GET',
    `/signature-request-invites?signatureRequest=${filter}`,
  );
  return {
    title: body.results[0]?.signatureRequest.name ?? '',
    subjects: body.results.map(({ subject }) => subject),
    signatureWitnesses: body.results.flatMap(({ witness }) => witness?.id ?? []),
  };
}

async function readWitness(
  origin: string,
  key: string,
  { witness }: Story,
): Promise<{ readonly endorsable?: { readonly id: string } | null }> {
  const match = encodeURIComponent(JSON.stringify({ eq: witness }));
  const { body } = await call<{ results: { endorsable?: { id: string } | null }[] }>(
    origin,
    key,
    'GET',
    `/witnesses?_id=${match}`,
  );
  return body.results[0] ?? {};
}

/**
 * Where of each address of the app a story can be seen: a new address must say here which. Those of one witness and one
 * request, and `/verify`, are looked at for each story; on the others nothing is computed, so nothing is green.
 */
type Address = Exclude<keyof typeof paths, 'draft' | 'bulkDraft' | 'bulkRun' | 'connectThen'>;
type Elsewhere = Record<
  Exclude<Address, 'witness' | 'request' | 'verify'>,
  { readonly at: string; readonly shows: string | RegExp } | 'seen for each story that has one'
>;

/** Gives files to `/verify`, and waits until all of it is judged. */
async function judged(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    count === 1 ? '1 elemento, 1 revisado' : `${count} elementos, ${count} revisados`,
    { timeout: 60_000 },
  );
}

/** Opens a row of `/verify`, and waits for everything that its pane has. */
async function openRow(page: Page, index: number): Promise<Locator> {
  const row = page.locator(`tr[data-index="${index}"]`);
  await row.click();
  // The pane of the row before stays until this one is there.
  await expect(row).toHaveAttribute('aria-current', 'true');
  const pane = page.getByRole('complementary');
  await expect(pane.getByRole('button', { name: 'Guardar expediente' })).toBeEnabled();
  const folded = pane.getByRole('button', { name: /más que se sostiene/, expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
  return pane;
}

test('of every story the expected checks fall and only they, and every green mark of every screen is what the command line finds in the exported case', async ({
  page,
  service,
  demo,
}) => {
  test.setTimeout(300_000);
  const stories = await readStories(service.origin);
  expect(stories.length).toBeGreaterThanOrEqual(10);
  const key = demo.organizations.find(({ name }) => name === 'Casos de prueba')?.apiKey ?? '';
  const { words } = await trusting(service.origin, folder);
  const seen: Seen[] = [];
  const cases: { readonly story: Story; readonly file: string; readonly state: string | null }[] = [];
  const told: Told[] = [];
  await enterStories(page);
  for (const story of stories) {
    await test.step(story.name, async () => {
      await openStory(page, story);
      const marks = await marksOfInspector(page);
      expect(marks.length).toBeGreaterThan(3);
      const state = await bannerState(page);
      // With the document, the command line has everything that the page had.
      const file = await exportEvidence(page, folder, 'Archivo de caso', {
        document: true,
        name: `${story.name}.testigo.json`,
      });
      cases.push({ story, file, state });
      seen.push({ where: `witness of ${story.name}`, file, marks });

      // The request's own page computes one thing: that the document is the one that was witnessed.
      await goInApp(page, paths.request(story.request));
      await expect(page.locator('[data-section="witness"]')).toHaveCount(0);
      await expect(page.locator('[data-section="document"] [data-state]').first()).toBeVisible({
        timeout: 20_000,
      });
      seen.push({
        where: `request of ${story.name}`,
        file,
        marks: await greenMarks(page.locator('body')),
      });

      // A token is told by the service until a node is named; its claim is a signature, and computed here.
      const { endorsable } = await readWitness(service.origin, key, story);
      if (endorsable?.id !== undefined) {
        await goInApp(page, paths.token(endorsable.id));
        await expect(page.locator('[data-section="token"] [data-check]').first()).toBeVisible();
        seen.push({
          where: `token of ${story.name}`,
          file,
          marks: await greenMarks(page.locator('body')),
        });
      }

      const facts = await tellStory(service.origin, key, story);
      told.push(facts);

      for (const [at, witness] of facts.signatureWitnesses.entries()) {
        await openStory(page, { witness });
        const own = await marksOfInspector(page);
        const exported = await exportEvidence(page, folder, 'Archivo de caso', {
          name: `${story.name}-signature-${at}.testigo.json`,
        });
        seen.push({ where: `signature ${at} of ${story.name}`, file: exported, marks: own });
      }
    });
  }

  const rowMarks = (marks: readonly Mark[], index: number) =>
    marks.filter(({ place }) => place === String(index));
  const tallies: {
    readonly where: string;
    readonly files: readonly string[];
    readonly marks: readonly Mark[];
  }[] = [];
  const seeTable = async (what: string, files: readonly string[]): Promise<void> => {
    const marks = await greenMarks(page.locator('body'));
    for (const [index, file] of files.entries())
      seen.push({ where: `row of ${what} ${index}`, file, marks: rowMarks(marks, index) });
    tallies.push({ where: what, files, marks: marks.filter(({ place }) => place === 'page') });
  };
  await test.step('the exported cases in /verify', async () => {
    await goInApp(page, paths.verify);
    const files = cases.map(({ file }) => file);
    await page.getByLabel('Elegir archivos').setInputFiles(files);
    await judged(page, files.length);
    await seeTable('dropped', files);
    for (const [index, file] of files.entries()) {
      const pane = await openRow(page, index);
      seen.push({ where: `pane of dropped ${index}`, file, marks: await greenMarks(pane) });
    }
  });
  await test.step('their hashes in /verify, looked up at the service', async () => {
    await page.getByRole('button', { name: 'Empezar de nuevo' }).click();
    await page.getByRole('group').getByRole('button', { name: 'Empezar de nuevo' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Suelta/);
    await page.getByRole('button', { name: 'Pegar huellas' }).click();
    const dialog = page.getByRole('dialog');
    const ids = encodeURIComponent(JSON.stringify({ in: stories.map(({ witness }) => witness) }));
    const { body } = await call<{ results: { id: string; hash: string }[] }>(
      service.origin,
      key,
      'GET',
      `/witnesses?pagination={"size":100}&_id=${ids}`,
    );
    expect(body.results).toHaveLength(stories.length);
    await dialog.getByRole('textbox').fill(body.results.map(({ hash }) => hash).join('\n'));
    await dialog.getByRole('button', { name: /^Agregar/ }).click();
    await page.getByRole('button', { name: 'Consultarlas' }).click();
    await judged(page, stories.length);
    const files: string[] = [];
    for (const [index] of stories.entries()) {
      const pane = await openRow(page, index);
      const marks = await greenMarks(pane);
      const saving = page.waitForEvent('download');
      await pane.getByRole('button', { name: 'Guardar expediente' }).click();
      const file = join(folder, `looked-up-${index}.testigo.json`);
      await (await saving).saveAs(file);
      files.push(file);
      seen.push({ where: `pane of looked up ${index}`, file, marks });
    }
    await seeTable('looked up', files);
  });
  await test.step('everywhere else', async () => {
    const [story] = told;
    const subject = story?.subjects[0];
    if (!story || !subject) throw new Error('The first story has no signer.');
    const elsewhere: Elsewhere = {
      overview: { at: paths.overview, shows: /NOM-151/ },
      connect: { at: paths.connect, shows: /Ya hay conexión/ },
      requests: { at: paths.requests, shows: story.title },
      newRequest: { at: paths.newRequest, shows: /PDF/ },
      bulk: { at: paths.bulk, shows: /Envío masivo/ },
      witnesses: { at: paths.witnesses, shows: story.title },
      endorsements: { at: paths.endorsements, shows: /Endosos/ },
      directory: { at: paths.directory, shows: subject.commonName },
      subject: { at: paths.subject(subject.id), shows: subject.commonName },
      organization: { at: paths.organization, shows: /Perfil/ },
      link: { at: paths.link(demo.organizations[0]?.id ?? ''), shows: /Vincularse con/ },
      rates: { at: paths.rates, shows: /USDC/ },
      settings: { at: paths.settings, shows: /Confianza/ },
      drift: { at: paths.drift, shows: /contrato/ },
      sandbox: { at: paths.sandbox, shows: /Casos de prueba/ },
      token: 'seen for each story that has one',
      wallet: { at: paths.wallet(subject.wallet?.id ?? ''), shows: /\S/ },
    };
    for (const [name, place] of Object.entries(elsewhere)) {
      if (typeof place === 'string') continue;
      const before = await page.title();
      await goInApp(page, place.at);
      // The page before stays until this one is there.
      await expect(page).not.toHaveTitle(before);
      await expect(page.locator('main').last()).toContainText(place.shows);
      await settledScreen(page, { still: 500, most: 10_000 });
      expect([name, await greenMarks(page.locator('body'))]).toEqual([name, []]);
    }
  });
  const { output } = await verify(...new Set(seen.map(({ file }) => file)), ...words, '--json');
  const { files } = JSON.parse(output) as { files: readonly Report[] };
  const reportOf = (file: string): Report => {
    const found = files.find((one) => one.file === file);
    if (!found) throw new Error(`The command line says nothing of ${file}.`);
    return found;
  };
  for (const { story, file, state } of cases) {
    const expected = [...story.baseline, ...story.expected].map(
      ({ section, check, status, reason }) => `${section} ${check} ${status} ${reason}`,
    );
    expect([story.name, openOnes(reportOf(file))]).toEqual([story.name, expected.sort()]);
    expect([story.name, state === 'PASSED']).toEqual([story.name, passed(reportOf(file).verdict.conclusion)]);
  }
  // A screen that was not there when it was looked at has no marks either; some stories leave nothing to be green.
  for (const what of [
    'witness',
    'request',
    'signature',
    'row of dropped',
    'pane of dropped',
    'pane of looked up',
  ]) {
    const screens = seen.filter(({ where }) => where.startsWith(what));
    expect([what, screens.length]).toEqual([what, stories.length]);
    const bare = screens.filter(({ marks }) => marks.length === 0).length;
    expect([what, bare < stories.length / 2]).toEqual([what, true]);
  }
  // Those of endorsements have a token, but for the one whose claim the contract refuses.
  expect(seen.filter(({ where }) => where.startsWith('token')).length).toBeGreaterThanOrEqual(6);
  for (const { where, file, marks } of seen) {
    const left = marks.filter((mark) => !isRecomputed(mark, reportOf(file)));
    expect({ where, left }).toEqual({ where, left: [] });
  }
  // What counts over the table says how many of its rows passed: on a chip, and as parts of the bar with and without warnings.
  for (const { where, files: given, marks } of tallies) {
    const reports = given.map(reportOf).filter(({ verdict }) => passed(verdict.conclusion));
    const plain = reports.filter((report) => !isWarned(report)).length;
    const tallied = [plain, plain, reports.length - plain].filter((count) => count > 0).sort();
    expect({ where, tallied: marks.map(({ tally }) => tally).sort() }).toEqual({ where, tallied });
  }
});

test('nothing is green on any screen of a clean story when the proofs can decide nothing', async ({
  page,
  service,
}) => {
  test.setTimeout(90_000);
  // The judge as it is built, but that what passes is left open.
  let left = 0;
  await page.route('**/assets/judge-worker-*.js', async (route) => {
    const response = await route.fetch();
    const program = (await response.text()).replaceAll(/\bstatus:([`'"])PASSED\1/g, (_, quote: string) => {
      left += 1;
      return `status:${quote}INDETERMINATE${quote}`;
    });
    await route.fulfill({ response, body: program });
  });
  const story = (await readStories(service.origin)).find(({ name }) => name === 'clean-contract');
  if (!story) throw new Error('There is no clean story.');
  await enterStories(page);
  await openStory(page, story);
  expect(await marksOfInspector(page)).toEqual([]);
  expect(await bannerState(page)).toBe('INDETERMINATE');
  expect(left).toBeGreaterThan(0);
  const file = await exportEvidence(page, folder, 'Archivo de caso');
  await goInApp(page, paths.verify);
  await page.getByLabel('Elegir archivos').setInputFiles(file);
  await judged(page, 1);
  await openRow(page, 0);
  expect(await greenMarks(page.locator('body'))).toEqual([]);
});
