import { lazy, Suspense } from 'react';
import { FilterBar, FilterChip } from '#ui/inputs/filter-chip.tsx';
import { ChoiceList, FilterPanel } from '#ui/inputs/filter-panel.tsx';
import { SegmentedControl } from '#ui/inputs/segmented-control.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { FilterForm } from '#widgets/filters/filter-form.tsx';
import { holderWord } from '#widgets/holders/holder-name.tsx';
import { useHolder } from '#widgets/holders/use-holders.ts';
import { networkName } from '#widgets/network-name.ts';
import { m } from '#i18n/messages.ts';
import { useDays } from '../use-days.ts';
import css from './wallet-filters.module.css';
import { ordersOf, type OrderBy, type WalletView } from './wallet-view.ts';

const SubjectPicker = lazy(async () => ({
  default: (await import('#widgets/people/subject-picker.tsx')).SubjectPicker,
}));

/** Networks that tokens are known to be on. */
const networks = ['42161', '421614'] as const;

interface FilterProps {
  view: WalletView;
  onChange: (part: Partial<WalletView>) => void;
}

/** Every argument of a nested list: order, network, days and the wallet at the other end. */
export function WalletFilters({ view, onChange }: FilterProps) {
  const days = useDays();
  const isByDate = view.by === 'timestamp';
  return (
    // Its controls are few, and an order that is cut at the edge of a phone reads as none.
    <FilterBar style={{ flexWrap: 'wrap' }}>
      <span className={css.by}>
        <span aria-hidden="true">{m.directory_wallet_by()}</span>
        <SelectInput
          bar
          hideLabel
          label={m.directory_wallet_by()}
          value={view.by}
          options={ordersOf[view.list].map((by) => ({ value: by, label: orderLabel(by) }))}
          onChange={(event) => {
            onChange({ by: ordersOf[view.list].find((by) => by === event.target.value) ?? 'timestamp' });
          }}
        />
      </span>
      <SegmentedControl
        label={m.wallets_order()}
        value={view.direction}
        options={[
          { value: 'desc', label: isByDate ? m.wallets_order_newest() : m.directory_wallet_desc() },
          { value: 'asc', label: isByDate ? m.wallets_order_oldest() : m.directory_wallet_asc() },
        ]}
        onChange={(direction) => onChange({ direction })}
      />
      <NetworkChip view={view} onChange={onChange} />
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

function NetworkChip({ view, onChange }: FilterProps) {
  const known = [...new Set([...networks, ...(view.network ? [view.network] : [])])];
  return (
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
  );
}

function PartyChip({ view, onChange }: FilterProps) {
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

function orderLabel(by: OrderBy): string {
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
