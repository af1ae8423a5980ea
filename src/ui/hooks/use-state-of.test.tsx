import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useStateOf } from './use-state-of.ts';

it('begins anew with another thing, and takes nothing from the one before', () => {
  const { result, rerender } = renderHook(({ of }) => useStateOf(of, 0), { initialProps: { of: 'one' } });
  const [, setOne] = result.current;
  act(() => setOne(1));
  act(() => setOne((before) => before + 1));
  expect(result.current[0]).toBe(2);
  rerender({ of: 'two' });
  expect(result.current[0]).toBe(0);
  act(() => setOne(7));
  expect(result.current[0]).toBe(0);
  act(() => result.current[1](3));
  expect(result.current[0]).toBe(3);
  rerender({ of: 'one' });
  expect(result.current[0]).toBe(0);
});
