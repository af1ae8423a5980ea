import { styled } from '@mui/material/styles';
import { ink, media, mono, type } from '#ui/theme/tokens.ts';

/** Things of a person, one to a line: what it is, when, and how it stands. */
export const Rows = styled('ul')({
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 12px',
    minHeight: 44,
    padding: '6px 18px',
    fontSize: 13,
    lineHeight: '18px',
  },
  '& > li + li': { borderTop: `1px solid ${ink.line}` },
  '& .name': { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
  // Dates stand under each other, however long the word of the state is.
  '& .state': { flex: '0 0 112px' },
  [media.phone]: { '& > li': { padding: '8px 16px' }, '& .state': { flex: 'none' } },
});

export const Code = styled('span')({ fontFamily: mono, fontSize: 12.5 });

/** A line of words in a card. */
export const Note = styled('p')({ ...type.table, margin: 0, color: ink.text2 });

/** The same where the rows of a card reach its edges. */
export const RowNote = styled(Note)({ padding: '14px 18px', [media.phone]: { padding: '14px 16px' } });

/** An id under a title, as high as the words that come in its place. */
export const IdLine = styled('div')({ display: 'flex', alignItems: 'center', height: 18 });
