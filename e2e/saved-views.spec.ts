import { expectAccessible, expectAccessibleInOtherTheme } from './accessible.ts';
import { measureScreen } from './screen-figures.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';

test('a view is saved with its filters and hidden columns, and is applied after a reload, on a phone too', async ({
  page,
}) => {
  await enterDemo(page, '/requests?kind=pdf');
  const table = page.getByRole('table', { name: 'Solicitudes' });
  await table.getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: 'Columnas', exact: true }).click();
  const columns = page.getByRole('dialog', { name: 'Columnas' });
  await expect(columns.getByRole('checkbox', { name: 'Avance' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(table.getByRole('columnheader', { name: 'Avance' })).toHaveCount(0);
  await expectAccessible(page, 'the choice of columns');
  await page.keyboard.press('Escape');
  await expect(columns).toHaveCount(0);

  const views = page.getByRole('dialog', { name: 'Vistas' });
  const button = page.getByRole('main').getByRole('button', { name: /^Vista/ });
  await button.click();
  await expect(views.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('PDF sin avance');
  await page.keyboard.press('Enter');
  await expect(views).toHaveCount(0);
  await expect(button).toHaveText('Vista: PDF sin avance');

  await page.goto('/requests');
  await expect(table.getByRole('columnheader', { name: 'Avance' })).toBeVisible();
  await button.click();
  await views.getByRole('button', { name: 'PDF sin avance', exact: true }).click();
  await expect(page).toHaveURL(/\/requests\?kind=pdf&hide=progress&saved=[\w-]+$/);
  await expect(table.getByRole('columnheader', { name: 'Avance' })).toHaveCount(0);
  await page.getByRole('tab', { name: /^Rechazadas/ }).click();
  await expect(button).toHaveText('Vista: PDF sin avance Con cambios');

  await page.setViewportSize({ width: 360, height: 780 });
  await expect(page.getByRole('button', { name: 'Columnas', exact: true })).toHaveCount(0);
  await button.click();
  await expect(views.getByText('Con cambios', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the saved views');
  await expectAccessibleInOtherTheme(page, 'the saved views');
  expect((await measureScreen(page)).sideways).toBeLessThanOrEqual(0);
  await views.getByRole('button', { name: 'Eliminar: PDF sin avance' }).click();
  await expect(page.getByText('Se eliminó la vista «PDF sin avance»')).toBeVisible();
  await expect(button).toHaveText('Vistas');
});
