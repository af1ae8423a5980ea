import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { styled } from '@mui/material/styles';
import { focusableIn, layerOf, place, type Placement } from './floating.ts';
import { ink } from './ink.ts';

const Panel = styled('div')({
  position: 'fixed',
  zIndex: 1300,
  minWidth: 200,
  maxWidth: 'min(420px, calc(100vw - 16px))',
  overflow: 'auto',
  padding: 14,
  border: `1px solid ${ink.line2}`,
  borderRadius: 8,
  background: ink.surface,
  color: ink.text,
  boxShadow: ink.shadow,
  '&[data-flush]': { padding: 4 },
});

export interface PopoverProps {
  /** What it belongs to; the focus returns there. Null: closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
  /** Its name for those who listen. */
  label: string;
  placement?: Placement | undefined;
  role?: 'dialog' | 'menu' | 'listbox' | undefined;
  /** Small padding, for lists of choices. */
  flush?: boolean | undefined;
  /** Where the focus goes first; by default the first thing that takes it. */
  initialFocus?: (panel: HTMLElement) => HTMLElement | null | undefined;
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  id?: string | undefined;
  children: ReactNode;
}

/**
 * A small panel beside what opened it. The page behind stays usable: Esc, a click elsewhere or leaving
 * it with Tab closes it, and the focus goes back to where it was.
 */
export function Popover(props: PopoverProps) {
  if (!props.anchor) return null;
  return createPortal(<OpenPopover {...props} anchor={props.anchor} />, layerOf(props.anchor));
}

function OpenPopover({
  anchor,
  onClose,
  label,
  placement = 'bottom-start',
  role = 'dialog',
  flush,
  initialFocus,
  onKeyDown,
  id,
  children,
}: PopoverProps & { anchor: HTMLElement }) {
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  const focusFirst = useRef(initialFocus);
  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    const follow = () => {
      place(element, anchor, placement);
    };
    follow();
    // What is fetched when it opens makes it larger: it must not grow out of the window.
    const grown = 'ResizeObserver' in window ? new ResizeObserver(follow) : undefined;
    grown?.observe(element);
    window.addEventListener('scroll', follow, true);
    window.addEventListener('resize', follow);
    return () => {
      grown?.disconnect();
      window.removeEventListener('scroll', follow, true);
      window.removeEventListener('resize', follow);
    };
  });

  useEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    (focusFirst.current?.(element) ?? focusableIn(element)[0] ?? element).focus({ preventScroll: true });
    const outside = (event: PointerEvent) => {
      // Safe: the target of a pointer event in a document is a node.
      const target = event.target as Node;
      if (!element.contains(target) && !anchor.contains(target)) close.current();
    };
    document.addEventListener('pointerdown', outside, true);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      // Only when the focus was inside: a click elsewhere has already chosen another place.
      if (element.contains(document.activeElement) || document.activeElement === document.body) {
        anchor.focus({ preventScroll: true });
      }
    };
  }, [anchor]);

  return (
    <Panel
      ref={panel}
      id={id}
      role={role}
      aria-label={label}
      tabIndex={-1}
      data-flush={flush || undefined}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          onClose();
        } else if (event.key === 'Tab') {
          leaveOnTab(event, onClose, anchor);
        }
      }}
    >
      {children}
    </Panel>
  );
}

/** The panel stands at the end of the page: Tab beyond its last or first element goes back to its opener. */
function leaveOnTab(event: KeyboardEvent<HTMLDivElement>, onClose: () => void, anchor: HTMLElement): void {
  const all = focusableIn(event.currentTarget);
  const edge = event.shiftKey ? all[0] : all.at(-1);
  if (edge && document.activeElement !== edge && document.activeElement !== event.currentTarget) return;
  event.preventDefault();
  anchor.focus();
  onClose();
}
