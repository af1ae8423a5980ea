import {
  createContext,
  createElement,
  use,
  type AnchorHTMLAttributes,
  type ComponentType,
  type ReactNode,
  type Ref,
} from 'react';
import { clsx } from 'clsx';
import css from './link.module.css';

export interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  ref?: Ref<HTMLAnchorElement> | undefined;
}

/** What moves between pages. This layer knows no router: the app gives its link, a plain anchor stands in. */
export type AnchorComponent = ComponentType<AnchorProps>;

function PlainAnchor({ to, children, ...rest }: AnchorProps) {
  return (
    <a href={to} {...rest}>
      {children}
    </a>
  );
}

const Context = createContext<AnchorComponent>(PlainAnchor);

export function LinkProvider({ component, children }: { component: AnchorComponent; children: ReactNode }) {
  return <Context value={component}>{children}</Context>;
}

/** An unstyled link to a place of the app, through the app's router. */
export function Anchor(props: AnchorProps) {
  return createElement(use(Context), props);
}

/** A link in running text, to a place of the app (`to`). */
export function Link({ className, ...rest }: AnchorProps) {
  return <Anchor {...rest} className={clsx(css.link, className)} />;
}

/** The name of a row, which leads to its page: all lists name their rows alike, whether a row is a link or not. */
export function RowLink(props: AnchorProps) {
  return <Anchor {...props} className={css.rowLink} />;
}
