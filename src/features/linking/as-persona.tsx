import { useState } from 'react';
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
  const [chosen, setChosen] = useState('');
  const make = useMakeLink(target);
  const persona = personas.find(({ id }) => id === chosen);
  return (
    <Card title={m.linking_as_persona()}>
      <Stack
        as="form"
        onSubmit={(event: { preventDefault: () => void }) => {
          event.preventDefault();
          if (!persona) return;
          const { id, commonName, accessToken: token } = persona;
          make.mutate(
            { token },
            { onSuccess: (link) => onMade({ link, token, who: visibleName(commonName), persona: id }) },
          );
        }}
      >
        <SelectInput
          label={m.linking_persona()}
          help={m.linking_persona_help()}
          value={chosen}
          options={[
            { value: '', label: m.linking_persona_none() },
            ...personas.map(({ id, commonName }) => ({ value: id, label: visibleName(commonName) ?? id })),
          ]}
          onChange={(event) => {
            make.reset();
            setChosen(event.target.value);
          }}
        />
        {make.error && <Refusal {...makeRefusalWords(make.error)} />}
        <div>
          <Button type="submit" variant="contained" disabled={!persona} loading={make.isPending}>
            {m.linking_make()}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
