import { useQuery } from '@tanstack/react-query';
import { isAbsent, offers } from '#client/session/capabilities.ts';
import { organizationLinks } from '#client/families/people/organizations.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Subject } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
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

/** The button of the code is in the header, far above this card on a phone. */
function bringIntoView(code: HTMLElement | null): void {
  code?.scrollIntoView({ block: 'nearest' });
}

/** `none` only where the whole list was read: elsewhere nobody knows whether this person can be invited. */
export function useLinkState(subject: Subject): 'loading' | 'none' | 'some or unknown' {
  const { data, isLoading } = useLinks(subject).links;
  if (isLoading) return 'loading';
  return data?.complete === true && data.items.length === 0 ? 'none' : 'some or unknown';
}

/** What is open in the card. */
export type LinkCardPart = 'removing' | 'code' | undefined;

/** Whether the organization can invite this person, and how that is ended or begun. */
export function LinkCard({
  subject,
  name,
  open,
  setOpen,
}: {
  subject: Subject;
  name: string;
  open: LinkCardPart;
  setOpen: (open: LinkCardPart) => void;
}) {
  const { organization } = useConnection();
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
    <Card title={m.directory_link()} note={links.data ? <ExplainedBasis basis="SERVER" /> : undefined}>
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
                  {open === 'code' && organization && (
                    <>
                      <div ref={bringIntoView}>
                        <LinkCode organization={organization} narrow />
                      </div>
                      <div>
                        <Button onClick={close}>{m.linking_hide_code()}</Button>
                      </div>
                    </>
                  )}
                </Stack>
              )
            }
          </QueryView>
        </Stack>
      )}
    </Card>
  );
}
