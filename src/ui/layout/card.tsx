import { useId, type ReactNode } from 'react';
import MuiCard from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import { ink, media, type } from '../theme/tokens.ts';
import { named } from '../data/name.tsx';
import { PartBoundary } from '../feedback/part-boundary.tsx';

const Root = styled(MuiCard)({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  '& > .head': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px 12px',
    minHeight: 52,
    padding: '12px var(--card-padding) 0',
  },
  '& > .head:only-child': { paddingBottom: 12 },
  '&[data-ruled] > .head': {
    minHeight: 46,
    padding: '8px var(--card-padding)',
    borderBottom: `1px solid ${ink.line}`,
  },
  '& > .head > :is(h2, h3)': { ...type.section },
  '& > .head > .bar': { flex: 1, minWidth: 0 },
  '& > .head > .note': { ...type.caption, marginLeft: 'auto', color: ink.text2, fontSize: 13 },
  '& > .body': {
    padding: '10px var(--card-padding) 18px',
    // What takes the place of its content begins where that does.
    '--rows-padding': '0px',
    '--details-paper': 'none',
  },
  '& > .body:first-of-type': { paddingTop: 18 },
  '&[data-flush] > .body': {
    padding: 0,
    overflow: 'hidden',
    borderRadius: '0 0 10px 10px',
    '--rows-padding': 'var(--card-padding)',
    '--details-paper': ink.sunken,
  },
  '& > .foot': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    padding: '9px var(--card-padding)',
    borderTop: `1px solid ${ink.line}`,
    color: ink.text2,
    fontSize: 13,
    lineHeight: '18px',
  },
  [media.phone]: {
    // Inside a page they reach the edges; elsewhere (--bleed is not set) they keep their frame.
    marginInline: 'var(--bleed, 0)',
    borderRadius: 'var(--card-radius, 10px)',
    borderInlineWidth: 'var(--card-side, 1px)',
    '& > .body': { paddingBottom: 16 },
    '&[data-flush] > .body': { borderRadius: 'var(--card-radius, 0 0 10px 10px)' },
  },
}) as typeof MuiCard; // `styled` drops the prop `component` from the type, which MUI documents

export interface CardProps {
  title?: ReactNode;
  /** Heading level of the title. */
  level?: 2 | 3 | undefined;
  /** Controls in the head, in the place of a title or after it: chips, a search. */
  bar?: ReactNode;
  /** At the right of the head: a count, a basis, a link. */
  note?: ReactNode;
  /** A line under the head, for lists. */
  ruled?: boolean | undefined;
  /** No padding: the content reaches the edges. */
  flush?: boolean | undefined;
  foot?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}

/** A group on its own paper. Cards do not stand in cards. */
export function Card({ title, level = 2, bar, note, ruled, flush, foot, className, children }: CardProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Root
      component="section"
      aria-labelledby={title ? id : undefined}
      data-ruled={ruled || flush || undefined}
      data-flush={flush || undefined}
      className={className}
    >
      {(title ?? bar ?? note) !== undefined && (
        <div className="head">
          {title !== undefined && <Heading id={id}>{named(title, 3)}</Heading>}
          {bar !== undefined && <div className="bar">{bar}</div>}
          {note !== undefined && <div className="note">{note}</div>}
        </div>
      )}
      {children !== undefined && (
        <div className="body">
          <PartBoundary of={children}>{children}</PartBoundary>
        </div>
      )}
      {foot !== undefined && <div className="foot">{foot}</div>}
    </Root>
  );
}

/** Cards under each other, with the gap between cards. */
export const Stack = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  minWidth: 0,
});

/** Things beside each other that wrap: buttons, chips. */
export const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
});
