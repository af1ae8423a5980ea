import { mkdir, writeFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import { everyScreen } from './every-screen.ts';
import { beginDraft, thingsOf } from './look-at-screens.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';

// What a screen costs the service: the calls that opening it makes once the session is known, and those of a minute in
// which nothing happens. The figures go to `reports/traffic.json`; `src/QUALITY.md` lists them.

/** Calls of one stretch of time, and the bytes of their answers as they came, headers aside. */
interface Traffic {
  calls: number;
  bytes: number;
  readonly paths: string[];
}

/** At most so many calls to open the overview or a list (with those of the frame, which looks every 15 s). */
const mostToOpen = 8;
/** The overview also reads how fast each of the two counters of the quota is used. */
const mostToOpenOverview = 10;
/** The same for pages of one thing, which also read what hangs on it. */
const mostToOpenOne = 12;
/** A request also reads the evidence of its witness, which is verified beside its state. */
const mostToOpenRequest = 16;
/** At most so many calls of a screen in a minute at rest, those of the frame included. */
const mostIdle = 60;

/** Bytes of answers in a minute at rest: what did not change is answered without a body. */
const mostIdleBytes = 50_000;

/** The sandbox acts as each of its signers, each with an inbox of their own. */
const mostOfSandbox = { open: 24, idle: 120, idleBytes: 400_000 };

const lists =
  /^\/(?:$|(?:requests|witnesses|endorsements|directory|directory\/certificates|directory\/issuers|rates)(?:$|\?(?!sel=)))/;

test('opening a screen and leaving it open costs the service no more than the figures of the record', async ({
  page,
  service,
  demo,
}) => {
  test.setTimeout(900_000);
  await page.clock.install();
  await enterDemo(page);
  const things = await thingsOf(service, demo, await beginDraft(page, 'Borrador del tránsito'));
  const traffic = watchTraffic(page);
  // What the first screen begins in the background, the survey of the service above all, is no screen's.
  await settledScreen(page, { timeoutMs: 30_000, quietMs: 1_000 });
  const figures: Record<string, { open: Traffic; idle: Traffic }> = {};
  const screens = Object.entries(everyScreen(things)).filter(([name]) => !left.has(name));
  for (const [name, addresses] of screens)
    for (const [face, address] of addresses.entries()) {
      // Of somewhere else, so that nothing of it is on screen; answers younger than two seconds would count for nothing.
      await goInApp(page, '/settings');
      await settledScreen(page, { timeoutMs: 15_000 });
      await page.clock.runFor(20_000);
      await settledScreen(page, { timeoutMs: 15_000 });
      const open = await traffic(async () => {
        await goInApp(page, address);
        await settledScreen(page, { timeoutMs: 20_000, quietMs: 500 });
      });
      const idle = await traffic(async () => {
        for (let second = 0; second < 60; second += 5) {
          await page.clock.runFor(5_000);
          await settledScreen(page, { timeoutMs: 5_000, quietMs: 50 });
        }
      });
      figures[face === 0 ? name : `${name} ${face + 1}`] = { open, idle };
      const most = name.startsWith('sandbox')
        ? mostOfSandbox
        : {
            open: mostToOpenAt(name, address),
            idle: mostIdle,
            idleBytes: mostIdleBytes,
          };
      expect.soft(open.calls, `${address}: ${open.paths.join(', ')}`).toBeLessThanOrEqual(most.open);
      expect.soft(idle.calls, `${address} at rest: ${idle.paths.join(', ')}`).toBeLessThanOrEqual(most.idle);
      expect.soft(idle.bytes, `${address} at rest, bytes`).toBeLessThanOrEqual(most.idleBytes);
    }
  await mkdir('reports', { recursive: true });
  await writeFile('reports/traffic.json', `${JSON.stringify(figures, null, 2)}\n`);
});

function mostToOpenAt(name: string, address: string): number {
  if (name === 'overview') return mostToOpenOverview;
  if (name === 'request') return mostToOpenRequest;
  return lists.test(address) ? mostToOpen : mostToOpenOne;
}

/** Screens without the session, and those that show nothing of the service. */
const left = new Set(['connect', 'connectThen', 'verify', 'settings', 'bulkDraft', 'bulkRun']);

/** Measures what a page asks the service for while something is done. */
function watchTraffic(page: Page): (act: () => Promise<void>) => Promise<Traffic> {
  let current: Traffic | undefined;
  const sizes: Promise<void>[] = [];
  page.on('request', (request) => {
    const path = pathOf(request);
    if (!current || path === undefined) return;
    current.calls += 1;
    current.paths.push(path);
  });
  page.on('requestfinished', (request) => {
    const of = current;
    if (!of || pathOf(request) === undefined) return;
    sizes.push(
      request.sizes().then(
        ({ responseBodySize }) => void (of.bytes += responseBodySize),
        () => undefined,
      ),
    );
  });
  return async (act) => {
    const traffic: Traffic = { calls: 0, bytes: 0, paths: [] };
    current = traffic;
    await act();
    current = undefined;
    await Promise.all(sizes.splice(0));
    return traffic;
  };
}

/** What of the service a request asks for; undefined for parts of the app. */
function pathOf(request: Request): string | undefined {
  const { pathname } = new URL(request.url());
  return /^\/(rest|sandbox)\//.test(pathname) && request.resourceType() === 'fetch' ? pathname : undefined;
}
