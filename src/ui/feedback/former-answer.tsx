import type { ReactNode, SyntheticEvent } from 'react';
import { keyframes } from '@emotion/react';
import { styled } from '@mui/material/styles';
import WaitingIcon from '@mui/icons-material/HourglassEmptyOutlined';
import { m } from '#i18n/messages.ts';
import { ink } from '../theme/tokens.ts';

const appear = keyframes({ from: { opacity: 0 } });

const Root = styled('div')({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  '& > .rows': {
    display: 'flex',
    flexDirection: 'column',
    flex: 1,
    minHeight: 0,
    transition: 'opacity 120ms ease-out',
  },
  '&[aria-busy="true"] > .rows': { opacity: 0.55 },
  // It floats: what comes by itself must not move the rows under the pointer.
  '& > .former': {
    position: 'absolute',
    zIndex: 4,
    top: 44,
    left: '50%',
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    maxWidth: 'calc(100% - 32px)',
    padding: '5px 12px',
    border: `1px solid ${ink.line2}`,
    borderRadius: 14,
    background: ink.surface,
    boxShadow: ink.shadow,
    color: ink.text2,
    fontSize: 12.5,
    lineHeight: '18px',
    transform: 'translateX(-50%)',
    // A service that answers at once makes nothing flicker.
    animation: `${appear} 120ms 120ms ease-out backwards`,
    '& > svg': { flex: 'none', fontSize: 16 },
  },
});

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
 * Rows of a list, and whether they answer the question on screen. Those of the question before are dimmed, said to
 * be so in words, and nothing can be done with them.
 */
export function FormerAnswer({ isFormer, children }: { isFormer: boolean; children: ReactNode }) {
  return (
    <Root
      aria-busy={isFormer || undefined}
      {...(isFormer && { onClickCapture: hold, onKeyDownCapture: holdKey })}
    >
      {isFormer && (
        <div className="former" role="status">
          <WaitingIcon aria-hidden="true" />
          {m.common_former_answer()}
        </div>
      )}
      <div className="rows">{children}</div>
    </Root>
  );
}
