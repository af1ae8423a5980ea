import type { ReactNode } from 'react';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { clsx } from 'clsx';
import css from './segmented-control.module.css';

/** One of a few, all in sight. Arrow keys move, as in every radio group. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  options,
  className,
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  className?: string | undefined;
}) {
  return (
    <RadioGroup
      aria-label={label}
      className={clsx(css.group, className)}
      value={value}
      // Safe: the values of the buttons are those of the options.
      onChange={(_, next) => onChange(next as Value)}
    >
      {options.map((option) => (
        <label key={option.value}>
          <Radio value={option.value} disabled={option.disabled} icon={<span />} checkedIcon={<span />} />
          {option.label}
        </label>
      ))}
    </RadioGroup>
  );
}
