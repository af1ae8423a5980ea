import { caseText, drop, openVerify, prepareDrop } from './dropping.ts';
import { watchTasks } from './page-work.ts';
import { expect, test } from './service.ts';

test('5,000 files in one drop: a result for each, and no task of the page over 100 ms', async ({ page }) => {
  test.setTimeout(180_000);
  await openVerify(page);
  await prepareDrop(page, 4_999, { 'Pagaré.testigo.json': caseText });
  const readTasks = await watchTasks(page);
  await drop(page);
  // Looked at by selectors: computing roles of a whole table is the test's work in the page, and would be measured.
  await expect(page.locator('h1')).toHaveText(/^5,000 elementos/);
  // The page answers while it works: a row is looked at in the middle.
  await page.locator('tr[data-index="3"]').click();
  await expect(page.locator('aside')).toContainText('acuse-3.txt');
  await page.keyboard.press('Escape');
  await expect(page.locator('h1')).toHaveText('5,000 elementos, 5,000 revisados', { timeout: 150_000 });
  const tasks = await readTasks();
  // Nothing measured is nothing known: laying out the table alone takes longer than the ten it begins to count at.
  expect(tasks.length).toBeGreaterThan(0);
  expect(tasks.filter((milliseconds) => milliseconds > 100)).toEqual([]);
});
