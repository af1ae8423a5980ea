import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import CheckIcon from '@mui/icons-material/Check';
import LinkOffIcon from '@mui/icons-material/LinkOffOutlined';
import { offers } from '#client/session/capabilities.ts';
import { isLinked, organizationLinks } from '#client/families/people/organizations.ts';
import { requestChanges } from '#client/families/requests/request-changes.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { knownRequests } from '#jobs/store/known-requests.ts';
import type { Subject } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card, Row, Stack } from '#ui/layout/card.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { CertificateState, canSign, certificateStanding } from '#widgets/people/certificate-state.tsx';
import { SubjectPicker } from '#widgets/people/subject-picker.tsx';
import { m } from '#i18n/messages.ts';
import type { PanelProps } from './request-actions.tsx';
import { Refusal } from './refusal.tsx';
import css from './invite-panel.module.css';

/** Invites one more signer: link and certificate are known before anybody is invited. */
export function InvitePanel({ request, onDone }: PanelProps) {
  const { client, capabilities, organization } = useConnection();
  const snack = useSnack();
  const now = useServiceNow(60_000);
  const id = request.id ?? '';
  const [chosen, setChosen] = useState<Subject>();
  const links = useQuery({
    ...organizationLinks(client).whole(organization ? { organization: { eq: organization.id } } : {}),
    enabled: offers(capabilities, 'listOrganizationLinks'),
  });
  const invited = (request.invites ?? []).flatMap(({ subject }) => subject?.id ?? []);
  const name = visibleName(chosen?.commonName) ?? m.directory_unnamed();
  const invite = useMutation({
    ...requestChanges(client).invite(id),
    onSuccess: async (made) => {
      await knownRequests(client).rememberInvite(id, made);
      const person = { name: visibleName(made.subject?.commonName) ?? name };
      snack({ text: request.draft ? m.requests_invite_added(person) : m.requests_invite_sent(person) });
      onDone();
    },
  });
  // What the refusal means shows in the request, which is read again after it. Until then nothing says it.
  const conflict = request.finalized
    ? m.requests_invite_finalized()
    : chosen?.id && invited.includes(chosen.id)
      ? m.requests_invite_already({ name })
      : undefined;
  const facts = (subject: Subject) => (
    <div>
      <LinkFact linked={isLinked(links.data, subject.id)} />
      <CertificateState certificate={subject.certificate} now={now} />
    </div>
  );
  if (chosen) {
    const linked = isLinked(links.data, chosen.id);
    const able = canSign(certificateStanding(chosen.certificate, now));
    return (
      <Stack>
        {linked === false ? (
          <Card title={m.requests_invite_no_link_title({ name })}>
            <Stack>
              <p>{m.requests_invite_no_link()}</p>
              <Row>
                <Button onClick={() => setChosen(undefined)}>{m.requests_invite_other()}</Button>
                <Button variant="text" onClick={onDone}>
                  {m.common_close()}
                </Button>
              </Row>
            </Stack>
          </Card>
        ) : (
          <ConfirmInPlace
            destructive={false}
            title={m.requests_invite_title({ name })}
            text={
              <>
                {request.draft ? m.requests_invite_text_draft() : m.requests_invite_text()} {facts(chosen)}
              </>
            }
            confirm={m.requests_invite_confirm()}
            working={invite.isPending}
            onConfirm={() => invite.mutate(chosen.id ?? '')}
            onKeep={() => {
              invite.reset();
              setChosen(undefined);
            }}
          />
        )}
        {!able && <WarningStrip>{m.requests_invite_cannot_sign({ name })}</WarningStrip>}
        <Refusal
          error={invite.error}
          conflict={conflict}
          forbidden={`${m.requests_invite_no_link_title({ name })}. ${m.requests_invite_no_link()}`}
        />
      </Stack>
    );
  }
  return (
    <Card title={m.requests_invite()}>
      <Stack>
        <SubjectPicker label={m.requests_invite_who()} picked={invited} facts={facts} onPick={setChosen} />
        <Row>
          <Button onClick={onDone}>{m.common_cancel()}</Button>
        </Row>
      </Stack>
    </Card>
  );
}

function LinkFact({ linked }: { linked: boolean | undefined }) {
  if (linked === undefined) return null;
  return linked ? (
    <span className={css.fact}>
      <CheckIcon aria-hidden="true" />
      {m.directory_linked()}
    </span>
  ) : (
    <span className={css.fact} data-tone="fail">
      <LinkOffIcon aria-hidden="true" />
      {m.directory_not_linked()}
    </span>
  );
}
