import { notifyManager, QueryCache, QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { keepFailures } from './keep-failures.ts';

let answer: { resolve: (rows: string) => void; reject: (error: Error) => void };
let pendingRead: Promise<string>;
let queries: QueryClient;
const options = { queryKey: ['list'], queryFn: () => pendingRead, retry: false };

const startRead = (): void => {
  pendingRead = new Promise((resolve, reject) => (answer = { resolve, reject }));
};

function watch() {
  const observer = new QueryObserver(queries, options);
  const states: string[] = [];
  const now = () => observer.getCurrentResult();
  // As a screen does it: it reads the result when it is notified of a change.
  const look = notifyManager.batchCalls(() => states.push(`${now().status} ${now().fetchStatus}`));
  return { observer, states: states, stop: observer.subscribe(look), now };
}

beforeEach(() => {
  startRead();
  const cache = new QueryCache();
  keepFailures(cache);
  queries = new QueryClient({ queryCache: cache });
});

it('what failed is never shown as loading while it is tried again, and says that it is being tried', async () => {
  const { observer, states: states, now } = watch();
  answer.reject(new Error('away'));
  await expect.poll(() => now().status).toBe('error');
  states.length = 0;
  startRead();
  const again = observer.refetch();
  expect(now()).toMatchObject({ status: 'error', isFetching: true, error: new Error('away') });
  await expect.poll(() => states.at(-1)).toBe('error fetching');
  answer.reject(new Error('still away'));
  await again;
  expect(now()).toMatchObject({ status: 'error', isFetching: false, error: new Error('still away') });
  await expect.poll(() => states.at(-1)).toBe('error idle');
  expect(states.join()).not.toContain('pending');
});

it('the first answer takes the failure away, and what was read stays through the next one', async () => {
  const { observer, now } = watch();
  answer.reject(new Error('away'));
  await expect.poll(() => now().status).toBe('error');
  startRead();
  const again = observer.refetch();
  answer.resolve('rows');
  await again;
  expect(now()).toMatchObject({ status: 'success', data: 'rows', error: null });
  startRead();
  const later = observer.refetch();
  expect(now()).toMatchObject({ status: 'success', isFetching: true, data: 'rows' });
  answer.reject(new Error('away'));
  await later;
  expect(now()).toMatchObject({ status: 'error', data: 'rows' });
});

it('who comes back to it later sees it being read, and not what failed before', async () => {
  const first = watch();
  answer.reject(new Error('away'));
  await expect.poll(() => first.now().status).toBe('error');
  first.stop();
  startRead();
  const second = watch();
  expect(second.now()).toMatchObject({ status: 'pending', fetchStatus: 'fetching' });
});
