import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Types a day, `2026-11-25`, into the field of a name, which is fetched first. */
export async function typeDay(user: UserEvent, name: string | RegExp, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  const sections = within(await screen.findByRole('group', { name })).getAllByRole('spinbutton');
  if (sections[0]) await user.click(sections[0]);
  await user.keyboard(date + month + year);
}
