import { createContext, Fragment, use, useEffect, useRef, type ReactNode } from 'react';
import { Name } from '../data/name.tsx';
import css from './page-frame.module.css';

/**
 * Takes note that a page is shown and answers whether it is the first: that one must not take the focus
 * from where the browser put it.
 */
export const NotePage = createContext<() => boolean>(() => true);

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
  /** What it is about is being read: what stands below the title is put there anew when that has come, so that nothing moves. */
  loading?: boolean | undefined;
  children: ReactNode;
}

/** A page: title, actions, the tab's title, and the focus on the title when the reader comes from another page. */
export function PageFrame({
  title,
  documentTitle,
  mark,
  sub,
  actions,
  fill,
  loading,
  children,
}: PageFrameProps) {
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const notePage = use(NotePage);
  const state = loading ? 'loading' : 'loaded';
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
    <div className={css.root} ref={root} data-fill={fill || undefined}>
      <header>
        <div className={css.titles}>
          <div className={css.line}>
            <h1 ref={heading} tabIndex={-1}>
              <Name lines={6}>{title}</Name>
            </h1>
            {mark}
          </div>
          {sub ? (
            <div key={state} className={css.sub}>
              {sub}
            </div>
          ) : null}
        </div>
        {actions ? (
          <div key={state} className={css.actions}>
            {actions}
          </div>
        ) : null}
      </header>
      <Fragment key={state}>{children}</Fragment>
    </div>
  );
}
