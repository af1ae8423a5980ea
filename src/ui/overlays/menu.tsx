import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import MuiMenu from '@mui/material/Menu';
import MenuItemRow from '@mui/material/MenuItem';
import CheckIcon from '@mui/icons-material/Check';
import { originsOf, type Placement } from './floating.ts';
import { Anchor } from '../actions/link.tsx';
import { Name } from '../data/name.tsx';
import { Floating } from './popover.tsx';

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
  /** What is chosen by it and those that follow it until the next line. */
  caption?: string | undefined;
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

/** A list of actions under a button. Arrows, Home, End and initials move; Enter acts; Esc closes. */
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
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [fromEnd, setFromEnd] = useState(false);
  const id = useId();
  const open = (last: boolean) => {
    setFromEnd(last);
    setAnchor(button.current);
  };
  const close = () => setAnchor(null);
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
      {anchor && (
        <Floating anchor={anchor} onClose={close}>
          {(container) => (
            <MuiMenu
              open
              anchorEl={anchor}
              container={container}
              onClose={close}
              autoFocus={!fromEnd}
              {...originsOf(placement)}
              // What cannot be done says why, so it can be reached.
              slotProps={{ list: { id, 'aria-label': label, disabledItemsFocusable: true } }}
            >
              {withCaptions(items, id).flatMap(({ item, captionId }, index) => [
                ...(item.separated ? [<Divider key={`line ${item.id}`} component="li" />] : []),
                ...(item.caption !== undefined
                  ? [
                      <ListSubheader key={`caption ${item.id}`} role="presentation" id={captionId}>
                        {item.caption}
                      </ListSubheader>,
                    ]
                  : []),
                <Entry
                  key={item.id}
                  item={item}
                  aria-describedby={captionId}
                  autoFocus={fromEnd && index === items.length - 1}
                  onClose={close}
                />,
              ])}
            </MuiMenu>
          )}
        </Floating>
      )}
    </>
  );
}

/** Each item with the element that says what is chosen by it. */
function withCaptions(
  items: readonly MenuItem[],
  menu: string,
): { item: MenuItem; captionId: string | undefined }[] {
  let captionId: string | undefined;
  return items.map((item) => {
    if (item.caption !== undefined) captionId = `${menu}-${item.id}`;
    else if (item.separated) captionId = undefined;
    return { item, captionId };
  });
}

/** MUI's menu gives `autoFocus` and `tabIndex` to the entry that has the focus first. */
function Entry({
  item,
  onClose,
  ...rest
}: {
  item: MenuItem;
  onClose: () => void;
  autoFocus: boolean;
  'aria-describedby': string | undefined;
}) {
  const { checked, disabled, destructive, to } = item;
  return (
    <MenuItemRow
      {...rest}
      {...(to !== undefined && !disabled && { component: Anchor, to })}
      {...(checked !== undefined && { role: 'menuitemradio', 'aria-checked': checked })}
      aria-disabled={disabled || undefined}
      data-destructive={destructive || undefined}
      onClick={() => {
        if (disabled) return;
        onClose();
        item.onSelect?.();
      }}
    >
      {checked !== undefined && <span className="tick">{checked && <CheckIcon />}</span>}
      {item.icon}
      <span>
        <Name lines={2}>{item.label}</Name>
        {item.detail && <small>{item.detail}</small>}
      </span>
    </MenuItemRow>
  );
}
