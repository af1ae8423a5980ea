import type { PagedList } from '#client/families/paged-list.ts';
import { FilterPanel } from '#ui/inputs/filter-panel.tsx';
import type { DaySpan } from '#widgets/days.ts';
import { CountedChoices } from '#widgets/filters/counted-choices.tsx';
import { DaysFilter } from '#widgets/filters/days-filter.tsx';
import { FilterForm } from '#widgets/filters/filter-form.tsx';
import { m } from '#i18n/messages.ts';
import type { Match, ValueForm } from '../match.ts';
import { scopeLabel } from '../match-labels.ts';
import { ValuesForm } from '../values-form.tsx';
import { useRecordCounts } from './use-records.ts';

interface Counting<Item, Filter, Value> {
  readonly source: PagedList<Item, Filter>;
  /** The list's filter where this one is set so. */
  readonly filterWith: (value: Value) => Filter;
}

/** Choices of one filter, each with how many it would leave beside the other filters. */
export function Choices<Item, Filter, Value>({
  label,
  choices,
  source,
  filterWith,
  onChoose,
}: Counting<Item, Filter, Value> & {
  label: string;
  choices: readonly { readonly label: string; readonly value: Value; readonly on: boolean }[];
  onChoose: (value: Value) => void;
}) {
  const counts = useRecordCounts(
    source,
    choices.map(({ value }) => filterWith(value)),
  );
  return (
    <CountedChoices
      label={label}
      choices={choices.map(({ value, ...rest }) => ({ ...rest, part: value }))}
      counts={counts}
      onChoose={onChoose}
    />
  );
}

/** One field in all the ways in which the interface matches it; `usual` are values that are chosen with one click. */
export function MatchChoices<Item, Filter>({
  label,
  form,
  match,
  usual = [],
  onChange,
  ...counting
}: Counting<Item, Filter, Match | undefined> & {
  label: string;
  form: ValueForm;
  match: Match | undefined;
  usual?: readonly { readonly label: string; readonly value: string }[];
  onChange: (match: Match | undefined) => void;
}) {
  const values = match && 'values' in match ? match.values : [];
  const choices: readonly { label: string; value: Match | undefined; on: boolean }[] = [
    { label: m.directory_any(), value: undefined, on: match === undefined },
    ...usual.map((one) => ({
      label: one.label,
      value: { how: 'any-of', values: [one.value] } as const,
      on: match?.how === 'any-of' && values.length === 1 && values[0] === one.value,
    })),
    { label: m.directory_match_present(), value: { how: 'present' }, on: match?.how === 'present' },
    { label: m.directory_match_absent(), value: { how: 'absent' }, on: match?.how === 'absent' },
  ];
  return (
    <FilterPanel>
      <Choices label={label} choices={choices} onChoose={onChange} {...counting} />
      <ValuesForm label={label} form={form} match={match} onApply={onChange} />
    </FilterPanel>
  );
}

type Scope = 'Organization' | 'Subject' | undefined;
const scopes: readonly Scope[] = [undefined, 'Organization', 'Subject'];

/** For whom the list is read: for the organization, or as the person whose token it is. */
export function ScopeChoices<Item, Filter>({
  label,
  scope,
  onChange,
  ...counting
}: Counting<Item, Filter, Scope> & { label: string; scope: Scope; onChange: (scope: Scope) => void }) {
  return (
    <FilterPanel>
      <Choices
        label={label}
        choices={scopes.map((value) => ({
          label: value ? scopeLabel(value) : m.directory_any(),
          value,
          on: value === scope,
        }))}
        onChoose={onChange}
        {...counting}
      />
    </FilterPanel>
  );
}

/** Days of the past: usual spans up to today, and days of one's own. */
export function PastDays<Item, Filter>({
  label,
  span,
  onChange,
  ...counting
}: Counting<Item, Filter, DaySpan> & { label: string; span: DaySpan; onChange: (span: DaySpan) => void }) {
  return (
    <DaysFilter
      from={span.from}
      to={span.to}
      usual={(spans) => (
        <Choices
          label={label}
          choices={spans.map((one) => ({
            label: one.label,
            value: { from: one.from, to: one.to },
            on: one.on,
          }))}
          onChoose={onChange}
          {...counting}
        />
      )}
      onApply={onChange}
    />
  );
}

/** Days before and after today, with choices of the list's own. */
export function OwnDays<Item, Filter>({
  label,
  span,
  usual,
  onChange,
  ...counting
}: Counting<Item, Filter, DaySpan> & {
  label: string;
  span: DaySpan;
  usual: readonly { readonly label: string; readonly value: DaySpan }[];
  onChange: (span: DaySpan) => void;
}) {
  return (
    <FilterPanel>
      <Choices
        label={label}
        choices={usual.map((one) => ({
          ...one,
          on: one.value.from === span.from && one.value.to === span.to,
        }))}
        onChoose={onChange}
        {...counting}
      />
      <FilterForm days={span} onApply={(_, days) => onChange(days)} />
    </FilterPanel>
  );
}
