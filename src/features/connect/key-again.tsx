import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { useHost, useSession } from '#client/session/session-context.tsx';
import { isMissingPart } from '#client/http/missing-part.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card, Row } from '#ui/layout/card.tsx';
import { Checkbox } from '#ui/inputs/checkbox.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { FilledText } from '#ui/inputs/filled-text.ts';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { m } from '#i18n/messages.ts';
import { ConnectFailure, isKeyRefusal } from './connect-failure.tsx';
import { useConnect } from './use-connect.ts';
import css from './key-again.module.css';

const Written = z.object({ key: FilledText, remember: z.boolean() });

/** After a reload: the key alone is missing. Service, organization and place are remembered. */
export function KeyAgain({ onOther }: { onOther: () => void }) {
  const { session } = useHost();
  const { connection, organization, stopped, demo } = useSession();
  const connect = useConnect();
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(Written),
    defaultValues: { key: '', remember: false },
  });
  if (!connection) return null;
  const submit = handleSubmit(({ key, remember }) => {
    if (connect.isPending) return;
    connect.mutate(
      { connection, key, remember, organizationId: organization?.id },
      {
        onError: (failure) => {
          if (isKeyRefusal(failure)) setFocus('key', { shouldSelect: true });
        },
      },
    );
  });
  const error = connect.error ?? stopped;
  const refused = isKeyRefusal(error);
  // A saved key that the service did not answer for is tried again before another one is written.
  const canRetry = (demo || (stopped !== undefined && !refused)) && !isMissingPart(error);
  return (
    <Card>
      <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        {/* Where resuming failed, what stopped it is shown: the key may be saved and not be why. */}
        {stopped === undefined && <p>{m.connect_again_text()}</p>}
        <Facts
          facts={[
            { label: m.connect_found_address(), value: connection.baseUrl },
            ...(organization
              ? [{ label: m.connect_found_organization(), value: organization.name ?? organization.id }]
              : []),
          ]}
        />
        {error && !refused ? <ConnectFailure error={error} baseUrl={connection.baseUrl} /> : null}
        <TextInput
          type="password"
          label={m.common_key_label()}
          error={
            formState.errors.key ? m.common_key_missing() : refused ? m.connect_key_refused() : undefined
          }
          autoComplete="off"
          spellCheck={false}
          {...register('key')}
        />
        <Checkbox label={m.connect_remember()} {...register('remember')} />
        <Row>
          {canRetry && (
            <Button variant="contained" large onClick={() => void session.resume()}>
              {m.common_retry()}
            </Button>
          )}
          <Button
            type="submit"
            variant={canRetry ? 'outlined' : 'contained'}
            large
            loading={connect.isPending}
          >
            {m.connect_again_submit()}
          </Button>
          <Button variant="text" onClick={onOther}>
            {m.common_key_other_service()}
          </Button>
        </Row>
      </form>
    </Card>
  );
}
