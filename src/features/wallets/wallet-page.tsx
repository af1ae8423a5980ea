import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import WalletIcon from '@mui/icons-material/SwapHorizOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import { zeroAddress } from '#client/families/tokens/wallets.ts';
import type { WalletOrder } from '#client/families/tokens/wallet-lists.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FilterBar, ToggleChip } from '#ui/inputs/filter-chip.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { LiveMark } from '#ui/feedback/live-mark.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { SegmentedControl } from '#ui/inputs/segmented-control.tsx';
import { StaleStrip, Strip, WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { shortAddress } from '#widgets/holders/holder-name.tsx';
import { useHolder } from '#widgets/holders/use-holders.ts';
import { networkName } from '#widgets/network-name.ts';
import { usePageName } from '#widgets/address/use-page-name.ts';
import { paths } from '#widgets/paths.ts';
import { Together, useFirstReads } from '#widgets/query/appear-together.tsx';
import { FailedPartLine } from '#widgets/query/failed-part-line.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { useOnline } from '#widgets/query/use-online.ts';
import { useSearch } from '#widgets/address/use-search.ts';
import { m } from '#i18n/messages.ts';
import { readWalletAddress, type NamedAddress } from './address.ts';
import { balanceOf } from './balance.ts';
import { BalanceCard, LoadingBalance } from './balance-card.tsx';
import { HolderCard } from './holder-card.tsx';
import { useWallet, type WalletRead } from './use-wallet.ts';
import { HeldCard, LoadingLists, MovementsCard } from './wallet-list.tsx';
import css from './wallet-page.module.css';

/** One wallet: who stands behind it, what it holds, what came to it and what left it. */
export function WalletPage() {
  const { address = '' } = useParams();
  const named = readWalletAddress(address);
  if (named) return <OneWallet key={named.address} named={named} />;
  return (
    <PageFrame title={m.wallets_title()}>
      <Card>
        <EmptyState
          icon={<WalletIcon aria-hidden="true" />}
          title={m.wallets_bad_title()}
          text={m.wallets_bad_text()}
          actions={<LinkButton to={paths.endorsements}>{m.wallets_to_endorsements()}</LinkButton>}
        />
      </Card>
    </PageFrame>
  );
}

function OneWallet({ named }: { named: NamedAddress }) {
  const [search, changeSearch] = useSearch();
  const order = orderIn(search);
  const { network } = order;
  const read = useWallet(named.address, order);
  // Which networks there are is known from all of them, whichever is looked at.
  const all = useWallet(named.address, { direction: order.direction });
  const holder = useHolder(named.address);
  const online = useOnline();
  const name = holder.state === 'known' ? (visibleName(holder.subject.commonName) ?? undefined) : undefined;
  usePageName(name ?? shortAddress(named.shown));
  const change = (name: string, value: string | undefined): void => {
    changeSearch(
      (next) => {
        if (value === undefined) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  };
  const isShown = useFirstReads();
  const derived = read.data === 'by-events';
  const where = network === undefined ? '' : m.wallets_where({ network: networkName(network) ?? '' });
  const isStale = read.isError && read.data !== undefined;
  return (
    <PageFrame
      title={name && isShown ? m.wallets_of({ name }) : m.wallets_title()}
      loading={!isShown}
      mark={isShown && read.dataUpdatedAt > 0 && !isStale && <LiveMark updatedAt={read.dataUpdatedAt} />}
      actions={<HashText label={m.wallets_address()} value={named.shown} size="chain" />}
    >
      <Stack>
        {named.doubtful && <WarningStrip>{m.wallets_doubtful()}</WarningStrip>}
        {isStale && online && (
          <StaleStrip framed updatedAt={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
        )}
        {derived && (
          <Strip framed icon={<InfoIcon aria-hidden="true" />}>
            {m.wallets_by_events()}
          </Strip>
        )}
        <Together
          isShown={isShown}
          loading={
            <div className={css.columns}>
              <Stack className={css.lists}>
                {/* Another takes its place: the focus would go with it. */}
                <div inert aria-hidden="true">
                  <Bar all={all} order={order} onChange={change} />
                </div>
                <LoadingLists />
              </Stack>
              <Stack className={css.side}>
                <HolderCard named={named} holder={{ state: 'loading' }} silent />
                {named.address !== zeroAddress && <LoadingBalance silent />}
              </Stack>
            </div>
          }
        >
          <div className={css.columns}>
            <Stack className={css.lists}>
              {(read.data === undefined ? !read.isError : read.data !== 'unknown') && (
                <Bar all={all} order={order} onChange={change} />
              )}
              <QueryView
                query={read}
                what={m.wallets_what()}
                loading={<LoadingLists />}
                frame={(state, isLoading) =>
                  isLoading ? state : <FailedLists refetch={read.refetch}>{state}</FailedLists>
                }
                isEmpty={(source) => source === 'unknown'}
                empty={<UnknownWallet />}
                staleness="by-page"
              >
                {() => (
                  <>
                    <HeldCard read={read.held} where={where} derived={derived} />
                    <MovementsCard end="from" read={read.came} where={where} />
                    <MovementsCard end="to" read={read.went} where={where} />
                  </>
                )}
              </QueryView>
            </Stack>
            <Stack className={css.side}>
              <HolderCard named={named} holder={holder} />
              {/* Nobody holds what comes from the zero address: there is nothing to add up. */}
              {named.address !== zeroAddress && <Balance read={read} derived={derived} />}
            </Stack>
          </div>
        </Together>
      </Stack>
    </PageFrame>
  );
}

function Balance({ read, derived }: { read: WalletRead; derived: boolean }) {
  if (derived || read.data === 'read') return <BalanceCard read={read} derived={derived} />;
  if (read.data !== undefined) return null;
  // What takes long is not waited for, and its place stays.
  if (!read.isError) return <LoadingBalance silent />;
  return (
    <Card title={m.wallets_balance()}>
      <FailedPartLine text={m.wallets_balance_failed()} refetch={read.refetch} />
    </Card>
  );
}

/** Each list says that it is missing; the first says why. */
function FailedLists({ refetch, children }: { refetch: () => unknown; children: ReactNode }) {
  return (
    <>
      <Card title={m.wallets_holds()} flush>
        {children}
      </Card>
      {[m.wallets_came(), m.wallets_went()].map((title) => (
        <Card key={title} title={title}>
          <FailedPartLine text={m.wallets_list_failed()} refetch={refetch} />
        </Card>
      ))}
    </>
  );
}

/** The service has wallets, and none at this address. */
function UnknownWallet() {
  return (
    <Card>
      <EmptyState
        icon={<WalletIcon aria-hidden="true" />}
        title={m.wallets_unknown_title()}
        text={m.wallets_unknown_text()}
      />
    </Card>
  );
}

/** Which network, and in which order: both stand in the address. */
function Bar({
  all,
  order: { network, direction },
  onChange,
}: {
  all: WalletRead;
  order: WalletOrder;
  onChange: (name: 'network' | 'order', value: string | undefined) => void;
}) {
  const format = useFormat();
  const { networks } = balanceOf({ held: all.held.items, came: all.came.items, went: all.went.items });
  const known = networks.some((one) => one.network === network);
  const several = networks.length > 1 || (network !== undefined && !known);
  return (
    <FilterBar>
      <SegmentedControl
        label={m.wallets_order()}
        value={direction}
        onChange={(value) => onChange('order', value === 'asc' ? 'asc' : undefined)}
        options={[
          { value: 'desc', label: m.wallets_order_newest() },
          { value: 'asc', label: m.wallets_order_oldest() },
        ]}
      />
      {several &&
        networks.map((one) => (
          <ToggleChip
            key={one.network}
            label={networkName(one.network) ?? '—'}
            count={format.number(one.in + one.out)}
            on={network === one.network}
            onChange={(on) => onChange('network', on ? String(one.network) : undefined)}
          />
        ))}
      {several && network !== undefined && !known && (
        <ToggleChip
          label={networkName(network) ?? '—'}
          count="0"
          on
          onChange={() => onChange('network', undefined)}
        />
      )}
    </FilterBar>
  );
}

/** What the address of the page says; anything else is as if it said nothing. */
function orderIn(search: URLSearchParams): WalletOrder {
  const network = Number(search.get('network') ?? Number.NaN);
  return {
    direction: search.get('order') === 'asc' ? 'asc' : 'desc',
    ...(Number.isSafeInteger(network) && network > 0 && { network }),
  };
}
