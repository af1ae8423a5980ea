import type { InputHTMLAttributes } from 'react';
import MuiRadio from '@mui/material/Radio';

/** The button of one choice among cards or rows; the `label` around it holds the words. */
export function Radio({
  checked,
  disabled,
  name,
  value,
  onChange,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'size' | 'color' | 'className'>) {
  return (
    <MuiRadio
      size="small"
      checked={checked}
      disabled={disabled}
      name={name}
      value={value}
      onChange={onChange}
      slotProps={{ input: rest }}
    />
  );
}
