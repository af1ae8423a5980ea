import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Field, type FieldProps } from './field.tsx';

interface Around extends FieldProps {
  /** Before the text: an icon. */
  start?: ReactNode;
  /** After the text: a unit, a key cap, a small button. */
  end?: ReactNode;
  /** As high as the buttons beside it. */
  bar?: boolean | undefined;
  /** Hashes, ids, codes and keys alone. */
  code?: boolean | undefined;
}

export interface TextInputProps extends Around, Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  ref?: Ref<HTMLInputElement> | undefined;
}

/** One line of text. Spread React Hook Form's `register(name)` on it. */
export function TextInput({
  label,
  help,
  error,
  optional,
  hideLabel,
  className,
  start,
  end,
  bar,
  code,
  ref,
  ...rest
}: TextInputProps) {
  return (
    <Field {...{ label, help, error, optional, hideLabel, className }}>
      {(control) => (
        <OutlinedInput
          data-bar={bar || undefined}
          data-mono={code || undefined}
          startAdornment={start}
          endAdornment={end}
          error={Boolean(error)}
          disabled={rest.disabled}
          inputRef={ref}
          slotProps={{
            input: { ...(code && { spellCheck: false, autoComplete: 'off' }), ...control, ...rest },
          }}
        />
      )}
    </Field>
  );
}

export interface TextAreaProps
  extends Around, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> {
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** Several lines of text. */
export function TextArea({
  label,
  help,
  error,
  optional,
  hideLabel,
  className,
  start,
  end,
  bar,
  code,
  ref,
  ...rest
}: TextAreaProps) {
  return (
    <Field {...{ label, help, error, optional, hideLabel, className }}>
      {(control) => (
        <OutlinedInput
          data-bar={bar || undefined}
          data-mono={code || undefined}
          startAdornment={start}
          endAdornment={end}
          error={Boolean(error)}
          disabled={rest.disabled}
          inputRef={ref}
          inputComponent="textarea"
          // The browser's own field, which the user makes as high as wanted. Safe: MUI types the attributes of what it
          // renders as those of an input, and here it renders a textarea.
          slotProps={{ input: { type: undefined, ...control, ...rest } as object }}
        />
      )}
    </Field>
  );
}
