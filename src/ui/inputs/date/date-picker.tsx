import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/es-mx.js';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DesktopDatePicker } from '@mui/x-date-pickers/DesktopDatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import type { FieldRef } from '@mui/x-date-pickers/models';
import { PickersTextField, type PickersTextFieldProps } from '@mui/x-date-pickers/PickersTextField';
import { isDay } from '#clock/instants.ts';
import { m, type Locale } from '#i18n/messages.ts';
import type { FocusedDateProps } from './date-props.ts';
import { calendarLook, dateFieldLook, emptyDateFieldLook } from './date-look.ts';
import { Field } from '../field.tsx';
import { usePreferences } from '../../theme/preferences.tsx';
import { dayFormat, readDay } from './written-day.ts';

/** Receives what the sections of the field say, digits and placeholders; the empty text where nothing is typed. */
const ReportContext = createContext<(text: string) => void>(() => undefined);

/** MUI's date picker in the box of our fields. Import `DateInput`, which fetches it. */
export function DatePicker({
  label,
  help,
  error,
  optional,
  hideLabel,
  className,
  value,
  onChange,
  isFocused,
  onFocus,
  onBlur,
  name = '',
  min,
  max,
  disabled = false,
  ref,
}: FocusedDateProps) {
  const { language } = usePreferences();
  const words = useMemo(() => wordsOf(language), [language]);
  const [shown, setShown] = useState({ value, day: dayjsOf(value) });
  // The form may set the value: it is reset.
  if (shown.value !== value) setShown({ value, day: dayjsOf(value) });
  const field = useRef<FieldRef<Dayjs | null>>(null);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focusField() }));
  const takeFocus = useEffectEvent(() => {
    // The text field that stood in its place had it.
    if (isFocused) field.current?.focusField();
  });
  useEffect(() => takeFocus(), []);
  const report = (text: string) => {
    const read = readDay(text);
    if (read === value) return;
    setShown((before) => ({ ...before, value: read }));
    onChange(read);
  };
  return (
    <Field {...{ label, help, error, optional, hideLabel, className }}>
      {({ id, ...described }) => (
        <LocalizationProvider
          dateAdapter={AdapterDayjs}
          adapterLocale={language === 'en' ? 'en' : 'es-mx'}
          localeText={words}
        >
          <ReportContext value={report}>
            <DesktopDatePicker
              value={shown.day}
              onChange={(day) => setShown((before) => ({ ...before, day }))}
              format={dayFormat}
              {...boundsOf(min, max)}
              disabled={disabled}
              name={name}
              // What floats opens without moving.
              reduceAnimations
              slots={{ textField: ReportingTextField }}
              slotProps={{
                field: { clearable: true, fieldRef: field },
                textField: {
                  id,
                  // The form's rules decide, bounds included.
                  error: Boolean(error),
                  sx: value === '' ? [dateFieldLook, emptyDateFieldLook] : dateFieldLook,
                  onFocus,
                  onBlur,
                  slotProps: {
                    input: {
                      'aria-labelledby': `${id}-label`,
                      ...described,
                    },
                  },
                },
                clearButton: { size: 'small', edge: false },
                openPickerButton: {
                  size: 'small',
                  edge: false,
                  id: `${id}-open`,
                  'aria-labelledby': `${id}-open ${id}-label`,
                },
                popper: { 'aria-labelledby': `${id}-label` },
                desktopPaper: { sx: calendarLook },
                desktopTransition: { timeout: 0 },
              }}
            />
          </ReportContext>
        </LocalizationProvider>
      )}
    </Field>
  );
}

/** MUI calls `onChange` for dates alone; a date that is typed in part is known to its text field. */
function ReportingTextField(props: PickersTextFieldProps) {
  const report = useEffectEvent(use(ReportContext));
  useEffect(() => report(props.value), [props.value]);
  return <PickersTextField {...props} />;
}

// Days of the calendar: no instants, so no time zone.
function dayjsOf(day: string): Dayjs | null {
  return isDay(day) ? dayjs(`${day}T00:00:00`) : null;
}

function boundsOf(min: string | undefined, max: string | undefined): { minDate?: Dayjs; maxDate?: Dayjs } {
  const [minDate, maxDate] = [dayjsOf(min ?? ''), dayjsOf(max ?? '')];
  return { ...(minDate && { minDate }), ...(maxDate && { maxDate }) };
}

function wordsOf(locale: Locale) {
  const o = { locale };
  return {
    previousMonth: m.common_date_previous_month({}, o),
    nextMonth: m.common_date_next_month({}, o),
    calendarViewSwitchingButtonAriaLabel: (view: string) =>
      view === 'year' ? m.common_date_days({}, o) : m.common_date_years({}, o),
    openDatePickerDialogue: (date: string | null) =>
      date ? m.common_date_open_chosen({ date }, o) : m.common_date_open({}, o),
    fieldClearLabel: m.common_date_clear({}, o),
    fieldYearPlaceholder: () => m.common_date_year_placeholder({}, o),
    year: m.common_date_year({}, o),
    month: m.common_date_month({}, o),
    day: m.common_date_day({}, o),
    empty: m.common_date_empty({}, o),
  };
}
