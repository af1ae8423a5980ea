import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import InviteIcon from '@mui/icons-material/PersonAddOutlined';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import RenameIcon from '@mui/icons-material/DriveFileRenameOutline';
import SendIcon from '@mui/icons-material/SendOutlined';
import StampIcon from '@mui/icons-material/ApprovalOutlined';
import TokenIcon from '@mui/icons-material/SwapHorizOutlined';
import { contentKeyOf } from '#client/queries/reading.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { useCorrected } from '#widgets/correcting/use-corrected.ts';
import { m } from '#i18n/messages.ts';
import type { RequestRead } from '../use-request.ts';
import type { ActionName, OpenAction } from './action-name.ts';
import { isCertified, NextStep, nextStep } from './next-step.tsx';

export interface PanelProps {
  request: SignatureRequest;
  read: RequestRead;
  /** Done or left: the panel goes and the request is read again. */
  onDone: () => void;
}

/** What can be done with a request now. What cannot is left out, or says why it cannot. */
export function RequestActions({
  request,
  read,
  action,
  onAction,
}: {
  request: SignatureRequest;
  read: Pick<RequestRead, 'people' | 'shared' | 'query'>;
  action: ActionName | undefined;
  onAction: (action: ActionName | undefined) => void;
}) {
  const corrected = useCorrected();
  // What can be had of one of another organization, read by a shared link, is beside the document.
  if (read.shared) return null;
  const open = (name: ActionName) => () => onAction(action === name ? undefined : name);
  const { draft, finalized, anonymousKey } = request;
  const replacement = corrected.get(request.id ?? '');
  const next = nextStep(request, replacement !== undefined);
  return (
    <>
      {draft && next !== 'send' && (
        <Button
          icon={<SendIcon aria-hidden="true" />}
          aria-expanded={action === 'send'}
          onClick={open('send')}
        >
          {m.requests_send()}
        </Button>
      )}
      <NextStep {...{ request, read, next, replacement, action, open }} />
      {!finalized && next !== 'invite' && (
        <Button
          iconOnPhone
          icon={<InviteIcon aria-hidden="true" />}
          aria-expanded={action === 'invite'}
          onClick={open('invite')}
        >
          {m.requests_invite()}
        </Button>
      )}
      {anonymousKey && (
        <Button
          iconOnPhone
          icon={<LinkIcon aria-hidden="true" />}
          aria-expanded={action === 'share'}
          onClick={open('share')}
        >
          {m.requests_share()}
        </Button>
      )}
      <Menu label={m.requests_more_actions()} items={menuItems(request, open)}>
        {(trigger) => (
          <IconButton outlined label={m.requests_more_actions()} icon={<MoreIcon />} {...trigger} />
        )}
      </Menu>
    </>
  );
}

/** The actions of the menu; one that is not possible says why. */
function menuItems(request: SignatureRequest, open: OpenAction): MenuItem[] {
  const { draft, witness } = request;
  return [
    ...(draft
      ? [{ id: 'rename', label: m.requests_rename(), icon: <RenameIcon />, onSelect: open('rename') }]
      : []),
    ...(contentKeyOf(request)
      ? [{ id: 'download', label: m.requests_download(), icon: <DownloadIcon />, onSelect: open('download') }]
      : []),
    ...(draft
      ? []
      : [
          {
            id: 'evidence',
            label: m.evidence_export(),
            icon: <DownloadIcon />,
            onSelect: open('evidence'),
          },
        ]),
    {
      id: 'certify',
      label: m.requests_certify(),
      icon: <StampIcon />,
      disabled: !witness || isCertified(witness),
      detail: certifyDetail(witness),
      onSelect: open('certify'),
    },
    {
      id: 'own',
      label: m.wallets_owning_choose(),
      icon: <TokenIcon />,
      disabled: !witness?.id || !!witness.initialOwner,
      detail: ownDetail(witness),
      onSelect: open('own'),
    },
  ];
}

type RequestWitness = SignatureRequest['witness'];

function certifyDetail(witness: RequestWitness): string {
  if (isCertified(witness)) return m.requests_certify_done();
  return witness ? m.requests_certify_detail() : m.requests_certify_no_witness();
}

function ownDetail(witness: RequestWitness): string {
  if (!witness?.id) return m.requests_own_no_witness();
  return witness.initialOwner ? m.requests_own_done() : m.requests_own_detail();
}
