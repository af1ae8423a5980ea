import { useEffect, useState } from 'react';
import { createPath, useLocation } from 'react-router-dom';

/**
 * Follows a step back or forward that was taken while the first screen was drawn. The router reads the address before
 * that and listens only after it, so the page would go on showing the former address.
 */
export function MissedNavigation() {
  const [drawn] = useState(useLocation());
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    if (createPath(drawn) !== createPath({ pathname, search, hash }))
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, [drawn]);
  return null;
}
