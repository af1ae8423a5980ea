import { useDeferredValue, useState } from 'react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import { isAbsent, offers } from '#client/session/capabilities.ts';
import { organizationLinks } from '#client/families/people/organizations.ts';
import type { CompleteList } from '#client/queries/paging.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { OrganizationLink } from '#contract/resources/resources.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { NothingMatches } from '#ui/feedback/nothing-matches.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { LinkCode } from '#widgets/linking/link-code.tsx';
import { RemoveLink } from '#widgets/linking/remove-link.tsx';
import { useStaying } from '#widgets/conflict/use-staying.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { nameOf, PersonCell, useWithPeople } from './person.tsx';
import { OneLink, withLink } from './one-link.tsx';
import { Coming, Note, Padded, refreshSeconds, Rows } from '../rows.tsx';

/** Rows that are drawn; of more, the search finds the rest. */
const drawn = 200;

/** Whom the organization may invite: those who linked themselves with it; and the code with which they do. */
export function LinksPart({ id }: { id: string }) {
  const { client, capabilities, organization } = useConnection();
  const requested = offers(capabilities, 'listOrganizationLinks');
  const read = useQuery({
    ...organizationLinks(client).whole({ organization: { eq: id } }),
    enabled: requested,
    refetchInterval: refreshSeconds * 1000,
  });
  const unlisted = !requested || (read.data === undefined && isAbsent(read.error));
  return (
    <Stack>
      {!unlisted && (
        <Card title={m.linking_code()}>
          <LinkCode organization={{ id, name: organization?.name }} />
        </Card>
      )}
      <OneLink unlisted={unlisted} />
      {unlisted ? (
        <Card title={m.organization_links()}>
          <Note role="status">{m.organization_links_unlisted()}</Note>
        </Card>
      ) : (
        <AllLinks read={read} />
      )}
    </Stack>
  );
}

function AllLinks({ read }: { read: UseQueryResult<CompleteList<OrganizationLink>> }) {
  const [search, setSearch] = useSearchParams();
  const staying = useStaying(read.data?.items ?? none);
  const links = useWithPeople(staying.rows);
  const typed = search.get('q') ?? '';
  const wanted = useDeferredValue(plain(typed));
  const found = links.filter((link) => textOf(link).includes(wanted));
  const write = (q: string): void => {
    setSearch(q ? { tab: 'links', q } : { tab: 'links' }, { replace: true });
  };
  return (
    <Card
      title={m.organization_links()}
      flush
      note={read.data ? <ExplainedBasis basis="SERVER" /> : undefined}
    >
      <Padded>
        <Note>{m.organization_links_text()}</Note>
        {/* It stays where it is: a search begun before the links are there is applied when they come. */}
        {(links.length > 0 || (!read.data && !read.isError)) && (
          <SearchInput
            label={m.organization_links_find()}
            placeholder={m.organization_links_find()}
            value={typed}
            onChange={write}
          />
        )}
      </Padded>
      <QueryView
        query={read}
        what={m.organization_what_links()}
        loading={
          <Coming>
            <LoadingRows kind="list" count={5} lines={2} />
          </Coming>
        }
        partial={({ complete }) =>
          !complete && (
            <Padded>
              <Note>{m.linking_changed_while_reading()}</Note>
            </Padded>
          )
        }
        isEmpty={() => links.length === 0}
        empty={
          <EmptyState
            icon={<LinkIcon aria-hidden="true" />}
            title={m.organization_links_none()}
            text={m.organization_links_none_text()}
          />
        }
      >
        {() =>
          found.length === 0 ? (
            <NothingMatches filters={1} total={links.length} onClearAll={() => write('')} />
          ) : (
            <>
              <Rows>
                {found.slice(0, drawn).map((link) => (
                  <LinkRow key={link.id} link={link} gone={staying.isGone(link.id)} onHold={staying.hold} />
                ))}
              </Rows>
              {found.length > drawn && (
                <Padded>
                  <Note>{m.organization_links_more({ shown: drawn, count: found.length })}</Note>
                </Padded>
              )}
            </>
          )
        }
      </QueryView>
    </Card>
  );
}

const none: readonly OrganizationLink[] = [];

const plain = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const textOf = ({ id, subject }: OrganizationLink): string =>
  plain(
    [id, subject?.id, subject?.commonName, subject?.RFC, subject?.serialNumber, subject?.emailAddress]
      .filter(Boolean)
      .join(' '),
  );

function LinkRow({
  link,
  gone,
  onHold,
}: {
  link: OrganizationLink;
  gone: boolean;
  onHold: (id: string | undefined) => void;
}) {
  const [isConfirming, setIsConfirming] = useState(false);
  const showConfirmation = (on: boolean): void => {
    setIsConfirming(on);
    onHold(on ? (link.id ?? undefined) : undefined);
  };
  const name = nameOf(link.subject);
  return (
    <li>
      <div className="line">
        <PersonCell subject={link.subject}>
          {link.createdAt && (
            <span>
              {m.organization_link_since()} <Instant at={link.createdAt} form="day" />
            </span>
          )}
        </PersonCell>
        <div className="actions">
          {link.id && (
            <LinkButton variant="text" to={withLink(link.id)}>
              {m.linking_open()}
            </LinkButton>
          )}
          <Button
            variant="text"
            aria-label={m.organization_link_remove_name({ name })}
            disabled={gone}
            onClick={() => showConfirmation(true)}
          >
            {m.organization_link_remove()}
          </Button>
        </div>
      </div>
      {isConfirming && gone && (
        <div className="below">
          <WarningStrip action={{ label: m.common_close(), onSelect: () => showConfirmation(false) }}>
            {m.tabs_gone()}
          </WarningStrip>
        </div>
      )}
      {isConfirming && !gone && (
        <div className="below">
          <RemoveLink
            link={{ id: link.id ?? '' }}
            person={{ id: link.subject?.id ?? undefined, name }}
            onDone={() => showConfirmation(false)}
          />
        </div>
      )}
    </li>
  );
}
