import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The key of a shared link, taken out of the fragment at once: the address that is seen, copied and kept in
 * the history has it no more. It lives as long as the page.
 */
export function useSharedKey(): string | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const given = keyIn(hash);
  const [key, setKey] = useState(given);
  if (given !== undefined && given !== key) setKey(given);
  useEffect(() => {
    if (given !== undefined) void navigate(pathname + search, { replace: true });
  }, [given, navigate, pathname, search]);
  return key;
}

function keyIn(hash: string): string | undefined {
  const text = /^#k=([^&]{1,512})$/.exec(hash)?.[1];
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
