import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { reading } from './accessible-routes.ts';
import { expect, test } from './service.ts';
import { answerAs, call, chooseFile, openRequestId, pdf } from './staff.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 360, height: 780 };

/** From the connect page to the page of a request that was sent to one signer. @returns the id of the request */
async function sendRequest(page: Page, title: string, signer: string): Promise<string> {
  await reading(page, 'light', 'en');
  await page.getByRole('button', { name: 'Enter the demo' }).click();
  await page.getByRole('main').getByRole('link', { name: 'New request' }).click();
  await chooseFile(page, `${title}.pdf`, await pdf(title));
  // On a phone the field is a button that opens the search.
  if (page.viewportSize()?.width === phone.width)
    await page.getByRole('button', { name: /^Find a person/ }).click();
  await page.getByRole('combobox', { name: 'Find a person' }).fill(signer);
  await page.getByRole('option', { name: signer }).click();
  await expect(page.getByText('No, the service has no witness of this hash')).toBeVisible();
  await page.getByRole('button', { name: 'Send to 1 signer' }).click();
  const id = await openRequestId(page);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return id;
}

for (const [where, viewport] of [
  ['on a wide screen', wide],
  ['on a phone', phone],
] as const)
  test.describe(where, () => {
    test.use({ viewport });

    test(`in English, ${where}, a document goes from the connect page to a verdict by visible names`, async ({
      page,
    }) => {
      test.setTimeout(180_000);
      const title = 'Supply agreement';
      const signer = 'Rodrigo Aranda Lizama';
      await sendRequest(page, title, signer);

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
      ).setFiles({
        name: `${title}.testigo.json`,
        mimeType: 'application/json',
        buffer: await readFile(file),
      });
      const row = page.getByRole('row', { name: new RegExp(title) });
      // The demo's anchors are those of its service, which this browser is connected to.
      await expect(row).toContainText('Valid', { timeout: 60_000 });
      await row.click();
      await expect(page.getByRole('complementary')).toContainText(
        'The document with this hash existed no later than',
      );
    });
  });

test('in English, a request that a signer rejects says so, and is corrected and sent again by visible names', async ({
  page,
  service,
  demo,
}) => {
  test.setTimeout(180_000);
  const title = 'Lease that is rejected';
  const signer = 'Rodrigo Aranda Lizama';
  const { apiKey } = demo.organizations[0]!;
  const rejected = await sendRequest(page, title, signer);

  await answerAs(service.origin, apiKey, rejected, 'reject');
  const main = page.getByRole('main');
  await expect(main.getByText('Rejected', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await expect(main.getByText(new RegExp(`^${signer} rejected it on .+\\.`)).first()).toBeVisible();
  await page.getByRole('button', { name: 'Correct and send again' }).click();

  const strip = page.getByRole('status').filter({ hasText: 'Corrects:' });
  await expect(strip).toContainText(`${title}. Rejected by ${signer} on `);
  await page.getByRole('textbox', { name: 'Name' }).fill(`${title}, corrected`);
  await expect(page.getByText('No, the service has no witness of this hash')).toBeVisible();
  await page.getByRole('button', { name: 'Send to 1 signer' }).click();
  const corrected = await openRequestId(page);
  expect(corrected).not.toBe(rejected);
  const { body } = await call<{ name: string }>(
    service.origin,
    apiKey,
    'GET',
    `/signature-request/${corrected}`,
  );
  expect(body.name).toBe(`${title}, corrected`);
  await page.getByRole('status').filter({ hasText: 'Corrects:' }).getByRole('link', { name: title }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Corrected and sent again:' })).toBeVisible();
});
