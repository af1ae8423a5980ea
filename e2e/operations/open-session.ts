import type { Browser, Page } from '@playwright/test';
import type { DemoSession } from '../service.ts';
import { enterDemo } from '../staff.ts';
import { Wire } from './wire.ts';
import { World } from './world.ts';

/** One page that is signed in, for all the rows of a file. */
export interface Session {
  readonly page: Page;
  readonly wire: Wire;
  readonly world: World;
  readonly errors: string[];
}

/** @param prepare what is to be done to the page before its first request */
export async function openSession(
  browser: Browser,
  origin: string,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<Session> {
  const page = await browser.newPage({
    baseURL: origin,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    viewport: { width: 1440, height: 900 },
  });
  await prepare(page);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(`uncaught: ${message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  const wire = await Wire.of(page);
  const answer = await fetch(`${origin}/sandbox/session`);
  const world = new World(origin, (await answer.json()) as DemoSession);
  await enterDemo(page);
  return { page, wire, world, errors };
}
