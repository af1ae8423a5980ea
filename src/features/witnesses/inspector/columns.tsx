import { styled } from '@mui/material/styles';
import { ink, media } from '#ui/theme/tokens.ts';

/**
 * Two papers beside each other, one above the other where there is no space. `data-top`: both have one height, whatever is
 * in them, so that nothing below or beside moves when evidence arrives, a check is opened or a byte is altered.
 */
export const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 435fr) minmax(0, 684fr)',
  gap: 14,
  alignItems: 'start',
  '&[data-even]': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  '&[data-top] > *': {
    height: 540,
    overflowY: 'auto',
    overscrollBehavior: 'auto',
    // A shadow at the edge beyond which it goes on, which the paper itself covers at either end.
    backgroundImage: [
      `linear-gradient(${ink.surface} 40%, transparent)`,
      `linear-gradient(transparent, ${ink.surface} 60%)`,
      `linear-gradient(${ink.line2}, transparent)`,
      `linear-gradient(transparent, ${ink.line2})`,
    ].join(),
    backgroundPosition: 'top, bottom, top, bottom',
    backgroundSize: '100% 28px, 100% 28px, 100% 9px, 100% 9px',
    backgroundRepeat: 'no-repeat',
    backgroundAttachment: 'local, local, scroll, scroll',
  },
  [media.rail]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '&[data-even]': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '&[data-top] > *': { height: 'auto', overflowY: 'visible', backgroundImage: 'none' },
  },
});
