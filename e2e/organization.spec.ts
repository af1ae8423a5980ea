import { expect, test } from './service.ts';
import { call, enterDemo } from './staff.ts';

test('AK-1 AK-2 a key is made, works, is switched off and refused, and is revoked', async ({
  page,
  service,
}) => {
  await enterDemo(page, '/organization?tab=keys');
  await page.getByRole('textbox', { name: 'Nombre de la clave' }).fill('Nómina');
  await page.getByRole('button', { name: 'Crear clave' }).click();
  const secret = await page.getByRole('group', { name: 'Secreto de la clave' }).locator('code').textContent();
  if (!secret) throw new Error('No secret is shown.');
  expect(secret).toMatch(/^tk_.{40,}$/);
  expect(page.url()).not.toContain(secret);
  const ask = async (): Promise<number> => (await call(service.origin, secret, 'GET', '/server-time')).status;
  expect(await ask()).toBe(200);

  await page.getByRole('button', { name: 'Ya lo guardé' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain(secret);
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'Nómina' });
  await expect(row.getByText(/Último uso/)).toBeVisible();

  const power = row.getByRole('switch', { name: 'Nómina activa' });
  await power.press('Space');
  await expect(row.getByText('Desactivada')).toBeVisible();
  await expect(power).toBeEnabled();
  expect(await ask()).toBe(401);
  await power.press('Space');
  await expect(row.getByText('Activa', { exact: true })).toBeVisible();
  await expect(power).toBeEnabled();
  expect(await ask()).toBe(200);

  await row.getByRole('button', { name: 'Revocar Nómina' }).click();
  await row.getByRole('button', { name: 'Revocar para siempre' }).click();
  await expect(row).toHaveCount(0);
  expect(await ask()).toBe(401);
});

test('AK-4 a key loses at once what the page takes from it', async ({ page, service }) => {
  await enterDemo(page, '/organization?tab=keys');
  await page.getByRole('textbox', { name: 'Nombre de la clave' }).fill('Lector');
  const choices = page.getByRole('group', { name: 'Qué puede hacer' });
  // Once the list of keys tells that this service knows limits, reading alone is offered.
  await expect(choices.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await choices.getByRole('checkbox', { name: /^Escribir/ }).check();
  await page.getByRole('button', { name: 'Crear clave' }).click();
  const secret = await page.getByRole('group', { name: 'Secreto de la clave' }).locator('code').textContent();
  if (!secret) throw new Error('No secret is shown.');
  await page.getByRole('button', { name: 'Ya lo guardé' }).click();
  const upload = `/sign-file-url?filePath=a.pdf&md5Checksum=${'0'.repeat(32)}`;
  const ask = async (path: string): Promise<number> =>
    (await call(service.origin, secret, 'GET', path)).status;
  expect(await ask(upload)).toBe(200);
  const row = page.getByRole('listitem').filter({ hasText: 'Lector' });
  await row.getByRole('button', { name: 'Permisos de Lector' }).click();
  await row.getByRole('checkbox', { name: /^Escribir/ }).uncheck();
  await row.getByRole('button', { name: 'Guardar' }).click();
  await expect(row.getByText('Puede leer', { exact: true })).toBeVisible();
  expect([await ask(upload), await ask('/witnesses')]).toEqual([403, 200]);
  await row.getByRole('button', { name: 'Revocar Lector' }).click();
  await row.getByRole('button', { name: 'Revocar para siempre' }).click();
  await expect(row).toHaveCount(0);
});
