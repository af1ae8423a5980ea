import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;
/** What a file of two gibibytes may take of memory beside what the page has already. */
const mostBeside = 400 * mebibyte;

/** SHA-256 of the same mebibyte, so many times. */
function digestOf(part: Uint8Array, times: number): string {
  const hash = createHash('sha256');
  for (let n = 0; n < times; n += 1) hash.update(part);
  return hash.digest('hex');
}

const patternAt = (at: number): number => (at * 31 + (at >> 8)) & 0xff;

/** Chooses a file of so many mebibytes that takes no more memory than one: its parts are the same one again. */
async function chooseGreat(page: Page, times: number): Promise<void> {
  await page
    .locator('input[type=file]')
    .last()
    .evaluate((input: HTMLInputElement, mebibytes: number) => {
      const part = new Uint8Array(1024 * 1024).map((_, at) => (at * 31 + (at >> 8)) & 0xff);
      const one = new Blob([part]);
      const some = new Blob(Array.from({ length: 64 }, () => one));
      const whole = new Blob(Array.from({ length: mebibytes / 64 }, () => some));
      const chosen = new DataTransfer();
      chosen.items.add(new File([whole], 'grande.bin'));
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }, times);
}

/** Resident bytes of all processes that began with this one, as the system counts them. */
async function residentOf(root: number): Promise<number> {
  const parents = new Map<number, { parent: number; bytes: number; isRenderer: boolean }>();
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
      const field = (of: string): number =>
        Number(new RegExp(`^${of}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      parents.set(pid, {
        parent: field('PPid'),
        bytes: field('RssAnon') * 1024,
        isRenderer: command.includes('--type=renderer'),
      });
    } catch {
      // It ended while it was looked at.
    }
  }
  const isBelow = (pid: number): boolean => {
    for (let at = parents.get(pid); at; at = parents.get(at.parent)) if (at.parent === root) return true;
    return false;
  };
  return [...parents].reduce((sum, [pid, one]) => sum + (one.isRenderer && isBelow(pid) ? one.bytes : 0), 0);
}

test('UP-1 a file of two gibibytes is hashed without being in memory', async ({ page }) => {
  test.setTimeout(240_000);
  test.skip(process.platform !== 'linux', 'Memory of a process is read as Linux tells it.');
  const times = (2 * gibibyte) / mebibyte;
  const part = Uint8Array.from({ length: mebibyte }, (_, at) => patternAt(at));
  await enterDemo(page, '/witnesses');
  await page.getByRole('button', { name: 'Atestiguar un archivo' }).click();
  const before = await residentOf(process.pid);
  expect(before).toBeGreaterThan(0);
  await chooseGreat(page, times);
  let most = before;
  const field = page.getByRole('textbox', { name: 'SHA-256' });
  await expect
    .poll(
      async () => {
        most = Math.max(most, await residentOf(process.pid));
        return field.inputValue();
      },
      { timeout: 200_000, intervals: [150] },
    )
    .not.toBe('');
  console.log(`beside: ${Math.round((most - before) / mebibyte)} MiB`);
  await expect(field).toHaveValue(digestOf(part, times));
  expect(most - before).toBeLessThan(mostBeside);
});
