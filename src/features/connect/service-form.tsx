import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod/mini';
import { useQuery } from '@tanstack/react-query';
import { embeddedConnection, type Connection } from '#client/session/connection.ts';
import { pageService } from '#client/families/page-service.ts';
import { useHost } from '#client/session/session-context.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Checkbox } from '#ui/inputs/checkbox.tsx';
import { FilledText } from '#ui/inputs/filled-text.ts';
import { SegmentedControl } from '#ui/inputs/segmented-control.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { m } from '#i18n/messages.ts';
import { keepAddress, lastAddress, ServiceAddress, type ServiceChoice } from './addresses.ts';
import { ConnectFailure, isKeyRefusal } from './connect-failure.tsx';
import { useConnect } from './use-connect.ts';
import css from './service-form.module.css';

const fields = { key: FilledText, remember: z.boolean(), wrapped: z.boolean() };
const ServiceFields = z.discriminatedUnion('choice', [
  z.object({ ...fields, choice: z.literal('embedded'), address: z.string() }),
  z.object({ ...fields, choice: z.enum(['staging', 'production', 'own']), address: ServiceAddress }),
]);

type Form = UseFormReturn<z.input<typeof ServiceFields>, unknown, z.output<typeof ServiceFields>>;

/**
 * A service of the user's choice, and the key of their organization. The key is read from the form when it is
 * submitted, and leaves the form once the service accepts it.
 */
export function ServiceForm({ onConnected }: { onConnected: () => void }) {
  const { fetch: fetcher, origin } = useHost();
  const own = useQuery(pageService(fetcher, origin).read());
  const connect = useConnect();
  const form: Form = useForm({
    resolver: zodResolver(ServiceFields),
    defaultValues: { choice: 'embedded', address: '', key: '', remember: false, wrapped: false },
  });
  const { register, control, getValues, setValue, trigger, clearErrors, formState } = form;
  const { errors } = formState;
  // The focus goes to the first wrong field in the order of registration: the address comes before the key.
  const address = register('address', {
    onBlur: () => {
      if (getValues('address').trim() === '') clearErrors('address');
      else void trigger('address');
    },
  });
  const choice = useWatch({ control, name: 'choice' });
  const upstream = own.data?.upstream;
  const refused = isKeyRefusal(connect.error);

  const choose = (next: ServiceChoice) => {
    setValue('choice', next);
    setValue('address', lastAddress(next));
    clearErrors();
    connect.reset();
  };

  const submit = useSubmit(form, connect, onConnected, upstream);

  return (
    <Card title={m.connect_service_title()}>
      <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        <ServiceChoices choice={choice} onChange={choose} />
        {choice === 'embedded' ? (
          <p className={css.where}>
            {upstream
              ? m.connect_embedded_upstream({ host: upstream })
              : m.connect_embedded_where({ address: new URL(origin).host })}
          </p>
        ) : (
          <TextInput
            label={m.connect_address()}
            help={m.connect_address_help()}
            error={errors.address?.message}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            {...address}
          />
        )}
        <TextInput
          type="password"
          label={m.common_key_label()}
          help={m.connect_key_help()}
          error={errors.key ? m.common_key_missing() : refused ? m.connect_key_refused() : undefined}
          autoComplete="off"
          spellCheck={false}
          {...register('key')}
        />
        <div>
          <Checkbox label={m.connect_remember()} {...register('remember')} />
          <p className={css.note}>{m.connect_remember_help()}</p>
        </div>
        {choice !== 'embedded' && (
          <Disclosure summary={m.connect_more()}>
            <div>
              <Checkbox label={m.connect_wrapped()} {...register('wrapped')} />
              <p className={css.note}>{m.connect_wrapped_help()}</p>
            </div>
          </Disclosure>
        )}
        <div>
          <Button type="submit" large loading={connect.isPending}>
            {m.connect_submit()}
          </Button>
        </div>
        {connect.error && !refused && (
          <ConnectFailure error={connect.error} baseUrl={connect.variables.connection.baseUrl} />
        )}
      </form>
    </Card>
  );
}

/** Connects with what the form holds. The address is stored for the next time, and the key leaves the form. */
function useSubmit(
  { handleSubmit, setValue, getValues, setFocus }: Form,
  connect: ReturnType<typeof useConnect>,
  onConnected: () => void,
  upstream: string | undefined,
): ReturnType<Form['handleSubmit']> {
  const { origin } = useHost();
  return handleSubmit(({ key, remember, wrapped, ...service }) => {
    if (connect.isPending) return;
    const connection: Connection =
      service.choice === 'embedded'
        ? embeddedConnection(origin, upstream)
        : { id: service.choice, baseUrl: service.address, contentForm: wrapped ? 'wrapped' : 'flat' };
    connect.mutate(
      { connection, key, remember },
      {
        onSuccess: () => {
          setValue('key', '');
          keepAddress(service.choice, getValues('address').trim());
          onConnected();
        },
        onError: (error) => {
          if (isKeyRefusal(error)) setFocus('key', { shouldSelect: true });
        },
      },
    );
  });
}

function ServiceChoices({
  choice,
  onChange,
}: {
  choice: ServiceChoice;
  onChange: (choice: ServiceChoice) => void;
}) {
  return (
    <SegmentedControl
      className={css.choices}
      label={m.connect_service_title()}
      value={choice}
      onChange={onChange}
      options={[
        { value: 'embedded', label: m.connect_choice_embedded() },
        { value: 'staging', label: m.connect_choice_staging() },
        { value: 'production', label: m.connect_choice_production() },
        { value: 'own', label: m.connect_choice_own() },
      ]}
    />
  );
}
