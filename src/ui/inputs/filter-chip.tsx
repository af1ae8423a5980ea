import { useRef, useState, type ReactNode } from 'react';
import ToggleButton from '@mui/material/ToggleButton';
import { styled } from '@mui/material/styles';
import CloseIcon from '@mui/icons-material/Close';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import { m } from '#i18n/messages.ts';
import { ink, media } from '../theme/tokens.ts';
import { Popover } from '../overlays/popover.tsx';

const chip = {
  display: 'inline-flex',
  alignItems: 'stretch',
  flex: 'none',
  height: 'var(--filter-height)',
  border: `1px solid ${ink.line2}`,
  borderRadius: 6,
  background: ink.surface,
  color: ink.text2,
  fontSize: 13,
  lineHeight: '18px',
  whiteSpace: 'nowrap',
  transition: 'background-color 120ms ease-out, border-color 120ms ease-out',
  '&:hover': { background: ink.hover },
  '&[data-on]': { borderColor: ink.accent, background: ink.accentTint, color: ink.accent, fontWeight: 500 },
  '&[data-empty]:not([data-on])': { borderStyle: 'dashed', color: ink.text3 },
  '&[data-refused]:not([data-on])': { color: ink.text3, background: 'none' },
  '& > [aria-disabled="true"]': { cursor: 'default' },
  '& svg': { fontSize: 16 },
  '& .count': { color: ink.text3, fontWeight: 400 },
  '&[data-on] .count': { color: 'inherit', fontWeight: 500 },
} as const;

const Root = styled('span')({
  ...chip,
  '& > button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    padding: '0 10px',
    border: 0,
    borderRadius: 5,
    background: 'none',
    fontWeight: 'inherit',
    cursor: 'pointer',
  },
  '& > button + button': { padding: '0 7px 0 1px' },
  '&[data-on] > button:first-of-type': { paddingRight: 6 },
});

const Toggle = styled(ToggleButton)({
  ...chip,
  alignItems: 'center',
  gap: 7,
  padding: '0 10px',
  textTransform: 'none',
});

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
    <Root
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
        {on ? `${label}: ${value}` : label}
        {count !== undefined && <span className="count">{count}</span>}
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
    </Root>
  );
}

/** A chip that is on or off, as in the head of the work queue. */
export function ToggleChip({
  label,
  count,
  on,
  onChange,
}: {
  label: string;
  count?: string | undefined;
  on: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <Toggle
      value={label}
      selected={on}
      data-on={on || undefined}
      data-empty={count === '0' || undefined}
      onChange={() => onChange(!on)}
    >
      {label}
      {count !== undefined && <span className="count">{count}</span>}
    </Toggle>
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
    // Room for the focus ring, which the scrolling box would cut.
    margin: -4,
    padding: 4,
    '& > div:has(input[type="search"])': { position: 'sticky', left: 0, zIndex: 1, flex: 'none', width: 140 },
  },
});
