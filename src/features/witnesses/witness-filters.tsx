import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FilterBar, FilterChip } from '#ui/filter-chip.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { m } from '#words/words.ts';
import type { WitnessView } from './filter.ts';

const Panel = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, minWidth: 220 });

type Change = (part: Partial<WitnessView>) => void;

/** Every documented filter of the list, each a chip. */
export function WitnessFilters({ view, onChange }: { view: WitnessView; onChange: Change }) {
  return (
    <FilterBar>
      <SearchInput
        label={m.witnesses_search()}
        placeholder={m.witnesses_search_placeholder()}
        value={view.find}
        onChange={(find) => onChange({ find })}
      />
      <PresenceChip
        label={m.witnesses_filter_nom151()}
        value={view.nom151}
        onChange={(nom151) => onChange({ nom151 })}
      />
      <PresenceChip
        label={m.witnesses_filter_merkleized()}
        value={view.merkleized}
        onChange={(merkleized) => onChange({ merkleized })}
      />
      <TruthChip
        label={m.witnesses_filter_claimable()}
        value={view.claimable}
        onChange={(claimable) => onChange({ claimable })}
      />
      <TruthChip
        label={m.witnesses_filter_claimed()}
        value={view.claimed}
        onChange={(claimed) => onChange({ claimed })}
      />
      <OwnerChip value={view.owner} onChange={(owner) => onChange({ owner })} />
      <DaysChip
        label={m.witnesses_filter_created()}
        from={view.createdFrom}
        to={view.createdTo}
        onChange={(createdFrom, createdTo) => onChange({ createdFrom, createdTo })}
      />
      <DaysChip
        label={m.witnesses_filter_updated()}
        from={view.updatedFrom}
        to={view.updatedTo}
        onChange={(updatedFrom, updatedTo) => onChange({ updatedFrom, updatedTo })}
      />
    </FilterBar>
  );
}

function PresenceChip({
  label,
  value,
  onChange,
}: {
  label: string;
  value: 'with' | 'without' | undefined;
  onChange: (value: 'with' | 'without' | undefined) => void;
}) {
  const words = { with: m.witnesses_with(), without: m.witnesses_without() };
  return (
    <FilterChip label={label} value={value && words[value]} onClear={() => onChange(undefined)}>
      {(close) => (
        <SegmentedControl
          label={label}
          value={value ?? 'any'}
          onChange={(chosen) => {
            onChange(chosen === 'any' ? undefined : chosen);
            close();
          }}
          options={[
            { value: 'any', label: m.witnesses_any() },
            { value: 'with', label: words.with },
            { value: 'without', label: words.without },
          ]}
        />
      )}
    </FilterChip>
  );
}

function TruthChip({
  label,
  value,
  onChange,
}: {
  label: string;
  value: boolean | undefined;
  onChange: (value: boolean | undefined) => void;
}) {
  const word = (truth: boolean): string => (truth ? m.witnesses_yes() : m.witnesses_no());
  return (
    <FilterChip
      label={label}
      value={value === undefined ? undefined : word(value)}
      onClear={() => onChange(undefined)}
    >
      {(close) => (
        <SegmentedControl
          label={label}
          value={value === undefined ? 'any' : value ? 'yes' : 'no'}
          onChange={(chosen) => {
            onChange(chosen === 'any' ? undefined : chosen === 'yes');
            close();
          }}
          options={[
            { value: 'any', label: m.witnesses_any() },
            { value: 'yes', label: word(true) },
            { value: 'no', label: word(false) },
          ]}
        />
      )}
    </FilterChip>
  );
}

function OwnerChip({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const label = m.witnesses_filter_owner();
  const said = value === '*' ? m.witnesses_owner_has() : value === '-' ? m.witnesses_owner_none() : value;
  return (
    <FilterChip label={label} value={said} onClear={() => onChange(undefined)}>
      {(close) => (
        <Panel>
          <SegmentedControl
            label={label}
            value={value === '*' || value === '-' ? value : 'any'}
            onChange={(chosen) => {
              onChange(chosen === 'any' ? undefined : chosen);
              close();
            }}
            options={[
              { value: 'any', label: m.witnesses_any() },
              { value: '*', label: m.witnesses_owner_has() },
              { value: '-', label: m.witnesses_owner_none() },
            ]}
          />
          <OwnerId
            onChoose={(id) => {
              onChange(id);
              close();
            }}
          />
        </Panel>
      )}
    </FilterChip>
  );
}

function OwnerId({ onChoose }: { onChoose: (id: string) => void }) {
  const [typed, setTyped] = useState('');
  const isId = /^[0-9a-f]{24}$/i.test(typed.trim());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isId) onChoose(typed.trim().toLowerCase());
      }}
    >
      <TextInput
        code
        label={m.witnesses_owner_id()}
        value={typed}
        error={typed !== '' && !isId ? m.witnesses_search_bad() : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
}

function DaysChip({
  label,
  from,
  to,
  onChange,
}: {
  label: string;
  from: string | undefined;
  to: string | undefined;
  onChange: (from: string | undefined, to: string | undefined) => void;
}) {
  const said =
    from && to
      ? m.witnesses_range({ from, to })
      : from
        ? m.witnesses_range_from({ from })
        : to
          ? m.witnesses_range_to({ to })
          : undefined;
  return (
    <FilterChip label={label} value={said} onClear={() => onChange(undefined, undefined)}>
      {(close) => (
        <Panel>
          <TextInput
            type="date"
            label={m.witnesses_from()}
            value={from ?? ''}
            max={to}
            onChange={(event) => onChange(event.target.value || undefined, to)}
          />
          <TextInput
            type="date"
            label={m.witnesses_to()}
            value={to ?? ''}
            min={from}
            onChange={(event) => onChange(from, event.target.value || undefined)}
          />
          <Button onClick={close}>{m.witnesses_apply()}</Button>
        </Panel>
      )}
    </FilterChip>
  );
}
