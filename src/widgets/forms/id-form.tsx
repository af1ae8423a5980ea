import { zodResolver } from '@hookform/resolvers/zod';
import type { ElementType, SubmitEvent } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { ObjectId } from '#contract/schema/scalars.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { m } from '#i18n/messages.ts';
import { trimmed } from './trimmed.ts';

const Written = z.object({ id: trimmed(ObjectId) });

/** Asks for the id of an object; only what can be one goes on, in lower case. */
export function IdForm({
  form: Form,
  label,
  submit,
  onSubmit,
}: {
  /** A styled form: what stands around it decides how it lies. */
  form: ElementType;
  label: string;
  submit: string;
  onSubmit: (id: string) => void;
}) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Written),
    defaultValues: { id: '' },
  });
  return (
    <Form
      noValidate
      onSubmit={(event: SubmitEvent) =>
        void handleSubmit(({ id }) => {
          onSubmit(id.toLowerCase());
        })(event)
      }
    >
      <TextInput
        code
        label={label}
        error={formState.errors.id && m.witnesses_list_bad_id()}
        {...register('id')}
      />
      <Button type="submit">{submit}</Button>
    </Form>
  );
}
