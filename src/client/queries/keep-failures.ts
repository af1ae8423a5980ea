import type { QueryCache } from '@tanstack/react-query';

/**
 * A read that failed and has nothing to show goes on saying so while it is tried again, for as long as somebody looks.
 * By itself the library takes it back to its beginning: a list that is looked at every few seconds would change
 * between «loading» and «failed», and take from under the reader's hand what was pressed or written beside it.
 */
export function keepFailures(cache: QueryCache): void {
  const failures = new WeakMap<object, Error>();
  cache.subscribe((event) => {
    const { query } = event;
    // Whoever comes back later is not met with what was so before.
    if (event.type === 'observerRemoved' && query.observers.length === 0) failures.delete(query);
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'error') failures.set(query, action.error as Error);
    if (action.type === 'success') failures.delete(query);
    const error = failures.get(query);
    if (action.type === 'fetch' && error && query.state.data === undefined)
      query.setState({ status: 'error', error });
  });
}
