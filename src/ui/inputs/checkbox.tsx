import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import MuiCheckbox from '@mui/material/Checkbox';
import css from './checkbox.module.css';

const Box = (
  <svg className="box" viewBox="0 0 14 14" aria-hidden="true">
    <rect x="0.5" y="0.5" width="13" height="13" rx="2.5" />
    <path className="tick" d="M3.5 7.2 6 9.7l4.6-5" />
    <path className="dash" d="M4 7h6" />
  </svg>
);

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  label: ReactNode;
  /** Some, but not all, of what it stands for. */
  indeterminate?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A 14 px box in a 24 px target. Spread React Hook Form's `register(name)` on it. */
export function Checkbox({
  label,
  indeterminate,
  checked,
  defaultChecked,
  disabled,
  onChange,
  ref,
  ...rest
}: CheckboxProps) {
  return (
    <label className={css.root}>
      <MuiCheckbox
        icon={Box}
        checkedIcon={Box}
        indeterminateIcon={Box}
        indeterminate={indeterminate}
        checked={checked}
        defaultChecked={defaultChecked}
        disabled={disabled}
        onChange={onChange}
        slotProps={{ input: { ref, ...rest } }}
      />
      <span>{label}</span>
    </label>
  );
}
