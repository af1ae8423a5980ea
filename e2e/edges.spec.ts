import type { Locator, Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { everyScreen } from './every-screen.ts';
import { thingsOf } from './look-at-screens.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';

// Where parts begin and end beside each other, which only a browser can measure.

interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

const boxOf = (part: Locator): Promise<Box> =>
  part.first().evaluate((one) => {
    const { left, top, bottom } = one.getBoundingClientRect();
    return { left, top, bottom };
  });

/** Where the content of a button begins, without its padding. */
const contentOf = (button: Locator): Promise<number> =>
  button.evaluate((one) => one.firstElementChild?.getBoundingClientRect().left ?? 0);

const middleOf = ({ top, bottom }: Box): number => (top + bottom) / 2;

async function go(page: Page, address: string): Promise<void> {
  await goInApp(page, address);
  await settledScreen(page, { timeoutMs: 15_000 });
}

/** Opens the form of a new request and begins a draft in it: the form stays where it is. */
async function expectStillForm(page: Page): Promise<void> {
  await go(page, paths.newRequest);
  const name = page.getByLabel('Nombre', { exact: true });
  const before = await boxOf(name);
  await name.fill('C');
  await expect(page.getByRole('button', { name: 'Descartar este borrador' })).toBeVisible();
  expect.soft((await boxOf(name)).top, 'the form moves when a draft begins').toBe(before.top);
}

test.describe('at 1440 px', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('at 1440 px drawings, tables and columns reach the end of their paper, and a form stays where it is', async ({
    page,
    service,
    demo,
  }) => {
    await enterDemo(page);
    const { requests, token, witness } = everyScreen(await thingsOf(service, demo, ''));

    await go(page, witness[0]);
    const drawing = page.locator('[data-drawing]');
    await drawing.getByRole('tab', { name: 'Merkle' }).click();
    const strip = await boxOf(drawing.locator('[data-last]'));
    // The border of the paper is between them.
    expect
      .soft(strip.bottom, 'the last strip of a drawing')
      .toBeCloseTo((await boxOf(drawing)).bottom - 1, 0);
    const root = drawing.getByRole('row').last();
    const [hash, mark] = [root.locator('td').nth(1).locator('> *'), root.locator('[data-state]')];
    expect
      .soft(middleOf(await boxOf(mark)), 'the mark of the root')
      .toBeCloseTo(middleOf(await boxOf(hash)), 0);

    await go(page, token[0]);
    const table = page.getByRole('table', { name: 'Eventos del token' });
    // The scrolling box of the table, and the box with its border.
    const frame = table.locator('xpath=../..');
    expect
      .soft((await boxOf(table)).bottom, 'a table of events')
      .toBeCloseTo((await boxOf(frame)).bottom - 1, 0);

    await go(page, requests[1]);
    const column = page.locator('section > ul').first();
    const board = column.locator('xpath=../..');
    expect.soft((await boxOf(column)).bottom, 'a column of requests').toBe((await boxOf(board)).bottom);

    await expectStillForm(page);
  });
});

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test('at 360 px buttons begin where their lines do, a filter is read whole, and a form stays where it is', async ({
    page,
    service,
    demo,
  }) => {
    await enterDemo(page);
    const { certificates, endorsements, witness } = everyScreen(await thingsOf(service, demo, ''));
    const title = page.locator('main h1').last();

    await go(page, endorsements[1]);
    const add = page.getByRole('button', { name: 'Agregar una condición' });
    expect.soft(await contentOf(add), 'a condition').toBeCloseTo((await boxOf(title)).left, 0);

    await go(page, certificates[1]);
    const words = page.getByText('Vigente hasta: 1 ene 2020 o antes', { exact: true });
    expect
      .soft(
        await words.evaluate(
          (one) => one.scrollWidth - one.clientWidth + one.scrollHeight - one.clientHeight,
        ),
      )
      .toBe(0);

    await go(page, witness[0]);
    const copy = page.getByRole('button', { name: 'Comprobar con mi copia' });
    expect.soft(await contentOf(copy), 'a copy of one’s own').toBeCloseTo((await boxOf(title)).left, 0);

    await expectStillForm(page);
  });
});
