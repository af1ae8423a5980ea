import type { ThemeOptions } from '@mui/material/styles';
import { ink, media } from './tokens.ts';

/** The look of what content lies on and is marked with: cards, strips, discs of people. */
export const surfaceComponents: NonNullable<ThemeOptions['components']> = {
  MuiAlert: {
    styleOverrides: {
      root: {
        alignItems: 'center',
        alignContent: 'center',
        // A long action goes below the words where both do not fit beside each other.
        flexWrap: 'wrap',
        gap: '4px 12px',
        minHeight: 40,
        padding: '5px 16px',
        borderBottom: `1px solid ${ink.line}`,
        borderRadius: 0,
        background: ink.sunken,
        color: ink.text2,
        fontSize: 13,
        lineHeight: '18px',
        // The first lines of the icon, the words and an action that is higher than they are stand on one line.
        [media.phone]: { alignItems: 'baseline' },
        '&[data-framed]': { border: `1px solid ${ink.line}`, borderRadius: 8 },
        // Under a list the edge is towards its rows: what follows has one of its own.
        '&[data-below]': {
          borderWidth: '1px 0 0',
          borderStyle: 'solid',
          paddingInline: 'var(--page-padding)',
        },
        variants: [
          {
            props: { severity: 'warning' },
            style: {
              background: ink.indetTint,
              color: ink.indet,
              '&, &[data-framed], &[data-below]': { borderColor: ink.indetLine },
              '& .MuiAlert-action > button': {
                color: 'inherit',
                textDecoration: 'underline',
                textUnderlineOffset: 3,
              },
            },
          },
        ],
      },
      icon: {
        // Beside the first line of the words, however many there are.
        alignSelf: 'flex-start',
        alignItems: 'center',
        height: 24,
        margin: 0,
        padding: 0,
        fontSize: 'inherit',
        [media.phone]: { alignSelf: 'baseline', '&::before': { content: '"\\200b"' } },
        '&, .MuiAlert-root &': { color: 'inherit' },
        '& > svg': { fontSize: 17 },
      },
      message: {
        // Never below the icon, which takes 17 px and the gap.
        flex: '1 1 min(200px, 100% - 29px)',
        minWidth: 0,
        padding: '3px 0',
        overflowWrap: 'anywhere',
      },
      action: {
        flex: '0 1 auto',
        minWidth: 0,
        // At the end of the line, beside the words or below them.
        margin: '0 0 0 auto',
        padding: 0,
        '& > button': {
          // A name in it may have no place to break.
          overflowWrap: 'anywhere',
          textAlign: 'start',
          minHeight: 24,
          padding: '0 4px',
          [media.phone]: { minHeight: 40 },
        },
      },
    },
  },
  MuiAvatar: {
    styleOverrides: {
      root: {
        flex: 'none',
        width: 26,
        height: 26,
        border: `1px solid ${ink.line2}`,
        fontSize: 'var(--size-micro)',
        lineHeight: 'var(--line-micro)',
        fontWeight: 600,
        '&[data-accent]': { borderColor: ink.accentLine, background: ink.accentTint, color: ink.accent },
      },
      colorDefault: { background: ink.hover, color: ink.text2 },
      rounded: { borderRadius: 6, borderColor: 'transparent', background: ink.text, color: ink.surface },
    },
  },
  MuiCard: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: { root: { overflow: 'visible', borderColor: ink.line, borderRadius: 10 } },
  },
};
