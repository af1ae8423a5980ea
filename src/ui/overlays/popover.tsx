import { useEffect, useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import ClickAwayListener from '@mui/material/ClickAwayListener';
import MuiPopover, { type PopoverActions } from '@mui/material/Popover';
import { focusableIn, layerOf, originsOf, type Placement } from './floating.ts';

/**
 * A small panel beside what opened it. The page behind stays usable: Esc or a click elsewhere closes it, and the focus
 * goes back to where it was.
 */
export function Popover({
  anchor,
  onClose,
  label,
  placement = 'bottom-start',
  children,
}: {
  /** What it belongs to; the focus returns there. Null: closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
  /** Its accessible name. */
  label: string;
  placement?: Placement | undefined;
  children: ReactNode;
}) {
  const actions = useRef<PopoverActions>(null);
  if (!anchor) return null;
  return (
    <Floating anchor={anchor} onClose={onClose}>
      {(container) => (
        <MuiPopover
          open
          anchorEl={anchor}
          action={actions}
          container={container}
          onClose={onClose}
          {...originsOf(placement)}
          slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
        >
          <Content onResize={() => actions.current?.updatePosition()}>{children}</Content>
        </MuiPopover>
      )}
    </Floating>
  );
}

/**
 * Where a part floats that leaves the page usable: a click beside it closes it and reaches what was clicked. It has a
 * container of its own, because MUI hides from assistive technology what stands beside it there.
 */
export function Floating({
  anchor,
  onClose,
  children,
}: {
  anchor: Element;
  onClose: () => void;
  children: (container: HTMLElement) => ComponentProps<typeof ClickAwayListener>['children'];
}) {
  const [container, setContainer] = useState<HTMLDivElement | null>(null);
  return (
    <>
      {/* Out of the flow, so that a row that contains it gains no gap. */}
      {createPortal(<div ref={setContainer} style={{ position: 'absolute' }} />, layerOf(anchor))}
      {container && (
        <ClickAwayListener
          mouseEvent="onPointerDown"
          touchEvent={false}
          onClickAway={({ target }) => {
            // What opened it closes it by its own click.
            if (!(target instanceof Node && anchor.contains(target))) onClose();
          }}
        >
          {children(container)}
        </ClickAwayListener>
      )}
    </>
  );
}

function Content({ onResize, children }: { onResize: () => void; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  const resized = useRef(onResize);
  useEffect(() => {
    resized.current = onResize;
  });
  useLayoutEffect(() => {
    const element = content.current;
    if (!element) return undefined;
    focusableIn(element)[0]?.focus({ preventScroll: true });
    if (!('ResizeObserver' in window)) return undefined;
    // What is fetched when it opens makes it larger: it must not grow out of the window.
    const observer = new ResizeObserver(() => resized.current());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={content}>{children}</div>;
}
