import type { Page } from '@playwright/test';
import { expect, startService, test, type RunningService } from './service.ts';
import { call, chooseKind, enterDemo } from './staff.ts';

interface Bucket {
  readonly id: number;
  readonly open: number;
  readonly close: number;
  readonly low: number;
  readonly high: number;
  readonly average: number;
  readonly inverseClose: number;
  readonly count: number;
}

const week = 604_800;
const values = ['open', 'high', 'low', 'close', 'average'] as const;

/** The newest so many of a series by the service, newest first. */
async function series(origin: string, key: string, path: string, limit: number): Promise<Bucket[]> {
  const { status, body } = await call<{ items: Bucket[] }>(
    origin,
    key,
    'GET',
    `${path}?orderBy=id&orderDirection=desc&limit=${limit}`,
  );
  expect(status).toBe(200);
  return body.items;
}

const row = (page: Page, at: number) => page.locator('main table tbody tr').nth(at);
/** The numbers of a row as they were reported, not as they are written. */
const reportedIn = (page: Page, at: number): Promise<(string | null)[]> =>
  row(page, at)
    .locator('data')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('value')));

/** An amount with so many decimals, times or divided by a rate, rounded half up: with whole numbers alone. */
function exactly(amount: string, rate: number, how: 'times' | 'by', decimals: number): string {
  const digitsOf = (text: string): { digits: bigint; scale: number } => {
    const [whole = '', fraction = ''] = text.split('.');
    return { digits: BigInt(whole + fraction), scale: fraction.length };
  };
  const [one, price] = [digitsOf(amount), digitsOf(String(rate))];
  const ten = (power: number): bigint => 10n ** BigInt(power);
  const over = how === 'times' ? one.digits * price.digits : one.digits * ten(price.scale);
  const under = how === 'times' ? ten(one.scale + price.scale) : price.digits * ten(one.scale);
  const rounded = (2n * over * ten(decimals) + under) / (2n * under);
  const text = String(rounded).padStart(decimals + 1, '0');
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

const grouped = (text: string): string => text.replace(/\B(?=(\d{3})+(?!\d)(?=\.|$))(?<!\.\d*)/g, ',');

const day = (seconds: number): string =>
  new Intl.DateTimeFormat('es-MX', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .formatToParts(new Date(seconds * 1000))
    .filter(({ type }) => type === 'day' || type === 'year')
    .map(({ value }) => value)
    .join('|');

test('RT-2 candles and table are the values of the answer, period by period', async ({
  page,
  service,
  demo,
}) => {
  const key = demo.organizations[0]!.apiKey;
  const reported = await series(service.origin, key, '/weekly-bucket-usdcmxn-rates', 26);
  await enterDemo(page, '/rates');
  await expect(page.locator('main table tbody tr')).toHaveCount(26);
  for (const at of [0, 1, 13, 25]) {
    await expect.poll(() => reportedIn(page, at)).toEqual(values.map((name) => String(reported[at]![name])));
    await expect(row(page, at).getByRole('cell').last()).toHaveText(String(reported[at]!.count));
  }
  // A candle a period, hollow where it closes at its opening or above.
  const candles = page.locator('main figure svg .body');
  await expect(candles).toHaveCount(26);
  const up = reported.filter(({ open, close }) => close >= open).length;
  expect(up).toBeGreaterThan(0);
  await expect(page.locator('main figure svg .body[data-up]')).toHaveCount(up);
  // Heights are the values: the whole of the highest wick is drawn above that of every other.
  const tops = await page
    .locator('main figure svg .wick')
    .evaluateAll((wicks) => wicks.map((wick) => Number(wick.getAttribute('y1'))));
  const highest = reported
    .toReversed()
    .findIndex(({ high }) => high === Math.max(...reported.map((one) => one.high)));
  expect(tops.indexOf(Math.min(...tops))).toBe(highest);

  // The price the other way round is the service's own inverse, not ours.
  await page.getByText('USDC por MXN', { exact: true }).click();
  await expect
    .poll(async () => Number((await reportedIn(page, 0))[values.indexOf('close')]))
    .toBe(reported[0]!.inverseClose);
});

test('the converter is exact, rounds once, and names the bucket that it uses', async ({
  page,
  service,
  demo,
}) => {
  const key = demo.organizations[0]!.apiKey;
  const reported = await series(service.origin, key, '/weekly-bucket-usdcmxn-rates', 26);
  const chosen = reported[7]!;
  await enterDemo(page, '/rates');
  await row(page, 7).getByRole('button').click();
  const pesos = page.getByRole('textbox', { name: 'Importe en MXN' });
  const coins = page.getByRole('textbox', { name: 'Importe en USDC' });
  await coins.fill('1234567.89');
  await expect(pesos).toHaveValue(grouped(exactly('1234567.89', chosen.close, 'times', 2)));
  await page.getByRole('combobox', { name: 'Valor' }).selectOption({ label: 'Promedio' });
  await expect(pesos).toHaveValue(grouped(exactly('1234567.89', chosen.average, 'times', 2)));
  await pesos.fill('980.15');
  await expect(coins).toHaveValue(exactly('980.15', chosen.average, 'by', 6));

  const said = page.getByRole('status').filter({ hasText: 'serie USDC–MXN, semanal' });
  const [first, last] = [day(chosen.id), day(chosen.id + week - 1)].map((one) => one.split('|')[0]!);
  await expect(said).toContainText(new RegExp(`Promedio, ${first}(?: [a-z]+)?(?: \\d{4})? al ${last} `));
  await expect(said).toContainText(String(chosen.average));
  await expect(page).toHaveURL(new RegExp(`bucket=${chosen.id}\\b`));
  // The same page by its address says the same.
  await page.reload();
  await expect(coins).toHaveValue(exactly('980.15', chosen.average, 'by', 6));
  await coins.fill('1,2,3');
  await expect(page.getByText('Un número como 1,250.50.')).toBeVisible();
  await expect(pesos).toHaveValue('');
});

test('RT-2 daily and monthly series are those of the service, where it has them', async ({
  page,
  service,
  demo,
}) => {
  const key = demo.organizations[0]!.apiKey;
  await enterDemo(page);
  for (const { name, path, count, range } of [
    { name: 'Diaria', path: '/daily-bucket-usdcmxn-rates', count: 14, range: '14' },
    { name: 'Mensual', path: '/monthly-bucket-usdcmxn-rates', count: 6, range: '6' },
  ]) {
    const reported = await series(service.origin, key, path, count);
    expect(reported).toHaveLength(count);
    await page.goto('/rates');
    await page.getByText(name, { exact: true }).click();
    await page
      .getByRole('radiogroup', { name: 'Periodos a la vista' })
      .getByText(range, { exact: true })
      .click();
    await expect(page.locator('main table tbody tr')).toHaveCount(count);
    await expect.poll(() => reportedIn(page, 0)).toEqual(values.map((one) => String(reported[0]![one])));
    await expect
      .poll(() => reportedIn(page, count - 1))
      .toEqual(values.map((one) => String(reported.at(-1)![one])));
    await expect(page.locator('main figure svg .body')).toHaveCount(count);
  }
  // Another pair is another series.
  const [newest] = await series(service.origin, key, '/weekly-bucket-mxnusd-rates', 1);
  await page.goto('/rates?pair=mxnusd');
  await expect(page.locator('main table tbody tr').first()).toBeVisible();
  await expect.poll(() => reportedIn(page, 0)).toEqual(values.map((one) => String(newest![one])));
});

test('the pagaré form says its amount by the newest week of the service', async ({ page, service, demo }) => {
  const key = demo.organizations[0]!.apiKey;
  const [newest] = await series(service.origin, key, '/weekly-bucket-usdcmxn-rates', 1);
  await enterDemo(page, '/requests/new');
  await chooseKind(page, 'Pagaré');
  await page.getByRole('textbox', { name: 'Importe' }).fill('342800');
  const said = page.getByText(/^Cerca de /);
  await expect(said).toContainText(
    `Cerca de ${grouped(exactly('342800', newest!.close, 'by', 6))} USDC. 1 USDC = ${newest!.close} MXN.`,
  );
  await said.getByRole('link', { name: 'Ver el tipo de cambio' }).click();
  await expect(page).toHaveURL(new RegExp(`/rates\\?bucket=${newest!.id}&`));
  await expect(page.getByRole('textbox', { name: 'Importe en USDC' })).toHaveValue(
    grouped(exactly('342800', newest!.close, 'by', 6)),
  );
});

test.describe('on a service that lists no series', () => {
  // One service for both tests.
  test.describe.configure({ mode: 'default' });

  let documented: RunningService;
  test.beforeAll(async () => {
    documented = await startService({ TESTIGO_TIER: 'documented' });
  });
  test.afterAll(() => documented.stop());

  test('RT-1 it is read week by week, back by 604,800 seconds at a time, and says so', async ({ page }) => {
    const answers = new Map<number, Promise<Bucket>>();
    page.on('response', (response) => {
      const id = /\/weekly-bucket-usdcmxn-rate\/(\d+)$/.exec(new URL(response.url()).pathname)?.[1];
      if (!id) return;
      const reported = response.json() as Promise<Bucket>;
      // One that nothing is compared with may end with its page.
      reported.catch(() => undefined);
      answers.set(Number(id), reported);
    });
    await page.goto(`${documented.origin}/connect`);
    await page.getByRole('button', { name: 'Entrar a la demostración' }).click();
    await expect(page.getByRole('navigation').getByRole('link', { name: /Solicitudes/ })).toBeVisible();
    await page.goto(`${documented.origin}/rates?range=13`);
    await expect(
      page.getByText('Este servicio no lista series: se cargó semana por semana, 13 de 13'),
    ).toBeVisible();
    const present = Math.floor(Date.now() / 1000 / week) * week;
    expect([...answers.keys()].sort((a, b) => b - a)).toEqual(
      Array.from({ length: 13 }, (_, back) => present - back * week),
    );
    await expect(page.locator('main table tbody tr')).toHaveCount(13);
    for (const at of [0, 6, 12]) {
      const reported = await answers.get(present - at * week)!;
      await expect.poll(() => reportedIn(page, at)).toEqual(values.map((name) => String(reported[name])));
    }
    // What is not documented is not there, and the way to what is stands beside it.
    await page.getByText('Diaria', { exact: true }).click();
    await expect(page.getByText('Este servicio no ofrece esta serie')).toBeVisible();
    await page.getByRole('link', { name: 'Ver la serie semanal' }).click();
    await expect(page.locator('main table tbody tr').first()).toBeVisible();
  });

  test('a walk that fails in the middle keeps what was read, says how far it came, and goes on', async ({
    page,
  }) => {
    const present = Math.floor(Date.now() / 1000 / week) * week;
    const stands = present - 13 * week;
    let broken = true;
    await page.route('**/weekly-bucket-usdcmxn-rate/*', async (route) => {
      const id = Number(route.request().url().split('/').at(-1));
      if (broken && id <= stands) await route.fulfill({ status: 503, body: '' });
      else await route.continue();
    });
    await page.goto(`${documented.origin}/connect`);
    await page.getByRole('button', { name: 'Entrar a la demostración' }).click();
    await expect(page.getByRole('navigation').getByRole('link', { name: /Solicitudes/ })).toBeVisible();
    await page.goto(`${documented.origin}/rates`);
    await expect(page.getByText(/^Se cargaron 13 de 26 semanas\./)).toBeVisible({ timeout: 20_000 });
    await expect(page.locator('main table tbody tr')).toHaveCount(13);
    broken = false;
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByText('se cargó semana por semana, 26 de 26')).toBeVisible();
    await expect(page.locator('main table tbody tr')).toHaveCount(26);
  });
});
