import type { Page } from '@playwright/test';
import { expect, test } from './service.ts';
import { thingsOf } from './look-at-screens.ts';
import { enterDemo } from './staff.ts';
import {
  bannerState,
  enterStories,
  foldedChecks,
  openStory,
  openWitnessTab,
  queryNode,
  readStory,
  witnessTabs,
} from './stories.ts';

/** What a bit of each object brings down first, beside whatever hangs on it. */
const fallsWith: Readonly<Record<string, RegExp>> = {
  document: /^document file\.hash$/,
  path: /^witness merkleized\.root$/,
  range: /^witness external\.root$/,
  signature: /^invites\[0\] signature\.rsa$/,
  certificate: /^invites\[0\] certificate\./,
  ocsp: /^invites\[0\] ocsp\./,
  constancia: /^witness nom151\./,
  'root-constancia': /merkleized\.stamp$/,
};

/** Shows the checks that passed. */
async function unfoldStrategies(page: Page): Promise<void> {
  const folded = page
    .locator('[data-section="witness"][data-block]')
    .getByRole('button', { name: /comprobaciones válidas/, expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
}

async function openClean(page: Page, origin: string): Promise<void> {
  const clean = await readStory(origin, 'clean-contract');
  await enterStories(page);
  await openStory(page, clean);
}

const stateOf = (page: Page, section: string, check: string) =>
  page
    .locator(`[data-section="${section}"] [data-check="${check}"] > .row > [data-state]`)
    .first()
    .getAttribute('data-state');

test('one bit of any object brings down its own checks, and undoing it brings back what was', async ({
  page,
  service,
}) => {
  test.setTimeout(180_000);
  await openClean(page, service.origin);
  expect(await bannerState(page)).toBe('PASSED');
  await openWitnessTab(page, 'Repítelo');
  const object = page.getByLabel('Qué alterar');
  const offered = await object
    .locator('option')
    .evaluateAll((options) => options.map((one) => one.getAttribute('value') ?? ''));
  expect(offered.sort()).toEqual(Object.keys(fallsWith).sort());
  for (const target of offered) {
    await test.step(target, async () => {
      await object.selectOption(target);
      await page
        .getByRole('checkbox', { name: 'Alterar un byte' })
        .or(page.getByRole('switch', { name: 'Alterar un byte' }))
        .last()
        .click();
      const fallen = page.locator('[data-fallen]');
      await expect(fallen.first()).toBeVisible({ timeout: 20_000 });
      await expect
        .poll(() => fallen.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-fallen') ?? '')))
        .toContainEqual(expect.stringMatching(fallsWith[target]!));
      await expect.poll(() => bannerState(page)).not.toBe('PASSED');
      // Nothing of a simulation can leave.
      await expect(page.getByRole('button', { name: 'Guardar expediente' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Deshacer la alteración' }).first().click();
      await expect(fallen).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Guardar expediente' })).toBeEnabled();
      await expect.poll(() => bannerState(page)).toBe('PASSED');
    });
  }
});

test('what stands on a chain is open until the reader names a node, and is then read from it', async ({
  page,
  service,
}) => {
  test.setTimeout(120_000);
  await openClean(page, service.origin);
  for (const check of ['merkleized.anchor', 'external.anchor'])
    // No node was queried, so nothing is in doubt: grey, and the banner offers it once.
    await expect.poll(() => stateOf(page, 'witness', check)).toBe('NOT_RUN');
  await queryNode(page, 'http://node.example');
  await expect(page.getByText('Solo https, o http en este mismo equipo')).toBeVisible();
  await queryNode(page, `${service.origin}/sandbox/rpc`);
  await unfoldStrategies(page);
  for (const check of ['merkleized.anchor', 'external.anchor'])
    await expect.poll(() => stateOf(page, 'witness', check), { timeout: 20_000 }).toBe('PASSED');
  // The address may hold a key: the host alone is shown, and nothing of it is stored beyond this tab.
  await expect(page.getByRole('list', { name: 'Nodos que se consultan' })).toContainText(
    new URL(service.origin).host,
  );
  await expect(page.locator('main')).not.toContainText('/sandbox/rpc');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('/sandbox/rpc');
});

test('the path is stepped with the keyboard, and its place is in the address', async ({ page, service }) => {
  await openClean(page, service.origin);
  await unfoldStrategies(page);
  await page
    .locator('[data-section="witness"][data-block] [data-check="merkleized.root"]')
    .getByRole('button')
    .first()
    .click();
  await expect(page).toHaveURL(/ver=merkleized\.root/);
  // Its drawing is in sight and has the focus.
  const drawing = page.locator('[data-drawing="merkleized"]');
  await expect(drawing).toBeFocused();
  await expect(drawing).toBeInViewport();
  const slider = page.getByRole('slider').and(page.locator('[aria-valuetext^="Paso"]')).first();
  await slider.focus();
  await page.keyboard.press('Home');
  const first = await slider.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowRight');
  await expect(slider).not.toHaveAttribute('aria-valuetext', first ?? '');
  await expect(page).toHaveURL(/step=\d/);
});

test('one button of the verdict reads from the chain, in the demo from the node of the simulator at once', async ({
  page,
  service,
}) => {
  await openClean(page, service.origin);
  const offer = page.getByRole('button', { name: 'Consultar la cadena' });
  await expect(
    page.locator('[data-verdict-area]').getByRole('button', { name: 'Consultar la cadena' }),
  ).toBeVisible();
  await expect(page.getByText(/Agrega un nodo/)).toHaveCount(0);
  await offer.press('Enter');
  await expect(
    page.locator('[data-block="external"][data-section="witness"] .head [data-state]').last(),
  ).toHaveAttribute('data-state', 'PASSED', { timeout: 20_000 });
  await expect(offer).toHaveCount(0);
  // The button is gone; who pressed it by keyboard is at the verdict, not at the start of the page.
  await expect(page.locator('[data-verdict-area]')).toBeFocused();
});

/** What invites to name or query a node, wherever the page says so; the form in which it is done is none. */
const invitations =
  /^(?:Consultar la cadena|Agrega un nodo.*|Consulta un segundo nodo.*|Lee los endosos de un nodo.*)$/;

const unfolded = 'in every tab, with every check unfolded and each open one in detail';

test(`a witness invites once to query a node, ${unfolded}`, async ({ page, service }) => {
  test.setTimeout(180_000);
  await openClean(page, service.origin);
  await expectOneInvitation(page);
});

test(`a witness with a claim and a token invites once to query a node, ${unfolded}`, async ({
  page,
  service,
  demo,
}) => {
  test.setTimeout(180_000);
  await enterDemo(page);
  await openStory(page, await thingsOf(service, demo, ''));
  await expectOneInvitation(page);
});

async function expectOneInvitation(page: Page): Promise<void> {
  const main = page.getByRole('main');
  let opened = 0;
  for (const tab of witnessTabs)
    await test.step(tab, async () => {
      await openWitnessTab(page, tab);
      const folded = main.getByRole('button', { name: foldedChecks, expanded: false });
      while ((await folded.count()) > 0) await folded.first().click();
      await expect(main.getByText(invitations)).toHaveText(['Consultar la cadena']);
      const open = main.locator('[data-check]:has(> .row > [data-state="NOT_RUN"])');
      for (let at = 0; at < (await open.count()); at += 1) {
        // The one whose detail is open is in the address, so the one before closes.
        await open.nth(at).getByRole('button').first().click();
        opened += 1;
        await expect(main.getByText(invitations), `${tab}, check ${at}`).toHaveText(['Consultar la cadena']);
      }
      await expect(page.getByLabel('Dirección del nodo')).toHaveCount(tab === 'Cadena' ? 1 : 0);
    });
  expect(opened).toBeGreaterThan(witnessTabs.length);
}

test('the marks of the strategies explain themselves when they are pressed, and a guide explains all of them', async ({
  page,
  service,
}) => {
  await openClean(page, service.origin);
  await page.locator('[data-block="nom151"][data-section="witness"] .mark').getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'NOM-151' })).toContainText(
    'Un prestador de servicios de certificación',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Cómo leer esto' }).click();
  const guide = page.getByRole('dialog', { name: 'Cómo leer un veredicto' });
  for (const words of ['Calculado en este equipo', 'Solo según el servicio', 'Sin consultar'])
    await expect(guide).toContainText(words);
});
