import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, Stack } from '#ui/card.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { visibleName } from '#ui/visible-text.ts';
import { m } from '#words/words.ts';
import type { LinkTarget } from '#widgets/linking/link-address.ts';
import { Refusal } from './refusal.tsx';
import { makeRefusalWords, useMakeLink, type Made } from './use-linking.ts';

/** With the person's own access token, which goes to the service and nowhere else. */
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
  const [token, setToken] = useState('');
  const make = useMakeLink(target);
  const given = token.trim();
  return (
    <Card title={besides ? m.linking_as_token_besides() : m.linking_as_token()}>
      <Stack
        as="form"
        onSubmit={(event: { preventDefault: () => void }) => {
          event.preventDefault();
          if (given === '') return;
          make.mutate(
            { token: given },
            {
              onSuccess: (link) => {
                setToken('');
                onMade({
                  link,
                  token: given,
                  who: visibleName(link.subject?.commonName) ?? undefined,
                  persona: undefined,
                });
              },
            },
          );
        }}
      >
        <TextInput
          code
          type="password"
          label={m.linking_token()}
          help={m.linking_token_help({ host })}
          value={token}
          onChange={(event) => {
            make.reset();
            setToken(event.target.value);
          }}
        />
        {make.error && <Refusal {...makeRefusalWords(make.error)} />}
        <div>
          <Button
            type="submit"
            variant={besides ? 'outlined' : 'contained'}
            disabled={given === ''}
            loading={make.isPending}
          >
            {m.linking_make()}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
