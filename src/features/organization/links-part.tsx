import { useDeferredValue, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import { isAbsent, offers } from '#api/capabilities.ts';
import { invites } from '#api/families/invites.ts';
import { organizationLinks } from '#api/families/organizations.ts';
import { inviteStatus } from '#api/reading.ts';
import { useConnection } from '#api/session-context.tsx';
import type { OrganizationLink } from '#contract/resources.ts';
import { BasisMark } from '#ui/basis-mark.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ConfirmInPlace } from '#ui/confirm-in-place.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Instant } from '#ui/instant.tsx';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { NothingMatches } from '#ui/nothing-matches.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { describeFailure } from '#widgets/failure.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { m } from '#words/words.ts';
import { nameOf, PersonCell, useWithPeople } from './person.tsx';
import { Note, Padded, Rows } from './rows.tsx';

/** Rows that are drawn; of more, the search finds the rest. */
const drawn = 200;

/** Whom the organization may invite: those who linked themselves with it. */
export function LinksPart({ id }: { id: string }) {
  const { client, capabilities } = useConnection();
  const [search, setSearch] = useSearchParams();
  const asked = offers(capabilities, 'listOrganizationLinks');
  const read = useQuery({
    ...organizationLinks(client).whole({ organization: { eq: id } }),
    enabled: asked,
  });
  const links = useWithPeople(read.data?.items ?? []);
  const typed = search.get('q') ?? '';
  const wanted = useDeferredValue(plain(typed));
  const found = links.filter((link) => textOf(link).includes(wanted));
  const write = (q: string): void => {
    setSearch(q ? { tab: 'links', q } : { tab: 'links' }, { replace: true });
  };
  if (!asked || (read.data === undefined && isAbsent(read.error)))
    return (
      <Card title={m.organization_links()}>
        <Note>{m.organization_links_unlisted()}</Note>
      </Card>
    );
  return (
    <Card title={m.organization_links()} flush note={read.data ? <BasisMark basis="SERVER" /> : undefined}>
      <Padded>
        <Note>{m.organization_links_text()}</Note>
        {links.length > 0 && (
          <SearchInput
            label={m.organization_links_find()}
            placeholder={m.organization_links_find()}
            value={typed}
            onChange={write}
          />
        )}
      </Padded>
      {read.data === undefined ? (
        read.isError ? (
          <QueryFailure
            error={read.error}
            what={m.organization_what_links()}
            onRetry={() => void read.refetch()}
            retrying={read.isFetching}
          />
        ) : (
          <LoadingRows kind="list" count={5} />
        )
      ) : links.length === 0 ? (
        <EmptyState
          icon={<LinkIcon aria-hidden="true" />}
          title={m.organization_links_none()}
          text={m.organization_links_none_text()}
        />
      ) : found.length === 0 ? (
        <NothingMatches total={links.length} onClearAll={() => write('')} />
      ) : (
        <>
          <Rows>
            {found.slice(0, drawn).map((link) => (
              <LinkRow key={link.id} link={link} />
            ))}
          </Rows>
          {found.length > drawn && (
            <Padded>
              <Note>{m.organization_links_more({ shown: drawn, count: found.length })}</Note>
            </Padded>
          )}
        </>
      )}
    </Card>
  );
}

const plain = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const textOf = ({ id, subject }: OrganizationLink): string =>
  plain(
    [id, subject?.id, subject?.commonName, subject?.RFC, subject?.serialNumber, subject?.emailAddress]
      .filter(Boolean)
      .join(' '),
  );

function LinkRow({ link }: { link: OrganizationLink }) {
  const [asking, setAsking] = useState(false);
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
          <Button
            variant="destructive"
            aria-label={m.organization_link_remove_name({ name })}
            onClick={() => setAsking(true)}
          >
            {m.organization_link_remove()}
          </Button>
        </div>
      </div>
      {asking && (
        <div className="below">
          <RemoveLink link={link} name={name} onKeep={() => setAsking(false)} />
        </div>
      )}
    </li>
  );
}

/** What happens with the invites that wait is said before, with how many there are. */
function RemoveLink({ link, name, onKeep }: { link: OrganizationLink; name: string; onKeep: () => void }) {
  const { client, capabilities } = useConnection();
  const queries = useQueryClient();
  const snack = useSnack();
  const family = organizationLinks(client);
  const read = useQuery({
    ...invites(client).whole({ subject: { eq: link.subject?.id ?? '' }, accessScope: 'Organization' }, 500),
    enabled: offers(capabilities, 'listInvites') && !!link.subject?.id,
  });
  const waiting = read.data?.items.filter((invite) => inviteStatus(invite) === 'PENDING').length;
  const remove = useMutation({
    mutationFn: () => family.remove({ id: link.id ?? '' }),
    onSuccess: ({ subject }) =>
      snack({ text: m.organization_link_removed({ name: subject?.commonName ?? name }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: family.key }),
  });
  const pending =
    waiting === undefined
      ? m.organization_link_pending_unknown()
      : waiting === 0
        ? m.organization_link_pending_none()
        : m.organization_link_pending({ count: waiting });
  return (
    <ConfirmInPlace
      title={m.organization_link_remove_title({ name })}
      text={
        remove.error ? (
          describeFailure(remove.error).text
        ) : (
          <>
            {m.organization_link_remove_text()}
            <br />
            {read.isLoading ? m.common_loading() : pending}
          </>
        )
      }
      confirm={m.organization_link_remove()}
      keep={m.organization_link_keep()}
      working={remove.isPending}
      onConfirm={() => remove.mutate()}
      onKeep={onKeep}
    />
  );
}
