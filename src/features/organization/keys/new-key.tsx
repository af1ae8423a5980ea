import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#client/http/errors.ts';
import { isAbsent } from '#client/session/capabilities.ts';
import { apiKeys, withoutSecret } from '#client/families/people/api-keys.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { keyScopes, type KeyScope } from '#contract/operations/key-scopes.ts';
import { CreateApiKeyInput } from '#contract/operations/inputs.ts';
import type { ApiKey } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card, Row, Stack } from '#ui/layout/card.tsx';
import { CopyButton } from '#ui/data/hash-text.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { trimmed } from '#widgets/forms/trimmed.ts';
import { m } from '#i18n/messages.ts';
import { isLimitedTo, ScopeChoices } from './key-scopes.tsx';
import css from './new-key.module.css';

const { shape } = CreateApiKeyInput;
const Written = z.object({
  name: trimmed(shape.name),
  /** Absent: untouched, what is offered at first. */
  scopes: z.optional(z.array(z.enum(keyScopes)).check(z.minLength(1))),
});

/**
 * Makes a key, and shows its secret once. The secret lives in the state of this component and nowhere else:
 * not in a cache, a store, the address or a log.
 */
export function NewKey({
  organization,
  limitsNoKey = false,
  onMade,
}: {
  organization: string;
  /** The service lists no keys, or says of none what it may do. */
  limitsNoKey?: boolean;
  onMade: (key: ApiKey) => void;
}) {
  const { client } = useConnection();
  // The least that is of use, unless the service is known to limit no key: it may refuse a limited one.
  const offered: readonly KeyScope[] = limitsNoKey ? keyScopes : ['read'];
  const { register, control, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(Written),
    defaultValues: { name: '' },
  });
  const { errors } = formState;
  const [made, setMade] = useState<Made>();
  const create = useMutation(
    apiKeys(client).create(organization, (key, { name, scopes }) => {
      const ignored = scopes !== undefined && !isLimitedTo(key.scopes, scopes);
      setMade({ name: visibleName(key.name) ?? name, secret: key.secret ?? undefined, ignored });
      onMade(withoutSecret(key));
      reset();
    }),
  );
  if (made)
    return (
      <MadeKey
        {...made}
        onDone={() => {
          setMade(undefined);
        }}
      />
    );
  const said = create.error instanceof ApiError ? create.error.about('name') : undefined;
  return (
    <Card title={m.organization_key_new()}>
      <Stack>
        <p className={css.text}>{m.organization_key_new_text()}</p>
        <form
          className={css.form}
          noValidate
          onSubmit={(event) =>
            void handleSubmit(({ name, scopes = [...offered] }) => {
              // A service that knows no scopes may refuse the field, so it is sent only where it says something.
              create.mutate(scopes.length < keyScopes.length ? { name, scopes } : { name });
            })(event)
          }
          onChange={() => {
            create.reset();
          }}
        >
          <TextInput
            label={m.organization_key_name()}
            autoComplete="off"
            help={m.organization_key_name_help()}
            error={
              errors.name
                ? m.organization_name_rule()
                : said && m.organization_field_refused({ field: m.organization_key_name(), message: said })
            }
            {...register('name')}
          />
          <Controller
            control={control}
            name="scopes"
            render={({ field: { ref, value, onChange } }) => (
              <ScopeChoices
                ref={ref}
                scopes={value ?? offered}
                wrong={errors.scopes !== undefined}
                onChange={onChange}
              />
            )}
          />
          <Button type="submit" variant="contained" loading={create.isPending}>
            {m.organization_key_create()}
          </Button>
        </form>
        {create.error && !said ? (
          <WarningStrip>
            {isAbsent(create.error) ? m.organization_key_elsewhere() : <FailureText error={create.error} />}
          </WarningStrip>
        ) : null}
      </Stack>
    </Card>
  );
}

interface Made {
  readonly name: string;
  readonly secret: string | undefined;
  /** The service does not say that it is limited as requested. */
  readonly ignored: boolean;
}

function MadeKey({ name, secret, ignored, onDone }: Made & { onDone: () => void }) {
  const done = useRef<HTMLDivElement>(null);
  // Whoever listens is taken to what is said only once.
  useEffect(() => {
    done.current?.focus();
  }, []);
  return (
    <Card title={m.organization_key_made({ name })}>
      <Stack ref={done} tabIndex={-1} style={{ outline: 'none' }}>
        {ignored && <WarningStrip>{m.organization_key_scopes_ignored()}</WarningStrip>}
        <p className={css.text}>
          {secret === undefined ? m.organization_key_no_secret() : m.organization_key_once()}
        </p>
        {secret !== undefined && (
          <div className={css.secret} role="group" aria-label={m.organization_key_secret()}>
            <code translate="no">{secret}</code>
            <CopyButton value={secret} what={m.organization_key_secret()} />
          </div>
        )}
        <Row>
          <Button variant="contained" onClick={onDone}>
            {secret === undefined ? m.common_close() : m.organization_key_secret_saved()}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
