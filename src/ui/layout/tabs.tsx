import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import Tab from '@mui/material/Tab';
import MuiTabs, { type TabsActions } from '@mui/material/Tabs';

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
  const action = useRef<TabsActions>(null);
  // Tabs that come into sight may have been measured while they were hidden, and keep arrows that lead nowhere.
  useLayoutEffect(() => {
    requestAnimationFrame(() => action.current?.updateScrollButtons());
  }, []);
  return (
    <MuiTabs
      action={action}
      aria-label={label}
      value={selected}
      selectionFollowsFocus
      variant="scrollable"
      scrollButtons="auto"
      allowScrollButtonsMobile
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
