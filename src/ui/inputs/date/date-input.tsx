import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { isDay } from '#clock/instants.ts';
import { m } from '#i18n/messages.ts';
import type { DatePicker } from './date-picker.tsx';
import type { DateInputProps, FocusedDateProps } from './date-props.ts';
import { TextInput } from '../text-input.tsx';
import { readDay, writeDay } from './written-day.ts';

// The picker is 60 kB that no page needs to be shown: it is fetched with the first field of a day.
let fetched: typeof DatePicker | undefined;
const fetchPicker = async () => (fetched ??= (await import('./date-picker.tsx')).DatePicker);

/**
 * A day, in the order and the words of the language. Spread the `field` of React Hook Form's `Controller` on it. What is
 * typed and is no day reaches `onChange` as it is, so that the form's rule refuses it; the field names the rule itself
 * once it is left.
 */
export function DateInput({ error, onBlur, ...props }: DateInputProps) {
  const [Picker, setPicker] = useState(() => fetched);
  const [isFocused, setFocused] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const [isPicking, setPicking] = useState(false);
  useEffect(() => {
    if (Picker) return undefined;
    let isHere = true;
    fetchPicker().then(
      (part) => isHere && setPicker(() => part),
      // A day can be typed without it.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [Picker]);
  const isRead = props.value === '' || isDay(props.value);
  // A field that somebody types in is not replaced, nor one with a text that the picker cannot show.
  if (Picker && !isPicking && !isTyped && isRead) setPicking(true);
  const field = {
    ...props,
    isFocused,
    error: error ?? (isRead || isFocused ? undefined : m.common_day_rule()),
    onFocus: () => setFocused(true),
    onBlur: () => {
      setFocused(false);
      setTyped(false);
      onBlur?.();
    },
  };
  return Picker && isPicking ? <Picker {...field} /> : <TypedDay {...field} onType={() => setTyped(true)} />;
}

/** Stands in the place of the picker until it is fetched. */
function TypedDay({
  value,
  onChange,
  onBlur,
  onType,
  isFocused: _isFocused,
  min: _min,
  max: _max,
  ref,
  ...field
}: FocusedDateProps & { onType: () => void }) {
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }));
  return (
    <TextInput
      {...field}
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      placeholder={m.common_date_placeholder()}
      value={typed ?? writeDay(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onType();
        onChange(readDay(target.value));
      }}
      onBlur={() => {
        setTyped(undefined);
        onBlur();
      }}
    />
  );
}
