/** What a screen shows only after a press: forms that are filled in, dialogs, menus, selections, other verdicts. */
import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { drop, prepareDrop } from './drop-files.ts';
import type { Things } from './every-screen.ts';
import {
  main,
  messageStart,
  none,
  openRow,
  openVerifierReport,
  press,
  type Face,
  type Faces,
} from './face-steps.ts';
import { casePage } from './paper-faces.ts';
import { chooseFile, pdf } from './staff.ts';
import { goInApp } from './stories.ts';

async function search(page: Page, name: string): Promise<void> {
  // On a phone a button opens the search.
  const field = page.getByRole('combobox', { name: messageStart('directory_find_label') });
  if (!(await field.isVisible()))
    await page
      .getByRole('button', { name: messageStart('directory_find_label') })
      .first()
      .click();
  await field.fill(name);
  await page.getByRole('option').first().waitFor();
}

async function searchPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(text);
}

async function check(page: Page, rows: number): Promise<void> {
  for (let at = 1; at <= rows; at += 1) await main(page).getByRole('checkbox').nth(at).check();
}

const csv = [
  'archivo,nombre,firmante',
  'uno.pdf,Convenio uno,Rodrigo Aranda Lizama',
  'dos.pdf,Convenio dos,Nadie Que Exista',
].join('\n');

async function dropOnPage(
  page: Page,
  ...files: [count: number, more?: Record<string, string>]
): Promise<void> {
  await prepareDrop(page, ...files);
  await drop(page);
  await page.getByRole('dialog').waitFor();
}

const forms: Faces = {
  'composer-filled': {
    address: paths.newRequest,
    steps: async (page) => {
      await chooseFile(page, 'Convenio de obra.pdf', await pdf('Convenio de obra'));
      await search(page, 'Rodrigo');
      await page.getByRole('option').first().click();
    },
  },
  'composer-search': {
    address: paths.newRequest,
    steps: (page) => search(page, 'a'),
  },
  'composer-IOU': {
    address: paths.newRequest,
    steps: (page) => main(page).getByText(messageStart('compose_kind_iou')).first().click(),
  },
  'composer-link code': {
    address: paths.newRequest,
    steps: async (page) => {
      await search(page, 'Ricardo Beltrán');
      await page.getByRole('option').first().click();
      await page.getByRole('dialog').locator('[role="img"]:not([aria-busy])').waitFor();
    },
  },
  'composer-correction': {
    address: `${paths.requests}?state=rejected`,
    steps: async (page) => {
      await requestIn('rejected').steps(page);
      await press(page, 'overview_action_correct');
      await page.waitForURL(/\?draft=/);
    },
  },
  'composer-sent empty': {
    address: paths.newRequest,
    steps: (page) => press(page, 'compose_send_nobody'),
  },
  'bulk-mapping': {
    address: paths.bulk,
    steps: async (page) => {
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({
          name: 'convenios.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(csv),
        });
    },
  },
};

const openings: Faces = {
  'requests-selected': {
    address: paths.requests,
    steps: (page) => check(page, 2),
  },
  'requests-filter': {
    address: paths.requests,
    steps: (page) => press(page, 'requests_filter_state'),
  },
  'witnesses-selected': {
    address: paths.witnesses,
    steps: (page) => check(page, 2),
  },
  'witnesses-more filters': {
    address: paths.witnesses,
    steps: (page) => press(page, 'common_more_filters'),
  },
  palette: {
    address: paths.requests,
    steps: (page) => searchPalette(page, 'Pagaré'),
  },
  'palette-nothing found': {
    address: paths.requests,
    steps: (page) => searchPalette(page, 'zzzzqq'),
  },
  'keyboard shortcuts': { address: paths.requests, steps: (page) => page.keyboard.press('?') },
  'session menu': {
    address: paths.requests,
    steps: (page) => page.getByRole('button', { name: messageStart('shell_account') }).click(),
  },
  'organization-new key': {
    address: `${paths.organization}?tab=keys`,
    steps: async (page) => {
      await page.getByLabel(messageStart('organization_key_name')).fill('Archivo');
      await press(page, 'organization_key_create');
    },
  },
  'verify-a document': {
    address: paths.verify,
    steps: async (page) => chooseFile(page, 'Convenio ajeno.pdf', await pdf('Convenio ajeno')),
  },
};

const dialogs: Faces = {
  'witnesses-certify': {
    address: `${paths.witnesses}?nom151=without&merkle=without`,
    steps: async (page) => {
      await check(page, 1);
      await press(page, 'witnesses_certify_selected');
      await page.getByRole('dialog').getByRole('radio').first().waitFor();
    },
  },
  'composer-paste': {
    address: paths.newRequest,
    steps: async (page) => {
      await press(page, 'compose_paste');
      await page.getByRole('dialog').waitFor();
    },
  },
  tray: {
    address: paths.requests,
    steps: async (page) => {
      const name = messageStart('shell_tray');
      await page.getByRole('button', { name }).click();
      await page.getByRole('region', { name }).waitFor();
    },
  },
  'verify-row': {
    address: paths.verify,
    steps: openRow,
  },
  'verify-report': { address: paths.verify, steps: openVerifierReport },
  'file dropped': {
    address: paths.requests,
    steps: (page) => dropOnPage(page, 0, { 'Convenio de obra.pdf': 'Convenio de obra' }),
  },
  'files dropped': { address: paths.requests, steps: (page) => dropOnPage(page, 12) },
  'overview-reminder': {
    address: paths.overview,
    steps: async (page) => {
      await press(page, 'overview_action_chase');
      await page.getByRole('dialog').waitFor();
    },
  },
};

/** The key is refused to what a press reads, and is requested where the page stands. */
async function refuseKey(page: Page, readMore: () => Promise<void>): Promise<void> {
  const reads = '**/rest/v1/**';
  const refusal = { status: 401, json: { message: 'The key is not valid.' } };
  await page.route(reads, (route) => route.fulfill(refusal));
  await readMore();
  await page.getByRole('region', { name: messageStart('common_key_refused') }).waitFor();
  await page.unroute(reads);
}

/** Before the others: it says how many drafts of this browser wait, and some of them begin one. */
const refusals: Faces = {
  'key refused': {
    address: paths.requests,
    steps: (page) => refuseKey(page, () => goInApp(page, `${paths.requests}?state=waiting`)),
  },
  'key refused-over a dialog': {
    address: paths.overview,
    steps: (page) => refuseKey(page, () => press(page, 'overview_action_chase')),
  },
};

/** A request of the demo by its state, which decides what its page offers first. */
const requestIn = (state: string): Face => ({
  address: `${paths.requests}?state=${state}`,
  steps: async (page) => {
    const card = main(page).locator(
      'a[href^="/requests/"]:not([href="/requests/new"], [href^="/requests/bulk"])',
    );
    const row = main(page).locator('tr[data-index="0"]');
    await card.or(row).first().waitFor();
    // A row opens the pane beside it, which leads to the page.
    if (await row.isVisible()) await row.click();
    await card.first().click();
    await page.waitForURL(/\/requests\/[0-9a-f]{24}$/);
  },
});

const nothingThere: Faces = {
  'no such page': { address: '/nowhere', steps: none },
  'no such request': { address: paths.request('f'.repeat(24)), steps: none },
  'requests-nothing found': { address: `${paths.requests}?q=zzzzqq`, steps: none },
  'witnesses-nothing found': { address: `${paths.witnesses}?from=2035-01-01`, steps: none },
};

/** By name. */
export const everyFace = (of: Things): Faces => ({
  ...refusals,
  ...forms,
  ...openings,
  ...dialogs,
  ...Object.fromEntries(
    ['draft', 'waiting', 'rejected'].map((state) => [`request-${state}`, requestIn(state)]),
  ),
  'request-link': {
    address: paths.request(of.request),
    steps: (page) => press(page, 'requests_share'),
  },
  'request-reminder': {
    address: `${paths.requests}?state=waiting`,
    steps: async (page) => {
      await requestIn('waiting').steps(page);
      await press(page, 'requests_remind');
    },
  },
  ...Object.fromEntries(
    ['signatures', 'times', 'chain', 'repeat', 'raw'].map((tab) => [
      `witness-${tab}`,
      { address: `${paths.witness(of.witness)}?tab=${tab}`, steps: none },
    ]),
  ),
  'witness-export': {
    address: paths.witness(of.witness),
    steps: async (page) => {
      await press(page, 'inspector_save_case');
      await page.getByRole('dialog').waitFor();
    },
  },
  'witness-case page': casePage(of),
  'witness-guide': {
    address: paths.witness(of.witness),
    steps: async (page) => {
      await main(page)
        .getByRole('link', { name: messageStart('inspector_guide_open') })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  ...nothingThere,
});
