import { styled } from '@mui/material/styles';
import { ink, media, mono, type } from '#ui/theme/tokens.ts';

/** Seconds until lists of people are read again: they change by the hour, and are read whole. */
export const refreshSeconds = 15;

/** Things of the organization, one to a line: what it is, what is known of it, and what can be done with it. */
export const Rows = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { padding: '12px 18px' },
  '& > li + li': { borderTop: `1px solid ${ink.line}` },
  '& .line': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '8px 16px',
  },
  '& .name': { ...type.body, fontWeight: 550, overflowWrap: 'anywhere' },
  '& .name > code': { fontFamily: mono, fontSize: 12.5, fontWeight: 500 },
  '& .facts': {
    ...type.table,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 16px',
    marginTop: 2,
    color: ink.text2,
  },
  '& .facts > .code': { fontFamily: mono, fontSize: 12.5 },
  '& .actions': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 },
  // As wide as the longer of its two words, so that what follows stays where it is.
  '& .state': { ...type.table, minWidth: 68, margin: '0 8px 0 -12px', color: ink.text2 },
  '& .outcome': { ...type.table, color: ink.text2 },
  '& .outcome[data-refused]': { color: ink.fail },
  '& .below': { marginTop: 12 },
  [media.phone]: {
    '& > li': { padding: '12px 16px' },
    '& .line': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& .actions > [data-variant="text"]:first-of-type': { marginLeft: '-9px' },
    // The switch has a line, and the buttons the next.
    '& .state': { flex: '1 1 75%' },
  },
});

/** What loads in their place, as high as they are. */
export const Coming = styled('div')({
  '--list-row': '65px',
  [media.phone]: { '--list-row': '113px' },
});

/** A line of words in a card. */
export const Note = styled('p')({ ...type.table, margin: 0, color: ink.text2, maxWidth: 640 });

/** What stands above the rows, or in their place, in a card whose rows reach the edges. */
export const Padded = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  padding: '14px 18px',
  '&:not(:last-child)': { borderBottom: `1px solid ${ink.line}` },
  [media.phone]: { padding: '14px 16px' },
});
