import type { ReminderMeans } from '#jobs/store/record-shapes.ts';
import { Instant } from '#ui/data/instant.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useNow } from '#ui/hooks/use-now.ts';
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
      {wordsOf(found.means)}{' '}
      {form === 'list' ? <Near at={found.at} /> : <Instant at={found.at} form="minute" />}
    </>
  );
}

/** It is dated by this device, and so is what is today. */
function Near({ at }: { at: string }) {
  const format = useFormat();
  return <time dateTime={at}>{format.inList(at, useNow(30_000))}</time>;
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
