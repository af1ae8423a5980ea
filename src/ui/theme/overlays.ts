import type { ThemeOptions } from '@mui/material/styles';
import { ink, media, type } from './tokens.ts';

/** The look and manner of everything that floats over the page. Nothing moves when it opens. */
export const floatingComponents: NonNullable<ThemeOptions['components']> = {
  // No lighter paper in the dark for what floats: its outline and shadow set it apart.
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiPopover: {
    // The page behind can be used: a click on it closes what floats and acts at once.
    defaultProps: { disableScrollLock: true, hideBackdrop: true, transitionDuration: 0, marginThreshold: 8 },
    styleOverrides: {
      root: { pointerEvents: 'none' },
      paper: {
        pointerEvents: 'auto',
        minWidth: 200,
        maxWidth: 'min(420px, calc(100vw - 16px))',
        maxHeight: 'calc(100% - 16px)',
        padding: 14,
        border: `1px solid ${ink.line2}`,
        borderRadius: 8,
        boxShadow: ink.shadow,
      },
    },
  },
  MuiMenu: { styleOverrides: { paper: { padding: 4 }, list: { padding: 0 } } },
  MuiListSubheader: {
    defaultProps: { disableSticky: true, disableGutters: true },
    styleOverrides: {
      root: { ...type.caption, padding: '6px 10px 2px', color: ink.text2, background: 'none' },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        gap: 10,
        // MUI's own rule for wider screens has no least height.
        '@media (min-width: 600px)': { minHeight: 32 },
        padding: '5px 10px',
        borderRadius: 5,
        fontSize: 13,
        lineHeight: '18px',
        whiteSpace: 'normal',
        '& svg': { flex: 'none', fontSize: 18, color: ink.text2 },
        '& .tick': { width: 18, display: 'flex' },
        '&:hover, &.Mui-focusVisible': { background: ink.hover },
        '&:focus-visible': { outlineOffset: -2 },
        '&[aria-disabled="true"]': { color: ink.text3, cursor: 'default', '& svg': { color: ink.text3 } },
        '&[data-destructive]': { color: ink.fail, '& svg': { color: ink.fail } },
        '& small': { ...type.caption, display: 'block', color: ink.text2 },
        [media.phone]: { minHeight: 44 },
        '& + .MuiDivider-root': { margin: '4px 0' },
      },
    },
  },
  MuiDialog: {
    defaultProps: { transitionDuration: 0, disableScrollLock: true },
    styleOverrides: {
      paper: {
        width: 'calc(100% - 32px)',
        maxHeight: 'calc(100% - 48px)',
        margin: 16,
        border: `1px solid ${ink.line2}`,
        borderRadius: 10,
        boxShadow: ink.shadow,
      },
      paperFullScreen: { width: '100%', maxHeight: 'none', margin: 0, border: 0, borderRadius: 0 },
      paperWidthSm: { maxWidth: 480 },
      paperWidthMd: { maxWidth: 720 },
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: {
        ...type.pane,
        display: 'flex',
        alignItems: 'flex-start',
        justifyContent: 'space-between',
        gap: 12,
        padding: '18px 20px 14px',
        '& > button': { margin: '-4px -6px 0 0' },
      },
    },
  },
  MuiDialogContent: {
    styleOverrides: {
      root: {
        display: 'flex',
        flexDirection: 'column',
        gap: 14,
        padding: '0 20px 20px',
        // A shade at the end beyond which there is more: it goes where the content is scrolled to it.
        background: [
          `linear-gradient(transparent, ${ink.surface} 60%) bottom / 100% 28px no-repeat local`,
          `linear-gradient(transparent, ${ink.line2}) bottom / 100% 9px no-repeat`,
        ].join(),
      },
    },
  },
  MuiDialogActions: {
    // Left-aligned, the safe one last.
    defaultProps: { disableSpacing: true },
    styleOverrides: {
      root: {
        flexWrap: 'wrap',
        justifyContent: 'flex-start',
        gap: 8,
        padding: '0 20px 20px',
        // A button whose words do not fit beside the others stands on a line of its own.
        [media.phone]: { '& > *': { flex: '1 0 auto', maxWidth: '100%' } },
      },
    },
  },
  MuiBackdrop: { styleOverrides: { root: { backgroundColor: 'rgb(0 0 0 / .32)' } } },
  MuiTooltip: {
    defaultProps: {
      placement: 'top',
      slotProps: { transition: { timeout: 0 } },
    },
    styleOverrides: {
      tooltip: {
        maxWidth: 320,
        padding: '3px 8px',
        borderRadius: 5,
        background: ink.text,
        color: ink.surface,
        fontSize: 12,
        lineHeight: '18px',
        fontWeight: 400,
        letterSpacing: 0,
        whiteSpace: 'pre-line',
        overflowWrap: 'anywhere',
      },
      popper: { '&[data-popper-placement] .MuiTooltip-tooltip': { margin: '6px 0' } },
    },
  },
  MuiSnackbar: {
    defaultProps: { anchorOrigin: { vertical: 'bottom', horizontal: 'left' }, transitionDuration: 0 },
    styleOverrides: {
      root: {
        '--snackbar-bottom': '24px',
        // Above the bar of a selection, whose buttons may be needed next.
        '&&': { bottom: 'calc(var(--snackbar-bottom) + var(--selection-bar-height, 0px))' },
        [media.phone]: {
          left: 12,
          right: 12,
          '--snackbar-bottom': 'calc(64px + env(safe-area-inset-bottom))',
        },
      },
    },
  },
  MuiSnackbarContent: {
    styleOverrides: {
      root: {
        minWidth: 288,
        minHeight: 40,
        padding: '8px 16px',
        borderRadius: 8,
        background: ink.text,
        color: ink.surface,
        fontSize: 13.5,
        lineHeight: '20px',
        [media.phone]: { flexGrow: 1 },
      },
      message: {
        display: 'flex',
        flex: 1,
        alignItems: 'center',
        gap: 12,
        padding: 0,
        '& > svg': { fontSize: 18 },
      },
      action: {
        margin: 0,
        padding: '0 0 0 12px',
        '& > button': {
          padding: '2px 4px',
          minHeight: 24,
          color: 'inherit',
          fontWeight: 600,
          textDecoration: 'underline',
          textUnderlineOffset: 3,
          '&:hover': { background: 'none', textDecoration: 'underline' },
          '&:focus-visible': { outlineColor: ink.surface },
        },
      },
    },
  },
};
