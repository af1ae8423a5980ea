import type { ReactElement, ReactNode } from 'react';
import Tooltip from '@mui/material/Tooltip';

/**
 * Words about its child, on hover (after 400 ms) and on focus; Esc hides them, and they stay while the pointer is on
 * them (WCAG 1.4.13). The child is one element that can take the focus.
 */
export function Tip({
  text,
  silent,
  children,
}: {
  text: ReactNode;
  /** The text is already the child's name: do not describe it a second time. */
  silent?: boolean | undefined;
  children: ReactElement;
}) {
  return (
    <Tooltip title={text} describeChild={!silent}>
      {children}
    </Tooltip>
  );
}
