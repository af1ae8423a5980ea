import type { Page, Route } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import type { ScreenName } from './every-screen.ts';
import { messageStart } from './face-steps.ts';

/** What a screen may have to show in place of its data. */
export const conditions = ['empty', 'loading', 'failed'] as const;
export type Condition = (typeof conditions)[number];

/** What a screen may have to say beside its data: some of it is missing, there is no network, it is not refreshed. */
export const conditionsBeside = ['partial', 'offline', 'stale'] as const;
export type ConditionBeside = (typeof conditionsBeside)[number];

/** The screens that say it each in their own way; the others have the same strip as these. */
export const screensBeside: Readonly<Record<ConditionBeside, readonly ScreenName[]>> = {
  partial: ['overview', 'request', 'witnesses', 'witness'],
  offline: ['overview', 'requests'],
  stale: ['requests', 'token'],
};

export const isInPlace = (condition: string): condition is Condition =>
  conditions.some((one) => one === condition);

/**
 * From the next load of the page on its reads find nothing, wait, or fail. What the session itself reads is answered,
 * so that the shell is the one of somebody who is connected.
 */
export async function putInCondition(page: Page, condition: Condition): Promise<void> {
  if (condition !== 'empty') await putSandboxInCondition(page, condition);
  await page.route('**/rest/v1/**', async (route) => {
    const isOfSession = sessionReads[condition === 'empty' ? 'whole' : 'first'];
    if (route.request().method() !== 'GET' || isOfSession(new URL(route.request().url())))
      return route.continue();
    return answers[condition](route);
  });
}

/**
 * From the next load of the page on a part of what a screen reads fails: pages of a list after its first one, the list
 * of witnesses where it stands beside something else, and single things that another one names.
 */
export async function loseParts(page: Page): Promise<void> {
  await page.route('**/rest/v1/**', async (route) => {
    const url = new URL(route.request().url());
    if (
      route.request().method() !== 'GET' ||
      sessionReads.first(url) ||
      !isPart(url, new URL(page.url()).pathname)
    )
      return route.continue();
    return answers.failed(route);
  });
}

function isPart(url: URL, screen: string): boolean {
  const { page = 1 } = JSON.parse(url.searchParams.get('pagination') ?? '{}') as { page?: number };
  const isListOfWitnesses = url.pathname.endsWith('/witnesses');
  return (
    page > 1 ||
    (isListOfWitnesses && screen !== paths.witnesses) ||
    /\/(?:certificate|content|subject|signature-request-invite)\//.test(url.pathname)
  );
}

/** Ends the network of the page that is there, or lets all its reads fail, and waits until it says so. */
export async function endReads(page: Page, condition: 'offline' | 'stale'): Promise<void> {
  if (condition === 'offline') {
    await page.context().setOffline(true);
    // A device that has no network but its own does not notice.
    await page.evaluate(() => dispatchEvent(new Event('offline')));
  } else
    await page.route('**/rest/v1/**', (route) =>
      route.request().method() === 'GET' ? answers.failed(route) : route.continue(),
    );
  // What is on the screen is read again when its window comes to the front.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  const strip = messageStart(condition === 'offline' ? 'common_offline' : 'common_stale');
  await page.getByRole('status').filter({ hasText: strip }).first().waitFor();
}

/** Takes back what `endReads` did. */
export async function resumeReads(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
}

const sessionReads = {
  /** Who is connected, and when; one row of each list is empty like the list. */
  whole: ({ pathname }: URL): boolean => /\/(?:organizations|server-time)$/.test(pathname),
  first: (url: URL): boolean => {
    const { size } = JSON.parse(url.searchParams.get('pagination') ?? '{}') as { size?: number };
    return size === 1 || sessionReads.whole(url);
  },
};

/**
 * Reads of the sandbox fail, or wait, too. Each load takes the key of the demo from its session anew, and on the page of the
 * sandbox nothing but its session says whose cards there are: these are answered.
 */
async function putSandboxInCondition(page: Page, condition: Condition): Promise<void> {
  let isOpened = false;
  let isLoadingAnew = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLoadingAnew = true;
  });
  page.on('framenavigated', (frame) => {
    // Until then the page before may still read its session. Addresses within the app change without a load.
    if (frame !== page.mainFrame() || !isLoadingAnew) return;
    isLoadingAnew = false;
    isOpened = false;
  });
  await page.route('**/sandbox/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    // Modules of the page are in folders of this name.
    if (route.request().method() !== 'GET' || route.request().resourceType() !== 'fetch')
      return route.continue();
    if (pathname === '/sandbox/session') {
      const isFirst = !isOpened;
      isOpened = true;
      if (isFirst || new URL(page.url()).pathname === paths.sandbox) return route.continue();
    }
    return answers[condition](route);
  });
}

const answers: Readonly<Record<Condition, (route: Route) => Promise<void>>> = {
  empty: async (route) => {
    const response = await route.fetch();
    const body = (await response.json().catch(() => null)) as Record<string, unknown> | unknown[] | null;
    if (!response.ok() || body === null) return route.fulfill({ response });
    // A series is an array by itself.
    if (Array.isArray(body)) return route.fulfill({ response, json: [] });
    for (const list of ['results', 'items']) if (Array.isArray(body[list])) body[list] = [];
    const { info } = body as { info?: { count?: number } };
    if (typeof info?.count === 'number') info.count = 0;
    return route.fulfill({ response, json: body });
  },
  loading: async () => undefined,
  failed: (route) =>
    route.fulfill({
      status: 500,
      json: { message: 'The database does not answer.' },
      headers: { 'x-request-id': 'f'.repeat(16) },
    }),
};
