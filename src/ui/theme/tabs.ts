import type { ThemeOptions } from '@mui/material/styles';
import { ink, ring } from './tokens.ts';

export const tabComponents: NonNullable<ThemeOptions['components']> = {
  MuiTabs: {
    styleOverrides: {
      root: { minHeight: 40 },
      list: { gap: 20 },
      // The indicator stands where the selected tab is; it does not slide.
      indicator: { backgroundColor: ink.accent, transition: 'none' },
    },
  },
  // Says that there are more, and leads there; it has no width at an end.
  MuiTabScrollButton: {
    styleOverrides: {
      root: { width: 24, color: ink.text2, '&.Mui-disabled': { width: 0 } },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: {
        flexDirection: 'row',
        gap: 7,
        minWidth: 0,
        minHeight: 40,
        maxWidth: 'none',
        padding: 0,
        color: ink.text2,
        fontSize: 13.5,
        lineHeight: '18px',
        fontWeight: 400,
        '& > .count': { color: ink.text3, fontWeight: 400 },
        '&:hover': { color: ink.text },
        '&.Mui-selected': { color: ink.text, fontWeight: 600 },
        '&:focus-visible': { ...ring, outlineOffset: -2, borderRadius: 4 },
      },
    },
  },
};
