import { styled } from '@mui/material/styles';
import { media } from '#ui/theme/tokens.ts';

/**
 * Two papers beside each other, one above the other where there is no room. `data-top`: both have one height, whatever is
 * in them, so that nothing below or beside moves when evidence arrives, a check is opened or a byte is altered.
 */
export const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 435fr) minmax(0, 684fr)',
  gap: 14,
  alignItems: 'start',
  '&[data-even]': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  '&[data-top] > *': { height: 540, overflowY: 'auto', overscrollBehavior: 'auto' },
  [media.rail]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '&[data-even]': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '&[data-top] > *': { height: 'auto', overflowY: 'visible' },
  },
});
