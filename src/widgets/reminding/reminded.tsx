import type { ReminderMeans } from '#jobs/store/record-shapes.ts';
import { Instant } from '#ui/data/instant.tsx';
import { useReminders } from '../people/use-reminders.ts';
import { m } from '#i18n/messages.ts';

/** The last reminder that was made for a person from here. That it arrived is not known, and not said. */
export function Reminded({
  request,
  person,
  form,
}: {
  request: string;
  person: string;
  form: 'minute' | 'list';
}) {
  const found = useReminders().find((one) => one.request === request && one.person === person);
  if (!found) return null;
  return (
    <>
      {wordsOf(found.means)} <Instant at={found.at} form={form} datedBy="device" />
    </>
  );
}

function wordsOf(means: ReminderMeans): string {
  switch (means) {
    case 'copied':
      return m.requests_reminded_copied();
    case 'mail':
      return m.requests_reminded_mail();
    case 'shared':
      return m.requests_reminded_shared();
  }
}
