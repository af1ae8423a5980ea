import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import { m } from '#i18n/messages.ts';
import { Button } from '#ui/actions/button.tsx';
import { FilledText } from '#ui/inputs/filled-text.ts';
import { TextInput } from '#ui/inputs/text-input.tsx';
import css from './key-form.module.css';

const Written = z.object({ key: FilledText });

/** The service no longer takes the key: it is requested in place, what waits is named, then it goes on. */
export function KeyForm({
  waiting,
  onUse,
  onOther,
  error,
  isTitled = false,
}: {
  /** What is stored and will be repeated: «Tu borrador y 2 envíos esperan.» */
  waiting?: ReactNode;
  /** Tries the key; resolves when it was taken or refused. */
  onUse: (key: string) => Promise<void> | void;
  onOther?: (() => void) | undefined;
  error?: ReactNode;
  /** What it stands in says already that the key is refused. */
  isTitled?: boolean;
}) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(Written),
    defaultValues: { key: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ key }) => {
    await onUse(key);
    // A key that is not accepted stays to be replaced; one that is closes this form.
    setFocus('key', { shouldSelect: true });
  });
  return (
    <form
      className={css.root}
      data-titled={isTitled || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void submit(event);
      }}
    >
      {!isTitled && (
        <p className={css.title} role="alert">
          <KeyIcon aria-hidden="true" />
          {m.common_key_refused()}
        </p>
      )}
      <div className={css.text}>{waiting}</div>
      <TextInput
        type="password"
        label={m.common_key_label()}
        autoComplete="off"
        error={errors.key ? m.common_key_missing() : error}
        {...register('key')}
      />
      <div className={css.actions}>
        <Button type="submit" variant="contained" loading={isSubmitting}>
          {m.common_key_use()}
        </Button>
        {onOther && (
          <Button variant="text" onClick={onOther}>
            {m.common_key_other_service()}
          </Button>
        )}
      </div>
    </form>
  );
}
