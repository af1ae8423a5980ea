import { useRef, useState, type ComponentProps, type ReactNode } from 'react';
import ToggleButton from '@mui/material/ToggleButton';
import { styled } from '@mui/material/styles';
import CloseIcon from '@mui/icons-material/Close';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import { m } from '#i18n/messages.ts';
import { ink, media } from '../theme/tokens.ts';
import { Popover } from '../overlays/popover.tsx';
import css from './filter-chip.module.css';

export interface FilterChipProps {
  /** The field: «Estado». */
  label: string;
  /** What is chosen; absent: the filter is off. */
  value?: string | undefined;
  /** How many match, formatted: exact, or prefixed «≥». */
  count?: string | undefined;
  /** Nothing matches it; it can still be chosen. */
  empty?: boolean | undefined;
  /** Why it cannot be set: the service does not take it. What is set can be taken off. */
  refused?: string | undefined;
  onClear: () => void;
  /** The choices, in a panel under the chip; `close` shuts it. */
  children: (close: () => void) => ReactNode;
}

/** One filter of a list: closed it says what it does, opened it lets choose. */
export function FilterChip({ label, value, count, empty, refused, onClear, children }: FilterChipProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const on = value !== undefined;
  const close = () => {
    setAnchor(null);
  };
  return (
    <span
      className={css.root}
      data-on={on || undefined}
      data-empty={empty || undefined}
      data-refused={refused !== undefined || undefined}
    >
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-disabled={refused !== undefined || undefined}
        title={refused}
        onClick={() => {
          if (refused === undefined) setAnchor(anchor ? null : opener.current);
        }}
      >
        <span className={css.words}>{on ? `${label}: ${value}` : label}</span>
        {count !== undefined && <span className={css.count}>{count}</span>}
        {!on && !empty && <ExpandIcon aria-hidden="true" />}
      </button>
      {on && (
        <button
          type="button"
          aria-label={m.common_remove_filter({ label })}
          onClick={() => {
            close();
            onClear();
            opener.current?.focus();
          }}
        >
          <CloseIcon aria-hidden="true" />
        </button>
      )}
      <Popover anchor={anchor} onClose={close} label={label}>
        {children(close)}
      </Popover>
    </span>
  );
}

/** A chip that opens more than one filter: the others, or an order. */
export const OpenerChip = ({ children, ...rest }: ComponentProps<'button'>) => (
  <button type="button" className={css.toggle} {...rest}>
    {children}
    <ExpandIcon aria-hidden="true" />
  </button>
);

/** A chip that is on or off, as in the head of the work queue. */
export function ToggleChip({
  label,
  count,
  on,
  disabled,
  onChange,
}: {
  label: string;
  /** How many it shows, or a mark that they could not be counted. */
  count?: ReactNode;
  on: boolean;
  disabled?: boolean | undefined;
  onChange: (on: boolean) => void;
}) {
  return (
    <ToggleButton
      className={css.toggle}
      value={label}
      selected={on}
      disabled={disabled}
      data-on={on || undefined}
      data-empty={count === '0' || undefined}
      onChange={() => onChange(!on)}
    >
      {label}
      {count !== undefined && <span className={css.count}>{count}</span>}
    </ToggleButton>
  );
}

/** Chips in a row; sideways on the phone, where the search stays in place. */
export const FilterBar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 6,
  '& > div:has(input[type="search"])': { flex: '0 1 220px', minWidth: 132 },
  '& [data-bar]': { minHeight: 'var(--filter-height)' },
  [media.phone]: {
    flexWrap: 'nowrap',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    // Space for the focus ring, which the scrolling box would cut; chips go on to the edge of the screen and no further.
    '--beyond': 'max(4px, var(--to-edge, 0px))',
    margin: '-4px calc(-1 * var(--beyond)) -4px -4px',
    padding: '4px var(--beyond) 4px 4px',
    // What goes on beyond the edge fades out; at the end of the row there is only padding.
    maskImage: 'linear-gradient(to right, #000 calc(100% - var(--beyond)), transparent)',
    // The whole chip beside the search, with the button that takes it off.
    '&:has(input[type="search"]) [data-on]': { maxWidth: 'calc(100vw - 146px - 2 * var(--page-padding))' },
    '& > *': { flex: 'none' },
    '& > div:has(input[type="search"])': {
      position: 'sticky',
      left: 0,
      zIndex: 1,
      flex: 'none',
      width: 140,
      // In the colour of what the bar lies on.
      boxShadow: `-8px 0 var(--ground, ${ink.surface}), 6px 0 var(--ground, ${ink.surface})`,
    },
    // What is typed has the whole width, and the chips beside it are one swipe away.
    '& > div:has(input[type="search"]):focus-within': { width: '100%' },
    '& > div:has(input[type="search"]:not(:placeholder-shown))': { width: '100%' },
  },
});
