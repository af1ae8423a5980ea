import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode, SubmitEvent } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import type { SandboxSession } from '#client/sandbox.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { FilledText } from '#ui/inputs/filled-text.ts';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';

export type Persona = SandboxSession['subjects'][number];

interface Props {
  /** What its button says. */
  readonly submit: string;
  readonly working: boolean;
  /** Why it was refused, until something else is written. */
  readonly refusal: ReactNode;
  readonly onChange: () => void;
}

const Chosen = z.object({ persona: z.string().check(z.minLength(1)) });

/** As one of the demo's signers: what their own app would do. */
export function PersonaForm({
  title,
  help,
  personas,
  submit,
  working,
  refusal,
  onChange,
  onSubmit,
}: Props & {
  title: string;
  help: string;
  personas: readonly Persona[];
  onSubmit: (persona: Persona) => void;
}) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Chosen),
    defaultValues: { persona: '' },
  });
  const choose = handleSubmit((written) => {
    const persona = personas.find(({ id }) => id === written.persona);
    if (persona) onSubmit(persona);
  });
  return (
    <Card title={title}>
      <Stack as="form" onSubmit={(event: SubmitEvent) => void choose(event)} onChange={onChange}>
        <SelectInput
          label={m.linking_persona()}
          help={help}
          error={formState.errors.persona && m.linking_persona_missing()}
          options={[
            { value: '', label: m.linking_persona_none() },
            ...personas.map(({ id, commonName }) => ({ value: id, label: visibleName(commonName) ?? id })),
          ]}
          {...register('persona')}
        />
        {refusal}
        <div>
          <Button type="submit" variant="contained" loading={working}>
            {submit}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}

const TokenWritten = z.object({ token: FilledText });

/** With the person's own access token, which goes to the service and nowhere else. */
export function TokenForm({
  besides,
  host,
  submit,
  working,
  refusal,
  onChange,
  onSubmit,
}: Props & {
  /** There is an easier way on this page. */
  besides: boolean;
  /** Where it goes. */
  host: string;
  onSubmit: (token: string) => void;
}) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(TokenWritten),
    defaultValues: { token: '' },
  });
  const give = handleSubmit(({ token }) => {
    onSubmit(token);
  });
  return (
    <Card title={besides ? m.linking_as_token_besides() : m.linking_as_token()}>
      <Stack as="form" onSubmit={(event: SubmitEvent) => void give(event)} onChange={onChange}>
        <TextInput
          code
          type="password"
          label={m.linking_token()}
          help={m.linking_token_help({ host })}
          error={formState.errors.token && m.linking_token_missing()}
          {...register('token')}
        />
        {refusal}
        <div>
          <Button type="submit" variant={besides ? 'outlined' : 'contained'} loading={working}>
            {submit}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
