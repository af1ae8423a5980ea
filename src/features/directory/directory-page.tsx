import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { useDeferredValue } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { offers } from '#api/capabilities.ts';
import { organizationLinks } from '#api/families/organizations.ts';
import { subjects } from '#api/families/subjects.ts';
import { useConnection } from '#api/session-context.tsx';
import type { Subject } from '#contract/resources.ts';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FilterBar, ToggleChip } from '#ui/filter-chip.tsx';
import { HashText } from '#ui/hash-text.tsx';
import { ink, mono } from '#ui/ink.ts';
import { Link } from '#ui/link.tsx';
import { List, ListItem } from '#ui/list.tsx';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { NothingMatches } from '#ui/nothing-matches.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { StaleStrip } from '#ui/strips.tsx';
import { useFormat } from '#ui/use-format.ts';
import { usePhone } from '#ui/use-media-query.ts';
import { useNow } from '#ui/use-now.ts';
import { CertificateState } from '#widgets/certificate-state.tsx';
import { paths } from '#widgets/paths.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { m } from '#words/words.ts';

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  padding: '0 var(--page-padding) 12px',
  '& > .search': { flex: '0 1 320px', minWidth: 200 },
});

const Two = styled('span')({
  display: 'block',
  minWidth: 0,
  '& > .name': { display: 'block', fontWeight: 500 },
  '& > .code': { display: 'block', fontFamily: mono, fontSize: 12, lineHeight: '15px', color: ink.text2 },
});

const Foot = styled('div')({
  padding: '8px var(--page-padding)',
  borderTop: `1px solid ${ink.line}`,
  color: ink.text2,
  fontSize: 12,
  lineHeight: '16px',
});

type LinkFilter = 'linked' | 'unlinked' | undefined;

/** The people that the organization can reach, with their certificate and link. */
export function DirectoryPage() {
  const { client, capabilities, organization } = useConnection();
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const format = useFormat();
  const phone = usePhone();
  const now = useNow(60_000);
  const typed = search.get('q') ?? '';
  const wanted = search.get('link');
  const filter: LinkFilter = wanted === 'linked' || wanted === 'unlinked' ? wanted : undefined;
  const asked = useDeferredValue(typed.trim());
  const all = useInfiniteQuery({ ...subjects(client).pages({}), enabled: asked === '' });
  const found = useQuery({ ...subjects(client).find(asked, 100), enabled: asked !== '' });
  const canTell = offers(capabilities, 'listOrganizationLinks');
  const links = useQuery({
    ...organizationLinks(client).whole(organization ? { organization: { eq: organization.id } } : {}),
    enabled: canTell,
  });
  const linked = new Set(links.data?.items.map(({ subject }) => subject?.id));

  const read = asked === '' ? all.data?.pages.flatMap(({ items }) => items) : found.data;
  const current = asked === '' ? all : found;
  const rows = (read ?? []).filter(
    ({ id }) => filter === undefined || !links.data || linked.has(id) === (filter === 'linked'),
  );
  const total = asked === '' ? all.data?.pages[0]?.count : found.data?.length;

  const change = (part: Record<string, string | undefined>): void => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(part)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setSearch(next, { replace: true });
  };

  const columns: Column<Subject>[] = [
    {
      id: 'person',
      head: m.directory_person(),
      cell: (subject) => (
        <Two>
          <span className="name">
            <Link to={paths.subject(subject.id ?? '')}>{subject.commonName ?? m.directory_unnamed()}</Link>
          </span>
          <span className="code">{[subject.RFC, subject.serialNumber].filter(Boolean).join('  ')}</span>
        </Two>
      ),
    },
    {
      id: 'certificate',
      head: m.directory_certificate(),
      width: 240,
      cell: (subject) => <CertificateState certificate={subject.certificate} now={now} />,
    },
    ...(canTell
      ? [
          {
            id: 'link',
            head: m.directory_link(),
            width: 220,
            cell: (subject: Subject) =>
              links.data ? (linked.has(subject.id) ? m.directory_linked() : m.directory_not_linked()) : '—',
          },
        ]
      : []),
    {
      id: 'address',
      head: m.directory_address(),
      width: 200,
      cell: (subject) =>
        subject.EVMAddress ? (
          <HashText value={subject.EVMAddress} size="id" copy={false} unfolds={false} />
        ) : (
          '—'
        ),
    },
  ];

  return (
    <PageFrame
      title={m.directory_title()}
      fill
      sub={total != null && rows.length > 0 ? m.directory_shown({ count: total }) : undefined}
    >
      <Bar>
        <SearchInput
          className="search"
          label={m.directory_search()}
          placeholder={m.directory_find()}
          value={typed}
          onChange={(value) => change({ q: value })}
        />
        {canTell && (
          <FilterBar>
            <ToggleChip
              label={m.directory_only_linked()}
              on={filter === 'linked'}
              onChange={() => change({ link: filter === 'linked' ? undefined : 'linked' })}
            />
            <ToggleChip
              label={m.directory_only_unlinked()}
              on={filter === 'unlinked'}
              onChange={() => change({ link: filter === 'unlinked' ? undefined : 'unlinked' })}
            />
          </FilterBar>
        )}
      </Bar>
      {read !== undefined && current.isRefetchError && (
        <StaleStrip updatedAt={current.dataUpdatedAt} onRetry={() => void current.refetch()} />
      )}
      {read === undefined ? (
        current.isError ? (
          <QueryFailure
            error={current.error}
            what={m.directory_list()}
            onRetry={() => void current.refetch()}
            retrying={current.isFetching}
          />
        ) : (
          <LoadingRows count={10} />
        )
      ) : rows.length === 0 ? (
        typed === '' && filter === undefined ? (
          <EmptyState title={m.directory_empty()} text={m.directory_empty_text()} />
        ) : (
          <NothingMatches onClearAll={() => change({ q: undefined, link: undefined })} />
        )
      ) : phone ? (
        <List>
          {rows.map((subject) => (
            <ListItem
              key={subject.id}
              title={subject.commonName ?? m.directory_unnamed()}
              to={paths.subject(subject.id ?? '')}
              detail={subject.RFC}
            >
              <CertificateState certificate={subject.certificate} now={now} />
            </ListItem>
          ))}
        </List>
      ) : (
        <DataTable
          label={m.directory_title()}
          columns={columns}
          rows={rows}
          rowKey={(subject) => subject.id ?? ''}
          total={asked === '' && filter === undefined ? (total ?? undefined) : rows.length}
          onOpen={(id) => void navigate(paths.subject(id))}
          onEnd={() => {
            if (all.hasNextPage && !all.isFetching) void all.fetchNextPage();
          }}
          pageKeys
        />
      )}
      {filter !== undefined && asked === '' && all.hasNextPage && (
        <Foot>{m.directory_searching_part({ count: format.number(read?.length ?? 0) })}</Foot>
      )}
    </PageFrame>
  );
}
