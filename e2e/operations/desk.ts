import type { Page } from '@playwright/test';
import { expect, test as base, type DemoSession } from '../service.ts';
import { enterDemo } from '../staff.ts';
import { places, titleOf, type AnyOperation } from './places.ts';
import type { Row } from './row.ts';
import { Wire } from './wire.ts';
import { World } from './world.ts';

/** One page that is signed in, for all the rows of a worker. */
interface Desk {
  readonly page: Page;
  readonly wire: Wire;
  readonly world: World;
  readonly errors: string[];
}

export const test = base.extend<object, { desk: Desk }>({
  desk: [
    async ({ browser, service }, use) => {
      const page = await browser.newPage({
        baseURL: service.origin,
        locale: 'es-MX',
        timezoneId: 'America/Mexico_City',
        viewport: { width: 1440, height: 900 },
      });
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(`uncaught: ${message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          errors.push(message.text());
      });
      const wire = await Wire.of(page);
      const session = await fetch(`${service.origin}/sandbox/session`);
      const world = new World(service.origin, (await session.json()) as DemoSession);
      await enterDemo(page);
      await use({ page, wire, world, errors });
      await page.close();
    },
    { scope: 'worker' },
  ],
  // The page of the desk instead of one for each row.
  pageErrors: async ({ desk: { errors } }, use) => {
    errors.length = 0;
    await use(errors);
    expect(errors).toEqual([]);
  },
});

/**
 * One test a row: what came in the answer of that operation is seen; the same, when it comes under another name, is
 * not, and the screen stands.
 */
export function proveRows(rows: readonly (readonly [AnyOperation, Row])[]): void {
  for (const [operation, row] of rows) {
    const { screen, field } = places[operation];
    // Stands in the report of the run, with what came of it.
    const annotation = { type: 'operation', description: `${operation} ${field} ${screen}` };
    test(titleOf(operation), { annotation }, async ({ desk: { page, wire, world } }) => {
      const { mark, shows, given } = row;
      const seen = async (): Promise<boolean> => {
        if (row.seen) return row.seen(page, wire);
        return (
          (await page
            .getByText(shows ?? '')
            .filter({ visible: true })
            .count()) > 0
        );
      };
      const bend = { operation, field, ...(mark !== undefined && { mark }), ...(given && { given }) };

      wire.bend(bend);
      await row.act(page, world, 0);
      await expect.poll(seen, { message: `${operation} is seen`, timeout: 15_000 }).toBe(true);
      const holds = wire.looked.some((answer) => answer.status === 200 && answer.holds);
      expect(holds, `an answer of ${operation} holds ${field}`).toBe(true);

      wire.bend({ ...bend, renamed: true });
      await row.act(page, world, 1);
      await expect
        .poll(() => wire.looked.length, { message: `${operation} is called again`, timeout: 15_000 })
        .toBeGreaterThan(0);
      await wire.quiet();
      expect(await seen(), `${operation} is not seen under another name`).toBe(false);
      await expect(page.getByRole('main').first()).toContainText(/\S/);
      await expect(page.getByText('Esta página dejó de funcionar')).toHaveCount(0);
      wire.bend(undefined);
    });
  }
}
