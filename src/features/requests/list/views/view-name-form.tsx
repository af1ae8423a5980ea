import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { Button } from '#ui/actions/button.tsx';
import { FilterPart } from '#ui/inputs/filter-panel.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { m } from '#i18n/messages.ts';
import css from './view-name-form.module.css';

/** Characters of a name. */
const longest = 60;

const nameWritten = (taken: readonly string[]) =>
  z.object({
    name: z.string().check(
      z.trim(),
      z.minLength(1, { error: () => m.requests_view_name_rule({ most: longest }) }),
      z.maxLength(longest, { error: () => m.requests_view_name_rule({ most: longest }) }),
      z.refine((name) => !taken.includes(name), { error: () => m.requests_view_name_taken() }),
    ),
  });

/** The name of a view, which no other one has. */
export function ViewNameForm({
  label,
  name = '',
  taken,
  onSave,
  onCancel,
}: {
  label: string;
  name?: string;
  taken: readonly string[];
  onSave: (name: string) => void;
  onCancel?: () => void;
}) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(nameWritten(taken)),
    defaultValues: { name },
  });
  return (
    <FilterPart noValidate onSubmit={(event) => void handleSubmit((written) => onSave(written.name))(event)}>
      <TextInput
        label={label}
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <div className={css.actions}>
        <Button type="submit">{onCancel ? m.common_save() : m.requests_view_save()}</Button>
        {onCancel && (
          <Button variant="text" onClick={onCancel}>
            {m.common_cancel()}
          </Button>
        )}
      </div>
    </FilterPart>
  );
}
