import { subjects } from '#client/families/people/subjects.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { FilterPanel } from '#ui/inputs/filter-panel.tsx';
import type { DaySpan } from '#widgets/days.ts';
import { FilterForm } from '#widgets/filters/filter-form.tsx';
import { m } from '#i18n/messages.ts';
import { forms, type Match } from '../match.ts';
import { longestText } from '../records/list-view.ts';
import { Choices, MatchChoices, PastDays, ScopeChoices } from '../records/panels.tsx';
import { ValuesForm } from '../values-form.tsx';
import { filterLabel } from './filter-labels.ts';
import { directoryList, type DirectoryView, type FilterName } from './filter.ts';
import { useFilterOf } from './use-filter-of.ts';

type Part = Partial<DirectoryView>;

interface PanelProps {
  view: DirectoryView;
  onChange: (part: Part) => void;
  close: () => void;
}

/** What opens under one chip. */
export function DirectoryPanel({
  name,
  ...props
}: PanelProps & {
  name: Exclude<FilterName, 'q'>;
}) {
  const { view, onChange, close } = props;
  const countingOf = useCounting(props);
  const label = filterLabel(name);
  switch (name) {
    case 'link':
      return <LinkPanel {...props} />;
    case 'text':
      return (
        <FilterForm
          longest={longestText}
          texts={[
            { name: 'name', label: m.directory_text_name(), value: view.name },
            { name: 'email', label: m.directory_text_email(), value: view.email },
            { name: 'rfcPart', label: m.directory_text_rfc(), value: view.rfcPart },
          ]}
          note={m.directory_text_help()}
          onApply={(texts) => {
            close();
            onChange(texts);
          }}
        />
      );
    case 'country':
    case 'RFC':
    case 'serialNumber':
    case 'EVMAddress':
    case 'id':
      return (
        <MatchChoices
          label={label}
          form={forms[name]}
          match={view[name]}
          {...countingOf((match: Match | undefined) => ({ [name]: match }))}
        />
      );
    case 'created':
      return (
        <PastDays
          label={label}
          span={{ from: view.createdFrom, to: view.createdTo }}
          {...countingOf(({ from, to }: DaySpan) => ({ createdFrom: from, createdTo: to }))}
        />
      );
    case 'updated':
      return (
        <PastDays
          label={label}
          span={{ from: view.updatedFrom, to: view.updatedTo }}
          {...countingOf(({ from, to }: DaySpan) => ({ updatedFrom: from, updatedTo: to }))}
        />
      );
    case 'scope':
      return (
        <ScopeChoices
          label={label}
          scope={view.scope}
          {...countingOf((scope: DirectoryView['scope']) => ({ scope }))}
        />
      );
  }
}

/** What a panel needs to count and to apply its choices. */
function useCounting({ view, onChange, close }: PanelProps) {
  const { client } = useConnection();
  const filterOf = useFilterOf();
  return <Value,>(partOf: (value: Value) => Part) => ({
    source: subjects(client),
    filterWith: (value: Value) => filterOf(directoryList.changed(view, partOf(value))),
    onChange: (value: Value) => {
      close();
      onChange(partOf(value));
    },
  });
}

/** Linked with the organization of the connection, with any, with none, or with one that is named. */
function LinkPanel(props: PanelProps) {
  const { view } = props;
  const { organization } = useConnection();
  const { onChange: apply, ...counting } = useCounting(props)((part: Part) => part);
  const off: Part = { link: undefined, organization: undefined };
  const withOwn: readonly (readonly [string, Part])[] = organization
    ? [
        [m.directory_only_linked(), { ...off, link: 'linked' }],
        [m.directory_only_unlinked(), { ...off, link: 'unlinked' }],
      ]
    : [];
  const choices: readonly (readonly [string, Part])[] = [
    [m.directory_any(), off],
    ...withOwn,
    [m.directory_link_any(), { ...off, organization: { how: 'present' } }],
    [m.directory_link_nobody(), { ...off, organization: { how: 'absent' } }],
  ];
  return (
    <FilterPanel>
      <Choices
        label={filterLabel('link')}
        choices={choices.map(([label, part]) => ({
          label,
          value: part,
          on: part.link === view.link && part.organization?.how === view.organization?.how,
        }))}
        onChoose={apply}
        {...counting}
      />
      <ValuesForm
        label={m.directory_link_organizations()}
        form={forms.id}
        match={view.organization}
        onApply={(organization) => apply({ link: undefined, organization })}
      />
    </FilterPanel>
  );
}
