/** How the faces of the screens come about: by what both languages call things. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { chooseFile, pdf } from './staff.ts';

export interface Face {
  /** Where it begins. */
  readonly address: string;
  /** What a person does there, by what both languages call it. */
  readonly steps: (page: Page) => Promise<void>;
}

const catalogues = (['es-MX', 'en'] as const).map((language) => {
  const folder = new URL(`../src/i18n/${language}/`, import.meta.url);
  const files = readdirSync(folder).map(
    (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, unknown>,
  );
  return Object.assign({}, ...files) as Readonly<Record<string, unknown>>;
});

/** What begins with a message of the catalogue, in either language. */
export function messageStart(key: string): RegExp {
  const texts = catalogues.map((words) => {
    const text = words[key];
    if (typeof text !== 'string') throw new Error(`${key} is not a plain message.`);
    return text.split('{')[0]?.replace(/[.?()]/g, '\\$&') ?? '';
  });
  return new RegExp(`^(?:${texts.join('|')})`);
}

export const none = (): Promise<void> => Promise.resolve();
export const main = (page: Page): Locator => page.locator('main').last();
export const press = (page: Page, key: string): Promise<void> =>
  main(page)
    .getByRole('button', { name: messageStart(key) })
    .first()
    .click();

export type Faces = Readonly<Record<string, Face>>;

/** A file that the verifier knows nothing of. */
const chooseUnknownFile = async (page: Page): Promise<void> =>
  chooseFile(page, 'Convenio ajeno.pdf', await pdf('Convenio ajeno'));

/** The same with its row opened, which on a phone takes the place of the others. */
export async function openRow(page: Page): Promise<void> {
  await chooseUnknownFile(page);
  await page.getByText('Convenio ajeno.pdf').first().click();
  await page.getByRole('complementary').getByText('Convenio ajeno').first().waitFor();
}

/** The report of the verifier, which takes the place of the page. */
export async function openVerifierReport(page: Page): Promise<void> {
  await chooseUnknownFile(page);
  await press(page, 'verify_report');
  await page.getByRole('menuitem', { name: messageStart('verify_report_print') }).click();
  await page.locator('body > .printed').waitFor();
}
