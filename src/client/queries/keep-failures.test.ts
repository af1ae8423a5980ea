import { notifyManager, QueryCache, QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { keepFailures } from './keep-failures.ts';

let answer: { resolve: (rows: string) => void; reject: (error: Error) => void };
let asked: Promise<string>;
let queries: QueryClient;
const options = { queryKey: ['list'], queryFn: () => asked, retry: false };

const asking = (): void => {
  asked = new Promise((resolve, reject) => (answer = { resolve, reject }));
};

function watch() {
  const observer = new QueryObserver(queries, options);
  const seen: string[] = [];
  const now = () => observer.getCurrentResult();
  // As a screen does it: it looks when it is told that something changed.
  const look = notifyManager.batchCalls(() => seen.push(`${now().status} ${now().fetchStatus}`));
  return { observer, seen, stop: observer.subscribe(look), now };
}

beforeEach(() => {
  asking();
  const cache = new QueryCache();
  keepFailures(cache);
  queries = new QueryClient({ queryCache: cache });
});

it('what failed is never shown as loading while it is tried again, and says that it is being tried', async () => {
  const { observer, seen, now } = watch();
  answer.reject(new Error('away'));
  await expect.poll(() => now().status).toBe('error');
  seen.length = 0;
  asking();
  const again = observer.refetch();
  expect(now()).toMatchObject({ status: 'error', isFetching: true, error: new Error('away') });
  await expect.poll(() => seen.at(-1)).toBe('error fetching');
  answer.reject(new Error('still away'));
  await again;
  expect(now()).toMatchObject({ status: 'error', isFetching: false, error: new Error('still away') });
  await expect.poll(() => seen.at(-1)).toBe('error idle');
  expect(seen.join()).not.toContain('pending');
});

it('the first answer takes the failure away, and what was read is kept over the next one', async () => {
  const { observer, now } = watch();
  answer.reject(new Error('away'));
  await expect.poll(() => now().status).toBe('error');
  asking();
  const again = observer.refetch();
  answer.resolve('rows');
  await again;
  expect(now()).toMatchObject({ status: 'success', data: 'rows', error: null });
  asking();
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
  asking();
  const second = watch();
  expect(second.now()).toMatchObject({ status: 'pending', fetchStatus: 'fetching' });
});
