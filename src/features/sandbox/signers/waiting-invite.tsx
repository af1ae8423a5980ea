import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import DrawIcon from '@mui/icons-material/DrawOutlined';
import { sandbox } from '#client/families/sandbox.ts';
import { useHost } from '#client/session/session-context.tsx';
import type { SignatureRequestInvite } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Row } from '#ui/layout/card.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { m } from '#i18n/messages.ts';
import { caseTitle } from '../simulation/story-labels.ts';
import type { Organizations, Signer } from './signer-invites.ts';
import { SignerPreview } from './signer-preview.tsx';
import css from './waiting-invite.module.css';

/** An invite to answer: what it is, who asks, and the two answers. To reject is confirmed: it cannot be undone. */
export function WaitingInvite({
  invite,
  signer,
  organizations,
  primary,
}: {
  invite: SignatureRequestInvite;
  signer: Signer;
  organizations: Organizations;
  /** The first of the list: its signature is the main action of the page. */
  primary: boolean;
}) {
  const [rejecting, setRejecting] = useState(false);
  const [shown, setShown] = useState(false);
  const request = invite.signatureRequest;
  const document = visibleName(request?.name);
  const name = document === undefined ? m.sandbox_without_name() : caseTitle(document);
  const answer = useAnswer(signer, name, () => setRejecting(false));
  const organization =
    visibleName(request?.organization?.name) ??
    visibleName(organizations.find(({ id }) => id === request?.organization?.id)?.name);
  return (
    <li className={css.root}>
      <div>
        <h3 className={css.name}>{name}</h3>
        <p className={css.line}>
          {organization ? m.sandbox_requested_by({ organization }) : m.sandbox_requested()}{' '}
          {invite.createdAt && <Instant at={invite.createdAt} form="list" />}
        </p>
      </div>
      {shown && request && <SignerPreview signer={signer} request={request} />}
      {rejecting ? (
        <ConfirmInPlace
          title={m.sandbox_reject_title({ document: name })}
          text={m.sandbox_reject_text()}
          confirm={m.sandbox_reject()}
          working={answer.isPending}
          onConfirm={() => answer.mutate({ invite: invite.id ?? '', answer: 'reject' })}
          onKeep={() => setRejecting(false)}
        />
      ) : (
        <Row>
          <Button
            variant={primary ? 'contained' : 'outlined'}
            icon={<DrawIcon />}
            loading={answer.isPending}
            aria-label={m.sandbox_sign_what({ document: name })}
            onClick={() => answer.mutate({ invite: invite.id ?? '', answer: 'sign' })}
          >
            {m.sandbox_sign()}
          </Button>
          <Button
            aria-label={m.sandbox_reject_what({ document: name })}
            disabled={answer.isPending}
            onClick={() => setRejecting(true)}
          >
            {m.sandbox_reject()}
          </Button>
          {request?.content && (
            <Button variant="text" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? m.sandbox_hide_document() : m.sandbox_show_document()}
            </Button>
          )}
        </Row>
      )}
      {answer.error ? (
        <p className={css.failed} role="alert">
          <FailureText error={answer.error} />
        </p>
      ) : null}
    </li>
  );
}

function useAnswer(signer: Signer, document: string, onError: () => void) {
  const { fetch: fetcher, origin } = useHost();
  const snack = useSnack();
  return useMutation({
    ...sandbox(fetcher, origin).answerInvite(),
    onSuccess: (_answer, { answer }) => {
      const name = visibleName(signer.commonName) ?? '';
      snack({
        text:
          answer === 'sign' ? m.sandbox_signed({ name, document }) : m.sandbox_rejected({ name, document }),
      });
    },
    onError,
  });
}
