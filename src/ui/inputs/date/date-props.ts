import type { Ref } from 'react';
import type { FieldProps } from '../field.tsx';

export interface DateInputProps extends FieldProps {
  /** `2026-11-25`, the empty text, or what is typed and is no day. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  /** First and last day of the calendar. What is typed is checked by the form. */
  min?: string | undefined;
  max?: string | undefined;
  disabled?: boolean | undefined;
  ref?: Ref<{ focus: () => void }> | undefined;
}

/** What stands in the place of a `DateInput`. */
export interface FocusedDateProps extends DateInputProps {
  isFocused: boolean;
  onFocus: () => void;
  onBlur: () => void;
}
