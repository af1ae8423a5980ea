import type { Page } from '@playwright/test';
import { buildCase } from '#proofs/case-file/build-case.ts';
import * as material from '#proofs/testing/case-material.ts';
import { settledParts } from './screen-state.ts';
import { expect } from './service.ts';

export const { text: caseText } = buildCase({
  title: 'Pagaré 0398',
  evidence: material.evidence,
  context: material.context,
});
export const documentText = new TextDecoder().decode(material.document);

/** Makes files in the page, so that dropping them is all that is measured. */
export async function prepareDrop(
  page: Page,
  count: number,
  more: Record<string, string> = {},
): Promise<void> {
  await page.evaluate(
    ({ count: many, more: others }) => {
      const transfer = new DataTransfer();
      for (let at = 0; at < many; at += 1)
        transfer.items.add(
          new File([`Aviso de privacidad, acuse ${at}`.repeat(40)], `acuse-${at}.txt`, {
            type: 'text/plain',
          }),
        );
      for (const [name, text] of Object.entries(others))
        transfer.items.add(new File([text], name, { type: 'application/json' }));
      Object.assign(globalThis, { transfer });
    },
    { count, more },
  );
}

export async function drop(page: Page): Promise<void> {
  await page.evaluate(() => {
    // Put there by prepareDrop.
    const { transfer } = globalThis as unknown as { transfer: DataTransfer };
    document.body.dispatchEvent(
      new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }),
    );
  });
}

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
