import { styled } from '@mui/material/styles';
import { inviteStatus } from '#client/queries/reading.ts';
import type { SignatureRequestInvite } from '#contract/resources/resources.ts';
import { Instant } from '#ui/data/instant.tsx';
import { ink, media, type } from '#ui/theme/tokens.ts';
import { Name } from '#ui/data/name.tsx';
import { InviteStatusChip } from '#widgets/invite-status.tsx';
import { m } from '#i18n/messages.ts';

const Root = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  padding: '10px 18px',
  '& > .name': { ...type.body, flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' },
  // Room for «ayer 12:48», so that the marks stand under each other.
  '& > .when': { ...type.table, minWidth: 76, color: ink.text2, textAlign: 'right' },
  [media.phone]: {
    padding: '10px 16px',
    '& > .name': { flexBasis: '100%' },
    '& > .when': { minWidth: 0, textAlign: 'left' },
  },
});

/** One that was answered: it cannot be answered again. */
export function AnsweredInvite({ invite }: { invite: SignatureRequestInvite }) {
  const at = invite.rejectedAt ?? invite.signedAt;
  return (
    <Root>
      <span className="name">
        <Name lines={3}>{invite.signatureRequest?.name ?? m.sandbox_without_name()}</Name>
      </span>
      <InviteStatusChip status={inviteStatus(invite)} />
      {at && (
        <span className="when">
          <Instant at={at} form="list" />
        </span>
      )}
    </Root>
  );
}
