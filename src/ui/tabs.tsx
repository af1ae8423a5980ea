import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { ink, ring } from './ink.ts';

const Root = styled('div')({
  position: 'relative',
  display: 'flex',
  gap: 20,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& > button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 7,
    flex: 'none',
    minHeight: 40,
    padding: 0,
    border: 0,
    borderBottom: '2px solid transparent',
    borderTop: '2px solid transparent',
    background: 'none',
    color: ink.text2,
    fontSize: 13.5,
    lineHeight: '18px',
    cursor: 'pointer',
  },
  '& > button > .count': { color: ink.text3, fontWeight: 400 },
  '& > button:hover': { color: ink.text },
  '& > button[aria-selected="true"]': { color: ink.text, fontWeight: 600, borderBottomColor: ink.accent },
  '& > button:focus-visible': { ...ring, outlineOffset: -2, borderRadius: 4 },
});

export interface Tab<Id extends string> {
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
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** The id of the `TabPanel` that they change. */
  panelId: string;
}) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Where they do not all have room, the selected one is in sight; the page itself stays where it is.
    const box = root.current;
    const tab = box?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!box || !tab) return;
    const end = tab.offsetLeft + tab.offsetWidth;
    if (tab.offsetLeft < box.scrollLeft) box.scrollLeft = tab.offsetLeft;
    else if (end > box.scrollLeft + box.clientWidth) box.scrollLeft = end - box.clientWidth;
  }, [selected]);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    const tab = tabs[index];
    if (!tab) return;
    onSelect(tab.id);
    root.current?.querySelectorAll('button')[index]?.focus();
  };
  return (
    <Root ref={root} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${panelId}-${tab.id}`}
          aria-selected={tab.id === selected}
          aria-controls={tab.id === selected ? panelId : undefined}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => {
            onSelect(tab.id);
          }}
        >
          {tab.label}
          {tab.count !== undefined && <span className="count">{tab.count}</span>}
        </button>
      ))}
    </Root>
  );
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
