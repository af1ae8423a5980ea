import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { styled } from '@mui/material/styles';
import { controlBox } from './control-style.ts';
import { Field, type FieldProps } from './field.tsx';
import { mono } from './ink.ts';

const Box = styled('div')({
  ...controlBox,
  '& input, & textarea': {
    flex: 1,
    minWidth: 0,
    padding: 0,
    border: 0,
    outline: 'none',
    background: 'none',
    textOverflow: 'ellipsis',
  },
  '& textarea': { padding: '8px 0', resize: 'vertical', minHeight: 72 },
  '&[data-mono]': { fontFamily: mono, fontSize: 12.5 },
  '& input::-webkit-search-cancel-button': { display: 'none' },
});

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
        <Box data-bar={bar || undefined} data-mono={code || undefined}>
          {start}
          <input ref={ref} {...(code && { spellCheck: false, autoComplete: 'off' })} {...control} {...rest} />
          {end}
        </Box>
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
        <Box data-bar={bar || undefined} data-mono={code || undefined}>
          {start}
          <textarea ref={ref} {...control} {...rest} />
          {end}
        </Box>
      )}
    </Field>
  );
}
