import { expect, type Page } from '@playwright/test';
import { call, enterDemo } from './staff.ts';

/** Rows of the list that are drawn: where each stands, and the witness that it leads to. */
export const drawnRows = (page: Page): Promise<{ index: number; id: string }[]> =>
  page.locator('main tbody tr[data-index]').evaluateAll((rows) =>
    rows.map((row) => ({
      index: Number(row.getAttribute('data-index')),
      id: row.querySelector('a[href*="/witnesses/"]')?.getAttribute('href')?.split('/').at(-1) ?? '',
    })),
  );

/** How many rows the table says that it has. */
export const rowCount = async (page: Page): Promise<number> =>
  Number(await page.locator('main table').getAttribute('aria-rowcount', { timeout: 100 })) - 1;

export interface Requested {
  readonly count: number;
  readonly ids: readonly string[];
}

/** What the interface answers for the same arguments: how many, and the ids of one page. */
export async function ask(
  origin: string,
  key: string,
  query: Readonly<Record<string, unknown>>,
  page = 1,
): Promise<Requested> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, pagination: { page, size: 100 } }))
    search.set(name, JSON.stringify(value));
  const { status, body } = await call<{ info: { count: number }; results: { id: string }[] }>(
    origin,
    key,
    'GET',
    `/witnesses?${search}`,
  );
  expect(status).toBe(200);
  return { count: body.info.count, ids: body.results.map(({ id }) => id) };
}

/** Enters the demo as another of its organizations. */
export async function enterAs(page: Page, organization: string): Promise<void> {
  await enterDemo(page);
  const present = page.getByRole('button', { name: /Grupo Ceibal/ }).first();
  await present.click();
  await page.getByRole('menuitemradio', { name: organization }).click();
  await expect(page.getByRole('button', { name: new RegExp(organization) }).first()).toBeVisible();
}
