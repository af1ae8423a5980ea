import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { zeroAddress } from '#proofs/token/token.ts';
import { preferReducedMotion } from '#ui/testing/reduced-motion.ts';
import { readCustody } from '../custody.ts';
import { useReplay } from './use-replay.ts';

const wallet = (n: number): string => (n === 0 ? zeroAddress : `0x${n.toString(16).padStart(40, '0')}`);

/** Four events, a day between two. */
const custody = readCustody(
  [1, 2, 3, 4].map((n) => ({
    id: `0x${n.toString(16).padStart(64, '0')}-0x0`,
    at: 1_700_000_000 + n * 86_400,
    from: wallet(n - 1),
    to: wallet(n),
    block: n.toString(16).padStart(64, '0'),
    height: undefined,
    logIndex: 0,
    following: 'FOLLOWS',
  })),
);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function replayed(start: number) {
  const shown: number[] = [];
  const onEvent = (number: number): void => void shown.push(number);
  const { result } = renderHook(() => useReplay(custody, start, onEvent));
  return {
    shown,
    replay: () => result.current,
    toggle: () => {
      act(() => {
        result.current.toggle();
      });
    },
    pass: (ms: number) => {
      act(() => {
        vi.advanceTimersByTime(ms);
      });
    },
  };
}

describe('the replay of a chain', () => {
  it('plays one event every 700 ms to the last, and pauses', () => {
    const { shown, replay, toggle, pass } = replayed(1);
    toggle();
    expect(replay().playing).toBe(true);
    pass(710);
    toggle();
    pass(5_000);
    expect([replay().number, replay().playing]).toEqual([2, false]);
    toggle();
    pass(710);
    pass(710);
    expect([replay().number, replay().playing]).toEqual([4, false]);
    expect(shown).toEqual([1, 2, 2, 3, 4]);
  });

  it('moves nothing by itself where the user prefers reduced motion: playing goes one event on', () => {
    preferReducedMotion();
    const { shown, replay, toggle, pass } = replayed(2);
    toggle();
    expect([replay().number, replay().playing]).toEqual([3, false]);
    pass(5_000);
    expect(replay().number).toBe(3);
    toggle();
    // From the last one it begins anew.
    toggle();
    pass(5_000);
    expect([replay().number, replay().playing]).toEqual([1, false]);
    expect(shown).toEqual([3, 4, 1]);
  });
});
