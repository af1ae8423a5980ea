import { ink, media, ring, type } from '../../theme/tokens.ts';

const outline = '.MuiPickersOutlinedInput-notchedOutline';

/** The box of our fields (`theme-inputs.ts`) around MUI's sections. Fetched with them, so not in the theme. */
export const dateFieldLook = {
  width: '100%',
  '& .MuiPickersOutlinedInput-root': {
    gap: '8px',
    minHeight: 36,
    padding: '0 11px',
    background: ink.surface,
    ...type.body,
    fontVariantNumeric: 'tabular-nums',
    [`& ${outline}, &:hover ${outline}`]: {
      top: 0,
      borderColor: ink.control,
      '& > legend': { display: 'none' },
    },
    '&.Mui-focused': ring,
    [`&.Mui-focused ${outline}`]: { borderWidth: 1, borderColor: ink.accent },
    [`&.Mui-error ${outline}`]: { borderColor: ink.fail },
    [`&.Mui-disabled ${outline}`]: { borderStyle: 'dashed', borderColor: ink.line2 },
    [media.phone]: { minHeight: 42, fontSize: 16 },
  },
  '& .MuiPickersInputBase-sectionsContainer': { width: 'auto', padding: 0, opacity: 1 },
  '& .MuiInputAdornment-root': { gap: '2px', margin: '0 -5px 0 0', height: 'auto', maxHeight: 'none' },
} as const;

/** Placeholders alone. */
export const emptyDateFieldLook = {
  '& .MuiPickersInputBase-sectionsContainer': { color: ink.text3 },
} as const;

/** The calendar under it: its paper is that of everything that floats (`theme-floating.ts`). */
export const calendarLook = {
  maxWidth: 'calc(100vw - 16px)',
  border: `1px solid ${ink.line2}`,
  borderRadius: '8px',
  boxShadow: ink.shadow,
  '& .MuiDateCalendar-root': { maxWidth: '100%' },
  '& .MuiPickersCalendarHeader-label': { ...type.body, fontWeight: 600 },
  '& .MuiPickersCalendarHeader-label::first-letter': { textTransform: 'uppercase' },
  '& .MuiDayCalendar-weekDayLabel': { color: ink.text2 },
  '& .MuiPickerDay-root, & .MuiYearCalendar-button': { ...type.table, transition: 'none' },
} as const;
