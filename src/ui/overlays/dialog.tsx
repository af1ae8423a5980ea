import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import MuiDialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import CloseIcon from '@mui/icons-material/Close';
import { m } from '#i18n/messages.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { named } from '../data/name.tsx';

export interface DialogProps {
  open: boolean;
  /** Esc, the cross and a click on the shade all end here. */
  onClose: () => void;
  title: ReactNode;
  /** Left-aligned, the safe one last. */
  actions?: ReactNode;
  wide?: boolean | undefined;
  children: ReactNode;
}

/** A question that must be answered before going on. What can be decided in place is decided there (`ConfirmInPlace`). */
export function Dialog({ open, onClose, title, actions, wide, children }: DialogProps) {
  const titleId = useId();
  return (
    <MuiDialog
      open={open}
      onClose={onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth={wide ? 'md' : 'sm'}
    >
      <DialogTitle component="div">
        <h2 id={titleId}>{named(title, 3)}</h2>
        <IconButton small label={m.common_close()} icon={<CloseIcon />} onClick={onClose} />
      </DialogTitle>
      <Content>{children}</Content>
      {actions && <DialogActions>{actions}</DialogActions>}
    </MuiDialog>
  );
}

/**
 * The first field has the focus; where there is none, the dialog itself, which is read from its title on. A field that
 * comes later, after something was read, takes the focus from the dialog and from nothing else.
 */
function Content({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = content.current;
    if (!root || focusFirstField(root)) return undefined;
    // Words alone that are longer than the screen are scrolled by keys, which need a place for the focus.
    if (root.scrollHeight > root.clientHeight && !root.querySelector('a[href], button')) root.tabIndex = 0;
    const observer = new MutationObserver(() => {
      const isElsewhere = document.activeElement?.contains(root) !== true;
      if (isElsewhere || focusFirstField(root)) observer.disconnect();
    });
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return <DialogContent ref={content}>{children}</DialogContent>;
}

/** @returns whether there is one */
function focusFirstField(root: HTMLElement): boolean {
  const field = root.querySelector<HTMLElement>(
    'input:not(:disabled, [hidden]), select:not(:disabled), textarea:not(:disabled)',
  );
  field?.focus({ preventScroll: true });
  return field !== null;
}
