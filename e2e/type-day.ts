import type { Locator, Page } from '@playwright/test';

/** Types a day, `2026-11-25`, into a date field: its sections are day, month and year. */
export async function typeDay(scope: Page | Locator, name: string, day: string): Promise<void> {
  const field = scope.getByRole('group', { name, exact: true });
  await field.getByRole('spinbutton').first().click();
  await field.page().keyboard.type(day.split('-').reverse().join(''));
}
