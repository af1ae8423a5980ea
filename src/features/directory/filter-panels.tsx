import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useConnection } from '#api/session-context.tsx';
import { Button } from '#ui/button.tsx';
import { FilterPanel, FilterPart } from '#ui/filter-panel.tsx';
import { ink } from '#ui/ink.ts';
import { SelectInput } from '#ui/select-input.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import { CountedChoices } from '#widgets/filters/counted-choices.tsx';
import { DaysFilter } from '#widgets/filters/days-filter.tsx';
import { m } from '#words/words.ts';
import { changed, longestText, type DirectoryView, type MatchName } from './filter.ts';
import { filterWord, scopeWord } from './filter-words.ts';
import { useCounts } from './use-counts.ts';
import { forms, mostValues, readValues, type Match, type ValueForm } from './match.ts';

type Part = Partial<DirectoryView>;

const Fields = styled('form')({
  display: 'grid',
  gap: 10,
  '& > p': { margin: 0, color: ink.text2, fontSize: 12, lineHeight: '16px' },
});

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

/** Values of which any, or none, is to be. */
export function ValuesForm({
  label,
  form,
  match,
  onApply,
}: {
  label: string;
  form: ValueForm;
  match: Match | undefined;
  onApply: (match: Match | undefined) => void;
}) {
  const [typed, setTyped] = useState(match && 'values' in match ? match.values.join('\n') : '');
  const [how, setHow] = useState<'any-of' | 'none-of'>(match?.how === 'none-of' ? 'none-of' : 'any-of');
  const [tried, setTried] = useState(false);
  const { values, wrong } = readValues(typed, form);
  const [first] = wrong;
  const error =
    first !== undefined
      ? m.directory_match_wrong({ value: first.slice(0, 48) })
      : values.length > mostValues
        ? m.directory_match_many({ most: mostValues })
        : undefined;
  return (
    <FilterPart
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (error === undefined) onApply(values.length > 0 ? { how, values } : undefined);
      }}
    >
      <SelectInput
        label={m.directory_match_how()}
        value={how}
        options={[
          { value: 'any-of', label: m.directory_match_any_of() },
          { value: 'none-of', label: m.directory_match_none_of() },
        ]}
        onChange={(event) => setHow(event.target.value === 'none-of' ? 'none-of' : 'any-of')}
      />
      <TextArea
        code
        rows={3}
        label={label}
        help={m.directory_match_help()}
        error={tried ? error : undefined}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit">{m.witnesses_apply()}</Button>
    </FilterPart>
  );
}

/** Text that has to occur, each in its own field. */
export function TextPanel({ view, onChange, close }: PanelProps) {
  const [typed, setTyped] = useState({
    name: view.name ?? '',
    email: view.email ?? '',
    rfcPart: view.rfcPart ?? '',
  });
  const fields = [
    ['name', m.directory_text_name()],
    ['email', m.directory_text_email()],
    ['rfcPart', m.directory_text_rfc()],
  ] as const;
  return (
    <Fields
      onSubmit={(event) => {
        event.preventDefault();
        close();
        onChange({
          name: typed.name.trim() || undefined,
          email: typed.email.trim() || undefined,
          rfcPart: typed.rfcPart.trim() || undefined,
        });
      }}
    >
      {fields.map(([name, label]) => (
        <TextInput
          key={name}
          label={label}
          value={typed[name]}
          maxLength={longestText}
          onChange={({ target }) => setTyped((before) => ({ ...before, [name]: target.value }))}
        />
      ))}
      <p>{m.directory_text_help()}</p>
      <Button type="submit">{m.witnesses_apply()}</Button>
    </Fields>
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
