import { expect, test as base } from '../service.ts';
import { openSession, type Session } from './open-session.ts';
import { places, titleOf, type AnyOperation } from './places.ts';
import type { Row } from './row.ts';

let open: Promise<Session> | undefined;

// Not a fixture of the worker: that would start another worker, and with it another service.
const test = base.extend<{ session: Session }>({
  session: async ({ browser, service }, use) => {
    open ??= openSession(browser, service.origin);
    await use(await open);
  },
  // The page of the session instead of one for each row.
  pageErrors: async ({ session: { errors } }, use) => {
    errors.length = 0;
    await use(errors);
    expect(errors).toEqual([]);
  },
});

/**
 * One test a row: what came in the answer of that operation is seen.
 *
 * @param renamed also looks once more with the same under another name: it is not seen then, and the screen stands
 * @param own a service of its own, for what changes things
 */
export function proveRows(
  rows: readonly (readonly [AnyOperation, Row])[],
  { renamed = false, own = false }: { renamed?: boolean; own?: boolean } = {},
): void {
  if (own) test.use({ environment: { TESTIGO_NESTING: 'whole' } });
  test.afterAll(async () => {
    const session = await open;
    open = undefined;
    await session?.page.close();
  });
  for (const [operation, row] of rows) {
    const { screen, field } = places[operation];
    // Stands in the report of the run, with what came of it.
    const annotation = { type: 'operation', description: `${operation} ${field} ${screen}` };
    test(
      `${titleOf(operation)}${renamed ? ', and not under another name' : ''}`,
      { annotation },
      async ({ session: { page, wire, world } }) => {
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
        await expect.poll(seen, { message: `${operation} is seen`, timeout: 30_000 }).toBe(true);
        const holds = wire.looked.some((answer) => answer.status === 200 && answer.holds);
        expect(holds, `an answer of ${operation} holds ${field}`).toBe(true);

        wire.bend(undefined);
        if (!renamed) return;

        wire.bend({ ...bend, renamed: true });
        await row.act(page, world, 1);
        await expect
          .poll(() => wire.looked.length, { message: `${operation} is called again`, timeout: 30_000 })
          .toBeGreaterThan(0);
        await wire.quiet();
        expect(await seen(), `${operation} is not seen under another name`).toBe(false);
        await expect(page.getByRole('main').first()).toContainText(/\S/);
        await expect(page.getByText('Esta página dejó de funcionar')).toHaveCount(0);
        wire.bend(undefined);
      },
    );
  }
}
