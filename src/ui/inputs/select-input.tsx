import type { Ref, SelectHTMLAttributes } from 'react';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import { Field, type FieldProps } from './field.tsx';

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
        <NativeSelect
          variant="outlined"
          input={<OutlinedInput data-bar={bar || undefined} />}
          IconComponent={ExpandIcon}
          error={Boolean(error)}
          disabled={rest.disabled}
          inputRef={ref}
          inputProps={{ ...control, ...rest }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
