import { useRef, useState, type SubmitEvent } from 'react';
import { styled } from '@mui/material/styles';
import { useHost, useSession } from '#api/session-context.tsx';
import { isMissingPart } from '#api/missing-part.ts';
import { Button } from '#ui/button.tsx';
import { Card, Row } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Facts } from '#ui/facts.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { m } from '#words/words.ts';
import { ConnectFailure, isKeyRefusal } from './connect-failure.tsx';
import { useConnect } from './use-connect.ts';

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 14 });

/** After a reload: the key alone is missing. Service, organization and place are kept. */
export function KeyAgain({ onOther }: { onOther: () => void }) {
  const { session } = useHost();
  const { connection, organization, stopped, demo } = useSession();
  const connect = useConnect();
  const key = useRef<HTMLInputElement>(null);
  const [remember, setRemember] = useState(false);
  const [missing, setMissing] = useState(false);
  if (!connection) return null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = key.current?.value.trim() ?? '';
    setMissing(typed === '');
    if (typed === '' || connect.isPending) return;
    connect.mutate({ connection, key: typed, remember, organizationId: organization?.id });
  };
  const error = connect.error ?? stopped;
  const refused = isKeyRefusal(error);
  return (
    <Card>
      <Form onSubmit={submit} noValidate>
        {/* Where resuming failed, what stopped it is shown: the key may be saved and not be why. */}
        {stopped === undefined && <p>{m.connect_again_text()}</p>}
        <Facts
          facts={[
            { label: m.connect_found_address(), value: connection.baseUrl },
            { label: m.connect_found_organization(), value: organization?.name ?? organization?.id },
          ]}
        />
        {error && !refused ? <ConnectFailure error={error} baseUrl={connection.baseUrl} /> : null}
        <TextInput
          ref={key}
          type="password"
          label={m.connect_key()}
          error={missing ? m.connect_key_missing() : refused ? m.connect_key_refused() : undefined}
          autoComplete="off"
          spellCheck={false}
        />
        <Checkbox
          label={m.connect_remember()}
          checked={remember}
          onChange={(event) => {
            setRemember(event.target.checked);
          }}
        />
        <Row>
          <Button type="submit" variant="contained" large loading={connect.isPending}>
            {m.connect_again_submit()}
          </Button>
          {(demo || (stopped !== undefined && !refused)) && !isMissingPart(error) && (
            <Button onClick={() => void session.resume()}>{m.common_retry()}</Button>
          )}
          <Button variant="text" onClick={onOther}>
            {m.common_key_other_service()}
          </Button>
        </Row>
      </Form>
    </Card>
  );
}
