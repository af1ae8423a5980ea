import type { PopoverOrigin } from '@mui/material/Popover';

/** Where a floating part stands, relative to what it belongs to. */
export type Placement = 'bottom-start' | 'bottom-end' | 'top-end';

const gap = 6;

/** A placement in MUI's terms, with a small gap between the anchor and what floats. */
export function originsOf(placement: Placement): {
  anchorOrigin: PopoverOrigin;
  transformOrigin: PopoverOrigin;
} {
  const horizontal = placement === 'bottom-start' ? 'left' : 'right';
  return placement === 'top-end'
    ? { anchorOrigin: { vertical: -gap, horizontal }, transformOrigin: { vertical: 'bottom', horizontal } }
    : { anchorOrigin: { vertical: 'bottom', horizontal }, transformOrigin: { vertical: -gap, horizontal } };
}

/**
 * Where a floating part is drawn: inside the open dialog of its anchor, whose focus it shares; else in the landmark of
 * its anchor, so that those who move by landmarks find it where it belongs.
 */
export function layerOf(anchor: Element | null): HTMLElement {
  return (
    anchor?.closest<HTMLElement>('[role="dialog"], main, nav, aside') ??
    anchor?.closest<HTMLElement>('header') ??
    document.body
  );
}

const focusableSelector =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

/** What can take the focus inside an element, in order. */
export function focusableIn(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusableSelector)].filter(
    (element) => !element.closest('[hidden], [inert]'),
  );
}
