import { useEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import { ApiError } from '#client/http/errors.ts';
import type { SharedRequest } from '#client/families/requests/shared-request.ts';
import { inviteStatus } from '#client/queries/reading.ts';
import { sandbox } from '#client/families/sandbox.ts';
import { useHost } from '#client/session/session-context.tsx';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { Strip, WarningStrip } from '#ui/feedback/strips.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { PersonaForm, TokenForm, type Persona } from '#widgets/linking/who-forms.tsx';
import { m } from '#i18n/messages.ts';
import css from './invite-self.module.css';

/** Who is among the signers now; `persona`: somebody of the demo, who can sign right here. */
interface Invited {
  readonly invite: string;
  readonly who: string;
  readonly persona: boolean;
}

interface Props {
  readonly request: SignatureRequest;
  readonly shared: SharedRequest;
  readonly personas: readonly Persona[];
  /** The personas are being read: their form stands above the other, which would move. */
  readonly loading: boolean;
  /** Where a token goes. */
  readonly host: string;
  readonly onChanged: () => void;
}

/** A person adds themselves to the signers by the link, and in the demo signs. */
export function InviteSelf(props: Props) {
  const [invited, setInvited] = useState<Invited>();
  if (props.request.finalized && !invited)
    return (
      <Strip framed icon={<InfoIcon aria-hidden="true" />}>
        {m.requests_link_finalized()}
      </Strip>
    );
  if (invited) return <Invitation {...props} invited={invited} />;
  if (props.loading)
    return (
      <Card>
        <LoadingRows kind="list" count={3} />
      </Card>
    );
  const onInvited = (made: Invited): void => {
    setInvited(made);
    props.onChanged();
  };
  return (
    <>
      {props.personas.length > 0 && <AsPersona {...props} onInvited={onInvited} />}
      <AsToken {...props} onInvited={onInvited} />
    </>
  );
}

interface FormProps extends Props {
  readonly onInvited: (made: Invited) => void;
}

function AsPersona({ request, shared, personas, onInvited }: FormProps) {
  const add = useMutation(shared.inviteSelf());
  return (
    <PersonaForm
      title={m.requests_link_persona()}
      help={m.requests_link_persona_help()}
      personas={personas}
      submit={m.requests_link_join_persona()}
      working={add.isPending}
      refusal={<Refusal text={add.error && whyNotJoined(add.error)} />}
      onChange={add.reset}
      onSubmit={({ id: subject, commonName, accessToken: token }) => {
        const who = visibleName(commonName) ?? subject;
        const onIn = (invite: string): void => onInvited({ invite, who, persona: true });
        const before = request.invites?.find((invite) => invite.subject?.id === subject)?.id;
        if (before) onIn(before);
        else add.mutate({ token, subject }, { onSuccess: ({ id }) => onIn(id ?? '') });
      }}
    />
  );
}

function AsToken({ shared, personas, host, onInvited }: FormProps) {
  const add = useMutation(shared.inviteSelf());
  return (
    <TokenForm
      besides={personas.length > 0}
      host={host}
      submit={personas.length > 0 ? m.requests_link_join_token() : m.requests_link_join()}
      working={add.isPending}
      refusal={<Refusal text={add.error && whyNotJoined(add.error)} />}
      onChange={add.reset}
      onSubmit={(token) => {
        add.mutate(
          { token },
          {
            onSuccess: ({ id, subject }) => {
              const who = visibleName(subject?.commonName) ?? m.requests_link_you();
              onInvited({ invite: id ?? '', who, persona: false });
            },
          },
        );
      }}
    />
  );
}

/** Among the signers: in the demo the signature is made here, elsewhere in the person's own application. */
function Invitation({ request, invited }: Props & { readonly invited: Invited }) {
  const { fetch: fetcher, origin } = useHost();
  const said = useRef<HTMLParagraphElement>(null);
  const sign = useMutation(sandbox(fetcher, origin).answerInvite());
  const reported = request.invites?.find(({ id }) => id === invited.invite);
  const status = reported && inviteStatus(reported);
  const hasSigned = sign.isSuccess || status === 'SIGNED' || status === 'WITNESSED';
  useEffect(() => {
    // What was pressed is gone: the focus goes to what came of it.
    said.current?.focus();
  }, [hasSigned]);
  const { who } = invited;
  const text = hasSigned
    ? m.requests_link_signed({ name: who })
    : invited.persona
      ? m.requests_link_joined({ name: who })
      : m.requests_link_joined_app({ name: who });
  return (
    <Card title={m.requests_link_yours()}>
      <Stack>
        <p className={css.said} ref={said} tabIndex={-1} role="status">
          {text}
        </p>
        <Refusal text={sign.error && describeFailure(sign.error).text} />
        {invited.persona && !hasSigned && status !== 'REJECTED' && (
          <div>
            <Button
              variant="contained"
              loading={sign.isPending}
              onClick={() => sign.mutate({ invite: invited.invite, answer: 'sign' })}
            >
              {m.requests_link_sign({ name: who })}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}

function Refusal({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <div role="alert">
      <WarningStrip>{text}</WarningStrip>
    </div>
  );
}

function whyNotJoined(error: unknown): string {
  switch (error instanceof ApiError ? error.kind : undefined) {
    case 'key-refused':
      return m.linking_token_unknown();
    case 'forbidden':
      return m.requests_link_not_person();
    case 'conflict':
      return m.requests_link_conflict();
    default:
      return describeFailure(error).text;
  }
}
