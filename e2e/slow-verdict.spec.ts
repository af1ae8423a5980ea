import type { Page } from '@playwright/test';
import { expect, test } from './service.ts';
import { bannerState, enterStories, goInApp, readStory } from './stories.ts';

/** Milliseconds that each answer with evidence takes. */
const latency = 2_000;
const evidencePaths =
  /\/rest\/v1\/(?:witnesses|signature-request\/|signature-request-invites|subjects|certificates|issuers|nom151-token|endorse-events|content\/)/;

interface Request {
  readonly path: string;
  readonly sent: number;
  answered?: number;
}

/** Delays the answers with evidence, and records when each was requested and when it came. */
async function slowDown(page: Page): Promise<Request[]> {
  const requests: Request[] = [];
  await page.route(evidencePaths, async (route) => {
    const { pathname } = new URL(route.request().url());
    const one: Request = { path: pathname.replace('/rest/v1', ''), sent: performance.now() };
    requests.push(one);
    await new Promise((resolve) => setTimeout(resolve, latency));
    one.answered = performance.now();
    await route.continue();
  });
  return requests;
}

/** The round of each request: one more than that of the last answer that had come when it was sent. */
function roundsOf(requests: readonly Request[]): (Request & { round: number })[] {
  const rounds: (Request & { round: number })[] = [];
  for (const one of requests) {
    const before = rounds.filter(({ answered = Infinity }) => answered <= one.sent);
    rounds.push({ ...one, round: 1 + Math.max(0, ...before.map(({ round }) => round)) });
  }
  return rounds;
}

test('over a slow service a verdict says what is known before it is one, and needs three rounds of requests', async ({
  page,
  service,
}) => {
  const clean = await readStory(service.origin, 'clean-contract');
  await enterStories(page);
  const requests = await slowDown(page);
  await goInApp(page, `/witnesses/${clean.witness}`);
  const sofar = page.locator('[data-so-far]');
  await expect(sofar).toBeVisible();
  const banner = sofar.locator('section[data-state="RUNNING"]');
  await expect(banner).toContainText('Aún sin veredicto: falta evidencia por llegar');
  const pieces = sofar.locator('li[data-piece]');
  const document = pieces.filter({ hasText: 'Documento' });
  // The path to the root holds whatever the document turns out to be; that it is the document's is not known yet.
  await expect(sofar.locator('[data-check="merkleized.root"] svg[data-state="PASSED"]')).toBeVisible();
  await expect(document).toHaveAttribute('data-piece', 'awaited');
  await expect(sofar.locator('[data-check="file.hash"] svg[data-state="NOT_RUN"]')).toBeVisible();
  await expect(sofar.getByRole('status').first()).toContainText(/\d de \d piezas de evidencia recibidas/);
  // Nothing of the whole, nor of a part of it, is claimed.
  await expect(sofar.locator('.head [data-state="PASSED"], .head [data-state="FAILED"]')).toHaveCount(0);
  await expect(sofar.getByText(/existía a más tardar/)).toHaveCount(0);
  const block = page.getByRole('heading', { name: 'Merkle', exact: true }).first();
  const before = await block.boundingBox();
  await expect(page.locator('[data-section="witness"]').first()).toBeVisible({ timeout: 30_000 });
  await expect(sofar).toHaveCount(0);
  expect(await bannerState(page)).toBe('PASSED');
  const after = await block.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? Infinity))).toBeLessThan(30);

  // What the page that was left still waits for is no part of the verdict.
  const isEvidence = ({ path }: Request): boolean =>
    /^\/(?:witnesses|nom151-token|content\/|certificates)/.test(path) ||
    path === `/signature-request/${clean.request}`;
  const firsts = roundsOf(requests.filter(isEvidence)).filter(
    ({ path }, at, all) => all.findIndex((one) => one.path === path) === at,
  );
  const round = (path: RegExp) => [
    ...new Set(firsts.filter((one) => path.test(one.path)).map((one) => one.round)),
  ];
  expect(round(/^\/witnesses/)).toEqual([1]);
  expect(round(/^\/signature-request\//)).toEqual([2]);
  expect(round(/^\/nom151-token/)).toEqual([2]);
  expect(round(/^\/content\//)).toEqual([3]);
  expect(Math.max(...firsts.map((one) => one.round))).toBe(3);
});
