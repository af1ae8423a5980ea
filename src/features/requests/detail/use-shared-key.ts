import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { heldSharedKey, sharedKeyIn } from '#widgets/address/shared-key.ts';

/**
 * The key of a shared link, taken out of the fragment at once: the address that is seen, copied and stored in
 * the history has it no more. It lives as long as the page.
 */
export function useSharedKey(): string | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const given = sharedKeyIn(hash);
  const [key, setKey] = useState(() => given ?? heldSharedKey(pathname));
  if (given !== undefined && given !== key) setKey(given);
  useEffect(() => {
    if (given !== undefined) void navigate(pathname + search, { replace: true });
  }, [given, navigate, pathname, search]);
  return key;
}
