import { useQuery } from '@tanstack/react-query';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { SignatureRequest, Subject } from '#contract/resources/resources.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { ReminderList } from '#widgets/reminding/reminder-list.tsx';
import { m } from '#i18n/messages.ts';

/** The reminders of a row of the queue, made where it stands. */
export function RemindDialog({
  request,
  people,
  onClose,
}: {
  request: SignatureRequest;
  people: readonly Subject[];
  onClose: () => void;
}) {
  // A list may leave out what gives access to the request.
  const { data } = useQuery(signatureRequests(useClient()).one(request.id ?? ''));
  const byId = Object.fromEntries(people.flatMap((subject) => (subject.id ? [[subject.id, subject]] : [])));
  return (
    <Dialog open onClose={onClose} title={m.requests_remind_title()} wide>
      <p>
        <strong>{visibleName(request.name) ?? m.requests_unnamed()}</strong>
      </p>
      <ReminderList request={data ?? request} people={byId} nobody={m.requests_remind_nobody()} />
    </Dialog>
  );
}
