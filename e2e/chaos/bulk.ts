import { expect, type Page } from '@playwright/test';
import type { Expected } from './audit.ts';

/**
 * Begins a bulk as a user does: documents, a table with a row for each, a look at what will happen, and off.
 *
 * @returns the address of the run
 */
export async function beginBulk(page: Page, expected: readonly Expected[]): Promise<string> {
  await page.goto('/requests/bulk');
  const documents = expected.map(({ name, text }) => ({
    name: `${name}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  }));
  await page.locator('input[type=file]').first().setInputFiles(documents);
  const rows = expected.map(({ name, signers }) => [name, ...signers].join(','));
  const table = ['Documento,Firmante 1,Firmante 2', ...rows].join('\r\n');
  await page
    .locator('input[type=file][accept*=".csv"]')
    .setInputFiles({ name: 'firmas.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  const send = page.getByRole('button', { name: `Enviar ${expected.length} solicitudes` });
  await expect(send).toBeEnabled({ timeout: 30_000 });
  await send.click();
  await expect(page).toHaveURL(/run=/, { timeout: 30_000 });
  return page.url();
}

/** How many requests of the newest bulk are sent, from the journal of the page; undefined when it cannot be read. */
export async function doneOf(page: Page): Promise<number | undefined> {
  const requested = page.evaluate(
    () =>
      new Promise<number | undefined>((resolve) => {
        const opening = indexedDB.open('testigo');
        opening.onerror = () => resolve(undefined);
        opening.onsuccess = () => {
          const database = opening.result;
          const end = (done: number | undefined): void => {
            database.close();
            resolve(done);
          };
          if (!database.objectStoreNames.contains('bulks')) return end(undefined);
          const reading = database.transaction('bulks').objectStore('bulks').getAll();
          reading.onerror = () => end(undefined);
          reading.onsuccess = () => {
            // Stored by the page under its own types; here only this is looked at.
            const [bulk] = reading.result as { counts: { done: number } }[];
            end(bulk?.counts.done);
          };
        };
      }),
  );
  // A page that is gone in the middle of the question has no answer.
  return requested.catch(() => undefined);
}
