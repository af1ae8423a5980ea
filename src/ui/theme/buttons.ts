import type { ThemeOptions } from '@mui/material/styles';
import { ink, media, ring } from './tokens.ts';

/** Not dimmed: a dashed outline and grey words, with the reason beside it. */
const disabled = {
  background: 'none',
  borderColor: ink.line2,
  borderStyle: 'dashed',
  color: ink.text3,
  cursor: 'default',
  // The reason may be a title, which the pointer has to reach.
  pointerEvents: 'auto',
} as const;

const disabledOrWaiting = '&.Mui-disabled, &[aria-disabled="true"]:not([aria-busy="true"])';

/** The look of everything that is pressed. */
export const buttonComponents: NonNullable<ThemeOptions['components']> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: { verticalAlign: 'baseline', userSelect: 'auto', '&:focus-visible': ring },
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        gap: 8,
        minWidth: 0,
        minHeight: 'var(--control-height)',
        padding: '0 12px',
        border: '1px solid transparent',
        textAlign: 'center',
        '& svg': { flex: 'none' },
        '& > .words': { display: 'inline-flex', alignItems: 'center', gap: 'inherit' },
        '&[aria-busy="true"]': {
          cursor: 'progress',
          '& > .ring': { position: 'absolute', inset: 0, margin: 'auto', fontSize: 16 },
          // Out of sight, still its name for those who listen.
          '& > :not(.ring)': { opacity: 0 },
        },
        variants: [
          {
            props: { variant: 'contained' },
            style: {
              background: ink.accent,
              color: ink.onAccent,
              '&:hover': { background: ink.accentHover },
            },
          },
          {
            props: { variant: 'outlined' },
            style: {
              background: ink.surface,
              borderColor: ink.line2,
              color: ink.text,
              '&:hover': { background: ink.hover },
            },
          },
          {
            props: { variant: 'outlined', color: 'error' },
            style: { borderColor: ink.fail, color: ink.fail, '&:hover': { background: ink.failTint } },
          },
          {
            props: { variant: 'text' },
            style: {
              padding: '0 8px',
              color: ink.accent,
              '&:hover': { background: ink.hover },
              // Its padding and its border stand outside the column.
              '&[data-line-start]': { marginLeft: -9 },
              [media.phone]: { minHeight: 40 },
            },
          },
          { props: { size: 'large' }, style: { minHeight: 38, fontSize: 14 } },
        ],
        // The icon alone is seen on the phone; the words stay its name.
        '&[data-icon-on-phone]': {
          [media.phone]: {
            width: 40,
            padding: 0,
            gap: 0,
            '& > .words': { gap: 0, fontSize: 0 },
            '& > .MuiButton-startIcon > svg': { fontSize: 20 },
            '& > .MuiButton-endIcon': { display: 'none' },
          },
        },
        [disabledOrWaiting]: disabled,
      },
      startIcon: { margin: 0, '& > svg:nth-of-type(1)': { fontSize: 16 } },
      endIcon: { margin: 0, '& > svg:nth-of-type(1)': { fontSize: 16 } },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        width: 32,
        height: 32,
        padding: 0,
        border: '1px solid transparent',
        borderRadius: 6,
        color: ink.text2,
        '& svg': { fontSize: 18 },
        '&:hover': { background: ink.hover, color: ink.text },
        [media.phone]: { width: 40, height: 40 },
        variants: [
          {
            // In rows, whatever the page is read on.
            props: { size: 'small' },
            style: {
              width: 24,
              height: 24,
              '& svg': { fontSize: 16 },
              [media.phone]: { width: 24, height: 24 },
            },
          },
        ],
        '&[data-outlined]': { borderColor: ink.line2, background: ink.surface },
        '&[aria-pressed="true"]': {
          background: ink.accentTint,
          borderColor: ink.accent,
          color: ink.accent,
        },
        [disabledOrWaiting]: disabled,
      },
    },
  },
  MuiBadge: {
    // At the corner of the icon's button, whose icon has the same distance from it in every size.
    styleOverrides: {
      badge: {
        top: -8,
        right: -9,
        minWidth: 15,
        height: 15,
        padding: '0 4px',
        borderRadius: 8,
        transform: 'none',
        background: ink.accent,
        color: ink.onAccent,
        fontSize: 10,
        lineHeight: '15px',
        fontWeight: 600,
        transition: 'none',
      },
      dot: {
        top: -3,
        right: -3,
        minWidth: 0,
        width: 8,
        height: 8,
        padding: 0,
        borderRadius: 4,
        background: ink.indet,
        boxShadow: `0 0 0 2px ${ink.surface}`,
      },
    },
  },
};
