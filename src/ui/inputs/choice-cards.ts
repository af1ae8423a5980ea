import { styled } from '@mui/material/styles';
import { ink, ring, type } from '../theme/tokens.ts';

/** Radio buttons as cards: each a `label` with its input, a `.name` and a `.text` that says what follows from it. */
export const ChoiceCards = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  '& > label': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '18px minmax(0, 1fr)',
    gap: '2px 12px',
    padding: '12px 14px',
    border: `1px solid ${ink.line}`,
    borderRadius: 8,
    cursor: 'pointer',
  },
  '& > label:hover': { background: ink.hover },
  '& > label:has(:checked)': { borderColor: ink.accentLine, background: ink.accentTint },
  '& > label:has(:focus-visible)': ring,
  '& .MuiRadio-root': { margin: '0 -2px', outline: 'none' },
  '& .name': { ...type.body, fontWeight: 550 },
  '& .text': { ...type.table, gridColumn: 2, color: ink.text2 },
});
