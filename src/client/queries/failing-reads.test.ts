import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, kindOfStatus } from '../http/errors.ts';
import { hasFailingReads } from './failing-reads.ts';

const scope = 'https://service.example/rest/v1#a';
let queries: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(() => {
  queries.clear();
  vi.useRealTimers();
});

const simulator = 'https://service.example';
const isFailing = () => hasFailingReads(queries.getQueryCache(), [scope, simulator]);

/** A read of the service that ends with a status; later reads end later. */
async function read(name: string, status: number, of = scope): Promise<void> {
  await vi.advanceTimersByTimeAsync(1000);
  const queryFn = () => {
    if (status === 200) return Promise.resolve(name);
    return Promise.reject(
      new ApiError(kindOfStatus(status), { method: 'GET', path: `/${name}`, status, at: '' }),
    );
  };
  await queries.query({ queryKey: [of, name], queryFn, staleTime: 0 }).catch(() => undefined);
}

it('the service fails from a read that ends in its error until another one succeeds', async () => {
  expect(isFailing()).toBe(false);
  await read('witnesses', 200);
  expect(isFailing()).toBe(false);
  await read('rates', 500);
  expect(isFailing()).toBe(true);
  await read('pulse', 200);
  expect(isFailing()).toBe(true);
  await read('issuers', 200);
  expect(isFailing()).toBe(false);
});

it('while a failed read is on screen the service fails, whatever else is read', async () => {
  await read('rates', 503);
  const observer = new QueryObserver(queries, { queryKey: [scope, 'rates'], enabled: false });
  const leave = observer.subscribe(() => undefined);
  await read('witnesses', 200);
  expect(isFailing()).toBe(true);
  leave();
  expect(isFailing()).toBe(false);
});

it.each([403, 404, 422, 429, 501])('a refusal by %i is no failure of the service', async (status) => {
  await read('rates', status);
  expect(isFailing()).toBe(false);
});

it('reads of the simulator count as reads of its service', async () => {
  await read('sandbox', 500, simulator);
  expect(isFailing()).toBe(true);
});

it('reads of another service, or for another organization, do not count', async () => {
  await read('rates', 500, 'https://other.example/rest/v1#a');
  expect(isFailing()).toBe(false);
});
