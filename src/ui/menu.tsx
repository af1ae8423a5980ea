import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { styled } from '@mui/material/styles';
import CheckIcon from '@mui/icons-material/Check';
import type { Placement } from './floating.ts';
import { ink, type } from './ink.ts';
import { Anchor } from './link.tsx';
import { Name } from './name.tsx';
import { Popover } from './popover.tsx';

export interface MenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Second line: what it does, or why it cannot be done. */
  detail?: string | undefined;
  /** Goes to a place of the app. */
  to?: string | undefined;
  onSelect?: (() => void) | undefined;
  /** Present: one of a set, chosen or not. */
  checked?: boolean | undefined;
  destructive?: boolean | undefined;
  disabled?: boolean | undefined;
  /** A line above it. */
  separated?: boolean | undefined;
}

/** To spread on the button that opens it. */
export interface MenuTrigger {
  ref: Ref<HTMLButtonElement>;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
}

const item = {
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  width: '100%',
  minHeight: 32,
  padding: '5px 10px',
  border: 0,
  borderRadius: 5,
  background: 'none',
  color: ink.text,
  textAlign: 'left',
  textDecoration: 'none',
  fontSize: 13,
  lineHeight: '18px',
  cursor: 'pointer',
  '& svg': { flex: 'none', fontSize: 18, color: ink.text2 },
  '& .tick': { width: 18, display: 'flex' },
  '&:hover, &:focus-visible': { background: ink.hover },
  '&:focus-visible': { outlineOffset: -2 },
  '&[aria-disabled="true"]': { color: ink.text3, cursor: 'default', '& svg': { color: ink.text3 } },
  '&[data-destructive]': { color: ink.fail, '& svg': { color: ink.fail } },
  '& small': { ...type.caption, display: 'block', color: ink.text2 },
  '@media (max-width: 599.95px)': { minHeight: 44 },
} as const;

const Item = styled('button')(item);
const LinkItem = styled(Anchor)(item);
const Line = styled('div')({ height: 1, margin: '4px 0', background: ink.line });

/** A list of actions under a button. Arrows, Home, End and first letters move; Enter acts; Esc closes. */
export function Menu({
  label,
  items,
  placement = 'bottom-end',
  children,
}: {
  label: string;
  items: readonly MenuItem[];
  placement?: Placement | undefined;
  children: (trigger: MenuTrigger) => ReactNode;
}) {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [fromEnd, setFromEnd] = useState(false);
  const id = useId();
  const open = (last: boolean) => {
    setFromEnd(last);
    setAnchor(button.current);
  };
  const close = () => {
    setAnchor(null);
  };
  return (
    <>
      {children({
        ref: button,
        onClick: () => {
          if (anchor) close();
          else open(false);
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.key === 'ArrowUp');
        },
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== null,
        'aria-controls': anchor ? id : undefined,
      })}
      <Popover
        anchor={anchor}
        onClose={close}
        label={label}
        placement={placement}
        role="menu"
        flush
        id={id}
        initialFocus={(panel) => itemsIn(panel).at(fromEnd ? -1 : 0)}
        onKeyDown={moveInMenu}
      >
        {items.map((entry) => (
          <MenuEntry key={entry.id} entry={entry} onClose={close} />
        ))}
      </Popover>
    </>
  );
}

function MenuEntry({ entry, onClose }: { entry: MenuItem; onClose: () => void }) {
  const shared = {
    role: entry.checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': entry.checked,
    'aria-disabled': entry.disabled || undefined,
    'data-destructive': entry.destructive || undefined,
    tabIndex: -1,
  };
  const words = (
    <>
      {entry.checked !== undefined && <span className="tick">{entry.checked && <CheckIcon />}</span>}
      {entry.icon}
      <span>
        <Name lines={2}>{entry.label}</Name>
        {entry.detail && <small>{entry.detail}</small>}
      </span>
    </>
  );
  return (
    <>
      {entry.separated && <Line role="separator" />}
      {entry.to !== undefined && !entry.disabled ? (
        <LinkItem {...shared} to={entry.to} onClick={onClose}>
          {words}
        </LinkItem>
      ) : (
        <Item
          {...shared}
          type="button"
          onClick={() => {
            if (entry.disabled) return;
            onClose();
            entry.onSelect?.();
          }}
        >
          {words}
        </Item>
      )}
    </>
  );
}

function itemsIn(panel: Element): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

function moveInMenu(event: KeyboardEvent<HTMLDivElement>): void {
  const all = itemsIn(event.currentTarget);
  const at = all.findIndex((element) => element === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    all[(to + all.length) % all.length]?.focus();
  } else if (/^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey) {
    const letter = event.key.toLocaleLowerCase();
    const after = [...all.slice(at + 1), ...all.slice(0, at + 1)];
    after.find((element) => element.textContent.trim().toLocaleLowerCase().startsWith(letter))?.focus();
  }
}
