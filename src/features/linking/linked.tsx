import { useEffect, useRef } from 'react';
import { useMutation } from '@tanstack/react-query';
import CheckIcon from '@mui/icons-material/Check';
import { linking } from '#client/families/people/linking.ts';
import { useHost } from '#client/session/session-context.tsx';
import type { OrganizationLink } from '#contract/resources/resources.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Card, Row, Stack } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { paths, withQuery } from '#widgets/paths.ts';
import type { LinkTarget } from '#widgets/linking/link-address.ts';
import { m } from '#i18n/messages.ts';
import { Refusal } from './refusal.tsx';
import { undoRefusalWords } from './refusal-words.ts';
import css from './linked.module.css';

/** The link that was just made, and whose access can take it back. */
export interface Made {
  readonly link: OrganizationLink;
  readonly who: string | undefined;
  readonly token: string;
  readonly persona: string | undefined;
}

/** The link is made: by whom, since when, and the way back. */
export function Linked({
  made: { link, token, who, persona },
  target,
  name,
  onUndone,
}: {
  made: Made;
  target: LinkTarget;
  name: string | undefined;
  onUndone: () => void;
}) {
  const { fetch: fetcher } = useHost();
  const undo = useMutation(linking(fetcher, target.baseUrl).remove());
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // What was pressed is gone: the focus goes to what came of it.
    said.current?.focus();
  }, []);
  return (
    <Card title={m.linking_made()}>
      <Stack>
        <p className={css.said} ref={said} tabIndex={-1} role="status">
          <CheckIcon aria-hidden="true" />
          {m.linking_made_text({ name: name ?? m.linking_the_organization() })}
        </p>
        <Facts
          facts={[
            { label: m.directory_person(), value: who },
            { label: m.linking_id(), value: link.id && <HashText value={link.id} size="id" /> },
            {
              label: m.directory_link_since(),
              value: link.createdAt ? <Instant at={link.createdAt} form="minute" /> : undefined,
            },
          ]}
        />
        {undo.error && <Refusal {...undoRefusalWords(undo.error)} />}
        <Row>
          {persona !== undefined && (
            <LinkButton to={withQuery(paths.sandbox, { signer: persona })}>{m.linking_to_inbox()}</LinkButton>
          )}
          {link.id && (
            <Button
              variant="text"
              loading={undo.isPending}
              onClick={() => undo.mutate({ token, id: link.id ?? '' }, { onSuccess: onUndone })}
            >
              {m.linking_undo()}
            </Button>
          )}
        </Row>
      </Stack>
    </Card>
  );
}
