import type { ComponentProps, ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import ChevronIcon from '@mui/icons-material/ChevronRight';
import { BoundedItems, type MoreItems } from './bounded-items.tsx';
import { ink, media, ring, type } from '../theme/tokens.ts';
import { Anchor } from '../actions/link.tsx';
import { Name } from '../data/name.tsx';

const Items = styled('ul')({
  '& > li + li': { borderTop: `1px solid ${ink.line}` },
});

/** Items under each other, each a whole thing: the phone's form of a table, and the work queue. */
export const List = ({
  children,
  onMore,
  loadingMore,
  ...rest
}: MoreItems & ComponentProps<typeof Items>) => (
  <Items {...rest}>
    <BoundedItems {...{ onMore, loadingMore }}>{children}</BoundedItems>
  </Items>
);

const Root = styled('li')({
  '--row': ink.surface,
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  minHeight: 'var(--queue-row)',
  padding: '7px 18px',
  background: 'var(--row)',
  '&:hover': { '--row': ink.hover },
  '&[data-current]': { '--row': ink.accentTint, boxShadow: `inset 2px 0 ${ink.accent}` },
  '& > .icon': { display: 'flex', color: ink.text2, '& svg': { fontSize: 18 } },
  '&[data-tone="fail"] > .icon, &[data-tone="fail"] > .words > .line > .state': { color: ink.fail },
  '&[data-tone="indet"] > .icon, &[data-tone="indet"] > .words > .line > .state': { color: ink.indet },
  '& > .words': { flex: 1, minWidth: 0 },
  '& > .words > .title': { ...type.body, fontWeight: 550, color: ink.text, overflowWrap: 'anywhere' },
  '& > .words > .title > :is(a, button)': {
    padding: 0,
    border: 0,
    background: 'none',
    color: 'inherit',
    fontWeight: 'inherit',
    textAlign: 'left',
    textDecoration: 'none',
    // The whole item is the target; what stands above it (actions) keeps its own.
    '&::after': { content: '""', position: 'absolute', inset: 0, cursor: 'pointer' },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { ...ring, outlineOffset: -2 },
  },
  '& > .words > .line': { ...type.table, color: ink.text2 },
  '& > .words > .line > .state': { color: ink.text },
  '& > .end': { ...type.table, flex: 'none', color: ink.text2, textAlign: 'right' },
  '& > .actions': {
    position: 'relative',
    zIndex: 1,
    display: 'flex',
    justifyContent: 'flex-end',
    minWidth: 176,
  },
  '& > .chevron': { display: 'none' },
  [media.phone]: {
    minHeight: 84,
    padding: '12px 16px',
    gap: 12,
    '& > .chevron': { display: 'block', fontSize: 16, color: ink.text3 },
    '& > .actions': { display: 'none' },
  },
});

export interface ListItemProps {
  icon?: ReactNode;
  /** Colour of icon and state: refusal, or something to watch. */
  tone?: 'fail' | 'indet' | undefined;
  title: string;
  /** Where it leads; or `onOpen`. */
  to?: string | undefined;
  onOpen?: (() => void) | undefined;
  /** First words of the second line, in the colour of the tone: «Rechazada». */
  state?: ReactNode;
  /** The rest of it: why it is stuck. */
  detail?: ReactNode;
  /** At the right: age. */
  end?: ReactNode;
  /** The next action; on the phone the item itself leads to it. */
  actions?: ReactNode;
  current?: boolean | undefined;
  /** More lines under the second one: progress and marks on the phone. */
  children?: ReactNode;
}

/** One item: what it is, how it stands and why, how long, and the next action. */
export function ListItem(props: ListItemProps) {
  const { icon, tone, title, to, onOpen, state, detail, end, actions, current, children } = props;
  const name = <Name lines={3}>{title}</Name>;
  return (
    <Root data-tone={tone} data-current={current || undefined} aria-current={current ? 'true' : undefined}>
      {icon !== undefined && (
        <span className="icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <div className="words">
        <div className="title">
          {to !== undefined ? (
            <Anchor to={to}>{name}</Anchor>
          ) : onOpen ? (
            <button type="button" onClick={onOpen}>
              {name}
            </button>
          ) : (
            name
          )}
        </div>
        {(state ?? detail) ? (
          <div className="line">
            {state ? <span className="state">{state}</span> : null}
            {state && detail ? ' · ' : null}
            {detail}
          </div>
        ) : null}
        {children}
      </div>
      {end !== undefined && <div className="end">{end}</div>}
      {actions ? <div className="actions">{actions}</div> : null}
      {(to ?? onOpen) !== undefined && <ChevronIcon className="chevron" aria-hidden="true" />}
    </Root>
  );
}
