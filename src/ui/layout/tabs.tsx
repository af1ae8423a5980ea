import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import Tab from '@mui/material/Tab';
import MuiTabs from '@mui/material/Tabs';

export interface TabItem<Id extends string> {
  id: Id;
  label: ReactNode;
  /** How many are behind it; already formatted («≥ 1,000» is possible). */
  count?: ReactNode;
}

/** Views of one thing. One tab stop; arrows, Home and End move and select. */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  panelId,
}: {
  label: string;
  tabs: readonly TabItem<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** The id of the `TabPanel` that they change. */
  panelId: string;
}) {
  const { scroller, overflows, isAtStart, onTouch } = useStrip(selected, tabs.length);
  return (
    <MuiTabs
      aria-label={label}
      data-start={isAtStart || undefined}
      value={selected}
      selectionFollowsFocus
      variant="scrollable"
      scrollButtons={overflows ? 'auto' : false}
      allowScrollButtonsMobile
      slotProps={{ scroller: { ref: scroller } }}
      onPointerDown={onTouch}
      onWheel={onTouch}
      onKeyDown={onTouch}
      onChange={(_, id: Id) => onSelect(id)}
    >
      {tabs.map((tab) => (
        <Tab
          key={tab.id}
          id={`${panelId}-${tab.id}`}
          value={tab.id}
          aria-controls={tab.id === selected ? panelId : undefined}
          label={
            <>
              {tab.label}
              {tab.count !== undefined && <span className="count">{tab.count}</span>}
            </>
          }
        />
      ))}
    </MuiTabs>
  );
}

/**
 * Whether the labels are wider than their place, measured again when either changes: they have no final width before
 * the font and the counts arrive. Until a person touches them, they stand as near to their start as shows the selected
 * tab: what an earlier font made necessary to scroll may fit afterwards.
 */
function useStrip(selected: string, count: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const isTouched = useRef(false);
  const [overflows, setOverflows] = useState(false);
  // Known here too: what MUI observed of the first tab may be older than its width, and its arrow covers that tab.
  const [isAtStart, setAtStart] = useState(true);
  useLayoutEffect(() => {
    const strip = scroller.current;
    if (strip === null) return undefined;
    const look = (): void => setAtStart(strip.scrollLeft < 1);
    const measure = (): void => {
      // A part of a pixel is no tab that is still to come.
      setOverflows(strip.scrollWidth > strip.clientWidth + 1);
      if (!isTouched.current) strip.scrollLeft = leastScroll(strip);
      look();
    };
    measure();
    strip.addEventListener('scroll', look, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    observer?.observe(strip);
    for (const tab of strip.querySelectorAll('[role="tab"]')) observer?.observe(tab);
    return () => {
      strip.removeEventListener('scroll', look);
      observer?.disconnect();
    };
  }, [selected, count]);
  return {
    scroller,
    overflows,
    isAtStart,
    onTouch: () => {
      isTouched.current = true;
    },
  };
}

/** How far the strip has to be scrolled, from its start, for the selected tab to stand clear of the arrow at its end. */
function leastScroll(strip: HTMLElement): number {
  const tab = strip.querySelector<HTMLElement>('[aria-selected="true"]');
  if (tab === null) return 0;
  const clear = parseFloat(getComputedStyle(strip).scrollPaddingRight) || 0;
  const least = tab.offsetLeft + tab.offsetWidth - (strip.clientWidth - clear);
  // Of a tab wider than its place, the start.
  return Math.max(0, Math.min(least, tab.offsetLeft - clear));
}

/** What the selected tab shows. */
export function TabPanel({
  id,
  selected,
  children,
  className,
}: {
  id: string;
  selected: string;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div id={id} role="tabpanel" aria-labelledby={`${id}-${selected}`} className={className}>
      {children}
    </div>
  );
}

/** An id for a `TabPanel`, without the colons that selectors do not like. */
export function usePanelId(): string {
  return useId().replace(/[^\w-]/g, '');
}
