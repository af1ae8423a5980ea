import { useMutation } from '@tanstack/react-query';
import { linking } from '#client/families/people/linking.ts';
import { useHost } from '#client/session/session-context.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import type { LinkTarget } from '#widgets/linking/link-address.ts';
import { PersonaForm, type Persona } from '#widgets/linking/who-forms.tsx';
import { m } from '#i18n/messages.ts';
import { Refusal } from './refusal.tsx';
import type { Made } from './linked.tsx';
import { makeRefusalWords } from './refusal-words.ts';

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
  const { fetch: fetcher } = useHost();
  const make = useMutation(linking(fetcher, target.baseUrl).create(target.organization));
  return (
    <PersonaForm
      title={m.linking_as_persona()}
      help={m.linking_persona_help()}
      personas={personas}
      submit={m.linking_make()}
      working={make.isPending}
      refusal={make.error && <Refusal {...makeRefusalWords(make.error)} />}
      onChange={make.reset}
      onSubmit={({ id, commonName, accessToken: token }) => {
        make.mutate(
          { token },
          { onSuccess: (link) => onMade({ link, token, who: visibleName(commonName), persona: id }) },
        );
      }}
    />
  );
}
