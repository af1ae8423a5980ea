import { useState } from 'react';

/** A retry that somebody pressed, and whether it runs: what is read again by itself does not show as one. */
export function useRetry(refetch: () => unknown): { retry: () => void; retrying: boolean } {
  const [retrying, setRetrying] = useState(false);
  const retry = (): void => {
    setRetrying(true);
    void Promise.resolve(refetch()).finally(() => setRetrying(false));
  };
  return { retry, retrying };
}
