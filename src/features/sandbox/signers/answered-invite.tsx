import { inviteStatus } from '#client/queries/reading.ts';
import type { SignatureRequestInvite } from '#contract/resources/resources.ts';
import { Instant } from '#ui/data/instant.tsx';
import { Name } from '#ui/data/name.tsx';
import { InviteStatusChip } from '#widgets/people/invite-status.tsx';
import { m } from '#i18n/messages.ts';
import { caseTitle } from '../simulation/story-labels.ts';
import css from './answered-invite.module.css';

/** One that was answered: it cannot be answered again. */
export function AnsweredInvite({ invite }: { invite: SignatureRequestInvite }) {
  const name = invite.signatureRequest?.name;
  const at = invite.rejectedAt ?? invite.signedAt;
  return (
    <li className={css.root}>
      <span className={css.name}>
        <Name lines={3}>{name ? caseTitle(name) : m.sandbox_without_name()}</Name>
      </span>
      <InviteStatusChip status={inviteStatus(invite)} />
      {at && (
        <span className={css.when}>
          <Instant at={at} form="list" />
        </span>
      )}
    </li>
  );
}
