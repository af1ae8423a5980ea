import { styled } from '@mui/material/styles';
import { media } from '#ui/theme/tokens.ts';

/** What was checked, and its detail beside it; under it where there is no room. */
export const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 435fr) minmax(0, 684fr)',
  gap: 14,
  alignItems: 'start',
  '&[data-even]': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  [media.rail]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '&[data-even]': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});
