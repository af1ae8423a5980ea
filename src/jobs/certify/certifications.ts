import { countItem } from '../engine/job.ts';
import { queueStore } from '../engine/queue-store.ts';
import type { CertifyItem } from './certify-record.ts';

/** The stored queues of certifications of a scope. */
export function certifications(scope: string) {
  const store = queueStore('certify', scope, {
    attemptsOf: ({ attempts = 0 }) => attempts,
    afterItem: countItem,
    // Also of what is in doubt: that it is requested again is a person's decision.
    retryItem: ({ failure: _old, at: _then, attempts: _count, accepted: _yes, ...item }) => ({
      ...item,
      state: 'waiting',
    }),
  });
  return {
    ...store,
    /** A person decided that what is in doubt was taken: it is left to the service. */
    settleUnclear: (id: string): Promise<void> =>
      store.changeFailed(id, settleUnclearItem, ({ failure: _past, ...job }) => job),
  };
}

function settleUnclearItem(item: CertifyItem): CertifyItem {
  if (item.failure?.kind !== 'unclear') return item;
  const { failure: _old, ...rest } = item;
  return { ...rest, state: 'pending' };
}
