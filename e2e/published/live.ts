import { expect, type Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { settledScreen } from '../screen-state.ts';
import { goInApp } from '../stories.ts';
import { startService, type DemoSession, type RunningService } from '../service.ts';
import { startDouble, type Double, type SeenCall } from './double.ts';
import type { DoubleTier } from './document.ts';

/** A deployment of a tier, the page's own server, and the key of an organization that is there. */
export interface Live {
  readonly double: Double;
  readonly page: RunningService;
  readonly demo: DemoSession;
}

/**
 * Starts a deployment for what is done before it, and ends it. The service behind it is also the page's own server.
 *
 * @param servesDocument whether its document can be read of it
 */
export async function withLive(
  tier: DoubleTier,
  act: (live: Live) => Promise<void>,
  servesDocument = false,
): Promise<void> {
  const double = await startDouble(tier, servesDocument);
  const page = await startService({
    TESTIGO_CONNECT: double.origin,
    // Subjects and witnesses in other answers are ids alone there, whatever its tier.
    TESTIGO_NESTING: 'stub',
  });
  try {
    await double.attach(page.origin);
    const demo = (await (await fetch(`${page.origin}/sandbox/session`)).json()) as DemoSession;
    await act({ double, page, demo });
  } finally {
    await page.stop();
    await double.stop();
  }
}

export async function connect(page: Page, { page: { origin }, double, demo }: Live): Promise<void> {
  await page.goto(`${origin}${paths.connect}`);
  await page.getByText('Otra dirección', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Dirección del servicio' }).fill(`${double.origin}/rest/v1`);
  await page.getByLabel('Clave de la organización').fill(demo.organizations[0]!.apiKey);
  await page.getByText('Recordar la clave hasta cerrar esta pestaña').click();
  await page.getByRole('button', { name: 'Conectar', exact: true }).click();
  await page.getByRole('button', { name: /^Continuar$/ }).click();
  await expect(
    page
      .getByRole('navigation')
      .getByRole('link', { name: /Solicitudes/ })
      .first(),
  ).toBeVisible();
}

/** A screen that has come to rest and says nothing that was printed by accident. */
export async function look(page: Page, { page: { origin } }: Live, address: string): Promise<void> {
  await page.goto(origin + address);
  await expectSettled(page);
}

/** The same, without loading the page anew: only what is not cached yet is requested. */
export async function lookInApp(page: Page, address: string): Promise<void> {
  await goInApp(page, address);
  await settledScreen(page, { timeoutMs: 15_000 });
  await expectSettled(page);
}

async function expectSettled(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 }).first()).toHaveText(/\S/);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(main).not.toContainText(/undefined|\[object|NaN|Invalid Date/);
}

/**
 * What the double would not have taken: arguments, and changes at addresses that it does not have. A flat content and a
 * change by the documented address are tried once, because nothing says otherwise.
 */
export function violationsOf({ double }: Live): string[] {
  const changes = double.calls.filter(({ isUnlisted, method }) => isUnlisted && method !== 'GET');
  return [
    ...double.calls.flatMap(({ method, path, violations }) =>
      violations.length > 0 ? [`${method} ${path} ${violations.join('; ')}`] : [],
    ),
    ...changes.map(({ method, path }) => `${method} ${path} is not there`),
  ];
}

/** Changes that the double took, each as often as it was sent. */
export const taken = ({ double }: Live, method: string, path: string): readonly SeenCall[] =>
  double.calls.filter((call) => call.method === method && call.path === path && call.status === 200);
