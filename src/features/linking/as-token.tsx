import { zodResolver } from '@hookform/resolvers/zod';
import type { SubmitEvent } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { Button } from '#ui/button.tsx';
import { Card, Stack } from '#ui/card.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { visibleName } from '#ui/visible-text.ts';
import { m } from '#words/words.ts';
import type { LinkTarget } from '#widgets/linking/link-address.ts';
import { Refusal } from './refusal.tsx';
import { makeRefusalWords, useMakeLink, type Made } from './use-linking.ts';

const Written = z.object({ token: z.string().check(z.trim(), z.minLength(1)) });

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
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(Written),
    defaultValues: { token: '' },
  });
  const make = useMakeLink(target);
  return (
    <Card title={besides ? m.linking_as_token_besides() : m.linking_as_token()}>
      <Stack
        as="form"
        onSubmit={(event: SubmitEvent) =>
          void handleSubmit(({ token }) => {
            make.mutate(
              { token },
              {
                onSuccess: (link) => {
                  reset();
                  const who = visibleName(link.subject?.commonName) ?? undefined;
                  onMade({ link, token, who, persona: undefined });
                },
              },
            );
          })(event)
        }
        onChange={() => {
          make.reset();
        }}
      >
        <TextInput
          code
          type="password"
          label={m.linking_token()}
          help={m.linking_token_help({ host })}
          error={formState.errors.token && m.linking_token_missing()}
          {...register('token')}
        />
        {make.error && <Refusal {...makeRefusalWords(make.error)} />}
        <div>
          <Button type="submit" variant={besides ? 'outlined' : 'contained'} loading={make.isPending}>
            {m.linking_make()}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
