import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { ink, media, type } from '../theme/tokens.ts';
import { Name } from '../data/name.tsx';

/**
 * Takes note that a page is shown and answers whether it is the first: that one must not take the focus
 * from where the browser put it.
 */
export const NotePage = createContext<() => boolean>(() => true);

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: '100%',
  padding: 'var(--page-padding)',
  '&[data-fill]': { height: '100%', padding: 0, background: ink.surface },
  '& > header': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 16px',
    marginBottom: 18,
  },
  '&[data-fill] > header': { margin: 0, padding: '18px var(--page-padding) 10px' },
  '& > header > .titles': { flex: '1 1 240px', minWidth: 0 },
  '& > header > .titles > .line': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 14px',
  },
  '& > header h1': { ...type.title, minWidth: 0, overflowWrap: 'anywhere' },
  '& > header > .titles > .sub': { ...type.table, color: ink.text2, marginTop: 2 },
  '& > header > .actions': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 },
  [media.phone]: {
    '& > header h1': { fontSize: 20, lineHeight: '26px' },
    // Cards reach the edges of the phone.
    '--bleed': 'calc(-1 * var(--page-padding))',
    '--card-radius': '0px',
    '--card-side': '0px',
    '& > header > .titles': { flexBasis: 180 },
  },
});

export interface PageFrameProps {
  /** The one h1. */
  title: string;
  /** The tab's title, if it is another one than the h1. */
  documentTitle?: string | undefined;
  /** Beside the title: the live mark, a status. */
  mark?: ReactNode;
  /** A line under the title. */
  sub?: ReactNode;
  actions?: ReactNode;
  /** The page is one table or pane from edge to edge, and scrolls inside. */
  fill?: boolean | undefined;
  children: ReactNode;
}

/** A page: title, actions, the tab's title, and the focus on the title when the reader comes from another page. */
export function PageFrame({ title, documentTitle, mark, sub, actions, fill, children }: PageFrameProps) {
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const notePage = use(NotePage);
  useEffect(() => {
    document.title = `${documentTitle ?? title} · Testigo`;
  }, [documentTitle, title]);
  useEffect(() => {
    // A page that has put the focus in a field of its own keeps it there.
    if (!notePage() && !root.current?.contains(document.activeElement)) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [notePage]);
  return (
    <Root ref={root} data-fill={fill || undefined}>
      <header>
        <div className="titles">
          <div className="line">
            <h1 ref={heading} tabIndex={-1}>
              <Name lines={6}>{title}</Name>
            </h1>
            {mark}
          </div>
          {sub ? <div className="sub">{sub}</div> : null}
        </div>
        {actions ? <div className="actions">{actions}</div> : null}
      </header>
      {children}
    </Root>
  );
}
