import type { ReactNode, SyntheticEvent } from 'react';
import { keyframes } from '@emotion/react';
import { styled } from '@mui/material/styles';
import { m } from '#i18n/messages.ts';

const appear = keyframes({ from: { opacity: 0 } });

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  '& > .rows': {
    display: 'flex',
    flexDirection: 'column',
    flex: 1,
    minHeight: 0,
  },
  // Rows without their colours, whose text stays as legible as before.
  '&[aria-busy="true"] > .rows': { filter: 'grayscale(1)', cursor: 'progress' },
});

const Mark = styled('span')({
  // A service that answers at once makes nothing flicker.
  animation: `${appear} 120ms 120ms ease-out backwards`,
});

/** In the place of a count that is not known yet: what is shown below answers the question before. */
export function FormerMark() {
  return <Mark>{m.common_former_answer()}</Mark>;
}

/** The head of a table asks another question, and may be used; its box that chooses every row may not. */
function asksAnew(event: SyntheticEvent): boolean {
  const { target } = event;
  return (
    target instanceof Element && target.closest('thead') !== null && target.closest('input, label') === null
  );
}

const hold = (event: SyntheticEvent): void => {
  if (asksAnew(event)) return;
  event.preventDefault();
  event.stopPropagation();
};

const holdKey = (event: React.KeyboardEvent): void => {
  if (['Enter', ' ', 'x'].includes(event.key)) hold(event);
};

/**
 * Rows of a list, and whether they answer the question on screen. Those of the question before have no colours, and
 * nothing can be done with them; `FormerMark` says so where the page counts them, so that it covers no row.
 */
export function FormerAnswer({ isFormer, children }: { isFormer: boolean; children: ReactNode }) {
  return (
    <Root
      aria-busy={isFormer || undefined}
      {...(isFormer && { onClickCapture: hold, onKeyDownCapture: holdKey })}
    >
      <div className="rows">{children}</div>
    </Root>
  );
}
