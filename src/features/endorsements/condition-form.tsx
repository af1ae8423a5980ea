import { useRef } from 'react';
import { styled } from '@mui/material/styles';
import CloseIcon from '@mui/icons-material/Close';
import { Button } from '#ui/button.tsx';
import { ink, type } from '#ui/ink.ts';
import { SelectInput } from '#ui/select-input.tsx';
import { m } from '#words/words.ts';
import { addToList, nothingTyped, readDraft, redraft, type Draft, type Entry } from './filter/draft.ts';
import {
  comparisons,
  fields,
  fieldOf,
  valueCount,
  type FilterField,
  type ListName,
} from './filter/fields.ts';
import { columnWord, comparisonWord, faultWords, valueWords, type Saying } from './filter/sentence.ts';
import type { Condition, Fault, Scalar } from './filter/tree.ts';
import { ValueField } from './value-fields.tsx';

const Form = styled('form')({
  display: 'grid',
  gap: 12,
  width: 'min(340px, calc(100vw - 46px))',
  '& > .pair': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 8 },
  '& > .note': { ...type.caption, color: ink.text2 },
  '& > .fault': { ...type.caption, color: ink.fail },
  '& > .acts': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  // Room for the people that are found.
  '&[data-people]': { minHeight: 340, alignContent: 'start' },
});

const Values = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  margin: 0,
  padding: 0,
  maxHeight: 132,
  overflow: 'auto',
  listStyle: 'none',
  '& > li': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 26,
    paddingLeft: 8,
    border: `1px solid ${ink.accentLine}`,
    borderRadius: 6,
    background: ink.accentTint,
    color: ink.text,
    fontSize: 13,
    lineHeight: '18px',
  },
  '& button': {
    display: 'inline-grid',
    placeItems: 'center',
    width: 24,
    height: 24,
    padding: 0,
    border: 0,
    borderRadius: 5,
    background: 'none',
    color: ink.accent,
    cursor: 'pointer',
    '& svg': { fontSize: 15 },
  },
});

/** What of a draft was found wrong when it was to be applied: shown until that part changes. */
export interface Told {
  readonly entries: readonly (Fault | undefined)[];
  /** Of the whole filter that it would make. */
  readonly whole?: Fault | undefined;
}

/** One condition as a form: what, how, and the values as what they are. */
export function ConditionForm({
  list,
  draft,
  told,
  say,
  timeZone,
  onDraft,
  onTold,
  onApply,
  onCancel,
  onRemove,
}: {
  list: ListName;
  draft: Draft;
  told: Told | undefined;
  say: Saying;
  timeZone: string;
  onDraft: (draft: Draft) => void;
  onTold: (told: Told) => void;
  /** Answers what is wrong with the filter that it would make. */
  onApply: (condition: Condition) => Fault | undefined;
  onCancel: () => void;
  onRemove?: (() => void) | undefined;
}) {
  const form = useRef<HTMLFormElement>(null);
  const field = fieldOf(list, draft.column) ?? fields[list][0];
  if (!field) return null;
  const { comparison } = draft;
  const count = valueCount(comparison);
  const entryTo = (at: number, entry: Entry): void => {
    const [one, two] = draft.entries;
    onDraft({ ...draft, entries: at === 0 ? [entry, two] : [one, entry] });
  };
  const add = (text?: string): void => {
    const [entry] = draft.entries;
    const typed =
      text === undefined ? draft : { ...draft, entries: [{ ...entry, text }, nothingTyped] as const };
    const added = addToList(field, typed, timeZone);
    if ('fault' in added) onTold({ entries: [added.fault] });
    else
      onDraft({
        ...draft,
        list: added.value,
        entries: [text === undefined ? nothingTyped : entry, nothingTyped],
      });
  };
  const errorAt = (at: number): string | undefined => {
    const fault = told?.entries[at];
    return fault && faultWords(fault);
  };
  const apply = (): void => {
    const read = readDraft(field, draft, timeZone);
    const whole = 'condition' in read ? onApply(read.condition) : undefined;
    const entries = 'faults' in read ? read.faults.entries : [];
    if (entries.length === 0 && whole === undefined) return;
    onTold({ entries, whole });
    // What is wrong comes to the reader, not the reader to it.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };

  return (
    <Form
      ref={form}
      noValidate
      data-people={(field.kind === 'person' && count !== 0) || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        apply();
      }}
    >
      <div className="pair">
        <SelectInput
          label={m.endorsements_form_column()}
          value={field.column}
          options={fields[list].map(({ column }) => ({ value: column, label: columnWord(list, column) }))}
          onChange={({ target }) => {
            const to = fieldOf(list, target.value);
            if (to) onDraft(redraft(draft, field, to, comparison));
          }}
        />
        <SelectInput
          label={m.endorsements_form_comparison()}
          value={comparison}
          options={field.comparisons.map((one) => ({ value: one, label: comparisonWord(field.kind, one) }))}
          onChange={({ target }) => {
            const to = comparisons.find((one) => one === target.value);
            if (to) onDraft(redraft(draft, field, field, to));
          }}
        />
      </div>
      {count === 'list' && (
        <ListValues
          field={field}
          values={draft.list}
          say={say}
          onRemove={(value) => onDraft({ ...draft, list: draft.list.filter((one) => one !== value) })}
        />
      )}
      {count !== 0 &&
        (count === 2 ? [0, 1] : [0]).map((at) => (
          <ValueField
            // Another column begins anew.
            key={`${field.column} ${comparison} ${at}`}
            field={field}
            comparison={comparison}
            at={at}
            entry={draft.entries[at === 0 ? 0 : 1]}
            error={errorAt(at)}
            onChange={(entry) => entryTo(at, entry)}
            onPicked={count === 'list' ? add : undefined}
          />
        ))}
      {field.kind === 'time' && count !== 0 && (
        <p className="note">
          {count === 'list' || comparison === 'is' || comparison === 'not'
            ? m.endorsements_form_zone_exact({ zone: timeZone.replaceAll('_', ' ') })
            : m.endorsements_form_zone({ zone: timeZone.replaceAll('_', ' ') })}
        </p>
      )}
      {count === 'list' && (
        <div>
          <Button onClick={() => add()}>{m.endorsements_form_add()}</Button>
        </div>
      )}
      {told?.whole && (
        <p className="fault" role="alert">
          {faultWords(told.whole)}
        </p>
      )}
      <div className="acts">
        <Button type="submit" variant="contained">
          {m.endorsements_form_apply()}
        </Button>
        {onRemove && <Button onClick={onRemove}>{m.endorsements_form_remove()}</Button>}
        <Button variant="text" onClick={onCancel}>
          {m.endorsements_form_cancel()}
        </Button>
      </div>
    </Form>
  );
}

function ListValues({
  field,
  values,
  say,
  onRemove,
}: {
  field: FilterField;
  values: readonly Scalar[];
  say: Saying;
  onRemove: (value: Scalar) => void;
}) {
  if (values.length === 0) return null;
  return (
    <Values aria-label={m.endorsements_form_list()}>
      {values.map((value) => {
        const words = valueWords(field, value, say, 'in');
        return (
          <li key={value}>
            <span>{words}</span>
            <button
              type="button"
              aria-label={m.endorsements_form_remove_value({ value: words })}
              onClick={() => onRemove(value)}
            >
              <CloseIcon aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </Values>
  );
}
