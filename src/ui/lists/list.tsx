import type { ComponentProps, ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import ChevronIcon from '@mui/icons-material/ChevronRight';
import { BoundedItems, type MoreItems } from './bounded-items.tsx';
import { ink } from '../theme/tokens.ts';
import { Anchor } from '../actions/link.tsx';
import { Name } from '../data/name.tsx';
import css from './list.module.css';

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

export interface ListItemProps {
  /** A checkbox, before all else. */
  pick?: ReactNode;
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
  /** The next action; on the phone in a line of its own. */
  actions?: ReactNode;
  current?: boolean | undefined;
  /** More lines under the second one: progress and marks on the phone. */
  children?: ReactNode;
}

/** One item: what it is, how it stands and why, how long, and the next action. */
export function ListItem(props: ListItemProps) {
  const { pick, icon, tone, title, to, onOpen, state, detail, end, actions, current, children } = props;
  const name = <Name lines={3}>{title}</Name>;
  return (
    <li
      className={css.root}
      data-tone={tone}
      data-current={current || undefined}
      aria-current={current ? 'true' : undefined}
    >
      {pick !== undefined && <span className={css.pick}>{pick}</span>}
      {icon !== undefined && (
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <div className={css.words}>
        <div className={css.title}>
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
          <div className={css.line}>
            {state ? <span className={css.state}>{state}</span> : null}
            {state && detail ? ' · ' : null}
            {detail}
          </div>
        ) : null}
        {children}
      </div>
      {end !== undefined && <div className={css.end}>{end}</div>}
      {actions ? <div className={css.actions}>{actions}</div> : null}
      {(to ?? onOpen) !== undefined && <ChevronIcon className="chevron" aria-hidden="true" />}
    </li>
  );
}
