import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { styled } from '@mui/material/styles';
import { isAbsent } from '#client/session/capabilities.ts';
import { subjectWallet, type SubjectWalletPage } from '#client/families/people/subject-wallet.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { Endorsable, EndorseEvent, Subject } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FilterBar, FilterChip } from '#ui/inputs/filter-chip.tsx';
import { ChoiceList, FilterPanel } from '#ui/inputs/filter-panel.tsx';
import { ink, media } from '#ui/theme/tokens.ts';
import { Link } from '#ui/actions/link.tsx';
import { FormerAnswer } from '#ui/feedback/former-answer.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { useLastAnswer } from '#ui/hooks/use-last-answer.ts';
import { SegmentedControl } from '#ui/inputs/segmented-control.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { StaleStrip, WarningStrip } from '#ui/feedback/strips.tsx';
import { TabPanel, Tabs, usePanelId } from '#ui/layout/tabs.tsx';
import { dayBounds } from '#widgets/days.ts';
import { FilterForm } from '#widgets/filters/filter-form.tsx';
import { holderWord } from '#widgets/holders/holder-name.tsx';
import { useHolder } from '#widgets/holders/use-holders.ts';
import { networkName } from '#widgets/network-name.ts';
import { paths } from '#widgets/paths.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { useSearch } from '#widgets/use-search.ts';
import { HeldToken, Movement, WalletRows } from '#widgets/wallet-lists/rows.tsx';
import { m } from '#i18n/messages.ts';
import { Pager } from '../pager.tsx';
import { RowNote } from '../parts.tsx';
import {
  askOf,
  changedWallet,
  collectionOf,
  isNarrowed,
  lists,
  ordersOf,
  readWalletView,
  walletSizes,
  writeWalletView,
  type ListName,
  type OrderBy,
  type WalletView,
} from './wallet-view.ts';
import { useDays } from '../use-days.ts';

const SubjectPicker = lazy(async () => ({
  default: (await import('#widgets/subject-picker.tsx')).SubjectPicker,
}));

const Head = styled('div')({
  padding: '0 18px',
  borderBottom: `1px solid ${ink.line}`,
  [media.phone]: { padding: '0 16px' },
});
const Bar = styled('div')({
  padding: '10px 18px',
  '& select': { minWidth: 124 },
  '& div:has(> select)': { flex: 'none' },
  '& > div > *': { flex: 'none' },
  [media.phone]: { padding: '10px 16px' },
});

const Listed = styled('div')({
  '--pager-padding': '18px',
  [media.phone]: { '--pager-padding': '16px' },
});

/** Networks that tokens are known to be on. */
const networks = ['42161', '421614'] as const;

interface Props {
  subject: Subject;
  id: string;
}

/** The wallet of a person as it is nested in them: what it holds, what came, what went; each by all its arguments. */
export function WalletCard({ subject, id }: Props) {
  const [search, changeSearch] = useSearch();
  const panel = usePanelId();
  const view = readWalletView(search);
  const address = subject.wallet?.id ?? subject.EVMAddress ?? undefined;
  const change = (part: Partial<WalletView>, replace = true): void => {
    changeSearch((before) => writeWalletView(changedWallet(readWalletView(before), part), before), {
      replace,
      preventScrollReset: true,
    });
  };
  return (
    <Card
      title={m.wallets_title()}
      flush
      note={address ? <Link to={paths.wallet(address)}>{m.wallets_open()}</Link> : undefined}
    >
      <Head>
        <Tabs
          label={m.directory_wallet_lists()}
          panelId={panel}
          selected={view.list}
          tabs={lists.map((list) => ({ id: list, label: listWord(list) }))}
          onSelect={(list) => change({ list, by: 'timestamp', party: undefined })}
        />
      </Head>
      <TabPanel id={panel} selected={view.list}>
        <Bar>
          <WalletFilters view={view} onChange={change} />
        </Bar>
        <OneList
          id={id}
          address={address}
          view={view}
          onTurn={(place) => change(place, false)}
          onChange={change}
        />
      </TabPanel>
    </Card>
  );
}

function listWord(list: ListName): string {
  return list === 'tokens' ? m.wallets_holds() : list === 'received' ? m.wallets_came() : m.wallets_went();
}

function orderWord(by: OrderBy): string {
  switch (by) {
    case 'timestamp':
      return m.directory_wallet_by_time();
    case 'id':
      return m.directory_id();
    case 'digest':
      return m.wallets_owning_title();
    case 'network':
      return m.wallets_balance_network();
    case 'fromId':
      return m.wallets_from();
    case 'toId':
      return m.wallets_to();
  }
}

function WalletFilters({
  view,
  onChange,
}: {
  view: WalletView;
  onChange: (part: Partial<WalletView>) => void;
}) {
  const days = useDays();
  const known = [...new Set([...networks, ...(view.network ? [view.network] : [])])];
  return (
    <FilterBar>
      <SelectInput
        bar
        hideLabel
        label={m.directory_wallet_by()}
        value={view.by}
        options={ordersOf[view.list].map((by) => ({ value: by, label: orderWord(by) }))}
        onChange={(event) => {
          onChange({ by: ordersOf[view.list].find((by) => by === event.target.value) ?? 'timestamp' });
        }}
      />
      <SegmentedControl
        label={m.wallets_order()}
        value={view.direction}
        options={[
          { value: 'desc', label: m.directory_wallet_desc() },
          { value: 'asc', label: m.directory_wallet_asc() },
        ]}
        onChange={(direction) => onChange({ direction })}
      />
      <FilterChip
        label={m.wallets_balance_network()}
        value={networkName(view.network)}
        onClear={() => onChange({ network: undefined })}
      >
        {(close) => (
          <FilterPanel>
            <ChoiceList
              label={m.wallets_balance_network()}
              choices={known.map((network) => ({
                id: network,
                label: networkName(network) ?? network,
                on: view.network === network,
              }))}
              onChoose={(network) => {
                close();
                onChange({ network });
              }}
            />
          </FilterPanel>
        )}
      </FilterChip>
      <FilterChip
        label={m.directory_wallet_days()}
        value={days(view.from, view.to)}
        onClear={() => onChange({ from: undefined, to: undefined })}
      >
        {(close) => (
          <FilterPanel>
            <FilterForm
              days={view}
              onApply={(_, days) => {
                close();
                onChange(days);
              }}
            />
          </FilterPanel>
        )}
      </FilterChip>
      {view.list !== 'tokens' && <PartyChip view={view} onChange={onChange} />}
    </FilterBar>
  );
}

function PartyChip({ view, onChange }: { view: WalletView; onChange: (part: Partial<WalletView>) => void }) {
  const holder = useHolder(view.party ?? '');
  const label = view.list === 'received' ? m.wallets_from() : m.wallets_to();
  return (
    <FilterChip
      label={label}
      value={view.party && holderWord(view.party, holder)}
      onClear={() => onChange({ party: undefined })}
    >
      {(close) => (
        <FilterPanel style={{ minHeight: 300 }}>
          <Suspense fallback={<p>{m.common_loading()}</p>}>
            <SubjectPicker
              label={m.directory_wallet_party()}
              onPick={({ EVMAddress }) => {
                close();
                if (EVMAddress) onChange({ party: EVMAddress.toLowerCase() });
              }}
            />
          </Suspense>
        </FilterPanel>
      )}
    </FilterChip>
  );
}

/** A service may send a token twice; one id may stand on two networks. */
function eachOnce<T extends { id?: unknown; network?: unknown }>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [`${String(item.id)} ${String(item.network)}`, item])).values()];
}

interface ListProps {
  id: string;
  address: string | undefined;
  view: WalletView;
  onTurn: (place: Pick<WalletView, 'after'> | Pick<WalletView, 'before'>) => void;
  onChange: (part: Partial<WalletView>) => void;
}

function OneList({ id, address, view, onTurn, onChange }: ListProps) {
  const client = useClient();
  const { timeZone } = usePreferences();
  const ask = askOf(view, (day) => dayBounds(day, timeZone));
  const collection = collectionOf[view.list];
  const read = useQuery(subjectWallet(client, { id, address }).page(collection, ask));
  const { answer: page, isFormer } = useLastAnswer<SubjectWalletPage<Endorsable | EndorseEvent>>({
    question: JSON.stringify([collection, ask]),
    // What is in one list does not look like what is in another.
    scope: `${client.scope} ${id} ${collection}`,
    answer: read.data,
    failed: read.isError,
  });
  if (page === undefined) {
    if (isAbsent(read.error)) return <RowNote role="status">{m.directory_wallet_absent()}</RowNote>;
    return read.isError ? (
      <QueryFailure
        error={read.error}
        what={whatWord(view.list)}
        onRetry={() => void read.refetch()}
        retrying={read.isFetching}
      />
    ) : (
      <LoadingRows count={3} kind="list" />
    );
  }
  const { next, previous } = page;
  const items = eachOnce(page.items);
  const atStart = view.after === undefined && view.before === undefined;
  const isWhole = atStart && next === undefined && !page.endless;
  return (
    <Listed>
      {read.isRefetchError && (
        <StaleStrip updatedAt={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      {!isFormer && page.mismatched > 0 && (
        <WarningStrip framed={false}>{m.errors_mismatched({ count: page.mismatched })}</WarningStrip>
      )}
      {!isFormer && page.endless && (
        <WarningStrip framed={false}>{m.directory_wallet_endless()}</WarningStrip>
      )}
      {items.length === 0 && isFormer ? (
        <LoadingRows count={3} kind="list" />
      ) : items.length === 0 ? (
        <RowNote role="status">
          {isNarrowed(view) ? (
            <>
              {isWhole ? m.directory_wallet_none_match() : m.wallets_list_none_read()}{' '}
              <Button
                variant="text"
                onClick={() =>
                  onChange({ network: undefined, from: undefined, to: undefined, party: undefined })
                }
              >
                {m.common_clear_all()}
              </Button>
            </>
          ) : isWhole ? (
            noneWord(view.list)
          ) : (
            m.wallets_list_none_read()
          )}
        </RowNote>
      ) : (
        <FormerAnswer isFormer={isFormer}>
          <WalletRows aria-label={listWord(view.list)}>
            {items.map((item) => (
              <li key={`${String(item.id)} ${item.network ?? ''}`}>
                {view.list === 'tokens' ? (
                  // The list that was asked for says what its items are.
                  <HeldToken token={item as Endorsable} />
                ) : (
                  <Movement event={item as EndorseEvent} end={view.list === 'received' ? 'from' : 'to'} />
                )}
              </li>
            ))}
          </WalletRows>
        </FormerAnswer>
      )}
      {(items.length > 0 || !atStart) && (
        <Pager
          label={m.directory_wallet_pages({ list: listWord(view.list) })}
          place={isFormer ? '' : m.directory_wallet_rows({ count: items.length })}
          onBack={
            isFormer
              ? undefined
              : previous !== undefined
                ? () => onTurn({ before: previous })
                : items.length === 0 && !atStart
                  ? () => onTurn({ after: undefined })
                  : undefined
          }
          onNext={isFormer || next === undefined ? undefined : () => onTurn({ after: next })}
          size={view.size}
          sizes={walletSizes}
          onSize={(size) => onChange({ size: walletSizes.find((known) => known === size) ?? '10' })}
        />
      )}
    </Listed>
  );
}

const whatWord = (list: ListName): string =>
  list === 'tokens'
    ? m.wallets_what_holds()
    : list === 'received'
      ? m.wallets_what_came()
      : m.wallets_what_went();

const noneWord = (list: ListName): string =>
  list === 'tokens'
    ? m.wallets_holds_none({ where: '' })
    : list === 'received'
      ? m.wallets_came_none({ where: '' })
      : m.wallets_went_none({ where: '' });
