import { StrictMode } from 'react';
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNow } from './use-now.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

// A moment passes while each row is drawn.
const drawn = vi.fn((_: Date) => void vi.setSystemTime(Date.now() + 5));
function Row() {
  drawn(useNow(30_000));
  return null;
}
const rows = (
  <>
    <Row />
    <Row />
  </>
);

test('a list that opens is drawn once with one time, and again at the next tick', () => {
  drawn.mockClear();
  const { unmount } = render(rows);
  expect(drawn).toHaveBeenCalledTimes(2);
  expect(new Set(drawn.mock.calls.map(([at]) => at)).size).toBe(1);
  act(() => void vi.advanceTimersByTime(30_000));
  expect(drawn).toHaveBeenCalledTimes(4);
  expect(drawn.mock.lastCall?.[0]).not.toBe(drawn.mock.calls[0]?.[0]);
  unmount();
});

test('a list that opens later begins with the time it opens', () => {
  render(rows).unmount();
  act(() => void vi.advanceTimersByTime(3_600_000));
  drawn.mockClear();
  const opened = new Date();
  render(<StrictMode>{rows}</StrictMode>);
  expect(drawn.mock.calls[0]?.[0]).toEqual(opened);
});
