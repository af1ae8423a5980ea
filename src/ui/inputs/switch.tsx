import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import MuiSwitch from '@mui/material/Switch';
import css from './switch.module.css';

export interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  label: ReactNode;
  /** What being on means, under the label. */
  help?: ReactNode;
  /** On means something that must not be overlooked, as when a simulation runs. */
  danger?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Something that is on or off at once. What waits for a «Save» is a checkbox. */
export function Switch({
  label,
  help,
  danger,
  checked,
  defaultChecked,
  disabled,
  onChange,
  ref,
  ...rest
}: SwitchProps) {
  const id = useId();
  return (
    <label className={css.root}>
      <MuiSwitch
        color={danger ? 'error' : 'primary'}
        checked={checked}
        defaultChecked={defaultChecked}
        disabled={disabled}
        onChange={onChange}
        slotProps={{
          input: {
            ref,
            'aria-labelledby': `${id}-label`,
            'aria-describedby': help ? `${id}-help` : undefined,
            ...rest,
          },
        }}
      />
      <span className={css.words}>
        <span id={`${id}-label`}>{label}</span>
        {help ? (
          <span className={css.help} id={`${id}-help`}>
            {help}
          </span>
        ) : null}
      </span>
    </label>
  );
}
