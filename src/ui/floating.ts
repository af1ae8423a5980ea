/** Where a floating part stands, relative to what it belongs to. */
export type Placement = 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end' | 'top';

const margin = 8;

/** Puts `panel` (position: fixed) beside `anchor`, flipped and shifted so that it stays in the window. */
export function place(panel: HTMLElement, anchor: Element, placement: Placement, gap = 6): void {
  const a = anchor.getBoundingClientRect();
  const p = panel.getBoundingClientRect();
  const below = a.bottom + gap;
  const above = a.top - gap - p.height;
  const fitsBelow = below + p.height <= window.innerHeight - margin;
  const wantsBelow = placement.startsWith('bottom');
  const top = wantsBelow ? (fitsBelow || above < margin ? below : above) : above < margin ? below : above;
  const left = placement.endsWith('-end')
    ? a.right - p.width
    : placement === 'top'
      ? a.left + a.width / 2 - p.width / 2
      : a.left;
  panel.style.top = `${Math.max(margin, top)}px`;
  panel.style.left = `${Math.max(margin, Math.min(left, window.innerWidth - margin - p.width))}px`;
  panel.style.maxHeight = `${Math.max(120, window.innerHeight - Math.max(margin, top) - margin)}px`;
}

/**
 * Where a floating part is drawn: inside the open dialog of its anchor, or it would lie under it; else in
 * the landmark of its anchor, so that those who move by landmarks find it where it belongs.
 */
export function layerOf(anchor: Element | null): HTMLElement {
  return (
    anchor?.closest<HTMLElement>('dialog, main, nav, aside') ??
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
