import { zodResolver } from '@hookform/resolvers/zod';
import type { SubmitEvent } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import type { SandboxSession } from '#api/sandbox.ts';
import { Button } from '#ui/button.tsx';
import { Card, Stack } from '#ui/card.tsx';
import { SelectInput } from '#ui/select-input.tsx';
import { visibleName } from '#ui/visible-text.ts';
import { m } from '#words/words.ts';
import type { LinkTarget } from '#widgets/linking/link-address.ts';
import { Refusal } from './refusal.tsx';
import { makeRefusalWords, useMakeLink, type Made } from './use-linking.ts';

type Persona = SandboxSession['subjects'][number];

const Written = z.object({ persona: z.string().check(z.minLength(1)) });

/** As one of the demo's signers: what their own app would do when it reads the code. */
export function AsPersona({
  target,
  personas,
  onMade,
}: {
  target: LinkTarget;
  personas: readonly Persona[];
  onMade: (made: Made) => void;
}) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Written),
    defaultValues: { persona: '' },
  });
  const make = useMakeLink(target);
  return (
    <Card title={m.linking_as_persona()}>
      <Stack
        as="form"
        onSubmit={(event: SubmitEvent) =>
          void handleSubmit((written) => {
            const persona = personas.find(({ id }) => id === written.persona);
            if (!persona) return;
            const { id, commonName, accessToken: token } = persona;
            make.mutate(
              { token },
              { onSuccess: (link) => onMade({ link, token, who: visibleName(commonName), persona: id }) },
            );
          })(event)
        }
        onChange={() => {
          make.reset();
        }}
      >
        <SelectInput
          label={m.linking_persona()}
          help={m.linking_persona_help()}
          error={formState.errors.persona && m.linking_persona_missing()}
          options={[
            { value: '', label: m.linking_persona_none() },
            ...personas.map(({ id, commonName }) => ({ value: id, label: visibleName(commonName) ?? id })),
          ]}
          {...register('persona')}
        />
        {make.error && <Refusal {...makeRefusalWords(make.error)} />}
        <div>
          <Button type="submit" variant="contained" loading={make.isPending}>
            {m.linking_make()}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
