import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import type { AnchorProps } from '#ui/actions/link.tsx';
import { isStaleBuild } from './strips/stale-build.ts';

/** The router's link under the name by which the parts know it. */
export function AppLink({ to, ref, onClick, ...rest }: AnchorProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    // Checked at the click, not when it was drawn: a newer build may have been published since.
    if (event.defaultPrevented || !isPlain(event) || !isStaleBuild()) return;
    event.preventDefault();
    window.location.assign(event.currentTarget.href);
  };
  return <Link to={to} ref={ref ?? null} {...rest} onClick={follow} />;
}

/** Not into another tab, and not to be saved. */
const isPlain = ({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  currentTarget,
}: MouseEvent<HTMLAnchorElement>) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey) && ['', '_self'].includes(currentTarget.target);
