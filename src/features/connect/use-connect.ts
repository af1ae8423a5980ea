import { useMutation } from '@tanstack/react-query';
import { useHost } from '#client/session/session-context.tsx';
import type { ConnectRequest } from '#client/session/session-host.ts';

/** Opens a connection. The key goes straight to the session, which alone keeps it. */
export function useConnect() {
  const { session } = useHost();
  return useMutation({
    mutationFn: (request: ConnectRequest) => session.connect(request),
    // The arguments of a mutation stay in the cache for a while; one that holds a key must not.
    gcTime: 0,
  });
}
