import ApprovalIcon from '@mui/icons-material/ApprovalOutlined';
import BlockIcon from '@mui/icons-material/BlockOutlined';
import DrawIcon from '@mui/icons-material/DrawOutlined';
import UnknownIcon from '@mui/icons-material/HelpOutlineOutlined';
import EditNoteIcon from '@mui/icons-material/EditNoteOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import { isKnownStatus } from '#client/queries/reading.ts';
import { StatusChip } from '#ui/data/status-chip.tsx';
import { m } from '#i18n/messages.ts';

/**
 * An invite's status as the service says it; a status that is not known is shown as its own text, and one that
 * was not sent as that.
 */
export function InviteStatusChip({
  status,
  draft,
  isAlone,
}: {
  status: string | undefined;
  draft?: boolean | undefined;
  /** Nothing beside it says that it is about a signature. */
  isAlone?: boolean;
}) {
  if (draft)
    return (
      <StatusChip tone="draft" icon={<EditNoteIcon />}>
        {m.requests_status_draft()}
      </StatusChip>
    );
  if (status === undefined)
    return (
      <StatusChip tone="waiting" icon={<UnknownIcon />}>
        {m.requests_not_sent()}
      </StatusChip>
    );
  if (!isKnownStatus(status))
    return (
      <StatusChip tone="waiting" icon={<ScheduleIcon />}>
        {status}
      </StatusChip>
    );
  switch (status) {
    case 'PENDING':
      return (
        <StatusChip tone="waiting" icon={<ScheduleIcon />}>
          {m.requests_status_pending()}
        </StatusChip>
      );
    case 'SIGNED':
      return (
        <StatusChip tone="answered" icon={<DrawIcon />}>
          {m.requests_status_signed()}
        </StatusChip>
      );
    case 'WITNESSED':
      return (
        <StatusChip tone="settled" icon={<ApprovalIcon />}>
          {isAlone ? m.requests_status_signature_witnessed() : m.requests_status_witnessed()}
        </StatusChip>
      );
    case 'REJECTED':
      return (
        <StatusChip tone="refused" icon={<BlockIcon />}>
          {m.requests_status_rejected()}
        </StatusChip>
      );
  }
}
