import { zodResolver } from '@hookform/resolvers/zod';
import { useId, type ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { Button } from '#ui/actions/button.tsx';
import { zoneName } from '#ui/formats/zone-name.ts';
import { DateInput } from '#ui/inputs/date/date-input.tsx';
import { FilterPart } from '#ui/inputs/filter-panel.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { m } from '#i18n/messages.ts';
import type { DaySpan } from '../days.ts';
import { OptionalDay } from '../forms/day.ts';

interface TextField<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly value: string | undefined;
  readonly help?: string;
  /** Values to choose from; any other can be typed. */
  readonly offered?: readonly string[];
}

/** @param longest most characters of a text */
const filterWritten = (longest: number) =>
  z.object({
    /** In the order of the fields. */
    texts: z.array(
      z
        .string()
        .check(z.trim(), z.maxLength(longest, { error: () => m.common_text_rule({ most: longest }) })),
    ),
    from: OptionalDay,
    to: OptionalDay,
  });

/** Texts, and days from and to, that are applied together. What is left empty filters nothing. */
export function FilterForm<Name extends string>({
  title,
  texts = [],
  longest = 256,
  days,
  note,
  onApply,
}: {
  title?: string;
  texts?: readonly TextField<Name>[];
  longest?: number;
  /** Absent: the filter has no days. */
  days?: DaySpan;
  note?: ReactNode;
  onApply: (texts: Readonly<Record<Name, string | undefined>>, days: DaySpan) => void;
}) {
  const { zone } = usePreferences();
  const id = useId();
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(filterWritten(longest)),
    defaultValues: {
      texts: texts.map(({ value }) => value ?? ''),
      from: days?.from ?? '',
      to: days?.to ?? '',
    },
  });
  const { errors } = formState;
  const apply = handleSubmit((written) => {
    const entries = texts.map(({ name }, at) => [name, written.texts[at] || undefined]);
    const [from, to] = [written.from || undefined, written.to || undefined];
    onApply(
      // The names are those of the fields.
      Object.fromEntries(entries) as Record<Name, string | undefined>,
      from && to && from > to ? { from: to, to: from } : { from, to },
    );
  });
  return (
    <FilterPart noValidate aria-labelledby={title ? id : undefined} onSubmit={(event) => void apply(event)}>
      {texts.map(({ name, label, help, offered = [] }, at) => (
        <div key={name}>
          <TextInput
            label={label}
            help={help}
            error={errors.texts?.[at]?.message}
            list={offered.length > 0 ? `${id}-${name}` : undefined}
            {...register(`texts.${at}`)}
          />
          {offered.length > 0 && (
            <datalist id={`${id}-${name}`}>
              {offered.map((value) => (
                <option key={value} value={value} />
              ))}
            </datalist>
          )}
        </div>
      ))}
      {title !== undefined && (
        <p className="title" id={id}>
          {title}
        </p>
      )}
      {days && (
        <>
          <Controller
            control={control}
            name="from"
            render={({ field }) => (
              <DateInput {...field} label={m.common_from()} error={errors.from?.message} />
            )}
          />
          <Controller
            control={control}
            name="to"
            render={({ field }) => <DateInput {...field} label={m.common_to()} error={errors.to?.message} />}
          />
          <p>{m.common_days_zone({ zone: zoneName(zone) })}</p>
        </>
      )}
      {note !== undefined && <p>{note}</p>}
      <Button type="submit">{m.common_apply()}</Button>
    </FilterPart>
  );
}
