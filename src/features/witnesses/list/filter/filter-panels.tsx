import { useQueries, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { useConnection, useOrganizationFilter, useSession } from '#client/session/session-context.tsx';
import { FilterPanel, FilterPart } from '#ui/inputs/filter-panel.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { dayBounds } from '#widgets/days.ts';
import { CountedChoices } from '#widgets/filters/counted-choices.tsx';
import { DaysFilter } from '#widgets/filters/days-filter.tsx';
import { FilterForm } from '#widgets/filters/filter-form.tsx';
import { IdForm } from '#widgets/forms/id-form.tsx';
import { hashAlgorithmName } from '#widgets/witness/hash-algorithm.ts';
import { m } from '#i18n/messages.ts';
import { filterOf, longestProvider, takesOwnForms, type WitnessView } from './filter.ts';
import { presenceWord, truthWord } from './filter-texts.ts';
import { seenValues, type SeenField } from './common-values.ts';

const SubjectPicker = lazy(async () => ({
  default: (await import('#widgets/people/subject-picker.tsx')).SubjectPicker,
}));

export interface PanelProps {
  readonly view: WitnessView;
  readonly onChange: (part: Partial<WitnessView>) => void;
  readonly close: () => void;
}

type Part = Partial<WitnessView>;

/** Choices of one filter, each with how many it would leave beside the other filters. */
function Choices({
  label,
  choices,
  view,
  onChange,
  close,
}: PanelProps & {
  label: string;
  choices: readonly { label: string; part: Part; on: boolean }[];
}) {
  const counts = useCounts(choices.map(({ part }) => ({ ...view, ...part })));
  return (
    <CountedChoices
      {...{ label, choices, counts }}
      onChoose={(part) => {
        close();
        onChange(part);
      }}
    />
  );
}

/** How many match each of some views, exactly as the service counts; what it does not say is left out. */
export function useCounts(views: readonly WitnessView[]): readonly (number | null | undefined)[] {
  const { client, capabilities } = useConnection();
  const { zone } = usePreferences();
  const chosen = useOrganizationFilter();
  return useQueries({
    queries: views.map((view) => ({
      ...witnesses(client).count(
        filterOf(view, (day) => dayBounds(day, zone), {
          chosen,
          takesExists: takesOwnForms(capabilities),
        }),
      ),
      staleTime: 15_000,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
}

/** The values of a field in the witnesses that are loaded. */
function useSeenValues(field: SeenField): readonly string[] {
  const { client } = useConnection();
  const queries = useQueryClient();
  const pages = queries.getQueriesData({ queryKey: witnesses(client).key });
  return seenValues(
    pages.map(([, page]) => page),
    field,
  );
}

const presences = [undefined, 'with', 'without'] as const;

export function Nom151Panel(props: PanelProps) {
  const { view, onChange, close } = props;
  const offered = useSeenValues('nom151Provider');
  return (
    <FilterPanel>
      <Choices
        {...props}
        label={m.witnesses_filter_nom151()}
        choices={presences.map((nom151) => ({
          label: nom151 ? presenceWord(nom151) : m.witnesses_any(),
          part: { nom151 },
          on: view.nom151 === nom151,
        }))}
      />
      <FilterForm
        title={m.witnesses_list_certified_on()}
        longest={longestProvider}
        texts={[
          {
            name: 'nom151Provider',
            label: m.witnesses_list_provider(),
            help: m.witnesses_list_provider_help(),
            value: view.nom151Provider,
            offered,
          },
        ]}
        days={{ from: view.nom151From, to: view.nom151To }}
        onApply={(texts, { from, to }) => {
          close();
          onChange({ ...texts, nom151From: from, nom151To: to });
        }}
      />
    </FilterPanel>
  );
}

export function MerklePanel(props: PanelProps) {
  const { view, onChange, close } = props;
  const providers = useSeenValues('merkleProvider');
  const algorithms = useSeenValues('merkleAlgorithm');
  return (
    <FilterPanel>
      <Choices
        {...props}
        label={m.witnesses_filter_merkleized()}
        choices={presences.map((merkleized) => ({
          label: merkleized ? presenceWord(merkleized) : m.witnesses_any(),
          part: { merkleized },
          on: view.merkleized === merkleized,
        }))}
      />
      <FilterForm
        title={m.witnesses_list_processed_on()}
        longest={longestProvider}
        texts={[
          {
            name: 'merkleProvider',
            label: m.witnesses_list_root_provider(),
            help: m.witnesses_list_provider_help(),
            value: view.merkleProvider,
            offered: providers,
          },
          {
            name: 'merkleAlgorithm',
            label: m.witnesses_list_algorithm_of_path(),
            help: m.witnesses_list_provider_help(),
            value: view.merkleAlgorithm,
            offered: algorithms,
          },
        ]}
        days={{ from: view.merkleFrom, to: view.merkleTo }}
        onApply={(texts, { from, to }) => {
          close();
          onChange({ ...texts, merkleFrom: from, merkleTo: to });
        }}
      />
    </FilterPanel>
  );
}

const truths = [undefined, true, false] as const;

export function TruthPanel({ name, ...props }: PanelProps & { name: 'claimable' | 'claimed' }) {
  return (
    <FilterPanel>
      <Choices
        {...props}
        label={name === 'claimable' ? m.witnesses_filter_claimable() : m.witnesses_filter_claimed()}
        choices={truths.map((value) => ({
          label: value === undefined ? m.witnesses_any() : truthWord(value),
          part: { [name]: value },
          on: props.view[name] === value,
        }))}
      />
    </FilterPanel>
  );
}

export function OwnerPanel(props: PanelProps) {
  const { view, onChange, close } = props;
  const choices: readonly [string, string | undefined][] = [
    [m.witnesses_any(), undefined],
    [m.witnesses_owner_has(), '*'],
    [m.witnesses_owner_none(), '-'],
  ];
  return (
    <FilterPanel style={{ minHeight: 260 }}>
      <Choices
        {...props}
        label={m.witnesses_filter_owner()}
        choices={choices.map(([label, owner]) => ({ label, part: { owner }, on: view.owner === owner }))}
      />
      <Suspense fallback={<p>{m.common_loading()}</p>}>
        <SubjectPicker
          label={m.witnesses_list_owner_person()}
          picked={view.owner ? [view.owner] : []}
          onPick={({ id }) => {
            if (!id) return;
            close();
            onChange({ owner: id.toLowerCase() });
          }}
        />
      </Suspense>
    </FilterPanel>
  );
}

export function AlgorithmPanel(props: PanelProps) {
  // What the service sent, and the one that the interface names; another one in the address stays and is shown.
  const seen = useSeenValues('algorithm');
  const known = [...new Set(['SHA256', ...seen, ...(props.view.algorithm ? [props.view.algorithm] : [])])];
  return (
    <FilterPanel>
      <Choices
        {...props}
        label={m.witnesses_list_filter_algorithm()}
        choices={[undefined, ...known].map((algorithm) => ({
          label: algorithm === undefined ? m.witnesses_any() : hashAlgorithmName(algorithm),
          part: { algorithm },
          on: props.view.algorithm === algorithm,
        }))}
      />
    </FilterPanel>
  );
}

export function OrganizationPanel(props: PanelProps) {
  const { view, onChange, close } = props;
  const { organizations } = useSession();
  return (
    <FilterPanel>
      <Choices
        {...props}
        label={m.witnesses_list_filter_organization()}
        choices={[{ id: undefined, name: m.witnesses_any() }, ...organizations].map(({ id, name }) => ({
          label: name ?? id ?? '',
          part: { organization: id },
          on: view.organization === id,
        }))}
      />
      <IdForm
        form={FilterPart}
        label={m.witnesses_list_organization_id()}
        submit={m.common_apply()}
        onSubmit={(id) => {
          close();
          onChange({ organization: id });
        }}
      />
    </FilterPanel>
  );
}

export function DaysPanel({ name, ...props }: PanelProps & { name: 'created' | 'updated' }) {
  const { view, onChange, close } = props;
  const isCreated = name === 'created';
  const part = (from: string | undefined, to: string | undefined): Part =>
    isCreated ? { createdFrom: from, createdTo: to } : { updatedFrom: from, updatedTo: to };
  return (
    <DaysFilter
      from={isCreated ? view.createdFrom : view.updatedFrom}
      to={isCreated ? view.createdTo : view.updatedTo}
      usual={(spans) => (
        <Choices
          {...props}
          label={name === 'created' ? m.witnesses_filter_created() : m.witnesses_filter_updated()}
          choices={spans.map(({ label, from, to, on }) => ({ label, part: part(from, to), on }))}
        />
      )}
      onApply={({ from, to }) => {
        close();
        onChange(part(from, to));
      }}
    />
  );
}
