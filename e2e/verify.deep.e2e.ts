import { prepareDrop } from './drop-files.ts';
import { caseText, dropFiveThousand, openVerify } from './dropping.ts';
import { watchTasks } from './page-work.ts';
import { expect, test } from './service.ts';

test('5,000 files in one drop: a result for each, and no task of the page over 100 ms', async ({ page }) => {
  test.setTimeout(180_000);
  await openVerify(page);
  await prepareDrop(page, 4_999, { 'Pagaré.testigo.json': caseText });
  const readTasks = await watchTasks(page);
  await dropFiveThousand(page);
  const tasks = await readTasks();
  // Nothing measured is nothing known: laying out the table alone takes longer than the ten it begins to count at.
  expect(tasks.length).toBeGreaterThan(0);
  expect(tasks.filter((milliseconds) => milliseconds > 100)).toEqual([]);
});
