import { expectAccessible } from './accessible.ts';
import { drop, prepareDrop } from './drop-files.ts';
import { caseText } from './dropping.ts';
import { settledParts } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';

test('a run goes on while the user works elsewhere, is paused in the tray, and says when its page ended it', async ({
  page,
}) => {
  test.setTimeout(120_000);
  // Every file takes its time, so that the run lasts as long as the test needs it.
  await page.addInitScript(() => {
    const post = (worker: Worker, message: unknown): void => postMessage.call(worker, message);
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function postLater(message: unknown) {
      setTimeout(() => post(this, message), 100);
    };
  });
  await enterDemo(page, '/verify');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Suelta documentos/);
  await settledParts(page);
  await prepareDrop(page, 499, { 'Pagaré.testigo.json': caseText });
  await drop(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^500 elementos/);

  await page.getByRole('navigation').getByRole('link', { name: 'Testigos' }).click();
  await expect(page).toHaveURL(/\/witnesses$/);
  const button = page.getByRole('button', { name: /^Operaciones/ });
  await button.focus();
  await page.keyboard.press('Enter');
  const tray = page.getByRole('region', { name: 'Operaciones' });
  await expect(tray).toContainText('Verificación de 500 elementos');
  await expect(tray).toContainText('Termina si recargas o cierras la ventana');
  const readChecked = async (): Promise<number> =>
    Number(/([\d,]+) de 500 revisados/.exec(await tray.innerText())?.[1] ?? -1);
  const first = await readChecked();
  await expect.poll(readChecked).toBeGreaterThan(Math.max(first, 0));

  await tray.getByRole('button', { name: 'Pausar: Verificación de 500 elementos' }).press('Enter');
  await expect(tray.getByRole('img', { name: 'En pausa' })).toBeVisible();
  await expect(tray.getByRole('button', { name: /^Reanudar/ })).toBeVisible();
  await expectAccessible(page, 'tray with a paused run');

  await tray.getByRole('button', { name: 'Abrir: Verificación de 500 elementos' }).press('Enter');
  await expect(page).toHaveURL(/\/verify$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^500 elementos, [1-9]/);
  await expect(page.getByText(/^En pausa/)).toBeVisible();
  await expect(page.getByRole('row', { name: /acuse-0\.txt/ })).toContainText('Sin determinar');

  // Nothing of the files is stored: the browser asks before a reload, and then the page says what was lost.
  const dialogType = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.type();
  });
  await page.reload();
  expect(await dialogType).toBe('beforeunload');
  const strip = page.getByRole('status').filter({ hasText: 'La verificación de 500 elementos terminó' });
  await expect(strip).toContainText('Nada se guardó: agrega los archivos otra vez.');
  await expect(page.getByRole('button', { name: 'Operaciones: 1 requiere tu atención' })).toBeVisible();
  await expectAccessible(page, 'a run that ended with its page');
  await strip.getByRole('button', { name: 'Entendido' }).press('Enter');
  await expect(strip).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Operaciones', exact: true })).toBeVisible();
});

test('a run whose page is left at once, before its results are there, is done while the user works elsewhere', async ({
  page,
}) => {
  await enterDemo(page, '/verify');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Suelta documentos/);
  let release = (): void => undefined;
  const left = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/verify-results*.js', async (route) => {
    await left;
    await route.continue();
  });
  await prepareDrop(page, 20);
  await drop(page);
  await goInApp(page, '/rates');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tipo de cambio');
  release();
  const tray = page.getByRole('region', { name: 'Operaciones' });
  await page.getByRole('button', { name: /^Operaciones/ }).click();
  await expect(tray).toContainText('20 de 20 revisados');
});
