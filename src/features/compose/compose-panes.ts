import { styled } from '@mui/material/styles';
import { ink, media } from '#ui/theme/tokens.ts';

/** The one button of a narrow window: below what scrolls, so that it is always in reach. */
export const SendBar = styled('div')({
  flex: 'none',
  padding: '8px 16px',
  borderTop: `1px solid ${ink.line}`,
  background: ink.surface,
  '& > button': { width: '100%' },
});

/** The page of the composer: what is composed, the form, and what will happen; on a narrow window one column. */
export const Panes = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(320px, 384px) minmax(0, 1fr) 312px',
  flex: 1,
  minHeight: 0,
  borderTop: `1px solid ${ink.line}`,
  '& > .preview': { minHeight: 0, borderRight: `1px solid ${ink.line}` },
  // What is positioned inside a pane scrolls with it, and does not make the window longer.
  '& > .form, & > .side': { position: 'relative' },
  '& > .form': { minHeight: 0, padding: '24px 28px 40px', overflow: 'auto', background: ink.surface },
  '& > .side': {
    minHeight: 0,
    padding: 20,
    overflow: 'auto',
    borderLeft: `1px solid ${ink.line}`,
    background: ink.canvas,
  },
  '& .form > fieldset': { minWidth: 0, margin: 0, padding: 0, border: 0 },
  '& .form section + section, & .form > fieldset + section': {
    marginTop: 24,
    paddingTop: 20,
    borderTop: `1px solid ${ink.line}`,
  },
  '& .head': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px', marginBottom: 14 },
  '& h2': { flex: 1, margin: 0, fontSize: 15, lineHeight: '20px', fontWeight: 600 },
  '& .options': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))',
    gap: '12px 24px',
  },
  '& .form section > .name': { marginTop: 18 },
  '@media (max-width: 1199px)': {
    gridTemplateColumns: 'minmax(0, 1fr) 312px',
    '& > .preview': { display: 'none' },
  },
  [media.phone]: {
    display: 'block',
    '& > .form, & > .side': { padding: 16 },
    '& > .side': { borderLeft: 0 },
  },
  '@media (max-width: 899px)': {
    display: 'block',
    // One column scrolls as one.
    overflow: 'auto',
    '& > .form, & > .side': { overflow: 'visible' },
    '& > .side': { borderLeft: 0 },
  },
});
