import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLastAnswer } from './use-last-answer.ts';

const first = { rows: ['a'] };
const second = { rows: ['b'] };

test('an answer stays in sight as the former one until the next question is answered, fails or is of another organization', () => {
  const start = { question: 'all', scope: 'one', answer: undefined as object | undefined, failed: false };
  const { result, rerender } = renderHook((props: typeof start) => useLastAnswer(props), {
    initialProps: start,
  });
  expect(result.current).toEqual({ answer: undefined, isFormer: false });
  rerender({ ...start, answer: first });
  expect(result.current).toEqual({ answer: first, isFormer: false });
  // More of the same is read: what is shown is no former answer.
  rerender(start);
  expect(result.current).toEqual({ answer: first, isFormer: false });
  rerender({ ...start, question: 'rejected' });
  expect(result.current).toEqual({ answer: first, isFormer: true });
  rerender({ ...start, question: 'rejected', failed: true });
  expect(result.current).toEqual({ answer: undefined, isFormer: false });
  rerender({ ...start, question: 'rejected', answer: second });
  expect(result.current).toEqual({ answer: second, isFormer: false });
  rerender({ ...start, question: 'rejected', scope: 'two' });
  expect(result.current).toEqual({ answer: undefined, isFormer: false });
});
