import { useConnection } from '#client/session/session-context.tsx';
import { FilterPanel } from '#ui/filter-panel.tsx';
import { CountedChoices } from '#widgets/filters/counted-choices.tsx';
import { DaysFilter } from '#widgets/filters/days-filter.tsx';
import { FilterForm } from '#widgets/filters/filter-form.tsx';
import { m } from '#i18n/messages.ts';
import { changed, longestText, type DirectoryView, type MatchName } from './filter.ts';
import { filterWord, scopeWord } from './filter-labels.ts';
import { useCounts } from './use-counts.ts';
import { forms } from '../match.ts';
import { ValuesForm } from '../values-form.tsx';

type Part = Partial<DirectoryView>;

export interface PanelProps {
  readonly view: DirectoryView;
  readonly onChange: (part: Part) => void;
  readonly close: () => void;
}

/** Choices of one filter, each with how many it would leave beside the other filters. */
function Choices({
  label,
  choices,
  view,
  onChange,
  close,
}: PanelProps & { label: string; choices: readonly { label: string; part: Part; on: boolean }[] }) {
  const counts = useCounts(choices.map(({ part }) => changed(view, part)));
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

/** Linked with the organization that one works for, with any, with none, or with one that is named. */
export function LinkPanel(props: PanelProps) {
  const { view, onChange, close } = props;
  const { organization } = useConnection();
  const off: Part = { link: undefined, organization: undefined };
  const own = organization
    ? ([
        [m.directory_only_linked(), { ...off, link: 'linked' }],
        [m.directory_only_unlinked(), { ...off, link: 'unlinked' }],
      ] as const)
    : [];
  const choices: readonly (readonly [string, Part])[] = [
    [m.directory_any(), off],
    ...own,
    [m.directory_link_any(), { ...off, organization: { how: 'present' } }],
    [m.directory_link_nobody(), { ...off, organization: { how: 'absent' } }],
  ];
  return (
    <FilterPanel>
      <Choices
        {...props}
        label={filterWord('link')}
        choices={choices.map(([label, part]) => ({
          label,
          part,
          on: part.link === view.link && part.organization?.how === view.organization?.how,
        }))}
      />
      <ValuesForm
        label={m.directory_link_organizations()}
        form={forms.id}
        match={view.organization}
        onApply={(match) => {
          close();
          onChange({ link: undefined, organization: match });
        }}
      />
    </FilterPanel>
  );
}

/** One field in all the ways in which the interface matches it. */
export function MatchPanel({ name, ...props }: PanelProps & { name: MatchName }) {
  const { view, onChange, close } = props;
  const presences = [undefined, 'present', 'absent'] as const;
  return (
    <FilterPanel>
      <Choices
        {...props}
        label={filterWord(name)}
        choices={presences.map((how) => ({
          label:
            how === undefined
              ? m.directory_any()
              : how === 'present'
                ? m.directory_match_present()
                : m.directory_match_absent(),
          part: { [name]: how && { how } },
          on: view[name]?.how === how,
        }))}
      />
      <ValuesForm
        label={filterWord(name)}
        form={forms[name]}
        match={view[name]}
        onApply={(match) => {
          close();
          onChange({ [name]: match });
        }}
      />
    </FilterPanel>
  );
}

/** Text that has to occur, each in its own field. */
export function TextPanel({ view, onChange, close }: PanelProps) {
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
}

const scopes = [undefined, 'Organization', 'Subject'] as const;

/** As whom one looks: for the organization, or as the person whose token it is. */
export function ScopePanel(props: PanelProps) {
  return (
    <FilterPanel>
      <Choices
        {...props}
        label={filterWord('scope')}
        choices={scopes.map((scope) => ({
          label: scope ? scopeWord(scope) : m.directory_any(),
          part: { scope },
          on: props.view.scope === scope,
        }))}
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
          label={filterWord(name)}
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
