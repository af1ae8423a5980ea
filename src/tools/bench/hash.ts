/**
 * Hashes a 200 MB file in the composer of the built product, in Chromium, and prints the rate and the longest
 * task of the page while it does. Exits 1 when a task was longer than 100 ms.
 */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserLaunch } from '../../../e2e/browser.ts';
import { startService } from '../../../e2e/service.ts';
import { forgetLongTasks, longTasksOf, noteLongTasks } from '../../../e2e/long-tasks.ts';

const megabytes = Number(process.argv[2] ?? 200);
const limit = 100;

const folder = await mkdtemp(join(tmpdir(), 'testigo-bench-'));
const path = join(folder, 'grande.pdf');
const file = await open(path, 'w');
const block = Buffer.alloc(1_000_000, 0x2e);
block.write('%PDF-1.7\n');
for (let written = 0; written < megabytes; written += 1) await file.write(block);
await file.close();

const service = await startService();
const browser = await chromium.launch(await browserLaunch());
try {
  const page = await browser.newPage({ baseURL: service.origin, locale: 'es-MX' });
  await noteLongTasks(page);
  await page.goto('/connect');
  await page.getByRole('button', { name: 'Entrar a la demostración' }).click();
  await page.getByRole('navigation').first().waitFor();
  await page.goto('/requests/new');
  await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
  await page.waitForTimeout(2000);
  await forgetLongTasks(page);
  const started = Date.now();
  await page.locator('input[type=file]').first().setInputFiles(path);
  await page.getByText('calculando').first().waitFor({ state: 'visible', timeout: 60_000 });
  await page.getByText('calculando').first().waitFor({ state: 'hidden', timeout: 120_000 });
  const seconds = (Date.now() - started) / 1000;
  const tasks = await longTasksOf(page);
  const longest = Math.max(0, ...tasks);
  console.log(
    `hashed      ${megabytes} MB in ${seconds.toFixed(2)} s, ${(megabytes / seconds).toFixed(0)} MB/s, choosing included`,
  );
  console.log(
    `long tasks  ${tasks.length} over 50 ms, the longest ${longest.toFixed(0)} ms (limit ${limit} ms)`,
  );
  process.exitCode = longest > limit ? 1 : 0;
} finally {
  await browser.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
