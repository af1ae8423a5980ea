import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test, type DemoSession, type RunningService } from './service.ts';
import { call, enterDemo } from './staff.ts';

/** Longer than the live lists wait between two looks. */
const oneInterval = 8_000;

/** A page of the demo in a tab of its own. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await enterDemo(page);
  await page.goto(path);
  return page;
}

/** Until the tabs of this browser know of each other: they do so after the first screen. */
async function untilJoined(...pages: Page[]): Promise<void> {
  for (const page of pages)
    await expect
      .poll(() => page.evaluate(() => performance.now()), { timeout: 10_000 })
      .toBeGreaterThan(2_500);
}

/** A draft of the demo's first organization, made beside the pages as another person would. */
async function makeDraft(service: RunningService, demo: DemoSession, name: string): Promise<string> {
  const { id, apiKey } = demo.organizations[0]!;
  const listed = await call<{ results: { content: Record<string, string> }[] }>(
    service.origin,
    apiKey,
    'GET',
    '/signature-requests?type=PDFContent',
  );
  const pdf = listed.body.results.find(({ content }) => content.pdf)?.content.pdf;
  const made = await call<{ id: string }>(service.origin, apiKey, 'POST', '/signature-request', {
    draft: true,
    name,
    content: { pdf },
    organization: id,
    nom151: false,
  });
  expect(made.status).toBe(200);
  return made.body.id;
}

const rename = (service: RunningService, demo: DemoSession, id: string, name: string) =>
  call(service.origin, demo.organizations[0]!.apiKey, 'PUT', `/signature-request/${id}`, { name });

test('signing out in one tab signs out the others of that organization, which keep what was typed', async ({
  page,
  context,
}) => {
  await enterDemo(page);
  const composing = await openTab(context, '/requests/new');
  await composing.getByText('Texto', { exact: true }).click();
  await composing.getByRole('textbox', { name: 'Texto del documento' }).fill('Lo que escribía');
  const third = await openTab(context, '/witnesses');
  await untilJoined(page, composing, third);
  // Typed in the very moment: not yet kept when the other tab signs out.
  await composing.getByRole('textbox', { name: 'Texto del documento' }).press('End');
  await composing.getByRole('textbox', { name: 'Texto del documento' }).pressSequentially('!');
  await page.getByRole('button', { name: 'Tu sesión' }).click();
  await page.getByRole('menuitem', { name: /Desconectar/ }).click();
  await page.getByRole('button', { name: 'Desconectar y conservarlo' }).click();
  for (const other of [composing, third]) {
    await expect(other).toHaveURL(/\/connect/);
    await expect(other.getByText(/La sesión se cerró en otra pestaña/)).toBeVisible();
    expect(await other.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(
      'testigo.session',
    );
  }
  // Nothing of an organization is on screen any more.
  await expect(third.getByRole('navigation', { name: 'Navegación principal' })).toHaveCount(0);
  await composing.getByRole('button', { name: 'Entrar a la demostración' }).click();
  await composing.goto('/requests/new');
  await expect(composing.getByText('Lo que escribía!').first()).toBeVisible();
});

test('three tabs ask the service as often as one, and each shows what another person changed', async ({
  context,
  service,
  demo,
}) => {
  const name = `Vista por tres ${randomUUID()}`;
  const id = await makeDraft(service, demo, name);
  const tabs: Page[] = [];
  let reads = 0;
  for (let n = 0; n < 3; n += 1) {
    const tab = await openTab(context, `/requests?q=${name.slice(-8)}`);
    await expect(tab.getByText(name).first()).toBeVisible();
    tab.on('request', (request) => {
      const url = new URL(request.url());
      // The list itself: counts ask for one row.
      if (url.pathname.endsWith('/signature-requests') && !url.search.includes('%22size%22%3A1%7D'))
        reads += 1;
    });
    tabs.push(tab);
  }
  await untilJoined(...tabs);
  // Let their intervals come together.
  await tabs[0]!.waitForTimeout(6_000);
  reads = 0;
  await tabs[0]!.waitForTimeout(15_000);
  // Three looks and a count or two, as one tab has; each by itself, they would be nine and three or more.
  expect(reads).toBeGreaterThanOrEqual(2);
  expect(reads).toBeLessThanOrEqual(7);
  const changed = `Cambiada por otra ${randomUUID().slice(0, 4)} ${name.slice(-8)}`;
  await rename(service, demo, id, changed);
  const before = Date.now();
  await Promise.all(
    tabs.map((tab) => expect(tab.getByText(changed).first()).toBeVisible({ timeout: oneInterval })),
  );
  expect(Date.now() - before).toBeLessThan(oneInterval);
});
