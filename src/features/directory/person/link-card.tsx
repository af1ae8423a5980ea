import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isAbsent, offers } from '#client/session/capabilities.ts';
import { organizationLinks } from '#client/families/people/organizations.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Subject } from '#contract/resources/resources.ts';
import { BasisMark } from '#ui/verdicts/basis-mark.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { LinkCode } from '#widgets/linking/link-code.tsx';
import { RemoveLink } from '#widgets/linking/remove-link.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { Note } from '../parts.tsx';

function useLinks(subject: Subject) {
  const { client, capabilities, organization } = useConnection();
  const isOffered = offers(capabilities, 'listOrganizationLinks') && !!subject.id && !!organization;
  const links = useQuery({
    ...organizationLinks(client).whole({
      subject: { eq: subject.id ?? '' },
      organization: { eq: organization?.id ?? '' },
    }),
    enabled: isOffered,
  });
  return { links, isOffered };
}

/** Whether it is known that this person has no link, so that nobody can invite them. */
export function useIsUnlinked(subject: Subject): boolean {
  const { data } = useLinks(subject).links;
  return data?.complete === true && data.items.length === 0;
}

/** Whether the organization can invite this person, and how that is ended or begun. */
export function LinkCard({ subject, name }: { subject: Subject; name: string }) {
  const { organization } = useConnection();
  const [open, setOpen] = useState<'removing' | 'code'>();
  const { links, isOffered } = useLinks(subject);
  const unlisted = !isOffered || (links.data === undefined && isAbsent(links.error));
  const person = { id: subject.id ?? undefined, name };
  const close = (): void => setOpen(undefined);
  const removeButton = (words: string) => (
    <div>
      <Button variant="destructive" onClick={() => setOpen('removing')}>
        {words}
      </Button>
    </div>
  );
  return (
    <Card title={m.directory_link()} note={links.data ? <BasisMark basis="SERVER" /> : undefined}>
      {unlisted ? (
        <Stack>
          <Note>{m.directory_link_unknown()}</Note>
          {!organization || !subject.id ? null : open === 'removing' ? (
            <RemoveLink
              link={{ subject: subject.id, organization: organization.id }}
              person={person}
              onDone={close}
            />
          ) : (
            removeButton(m.directory_link_remove_if())
          )}
        </Stack>
      ) : (
        <Stack>
          <QueryView
            query={links}
            what={m.linking_what_one()}
            loading={<LoadingRows count={1} kind="queue" />}
          >
            {({ items: [link], complete }) =>
              link?.id ? (
                open === 'removing' ? (
                  <RemoveLink link={{ id: link.id }} person={person} onDone={close} />
                ) : (
                  <Stack>
                    <Facts
                      facts={[
                        {
                          label: m.directory_link_since(),
                          value: link.createdAt ? <Instant at={link.createdAt} form="minute" /> : undefined,
                        },
                        { label: m.linking_id(), value: <HashText value={link.id} size="id" /> },
                      ]}
                    />
                    {removeButton(m.organization_link_remove())}
                  </Stack>
                )
              ) : (
                <Stack>
                  <Note>{complete ? m.directory_link_none() : m.common_list_partial()}</Note>
                  {open === 'code' && organization && <LinkCode organization={organization} narrow />}
                  <div>
                    <Button
                      variant={complete ? 'contained' : 'outlined'}
                      aria-expanded={open === 'code'}
                      onClick={() => setOpen(open === 'code' ? undefined : 'code')}
                    >
                      {open === 'code' ? m.linking_hide_code() : m.linking_show_code()}
                    </Button>
                  </div>
                </Stack>
              )
            }
          </QueryView>
        </Stack>
      )}
    </Card>
  );
}
