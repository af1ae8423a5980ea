import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import CloseIcon from '@mui/icons-material/Close';
import { Button } from '#ui/actions/button.tsx';
import { zoneName } from '#ui/formats/zone-name.ts';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { m } from '#i18n/messages.ts';
import { conditionDraft } from '../filter/condition-draft.ts';
import { addToList, nothingTyped, redraft, type Draft } from '../filter/draft.ts';
import {
  comparisons,
  fields,
  fieldOf,
  valueCount,
  type Comparison,
  type FilterField,
  type ListName,
} from '../filter/fields.ts';
import { columnWord, comparisonWord, faultWords, valueWords, type Saying } from '../filter/sentence.ts';
import type { Condition, Fault, Scalar } from '../filter/tree.ts';
import { ValueField } from './value-fields.tsx';
import css from './condition-form.module.css';

/** One condition as a form: what, how, and the values as what they are. */
export function ConditionForm({
  list,
  first,
  say,
  timeZone,
  onTyped,
  onApply,
  onCancel,
  onRemove,
}: {
  list: ListName;
  first: Draft;
  say: Saying;
  timeZone: string;
  onTyped: (draft: Draft) => void;
  /** Returns what is wrong with the filter that it would make. */
  onApply: (condition: Condition) => Fault | undefined;
  onCancel: () => void;
  onRemove?: (() => void) | undefined;
}) {
  const { control, handleSubmit, subscribe, reset, getValues, setValue, setError, clearErrors, formState } =
    useForm({ resolver: zodResolver(conditionDraft(list, timeZone)), defaultValues: first });
  const [column, comparison, values] = useWatch({ control, name: ['column', 'comparison', 'list'] });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: (form) => onTyped(form.values) }),
    [subscribe, onTyped],
  );
  const field = fieldOf(list, column) ?? fields[list][0];
  if (!field) return null;
  const count = valueCount(comparison);
  const change = (to: FilterField, next: Comparison): void =>
    reset(redraft(getValues(), field, to, next), { keepDefaultValues: true });
  const add = (text?: string): void => {
    const typed = getValues();
    const added = addToList(
      field,
      text === undefined ? typed : { ...typed, entries: [{ text, clock: '' }, nothingTyped] },
      timeZone,
    );
    if ('fault' in added) {
      setError('entries.0', { message: faultWords(added.fault) }, { shouldFocus: true });
      return;
    }
    clearErrors('entries.0');
    setValue('list', added.value);
    if (text === undefined) setValue('entries.0', nothingTyped);
  };
  const wrong = formState.errors.root?.whole?.message;

  return (
    <form
      className={css.form}
      noValidate
      data-people={(field.kind === 'person' && count !== 0) || undefined}
      onSubmit={(event) =>
        void handleSubmit((condition) => {
          const fault = onApply(condition);
          if (fault) setError('root.whole', { message: faultWords(fault) });
        })(event)
      }
    >
      <ColumnAndComparison list={list} field={field} comparison={comparison} onChange={change} />
      {count === 'list' && (
        <ListValues
          field={field}
          values={values}
          say={say}
          onRemove={(value) =>
            setValue(
              'list',
              values.filter((one) => one !== value),
            )
          }
        />
      )}
      {count !== 0 &&
        (count === 2 ? ([0, 1] as const) : ([0] as const)).map((at) => (
          <ValueField
            // Another column begins anew.
            key={`${field.column} ${comparison} ${at}`}
            {...{ control, field, comparison, at }}
            onPicked={count === 'list' ? add : undefined}
          />
        ))}
      {field.kind === 'time' && count !== 0 && (
        <ZoneNote
          timeZone={timeZone}
          isExact={count === 'list' || comparison === 'is' || comparison === 'not'}
        />
      )}
      {count === 'list' && (
        <div>
          <Button onClick={() => add()}>{m.endorsements_form_add()}</Button>
        </div>
      )}
      {wrong && <Wrong>{wrong}</Wrong>}
      <Actions onRemove={onRemove} onCancel={onCancel} />
    </form>
  );
}

function ColumnAndComparison({
  list,
  field,
  comparison,
  onChange,
}: {
  list: ListName;
  field: FilterField;
  comparison: Comparison;
  onChange: (field: FilterField, comparison: Comparison) => void;
}) {
  return (
    <div className={css.pair}>
      <SelectInput
        label={m.endorsements_form_column()}
        value={field.column}
        options={fields[list].map(({ column }) => ({ value: column, label: columnWord(list, column) }))}
        onChange={({ target }) => {
          const to = fieldOf(list, target.value);
          if (to) onChange(to, comparison);
        }}
      />
      <SelectInput
        label={m.endorsements_form_comparison()}
        value={comparison}
        options={field.comparisons.map((one) => ({ value: one, label: comparisonWord(field.kind, one) }))}
        onChange={({ target }) => {
          const to = comparisons.find((one) => one === target.value);
          if (to) onChange(field, to);
        }}
      />
    </div>
  );
}

/** In which time zone the times of a condition are typed. */
function ZoneNote({ timeZone, isExact }: { timeZone: string; isExact: boolean }) {
  const zone = zoneName(timeZone);
  return (
    <p className={css.note}>
      {isExact ? m.endorsements_form_zone_exact({ zone }) : m.endorsements_form_zone({ zone })}
    </p>
  );
}

function Wrong({ children }: { children: string }) {
  return (
    <p className={css.fault} role="alert">
      {children}
    </p>
  );
}

function Actions({ onRemove, onCancel }: { onRemove: (() => void) | undefined; onCancel: () => void }) {
  return (
    <div className={css.acts}>
      <Button type="submit" variant="contained">
        {m.common_apply()}
      </Button>
      {onRemove && <Button onClick={onRemove}>{m.endorsements_form_remove()}</Button>}
      <Button variant="text" onClick={onCancel}>
        {m.endorsements_form_cancel()}
      </Button>
    </div>
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
    <ul className={css.values} aria-label={m.endorsements_form_list()}>
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
    </ul>
  );
}
