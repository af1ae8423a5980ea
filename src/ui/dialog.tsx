import { useEffect, useId, useRef, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import CloseIcon from '@mui/icons-material/Close';
import { m } from '#words/words.ts';
import { IconButton } from './icon-button.tsx';
import { ink, media, type } from './ink.ts';
import { named } from './name.tsx';

const Root = styled('dialog')({
  width: 480,
  maxWidth: 'calc(100vw - 32px)',
  maxHeight: 'calc(100vh - 48px)',
  padding: 0,
  border: `1px solid ${ink.line2}`,
  borderRadius: 10,
  background: ink.surface,
  color: ink.text,
  boxShadow: ink.shadow,
  '&[data-wide]': { width: 720 },
  '&::backdrop': { background: 'rgb(0 0 0 / .32)' },
  '& > .inner': { display: 'flex', flexDirection: 'column', gap: 14, padding: '18px 20px 20px' },
  '& > .inner > .head': {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: 12,
  },
  '& > .inner > .head > h2': { ...type.pane },
  '& > .inner > .head > button': { margin: '-4px -6px 0 0' },
  '& > .inner > .actions': { display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 4 },
  [media.phone]: { width: '100%', '& > .inner > .actions > *': { flex: 1 } },
});

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

/**
 * A question that must be answered before going on: the browser's own modal dialog, which keeps the
 * focus inside and gives it back. What can be asked in place is asked in place (`ConfirmInPlace`).
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onClose, title, actions, wide, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Root
      ref={dialog}
      aria-labelledby={titleId}
      data-wide={wide || undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // The padding is on the inner box, so the dialog itself is hit only on its shade.
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="inner">
        <div className="head">
          <h2 id={titleId}>{named(title, 3)}</h2>
          <IconButton small label={m.common_close()} icon={<CloseIcon />} onClick={onClose} />
        </div>
        {children}
        {actions && <div className="actions">{actions}</div>}
      </div>
    </Root>
  );
}
