import { useInfiniteQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { useDeferredValue, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { witnesses } from '#api/families/witnesses.ts';
import { liveSeconds } from '#api/query-client.ts';
import { witnessDate } from '#api/reading.ts';
import { useConnection } from '#api/session-context.tsx';
import type { Witness } from '#contract/resources.ts';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { HashText } from '#ui/hash-text.tsx';
import { ink } from '#ui/ink.ts';
import { Instant } from '#ui/instant.tsx';
import { Link } from '#ui/link.tsx';
import { List, ListItem } from '#ui/list.tsx';
import { LiveMark } from '#ui/live-mark.tsx';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { NothingMatches } from '#ui/nothing-matches.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { usePreferences } from '#ui/preferences.tsx';
import { StaleStrip, WarningStrip } from '#ui/strips.tsx';
import { usePhone } from '#ui/use-media-query.ts';
import { dayBounds } from '#widgets/days.ts';
import { paths } from '#widgets/paths.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { WitnessMarks } from '#widgets/witness-marks.tsx';
import { m } from '#words/words.ts';
import { filterOf, findKind, isNarrowed, readView, writeView, type WitnessView } from './filter.ts';
import { useWholeWitnesses, witnessedWhat } from './use-whole-witnesses.ts';
import { WitnessFilters } from './witness-filters.tsx';

const Bar = styled('div')({ padding: '0 var(--page-padding) 12px' });

const Two = styled('span')({
  display: 'block',
  minWidth: 0,
  '& > .second': { display: 'block', color: ink.text2, fontSize: 12, lineHeight: '16px' },
});

/** Every witness of the organization, with how it is conserved by the service's word. */
export function WitnessesPage() {
  const { client } = useConnection();
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { timeZone } = usePreferences();
  const phone = usePhone();
  const view = readView(search);
  const asked = useDeferredValue(view);
  const nonsense = view.find !== '' && findKind(view.find) === 'neither';
  const read = useInfiniteQuery({
    ...witnesses(client).pages(filterOf(asked, (day) => dayBounds(day, timeZone))),
    refetchInterval: liveSeconds * 1000,
    enabled: !nonsense,
  });
  const found = useMemo(() => read.data?.pages.flatMap(({ items }) => items) ?? [], [read.data]);
  const whole = useWholeWitnesses(found);
  const rows = nonsense ? [] : whole;
  const total = read.data?.pages[0]?.count;
  const mismatched = read.data?.pages.reduce((sum, page) => sum + page.mismatched, 0) ?? 0;
  const change = (part: Partial<WitnessView>): void =>
    setSearch(writeView({ ...view, ...part }), { replace: true });
  const clear = (): void => setSearch(new URLSearchParams(), { replace: true });

  return (
    <PageFrame
      title={m.witnesses_title()}
      fill
      mark={read.dataUpdatedAt > 0 ? <LiveMark updatedAt={read.dataUpdatedAt} /> : undefined}
      sub={total != null && !nonsense ? m.witnesses_count({ count: total }) : undefined}
    >
      <Bar>
        <WitnessFilters view={view} onChange={change} />
      </Bar>
      {read.isRefetchError && read.data && (
        <StaleStrip updatedAt={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      {mismatched > 0 && (
        <WarningStrip framed={false}>{m.errors_mismatched({ count: mismatched })}</WarningStrip>
      )}
      {!read.data && !nonsense ? (
        read.isError ? (
          <QueryFailure
            error={read.error}
            what={m.witnesses_list()}
            onRetry={() => void read.refetch()}
            retrying={read.isFetching}
          />
        ) : (
          <LoadingRows count={12} />
        )
      ) : rows.length === 0 ? (
        isNarrowed(view) ? (
          <>
            {nonsense && <WarningStrip framed={false}>{m.witnesses_search_bad()}</WarningStrip>}
            <NothingMatches onClearAll={clear} />
          </>
        ) : (
          <EmptyState title={m.witnesses_empty()} text={m.witnesses_empty_text()} />
        )
      ) : phone ? (
        <PhoneList rows={rows} />
      ) : (
        <DataTable
          label={m.witnesses_title()}
          columns={columns()}
          rows={rows}
          rowKey={(witness) => witness.id ?? witness.hash ?? ''}
          total={total ?? undefined}
          sort={{ id: view.sort, direction: view.order }}
          onSort={({ id, direction }) =>
            change({ sort: id === 'updatedAt' ? 'updatedAt' : 'createdAt', order: direction })
          }
          onOpen={(id) => void navigate(paths.witness(id))}
          onEnd={() => {
            if (read.hasNextPage && !read.isFetching) void read.fetchNextPage();
          }}
          pageKeys
        />
      )}
    </PageFrame>
  );
}

function columns(): Column<Witness>[] {
  return [
    {
      id: 'document',
      head: m.witnesses_document(),
      cell: (witness) => (
        <Two>
          <Link to={paths.witness(witness.id ?? '')}>{witnessedWhat(witness)}</Link>
          <span className="second">
            {witness.claimed ? m.witnesses_claimed() : (witness.initialOwner?.commonName ?? '')}
          </span>
        </Two>
      ),
    },
    {
      id: 'hash',
      head: m.witnesses_hash(),
      width: 190,
      cell: (witness) => (witness.hash ? <HashText value={witness.hash} unfolds={false} /> : '—'),
    },
    {
      id: 'conservation',
      head: m.witnesses_conservation(),
      width: 120,
      cell: (witness) => <WitnessMarks witness={witness} />,
    },
    {
      id: 'witnessed',
      head: m.witnesses_date(),
      width: 150,
      align: 'right',
      cell: (witness) => {
        const at = witnessDate(witness);
        return at ? <Instant at={at} form="list" /> : m.witnesses_pending();
      },
    },
    {
      id: 'createdAt',
      head: m.witnesses_created(),
      width: 130,
      align: 'right',
      sortable: true,
      cell: (witness) => (witness.createdAt ? <Instant at={witness.createdAt} form="list" /> : '—'),
    },
    {
      id: 'updatedAt',
      head: m.witnesses_updated(),
      width: 130,
      align: 'right',
      sortable: true,
      cell: (witness) => (witness.updatedAt ? <Instant at={witness.updatedAt} form="list" /> : '—'),
    },
  ];
}

function PhoneList({ rows }: { rows: readonly Witness[] }) {
  return (
    <List>
      {rows.map((witness) => {
        const at = witnessDate(witness);
        return (
          <ListItem
            key={witness.id}
            title={witnessedWhat(witness)}
            to={paths.witness(witness.id ?? '')}
            detail={witness.hash ? <HashText value={witness.hash} copy={false} unfolds={false} /> : undefined}
            end={at ? <Instant at={at} form="list" /> : m.witnesses_pending()}
          >
            <WitnessMarks witness={witness} />
          </ListItem>
        );
      })}
    </List>
  );
}
