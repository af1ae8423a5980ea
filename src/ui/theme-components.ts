import type { ThemeOptions } from '@mui/material/styles';
import { ink, type } from './ink.ts';
import { buttonComponents } from './theme-buttons.ts';
import { inputComponents } from './theme-inputs.ts';

/**
 * MUI's own components in our words. The first page uses none of them; those that load later (a
 * subject picker, a settings form) look like our parts through this table.
 */
export const components: NonNullable<ThemeOptions['components']> = {
  ...buttonComponents,
  MuiPaper: {
    defaultProps: { elevation: 0, variant: 'outlined' },
    styleOverrides: { root: { backgroundImage: 'none', borderColor: ink.line, borderRadius: 10 } },
  },
  MuiAppBar: {
    defaultProps: { color: 'transparent' },
    styleOverrides: { root: { height: 52, border: 0, borderBottom: `1px solid ${ink.line}` } },
  },
  ...inputComponents,
  MuiFormHelperText: { styleOverrides: { root: { ...type.caption, margin: '4px 0 0', color: ink.text2 } } },
  MuiTableCell: {
    styleOverrides: {
      root: { padding: '0 10px', ...type.table, borderColor: ink.line },
      head: {
        height: 32,
        backgroundColor: ink.sunken,
        color: ink.text3,
        ...type.caption,
        fontWeight: 500,
      },
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400 },
    styleOverrides: {
      tooltip: {
        backgroundColor: ink.text,
        color: ink.surface,
        fontSize: 12,
        lineHeight: '18px',
        borderRadius: 5,
      },
    },
  },
  MuiLinearProgress: {
    styleOverrides: {
      root: {
        height: 6,
        borderRadius: 3,
        border: `1px solid ${ink.control}`,
        backgroundColor: 'transparent',
      },
      bar: { backgroundColor: ink.accent },
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: false },
    styleOverrides: { root: { backgroundColor: ink.hover } },
  },
  MuiMenu: {
    styleOverrides: { paper: { border: `1px solid ${ink.line2}`, borderRadius: 8, boxShadow: ink.shadow } },
  },
  MuiDialog: { styleOverrides: { paper: { width: 480, borderRadius: 10, boxShadow: ink.shadow } } },
  MuiDialogActions: { styleOverrides: { root: { justifyContent: 'flex-start' } } },
  MuiAlert: { defaultProps: { variant: 'outlined' } },
  MuiChip: {
    variants: [
      {
        props: { variant: 'status' },
        style: { height: 22, borderRadius: 5, border: `1px solid ${ink.line2}` },
      },
      {
        props: { variant: 'filter' },
        style: { height: 28, borderRadius: 6, border: `1px solid ${ink.line2}` },
      },
    ],
  },
};
