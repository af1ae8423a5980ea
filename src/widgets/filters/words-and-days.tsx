import { useId, useState, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { FilterPart } from '#ui/filter-panel.tsx';
import { usePreferences } from '#ui/preferences.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { m } from '#words/words.ts';
import { isDay } from '../days.ts';

/** Words that are matched exactly, and days from and to, applied together. */
export function WordsAndDays({
  title,
  fields = [],
  from,
  to,
  onApply,
}: {
  title?: ReactNode;
  fields?: readonly {
    label: string;
    value: string | undefined;
    /** Values to choose from; any other can be typed. */
    offered?: readonly string[];
  }[];
  from: string | undefined;
  to: string | undefined;
  onApply: (
    values: readonly (string | undefined)[],
    from: string | undefined,
    to: string | undefined,
  ) => void;
}) {
  const { timeZone } = usePreferences();
  const id = useId();
  const [typed, setTyped] = useState(fields.map(({ value }) => value ?? ''));
  const [first, setFirst] = useState(from ?? '');
  const [last, setLast] = useState(to ?? '');
  return (
    <FilterPart
      aria-labelledby={title ? id : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        const days = [first, last].map((text) => (isDay(text) ? text : undefined));
        const turned = days[0] && days[1] && days[0] > days[1];
        onApply(
          typed.map((text) => text.trim() || undefined),
          turned ? days[1] : days[0],
          turned ? days[0] : days[1],
        );
      }}
    >
      {fields.map(({ offered = [] }, at) =>
        offered.length === 0 ? null : (
          <datalist key={at} id={`${id}-${at}`}>
            {offered.map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
        ),
      )}
      {fields.map(({ label, offered = [] }, at) => (
        <TextInput
          key={label}
          label={label}
          help={m.witnesses_list_provider_help()}
          value={typed[at] ?? ''}
          maxLength={200}
          list={offered.length > 0 ? `${id}-${at}` : undefined}
          onChange={({ target }) =>
            setTyped((before) => before.map((text, n) => (n === at ? target.value : text)))
          }
        />
      ))}
      {title !== undefined && (
        <p className="title" id={id}>
          {title}
        </p>
      )}
      <TextInput
        type="date"
        label={m.witnesses_from()}
        value={first}
        onChange={(event) => setFirst(event.target.value)}
      />
      <TextInput
        type="date"
        label={m.witnesses_to()}
        value={last}
        onChange={(event) => setLast(event.target.value)}
      />
      <p>{m.witnesses_list_days_zone({ zone: timeZone.replaceAll('_', ' ') })}</p>
      <Button type="submit">{m.witnesses_apply()}</Button>
    </FilterPart>
  );
}
