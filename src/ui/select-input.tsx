import type { Ref, SelectHTMLAttributes } from 'react';
import { styled } from '@mui/material/styles';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import { controlBox } from './control-style.ts';
import { Field, type FieldProps } from './field.tsx';

const Box = styled('div')({
  ...controlBox,
  position: 'relative',
  padding: 0,
  '& select': {
    width: '100%',
    minHeight: 'inherit',
    padding: '0 32px 0 10px',
    border: 0,
    outline: 'none',
    background: 'none',
    appearance: 'none',
    cursor: 'pointer',
  },
  '& option': { background: 'Canvas', color: 'CanvasText' },
  '& > svg': { position: 'absolute', right: 8, pointerEvents: 'none' },
});

export interface SelectInputProps
  extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  bar?: boolean | undefined;
  ref?: Ref<HTMLSelectElement> | undefined;
}

/** The browser's own select in our box: it works with every keyboard, screen reader and phone. */
export function SelectInput({
  label,
  help,
  error,
  optional,
  hideLabel,
  className,
  options,
  bar,
  ref,
  ...rest
}: SelectInputProps) {
  return (
    <Field {...{ label, help, error, optional, hideLabel, className }}>
      {(control) => (
        <Box data-bar={bar || undefined}>
          <select ref={ref} {...control} {...rest}>
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ExpandIcon aria-hidden="true" />
        </Box>
      )}
    </Field>
  );
}
