import { readFile } from 'node:fs/promises';
import { reading } from './accessible-routes.ts';
import { expect, test } from './service.ts';
import { chooseFile, openRequestId, pdf } from './staff.ts';

test('in English, a document goes from the connect page to a verdict by visible names', async ({ page }) => {
  test.setTimeout(180_000);
  const title = 'Supply agreement';
  const signer = 'Rodrigo Aranda Lizama';
  await reading(page, 'light', 'en');
  await page.getByRole('button', { name: 'Enter the demo' }).click();
  await page
    .getByRole('link', { name: 'New request' })
    .or(page.getByRole('button', { name: 'New request' }))
    .first()
    .click();
  await chooseFile(page, `${title}.pdf`, await pdf(title));
  await page.getByRole('combobox', { name: 'Find a person' }).fill('Rodrigo');
  await page.getByRole('option', { name: /Rodrigo Aranda/ }).click();
  await expect(page.getByText('No, the service has no witness of this hash')).toBeVisible();
  await page.getByRole('button', { name: 'Send to 1 signer' }).click();
  await openRequestId(page);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await page.getByRole('button', { name: `Sign as ${signer}` }).click();
  await page.getByRole('button', { name: 'See the verdict' }).click({ timeout: 60_000 });
  await expect(page).toHaveURL(/\/witnesses\/[0-9a-f]{24}/);
  const sentence = page.getByRole('main').getByText(/This document existed no later than/);
  await expect(sentence.first()).toBeVisible({ timeout: 60_000 });

  await page.getByRole('button', { name: 'Save case file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save case file' });
  await dialog.getByRole('radio', { name: 'Case file', exact: true }).check();
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const file = await (await saving).path();

  await page.goto('/verify');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (
    await choosing
  ).setFiles({ name: `${title}.testigo.json`, mimeType: 'application/json', buffer: await readFile(file) });
  const row = page.getByRole('row', { name: new RegExp(title) });
  // The demo's anchors are those of its service, which this browser is connected to.
  await expect(row).toContainText('Valid', { timeout: 60_000 });
  await row.click();
  await expect(page.getByRole('complementary')).toContainText(
    'The document with this hash existed no later than',
  );
});
