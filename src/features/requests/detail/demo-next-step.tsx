import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import DrawIcon from '@mui/icons-material/DrawOutlined';
import VerifiedIcon from '@mui/icons-material/FactCheckOutlined';
import { inviteStatus, requestState } from '#client/queries/reading.ts';
import { sandbox } from '#client/families/sandbox.ts';
import { useHost } from '#client/session/session-context.tsx';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { Strip, WarningStrip } from '#ui/feedback/strips.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import type { Names } from '../standing.ts';

/** In the demo: who signs next, by one press, and after the last signature the way to what can be verified. */
export function DemoNextStep({ request, people }: { request: SignatureRequest; people: Names }) {
  const { fetch: fetcher, origin } = useHost();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sign = useMutation({
    ...sandbox(fetcher, origin).answerInvite(),
    // Not waited for: the next signer is shown before everything is read again, and can be pressed then.
    onSettled: () => void queries.invalidateQueries(),
  });
  const invites = request.invites ?? [];
  // One that was rejected is corrected and sent again: another signature is no step on its way.
  if (requestState(request) === 'rejected' && !request.witness) return null;
  const next = invites.find((invite) => invite.id && inviteStatus(invite) === 'PENDING');
  if (next) {
    const { subject } = next;
    const name = visibleName(people[subject?.id ?? '']?.commonName ?? subject?.commonName);
    return (
      <>
        {sign.error && (
          <WarningStrip>
            <FailureText error={sign.error} />
          </WarningStrip>
        )}
        <Strip
          framed
          icon={<DrawIcon aria-hidden="true" />}
          action={{
            label: m.requests_link_sign({ name: name ?? m.requests_a_signer() }),
            onSelect: () => {
              // One who has just signed stays here until the request is read again.
              const isSigned = sign.variables?.invite === next.id && (sign.isPending || sign.isSuccess);
              if (!isSigned) sign.mutate({ invite: next.id ?? '', answer: 'sign' });
            },
          }}
        >
          {m.requests_demo_next()}
        </Strip>
      </>
    );
  }
  const witness = request.witness?.id;
  if (!request.finalized || !witness) return null;
  return (
    <Strip
      framed
      icon={<VerifiedIcon aria-hidden="true" />}
      action={{ label: m.requests_demo_verdict(), onSelect: () => void navigate(paths.witness(witness)) }}
    >
      {m.requests_demo_signed()}
    </Strip>
  );
}
