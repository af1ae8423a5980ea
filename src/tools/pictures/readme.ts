/** The six pictures of the README, from the built product with its demo. */
import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import type { DemoSession, RunningService } from '../../../e2e/service.ts';
import { call } from '../../../e2e/staff.ts';

const folder = 'e2e/pictures';

const withSize = (list: string): string =>
  `${list}${list.includes('?') ? '&' : '?'}pagination=${encodeURIComponent('{"size":100}')}`;

/**
 * Draws the pictures of the README over the committed ones.
 *
 * @param time the moment that all pages show
 */
export async function drawReadme(browser: Browser, service: RunningService, time: Date): Promise<void> {
  await mkdir(folder, { recursive: true });
  const context = await browser.newContext({
    baseURL: service.origin,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    viewport: { width: 1440, height: 900 },
  });
  await context.clock.setFixedTime(time);
  const page = await context.newPage();
  await page.goto('/connect');
  await page.getByRole('button', { name: 'Entrar a la demostración' }).click();
  await page.getByRole('navigation').first().waitFor();
  const shot = async (
    name: string,
    address: string,
    ready: (page: Page) => Promise<unknown>,
  ): Promise<void> => {
    await page.goto(address);
    await ready(page);
    await page.waitForTimeout(800);
    await page.screenshot({ path: `${folder}/${name}.png` });
  };
  const { organizations } = (await (await fetch(`${service.origin}/sandbox/session`)).json()) as DemoSession;
  /** The id of the first thing of a list, or of the one with a name. */
  const named = async (list: string, name?: string): Promise<string> => {
    const key = organizations[0]?.apiKey ?? '';
    const { body } = await call<{ results: { id: string; name?: string }[] }>(
      service.origin,
      key,
      'GET',
      withSize(list),
    );
    return (body.results.find((one) => one.name === name) ?? body.results[0])?.id ?? '';
  };
  const heading = (which: Page): Promise<unknown> => which.getByRole('heading', { level: 1 }).waitFor();
  await shot('overview', '/', heading);
  await shot('requests', '/requests', (which) => which.getByRole('table').waitFor());
  await shot(
    'request',
    `/requests/${await named('/signature-requests', 'Contrato de arrendamiento, Bodega 14, Ucú')}`,
    heading,
  );
  await shot('witnesses', '/witnesses', (which) => which.getByRole('table').waitFor());
  await shot(
    'witness',
    `/witnesses/${await named('/witnesses?merkleized=%7B%22exists%22%3Atrue%7D')}`,
    heading,
  );
  await shot('compose', '/requests/new', heading);
  await context.close();
}
