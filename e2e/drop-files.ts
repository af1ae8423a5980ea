import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Files that `prepareDrop` made and `drop` drops. */
    preparedFiles: DataTransfer;
  }
}

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
      window.preparedFiles = transfer;
    },
    { count, more },
  );
}

export async function drop(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { preparedFiles: dataTransfer } = window;
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  });
}
