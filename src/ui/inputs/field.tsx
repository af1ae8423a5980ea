import { useId, type ReactNode } from 'react';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import { m } from '#i18n/messages.ts';
import { clsx } from 'clsx';
import css from './field.module.css';

export interface FieldProps {
  label: ReactNode;
  /** What to write, or why; stays when there is an error. */
  help?: ReactNode;
  /** What is wrong and what to do. Its presence marks the field as invalid. */
  error?: ReactNode;
  optional?: boolean | undefined;
  /** The label is read aloud only, as in a bar where an icon says it. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
}

/** To spread on the control of a field. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A label above a control, with help and error below it, tied together for those who listen. */
export function Field({
  label,
  help,
  error,
  optional,
  hideLabel,
  className,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const describedBy = [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ');
  return (
    <div className={clsx(css.root, className)}>
      <label id={`${id}-label`} htmlFor={id} data-hidden={hideLabel || undefined}>
        {label}
        {optional && <span> {m.common_optional()}</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div className={css.error} id={`${id}-error`} role="alert" hidden={!error}>
        {error ? (
          <>
            <ErrorIcon aria-hidden="true" />
            <span>{error}</span>
          </>
        ) : null}
      </div>
      {help ? (
        <div className={css.help} id={`${id}-help`}>
          {help}
        </div>
      ) : null}
    </div>
  );
}
