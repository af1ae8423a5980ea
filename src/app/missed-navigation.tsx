import { useEffect, useState } from 'react';
import { createPath, useLocation } from 'react-router-dom';

/**
 * Follows a navigation back or forward that happens while the first screen renders. The router reads the address before
 * that and listens for changes only after it, so it would go on showing the former page.
 */
export function MissedNavigation() {
  const [rendered] = useState(useLocation());
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    if (createPath(rendered) !== createPath({ pathname, search, hash }))
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, [rendered]);
  return null;
}
