import { Link } from 'react-router-dom';
import type { AnchorProps } from '#ui/link.tsx';
import { isStaleBuild } from './stale-build.ts';

/** The router's link under the name by which the parts know it. */
export function AppLink({ to, ref, ...rest }: AnchorProps) {
  return <Link to={to} ref={ref ?? null} reloadDocument={isStaleBuild()} {...rest} />;
}
