import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import ShareIcon from '@mui/icons-material/IosShareOutlined';
import { invalidate } from '#client/queries/invalidate.ts';
import { inviteStatus } from '#client/queries/reading.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { ReminderMeans } from '#jobs/store/record-shapes.ts';
import { reminders } from '#jobs/store/follow-ups.ts';
import type { SignatureRequest, SignatureRequestInvite, Subject } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Row } from '#ui/layout/card.tsx';
import { PersonLine } from '#ui/data/person-line.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { Reminded } from './reminded.tsx';
import { shareAddress } from './share-address.ts';
import css from './reminder-list.module.css';

type People = Readonly<Record<string, Subject>>;

/** A person who has not answered, as far as the service names them. */
interface Awaited {
  readonly id: string;
  readonly name: string | undefined;
  readonly mail: string | undefined;
}

/**
 * A reminder for each person who has not answered: to copy, to open in the mail program or to hand to another app. Its
 * text is made on the click, because its link may give access; it is not shown, and only that it was made is recorded.
 * From here nothing is sent.
 */
export function ReminderList({
  request,
  people,
  nobody,
}: {
  request: SignatureRequest;
  /** Where the invites name them by id alone. */
  people: People;
  /** What is said where nobody is known to be awaited. */
  nobody: string;
}) {
  const [isRefused, setIsRefused] = useState(false);
  const root = useRef<HTMLUListElement>(null);
  useEffect(() => {
    root.current?.querySelector('button')?.focus();
  }, []);
  const awaited = awaitedOf(request, people);
  if (awaited.length === 0) return <p role="status">{nobody}</p>;
  return (
    <div className={css.body}>
      <p>{request.anonymousKey ? m.requests_remind_text_access() : m.requests_remind_text()}</p>
      {isRefused && <WarningStrip>{m.requests_remind_refused()}</WarningStrip>}
      <ul ref={root}>
        {awaited.map((person) => (
          <ReminderLine key={person.id} request={request} person={person} onRefused={setIsRefused} />
        ))}
      </ul>
    </div>
  );
}

/** One person who has not answered, and the means to remind them. */
function ReminderLine({
  request,
  person,
  onRefused,
}: {
  request: SignatureRequest;
  person: Awaited;
  /** Says whether the browser refused to copy or to share. */
  onRefused: (isRefused: boolean) => void;
}) {
  const { copy, mail, share } = useReminder(request, person, onRefused);
  // An older browser has no such sheet, whatever its type says.
  const canShare = typeof (navigator as Partial<Navigator>).share === 'function';
  const name = person.name ?? m.requests_a_signer();
  return (
    <li>
      <PersonLine
        name={{ text: name, node: name }}
        codes={person.mail === undefined ? [] : [person.mail]}
        facts={<Reminded request={request.id ?? ''} person={person.id} form="minute" />}
      />
      <Row>
        <Button
          icon={<CopyIcon aria-hidden="true" />}
          aria-label={m.requests_remind_copy_for({ name })}
          onClick={copy}
        >
          {m.requests_remind_copy()}
        </Button>
        <Button
          icon={<MailIcon aria-hidden="true" />}
          aria-label={m.requests_remind_mail_for({ name })}
          onClick={mail}
        >
          {m.requests_remind_mail()}
        </Button>
        {canShare && (
          <Button
            icon={<ShareIcon aria-hidden="true" />}
            aria-label={m.requests_remind_share_for({ name })}
            onClick={share}
          >
            {m.requests_remind_share()}
          </Button>
        )}
      </Row>
    </li>
  );
}

function useReminder(
  request: SignatureRequest,
  person: Awaited,
  onRefused: (isRefused: boolean) => void,
): Record<'copy' | 'mail' | 'share', () => void> {
  const { client, organization } = useConnection();
  const queries = useQueryClient();
  const snack = useSnack();
  const note = async (means: ReminderMeans): Promise<void> => {
    snack({ text: doneWords(means) });
    // Where this browser stores nothing it was made all the same.
    await reminders(client.scope)
      .note(request.id ?? '', person.id, means)
      .catch(() => undefined);
    await invalidate(queries, reminders(client.scope).key);
  };
  const reminderText = (): string => {
    const { name } = person;
    const facts = { document: nameOf(request), link: shareAddress(request) };
    const organizationName = organization?.name ?? '';
    return name
      ? m.requests_remind_letter({ ...facts, name, organization: organizationName })
      : m.requests_remind_letter_unnamed({ ...facts, organization: organizationName });
  };
  const copy = (): void => {
    onRefused(false);
    navigator.clipboard.writeText(reminderText()).then(
      () => note('copied'),
      () => onRefused(true),
    );
  };
  const mail = (): void => {
    const subject = m.requests_remind_subject({ document: nameOf(request) });
    const link = document.createElement('a');
    link.href = `mailto:${encodeURIComponent(person.mail ?? '')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(reminderText())}`;
    link.click();
    void note('mail');
  };
  const share = (): void => {
    const title = m.requests_remind_subject({ document: nameOf(request) });
    navigator.share({ title, text: reminderText() }).then(
      () => note('shared'),
      // Who closes the sheet has shared nothing.
      (error: unknown) => onRefused(!(error instanceof DOMException && error.name === 'AbortError')),
    );
  };
  return { copy, mail, share };
}

function awaitedOf({ invites }: SignatureRequest, people: People): Awaited[] {
  return (invites ?? []).flatMap((invite) => {
    if (inviteStatus(invite) !== 'PENDING') return [];
    const id = personOf(invite);
    const subject = people[invite.subject?.id ?? ''] ?? invite.subject;
    const name = visibleName(subject?.commonName) ?? undefined;
    return id ? [{ id, name, mail: subject?.emailAddress ?? undefined }] : [];
  });
}

const nameOf = ({ name }: SignatureRequest): string => visibleName(name) ?? m.requests_unnamed();

const personOf = ({ id, subject }: SignatureRequestInvite): string | undefined =>
  subject?.id ?? id ?? undefined;

function doneWords(means: ReminderMeans): string {
  switch (means) {
    case 'copied':
      return m.requests_remind_done_copied();
    case 'mail':
      return m.requests_remind_done_mail();
    case 'shared':
      return m.requests_remind_done_shared();
  }
}
