import type { Page } from '@playwright/test';
import { buildCase } from '#proofs/case-file/build-case.ts';
import * as material from '#proofs/testing/case-material.ts';
import { drop } from './drop-files.ts';
import { settledParts } from './screen-state.ts';
import { expect } from './service.ts';

export const { text: caseText } = buildCase({
  title: 'Pagaré 0398',
  evidence: material.evidence,
  context: material.context,
});
export const documentText = new TextDecoder().decode(material.document);

export const openVerify = async (page: Page): Promise<void> => {
  await page.goto('/verify');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Suelta documentos/);
  // What checks comes after the page; measuring begins when it is there.
  await settledParts(page);
};

/** Five thousand files that are dropped, and a row that is looked at while the page works on them. */
export async function dropFiveThousand(page: Page): Promise<void> {
  await drop(page);
  // Looked at by selectors: computing roles of a whole table is the test's work in the page, and would be measured.
  await expect(page.locator('h1[tabindex="-1"]')).toHaveText(/^5,000 elementos/);
  // The page answers while it works: a row is looked at in the middle.
  await page.locator('tr[data-index="3"]').click();
  await expect(page.locator('aside')).toContainText('acuse-3.txt');
  await page.keyboard.press('Escape');
  await expect(page.locator('h1[tabindex="-1"]')).toHaveText('5,000 elementos, 5,000 revisados', {
    timeout: 150_000,
  });
}
