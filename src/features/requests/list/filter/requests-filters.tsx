import { lazy, Suspense, type ReactNode } from 'react';
import { contentKinds, contentTypeByKind, type ContentKind } from '#contract/resources/kinds.ts';
import { FilterBar, FilterChip } from '#ui/inputs/filter-chip.tsx';
import { ChoiceList, FilterPanel } from '#ui/inputs/filter-panel.tsx';
import { m } from '#i18n/messages.ts';
import { dayOf } from '#widgets/days.ts';
import { TypedSearch } from '#widgets/filters/typed-search.tsx';
import { useRefused } from '#widgets/filters/use-refused.ts';
import { daysOf } from './days.ts';
import { conservationWord, filterWord, presetWord, useFilterValue } from './filter-labels.ts';
import type { Reading } from './matching.ts';
import { kindWord } from '../../request-cells.tsx';
import { stateWord } from '../../standing.ts';
import { useCounts, useCountWords, type Count } from '../use-counts.ts';
import {
  activeFilters,
  alone,
  conservations,
  createdPresets,
  plainView,
  states,
  without,
  type Created,
  type FilterName,
  type RequestsView,
} from '../view.ts';

const SignerPanel = lazy(async () => ({ default: (await import('./signer-panel.tsx')).SignerPanel }));
const FilterForm = lazy(async () => ({
  default: (await import('#widgets/filters/filter-form.tsx')).FilterForm,
}));

type Change = (part: Partial<RequestsView>, how?: 'step' | 'replace') => void;

const argumentsOf: Readonly<Record<FilterName, readonly string[]>> = {
  search: ['search'],
  state: ['draft', 'finalized', 'rejectedAt'],
  kind: ['type'],
  conservation: [],
  created: ['createdAt'],
  signer: ['subject'],
};

/** Search and filters of the list. Each says how many it lets through by itself. */
export function RequestsFilters({
  view,
  change,
  reading,
}: {
  view: RequestsView;
  change: Change;
  reading: Reading;
}) {
  const active = activeFilters(view);
  const counts = useCounts(
    active.map((name) => alone(view, name)),
    reading,
  );
  const valueOf = useFilterValue(view);
  const words = useCountWords();
  const isRefused = useRefused('/signature-requests');
  const chip = (name: Exclude<FilterName, 'search'>, panel: (close: () => void) => ReactNode) => {
    const count = counts[active.indexOf(name)];
    return (
      <FilterChip
        label={filterWord(name)}
        value={valueOf(name)}
        count={words(count)}
        empty={count?.value === 0 && !count.least}
        refused={isRefused(...argumentsOf[name]) ? m.common_filter_refused() : undefined}
        onClear={() => change(without(view, name))}
      >
        {panel}
      </FilterChip>
    );
  };
  const choose = <N extends 'state' | 'kind' | 'conservation'>(
    name: N,
    values: readonly NonNullable<RequestsView[N]>[],
    word: (value: NonNullable<RequestsView[N]>) => string,
  ) =>
    chip(name, (close) => (
      <Choices
        reading={reading}
        label={filterWord(name)}
        chosen={view[name]}
        choices={values.map((value) => ({
          value,
          label: word(value),
          view: { ...plainView, [name]: value },
          refused:
            name === 'kind' && isRefused(`type=${contentTypeByKind[value as ContentKind]}`)
              ? m.common_filter_refused()
              : undefined,
        }))}
        onChoose={(value) => {
          close();
          change({ [name]: value });
        }}
      />
    ));
  return (
    <FilterBar>
      <TypedSearch
        label={m.requests_search_label()}
        placeholder={m.requests_search()}
        value={view.search}
        refused={isRefused(...argumentsOf.search)}
        onChange={(search) => change({ search }, 'replace')}
      />
      {view.tab === 'all' && choose('state', states, stateWord)}
      {choose('kind', contentKinds, kindWord)}
      {choose('conservation', conservations, conservationWord)}
      {chip('created', (close) => (
        <CreatedPanel
          view={view}
          reading={reading}
          onChoose={(created) => {
            close();
            change({ created });
          }}
        />
      ))}
      {chip('signer', (close) => (
        <Suspense fallback={<p>{m.common_loading()}</p>}>
          <SignerPanel
            onPick={(signer) => {
              close();
              change({ signer });
            }}
          />
        </Suspense>
      ))}
    </FilterBar>
  );
}

/** Choices of one filter with how many each lets through. */
function Choices<Value extends string>({
  label,
  choices,
  chosen,
  onChoose,
  reading,
}: {
  label: string;
  choices: readonly { value: Value; label: string; view: RequestsView; refused?: string | undefined }[];
  chosen: string | undefined;
  onChoose: (value: Value | undefined) => void;
  reading: Reading;
}) {
  const counts: readonly Count[] = useCounts(
    choices.map((choice) => choice.view),
    reading,
  );
  const words = useCountWords();
  return (
    <ChoiceList
      label={label}
      choices={choices.map((choice, index) => ({
        id: choice.value,
        label: choice.label,
        on: choice.value === chosen,
        count: words(counts[index]),
        refused: choice.refused,
      }))}
      onChoose={(id) =>
        onChoose(id === chosen ? undefined : choices.find(({ value }) => value === id)?.value)
      }
    />
  );
}

function CreatedPanel({
  view,
  reading,
  onChoose,
}: {
  view: RequestsView;
  reading: Reading;
  onChoose: (created: Created | undefined) => void;
}) {
  const now = view.created ? daysOf(view.created, dayOf(reading.now, reading.timeZone)) : undefined;
  return (
    <FilterPanel>
      <Choices
        label={filterWord('created')}
        reading={reading}
        chosen={typeof view.created === 'string' ? view.created : undefined}
        choices={createdPresets.map((preset) => ({
          value: preset,
          label: presetWord(preset),
          view: { ...plainView, created: preset },
        }))}
        onChoose={onChoose}
      />
      <Suspense fallback={<p>{m.common_loading()}</p>}>
        <FilterForm
          days={{ from: now?.from, to: now?.to }}
          onApply={(_, days) => onChoose(days.from || days.to ? days : undefined)}
        />
      </Suspense>
    </FilterPanel>
  );
}
