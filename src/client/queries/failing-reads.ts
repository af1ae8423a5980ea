import type { QueryCache } from '@tanstack/react-query';
import { isServerError } from '../http/errors.ts';

/**
 * Whether the service fails: a read that somebody looks at ended in an error of the service, or the last read that
 * ended at all did. A read that is tried again goes on counting, so that the answer does not flicker.
 *
 * @param scopes of the service whose reads are meant: those of its client, and of its simulator where it has one
 */
export function hasFailingReads(cache: QueryCache, scopes: readonly string[]): boolean {
  let failedAt = 0;
  let readAt = 0;
  for (const query of cache.getAll()) {
    const [of, family] = query.queryKey;
    if (!scopes.some((scope) => scope === of)) continue;
    const { status, error, errorUpdatedAt, dataUpdatedAt } = query.state;
    if (status === 'error' && isServerError(error)) {
      if (query.getObserversCount() > 0) return true;
      failedAt = Math.max(failedAt, errorUpdatedAt);
    }
    // The pulse is one row every few seconds: that it comes does not say that the screens have what they need.
    if (family !== 'pulse') readAt = Math.max(readAt, dataUpdatedAt);
  }
  return failedAt > readAt;
}
