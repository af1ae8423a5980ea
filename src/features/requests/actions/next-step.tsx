import { useState, type ReactNode } from 'react';
import CorrectIcon from '@mui/icons-material/EditOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import InviteIcon from '@mui/icons-material/PersonAddOutlined';
import ReloadIcon from '@mui/icons-material/Refresh';
import RemindIcon from '@mui/icons-material/NotificationsOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import StampIcon from '@mui/icons-material/ApprovalOutlined';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { CorrectButton } from '#widgets/correcting/correct-button.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { allSigned } from '../standing.ts';
import { knownTally, stateOf } from '../state.ts';
import type { RequestRead } from '../use-request.ts';
import type { ActionName, OpenAction } from './action-name.ts';

type PanelStep = Extract<ActionName, 'send' | 'invite' | 'remind' | 'certify' | 'evidence'>;

/** The one filled button of a request: a panel, or where it leads. */
type Step = PanelStep | 'correct' | 'see-correction' | 'see-witness' | 'read-again';

/**
 * What is to be done next with a request, whatever its state.
 *
 * @param isCorrected it was rejected, and another request replaced it
 */
export function nextStep(request: SignatureRequest, isCorrected: boolean): Step {
  const { finalized, witness } = request;
  switch (stateOf(request)) {
    case 'draft':
      // Without signers there is nobody to send it to: they come first.
      return knownTally(request)?.total === 0 ? 'invite' : 'send';
    case 'unsigned':
      return finalized ? 'evidence' : 'invite';
    case 'waiting':
      // Nobody is left to remind: the service has yet to close it.
      return allSigned(request) ? 'evidence' : 'remind';
    case 'rejected':
      return isCorrected ? 'see-correction' : 'correct';
    case 'signed':
      // Before there is a witness, the signatures are what can be saved.
      return witness && !isCertified(witness) ? 'certify' : 'evidence';
    case 'witnessed':
      return 'evidence';
    case 'unknown':
      // The witness's own page shows what its proofs say, whatever the service left out here.
      return witness?.id ? 'see-witness' : 'read-again';
  }
}

export const isCertified = (witness: SignatureRequest['witness']): boolean => !!witness?.nom151?.createdAt;

export function NextStep({
  request,
  read,
  next,
  replacement,
  action,
  open,
}: {
  request: SignatureRequest;
  read: Pick<RequestRead, 'people' | 'query'>;
  next: Step;
  /** Id of the request that corrects it. */
  replacement: string | undefined;
  action: ActionName | undefined;
  open: OpenAction;
}) {
  switch (next) {
    case 'correct':
      return <CorrectButton variant="contained" request={request} people={read.people} />;
    case 'see-correction':
      return (
        <LinkButton
          variant="contained"
          icon={<CorrectIcon aria-hidden="true" />}
          to={paths.request(replacement ?? '')}
        >
          {m.correcting_see()}
        </LinkButton>
      );
    case 'see-witness':
      return (
        <LinkButton
          variant="contained"
          icon={<StampIcon aria-hidden="true" />}
          to={paths.witness(request.witness?.id ?? '')}
        >
          {m.requests_see_witness()}
        </LinkButton>
      );
    case 'read-again':
      return <ReadAgainButton query={read.query} />;
    default: {
      const { icon, words } = lookOf(next);
      return (
        <Button variant="contained" icon={icon} aria-expanded={action === next} onClick={open(next)}>
          {words}
        </Button>
      );
    }
  }
}

function lookOf(step: PanelStep): { icon: ReactNode; words: string } {
  switch (step) {
    case 'send':
      return { icon: <SendIcon aria-hidden="true" />, words: m.requests_send() };
    case 'invite':
      return { icon: <InviteIcon aria-hidden="true" />, words: m.requests_invite() };
    case 'remind':
      return { icon: <RemindIcon aria-hidden="true" />, words: m.requests_remind() };
    case 'certify':
      return { icon: <StampIcon aria-hidden="true" />, words: m.requests_certify() };
    case 'evidence':
      return { icon: <DownloadIcon aria-hidden="true" />, words: m.evidence_export() };
  }
}

/** Reads the request again now; the page does so by itself every few seconds, without a word. */
function ReadAgainButton({ query }: Pick<RequestRead, 'query'>) {
  const [isReading, setIsReading] = useState(false);
  return (
    <Button
      variant="contained"
      icon={<ReloadIcon aria-hidden="true" />}
      loading={isReading}
      onClick={() => {
        setIsReading(true);
        void Promise.resolve(query.refetch()).finally(() => setIsReading(false));
      }}
    >
      {m.requests_read_again()}
    </Button>
  );
}
