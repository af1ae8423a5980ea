import type { ThemeOptions } from '@mui/material/styles';
import { ink, media, mono, ring } from './tokens.ts';
import { Outline } from './outline.tsx';

const outline = '.MuiOutlinedInput-notchedOutline';

/** The look of everything that is written, chosen or switched in: an outline that is seen (3:1), a ring on focus. */
export const inputComponents: NonNullable<ThemeOptions['components']> = {
  // Nothing here has to know that the browser filled a field.
  MuiInputBase: { defaultProps: { disableInjectingGlobalStyles: true } },
  MuiOutlinedInput: {
    defaultProps: { slots: { notchedOutline: Outline } },
    styleOverrides: {
      root: {
        display: 'flex',
        gap: 8,
        width: '100%',
        minHeight: 36,
        padding: '0 11px',
        background: ink.surface,
        lineHeight: '20px',
        '& svg': { flex: 'none', fontSize: 18, color: ink.text3 },
        [`& ${outline}, &:hover ${outline}`]: { borderColor: ink.control },
        '&.Mui-focused': ring,
        [`&.Mui-focused ${outline}`]: { borderWidth: 1, borderColor: ink.accent },
        [`&.Mui-error ${outline}`]: { borderColor: ink.fail },
        [`&.Mui-disabled ${outline}`]: { borderStyle: 'dashed', borderColor: ink.line2 },
        // The font of fields on a phone stays at 16 px: a smaller one makes the page zoom when it is touched.
        [media.phone]: { minHeight: 42, fontSize: 16 },
        '&[data-bar]': { minHeight: 'var(--control-height)', fontSize: 13, lineHeight: '18px' },
        '&[data-mono]': { fontFamily: mono, fontSize: 12.5 },
        '&:has(> select)': { padding: 0 },
      },
      input: {
        flex: 1,
        height: 'auto',
        padding: 0,
        textOverflow: 'ellipsis',
        '&::placeholder': { color: ink.text3, opacity: 1, transition: 'none' },
        '&::-webkit-search-cancel-button': { display: 'none' },
        '&:is(textarea)': { minHeight: 72, padding: '8px 0', resize: 'vertical' },
        '&:is(select)': { minHeight: 'inherit', padding: '0 32px 0 11px', lineHeight: 'inherit' },
      },
    },
  },
  MuiNativeSelect: {
    styleOverrides: {
      icon: { right: 8, top: 'calc(50% - 9px)' },
      select: { '& option': { background: 'Canvas', color: 'CanvasText' } },
    },
  },
  MuiCheckbox: {
    styleOverrides: {
      root: {
        padding: 5,
        margin: 0,
        '& > svg': { width: 14, height: 14, fill: 'none', strokeWidth: 1, stroke: ink.control },
        '& rect': { fill: ink.surface },
        '& path': { visibility: 'hidden', stroke: ink.onAccent, strokeWidth: 2 },
        '&.Mui-checked, &.MuiCheckbox-indeterminate': { '& rect': { fill: ink.accent, stroke: ink.accent } },
        '&.Mui-checked:not(.MuiCheckbox-indeterminate) .tick, &.MuiCheckbox-indeterminate .dash': {
          visibility: 'visible',
        },
        '&.Mui-disabled rect': { strokeDasharray: '2 2' },
        '&:hover': { background: 'none' },
        '&.Mui-focusVisible': { ...ring, borderRadius: 4 },
      },
    },
  },
  MuiRadio: {
    styleOverrides: {
      root: {
        padding: 2,
        alignSelf: 'start',
        color: ink.control,
        '&:hover': { background: 'none' },
        '&.Mui-focusVisible': { ...ring, borderRadius: 9 },
        '& svg': { fontSize: 18 },
      },
    },
  },
  MuiSwitch: {
    styleOverrides: {
      root: { width: 32, height: 20, padding: 0, overflow: 'visible' },
      switchBase: {
        padding: 4,
        color: ink.control,
        '&:hover, &.Mui-checked:hover': { background: 'none' },
        '&.Mui-checked': { transform: 'translateX(12px)', color: ink.surface },
        '&.Mui-disabled': { color: ink.control },
        '&.Mui-checked.Mui-disabled': { color: ink.surface },
        '&.Mui-checked + .MuiSwitch-track': { opacity: 1, background: ink.accent, borderColor: ink.accent },
        '&.Mui-disabled + .MuiSwitch-track': { opacity: 1, borderStyle: 'dashed' },
        '&.Mui-focusVisible + .MuiSwitch-track': ring,
        variants: [
          {
            props: { color: 'error' },
            style: { '&.Mui-checked + .MuiSwitch-track': { background: ink.fail, borderColor: ink.fail } },
          },
        ],
      },
      thumb: { width: 12, height: 12, border: 0 },
      track: {
        border: `1px solid ${ink.control}`,
        borderRadius: 10,
        background: ink.surface,
        opacity: 1,
        '@media (forced-colors: active)': { forcedColorAdjust: 'none' },
      },
    },
  },
};
