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
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(secret);
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'Nómina' });
  await expect(row.getByText(/Último uso/)).toBeVisible();

  const power = row.getByRole('switch', { name: 'Nómina encendida' });
  await power.press('Space');
  await expect(row.getByText('Apagada')).toBeVisible();
  await expect(power).toBeEnabled();
  expect(await ask()).toBe(401);
  await power.press('Space');
  await expect(row.getByText('Encendida', { exact: true })).toBeVisible();
  await expect(power).toBeEnabled();
  expect(await ask()).toBe(200);

  await row.getByRole('button', { name: 'Revocar Nómina' }).click();
  await row.getByRole('button', { name: 'Revocar para siempre' }).click();
  await expect(row).toHaveCount(0);
  expect(await ask()).toBe(401);
});
