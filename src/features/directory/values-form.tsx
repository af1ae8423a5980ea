import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { Button } from '#ui/actions/button.tsx';
import { FilterPart } from '#ui/inputs/filter-panel.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { m } from '#i18n/messages.ts';
import { mostValues, readValues, type Match, type ValueForm } from './match.ts';

const valuesWritten = (form: ValueForm) =>
  z.object({
    how: z.enum(['any-of', 'none-of']),
    text: z.string().check(({ value, issues }) => {
      const { values, wrong } = readValues(value, form);
      const [first] = wrong;
      const message =
        first !== undefined
          ? m.directory_match_wrong({ value: first.slice(0, 48) })
          : values.length > mostValues
            ? m.directory_match_many({ most: mostValues })
            : undefined;
      if (message) issues.push({ code: 'custom', input: value, message });
    }),
  });

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
  const { register, handleSubmit, formState } = useForm<z.infer<ReturnType<typeof valuesWritten>>>({
    resolver: zodResolver(valuesWritten(form)),
    defaultValues: {
      how: match?.how === 'none-of' ? 'none-of' : 'any-of',
      text: match && 'values' in match ? match.values.join('\n') : '',
    },
  });
  return (
    <FilterPart
      noValidate
      onSubmit={(event) =>
        void handleSubmit(({ how, text }) => {
          const { values } = readValues(text, form);
          onApply(values.length > 0 ? { how, values } : undefined);
        })(event)
      }
    >
      <SelectInput
        label={m.directory_match_how()}
        options={[
          { value: 'any-of', label: m.directory_match_any_of() },
          { value: 'none-of', label: m.directory_match_none_of() },
        ]}
        {...register('how')}
      />
      <TextArea
        code
        rows={3}
        label={label}
        help={m.directory_match_help()}
        error={formState.errors.text?.message}
        spellCheck={false}
        {...register('text')}
      />
      <Button type="submit">{m.common_apply()}</Button>
    </FilterPart>
  );
}
