import type { ThemeOptions } from '@mui/material/styles';
import { ink, media, ring } from './tokens.ts';

const arrow = '.MuiTabScrollButton-root:not(.Mui-disabled)';
const arrowWidth = '24px';
/** Over which what is under an arrow fades out. */
const fadeWidth = '16px';

export const tabComponents: NonNullable<ThemeOptions['components']> = {
  MuiTabs: {
    styleOverrides: {
      root: {
        position: 'relative',
        minHeight: 40,
        '&[data-start] > .MuiTabScrollButton-root:first-of-type': { display: 'none' },
        [`&:not([data-start]) > ${arrow} ~ .MuiTabs-scroller`]: {
          '--arrow-start': arrowWidth,
          '--fade-start': fadeWidth,
        },
        [`& > .MuiTabs-scroller:has(~ ${arrow})`]: { '--arrow-end': arrowWidth, '--fade-end': fadeWidth },
      },
      scroller: {
        // The selected tab is scrolled to where no arrow can be, nor what fades out beside it.
        scrollPaddingLeft: '40px',
        scrollPaddingRight: '40px',
        // Tabs fade out where an arrow begins, on whatever paper they are.
        maskImage:
          'linear-gradient(to right, transparent var(--arrow-start, 0px), #000 calc(var(--arrow-start, 0px) + var(--fade-start, 0px)) calc(100% - var(--arrow-end, 0px) - var(--fade-end, 0px)), transparent calc(100% - var(--arrow-end, 0px)))',
      },
      // A part of a pixel that is cut off at the end would count as a tab that is still to come.
      list: { gap: 20, '& > :last-of-type': { marginRight: 1 } },
      // The indicator stands where the selected tab is; it does not slide.
      indicator: { backgroundColor: ink.accent, transition: 'none' },
    },
  },
  // Says that there are more, and leads there; it has no width at an end. It lies over the tabs: beside them it would
  // make their place narrower when it comes, and what was scrolled into view would be cut off again.
  MuiTabScrollButton: {
    styleOverrides: {
      root: {
        position: 'absolute',
        zIndex: 1,
        top: 0,
        bottom: 0,
        left: 0,
        '.MuiTabs-scroller ~ &': { left: 'auto', right: 0 },
        width: arrowWidth,
        color: ink.text2,
        '&.Mui-disabled': { width: 0 },
        // A finger moves the tabs themselves, and what it presses is the tab that begins under the arrow.
        [media.phone]: { pointerEvents: 'none' },
      },
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
        '& > .count': { color: ink.text3, WebkitTextStroke: 0 },
        '&:hover': { color: ink.text },
        // It looks bold and is as wide as the others: choosing a tab moves none.
        '&.Mui-selected': { color: ink.text, WebkitTextStroke: '0.3px currentcolor' },
        '&:focus-visible': { ...ring, outlineOffset: -2, borderRadius: 4 },
      },
    },
  },
};
