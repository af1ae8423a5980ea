import { useSyncExternalStore } from 'react';
import { refusedOf, watchFacts } from '#client/session/service-facts.ts';
import { useConnection } from '#client/session/session-context.tsx';

/**
 * Whether the service of this connection refused an argument of one of some operations: its control says so, and it
 * is not sent again.
 */
export function useRefused(...operations: readonly string[]): (...args: readonly string[]) => boolean {
  const { connection } = useConnection();
  const read = (): string => operations.map((path) => refusedOf(connection.baseUrl, path)).join(' ');
  const refused = useSyncExternalStore(watchFacts, read, read).split(' ');
  return (...args) => args.some((name) => refused.includes(name));
}
