import { useMutation } from '@tanstack/react-query';
import { linking } from '#client/families/people/linking.ts';
import { useHost } from '#client/session/session-context.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import type { LinkTarget } from '#widgets/linking/link-address.ts';
import { TokenForm } from '#widgets/linking/who-forms.tsx';
import { m } from '#i18n/messages.ts';
import { Refusal } from './refusal.tsx';
import type { Made } from './linked.tsx';
import { makeRefusalWords } from './refusal-words.ts';

/** With the person's own access token. */
export function AsToken({
  target,
  host,
  besides,
  onMade,
}: {
  target: LinkTarget;
  host: string;
  /** There is an easier way on this page. */
  besides: boolean;
  onMade: (made: Made) => void;
}) {
  const { fetch: fetcher } = useHost();
  const make = useMutation(linking(fetcher, target.baseUrl).create(target.organization));
  return (
    <TokenForm
      besides={besides}
      host={host}
      submit={m.linking_make()}
      working={make.isPending}
      refusal={make.error && <Refusal {...makeRefusalWords(make.error)} />}
      onChange={make.reset}
      onSubmit={(token) => {
        make.mutate(
          { token },
          {
            onSuccess: (link) => {
              const who = visibleName(link.subject?.commonName) ?? undefined;
              onMade({ link, token, who, persona: undefined });
            },
          },
        );
      }}
    />
  );
}
