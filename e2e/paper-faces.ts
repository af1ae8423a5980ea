/** What leaves the app to be read elsewhere: the page that checks itself, and the reports on paper. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import type { Things } from './every-screen.ts';
import { messageStart, openVerifierReport, press, type Face, type Faces } from './face-steps.ts';

/** Between the margins of a letter-size page, in CSS pixels. */
const paper = { width: 695, height: 913 };

/** Lays the page out as it is printed. */
export async function putOnPaper(page: Page): Promise<void> {
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
}

/** Chooses what is made of a witness, and presses the button of the dialog. */
async function exportAs(page: Page, kind: string, button: string): Promise<void> {
  await press(page, 'inspector_save_case');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: messageStart(kind) }).check();
  await dialog.getByRole('button', { name: messageStart(button) }).click();
}

/** Saves the page that checks itself, and opens it from disk. */
async function openCasePage(page: Page): Promise<void> {
  const saving = page.waitForEvent('download');
  await exportAs(page, 'evidence_export_page', 'evidence_export_save');
  const folder = await mkdtemp(join(tmpdir(), 'testigo-page-'));
  const file = join(folder, 'case.html');
  try {
    await (await saving).saveAs(file);
    await page.goto(pathToFileURL(file).href);
    await page.locator('footer').waitFor();
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const casePage = (of: Things): Face => ({ address: paths.witness(of.witness), steps: openCasePage });

/** By name; what is put on paper after the steps. */
export const paperFaces = (of: Things): Faces => ({
  'paper-case page': casePage(of),
  'paper-witness report': {
    address: paths.witness(of.witness),
    steps: async (page) => {
      // The sheet is gone when the dialog of the browser closes, which a browser without a window has not.
      await page.evaluate(() => (window.print = () => undefined));
      await exportAs(page, 'evidence_export_print', 'evidence_export_print_now');
      await page.locator('[data-print-sheet] article').waitFor({ state: 'attached' });
    },
  },
  'paper-verifier report': { address: paths.verify, steps: openVerifierReport },
});
