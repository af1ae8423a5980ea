import type { Page, Request } from '@playwright/test';
import { expect, test, type DemoSession } from './service.ts';
import { enterDemo } from './staff.ts';

// What `first-script.js` requests beside the files of a page, before any of them has come.

/** How many calls each page sends; `*` stands for an id. */
const pages = {
  '/': 2,
  '/requests': 1,
  '/requests/*': 1,
  '/witnesses': 1,
  '/witnesses/*': 1,
  '/endorsements': 1,
  '/directory': 1,
} as const;

/** Addresses of the service that a page requests, in their order, from now on. */
function noteCalls(page: Page): { readonly calls: string[]; readonly stop: () => void } {
  const calls: string[] = [];
  const note = (request: Request): void => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/rest/')) calls.push(pathname + search);
  };
  page.on('request', note);
  return { calls, stop: () => page.off('request', note) };
}

/** Opens a page, holds up the script of the app for a moment, and returns what was requested by then, and by its first rows. */
async function openSlowly(
  page: Page,
  address: string,
  expected = 0,
): Promise<{ early: string[]; all: string[] }> {
  // The page before sends nothing any more.
  await page.goto('about:blank');
  const { calls, stop } = noteCalls(page);
  let early: string[] = [];
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await expect(async () => expect(calls.length).toBeGreaterThanOrEqual(expected)).toPass();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    early = [...calls];
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.locator('#first-paint')).toHaveCount(0, { timeout: 15_000 });
  await expect(page.locator('main h1')).toHaveText(/\S/);
  // The counts of the navigation are requested with or after the first call of the page.
  await expect(async () => expect(calls.length).toBeGreaterThan(early.length + 1)).toPass();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  stop();
  return { early, all: calls };
}

/** The page that stands for an address with `*`: that of an entry of the list. */
async function firstOf(page: Page, address: string): Promise<string> {
  if (!address.endsWith('/*')) return address;
  const { organizations } = (await (await page.request.get('/sandbox/session')).json()) as DemoSession;
  const list = address === '/requests/*' ? 'signature-requests' : 'witnesses';
  const answer = await page.request.get(`/rest/v1/${list}`, {
    headers: { authorization: `Bearer ${organizations[0]?.apiKey ?? ''}` },
  });
  const { results } = (await answer.json()) as { results: { id: string }[] };
  return address.replace('*', results[0]?.id ?? '');
}

for (const [address, count] of Object.entries(pages))
  test(`the first calls of ${address} are sent before the app has come, and not again`, async ({ page }) => {
    await enterDemo(page);
    const at = await firstOf(page, address);
    const { early, all } = await openSlowly(page, at, count);
    expect(early).toHaveLength(count);
    for (const call of early) expect(all.filter((one) => one === call)).toEqual([call]);

    // Without the answers of the first script the app requests the same: none of them was in vain.
    await page.addInitScript(() => {
      const { fetch } = window;
      window.fetch = (input, init) =>
        document.readyState === 'loading' && typeof input === 'string' && input.includes('/rest/')
          ? Promise.reject(new TypeError('held back'))
          : fetch(input, init);
    });
    await page.goto('about:blank');
    const { calls, stop } = noteCalls(page);
    await page.goto(at);
    await expect(page.locator('main h1')).toHaveText(/\S/);
    await expect(async () => expect(calls).toEqual(expect.arrayContaining(early))).toPass();
    stop();
  });

test('nothing is requested early for a selection, without a session, or after a sign-out elsewhere', async ({
  page,
  context,
}) => {
  await enterDemo(page);
  expect((await openSlowly(page, '/requests', 1)).early).not.toEqual([]);
  expect((await openSlowly(page, '/requests?q=acta')).early).toEqual([]);
  expect((await openSlowly(page, '/settings')).early).toEqual([]);
  const scope = await page.evaluate(() => {
    const { connection, organizationId } = JSON.parse(sessionStorage.getItem('testigo.session') ?? '{}') as {
      connection: { baseUrl: string };
      organizationId: string;
    };
    return `${connection.baseUrl}#${organizationId}`;
  });
  await (await context.newPage()).goto('/verify');
  await context
    .pages()[1]
    ?.evaluate(
      (name) =>
        localStorage.setItem(
          'testigo.signed-out',
          JSON.stringify({ [name]: { at: Date.now(), erased: false } }),
        ),
      scope,
    );
  await page.route(/\/assets\/index-[^/]*\.js$/, (route) => route.abort());
  await page.goto('about:blank');
  const { calls } = noteCalls(page);
  await page.goto('/requests');
  await page.waitForFunction(() => document.readyState === 'complete');
  expect(calls).toEqual([]);
});
