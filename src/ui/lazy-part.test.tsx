import { Suspense, useState } from 'react';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  );
}
const show = (Part: React.ComponentType<{ name: string }>, name = 'A') => (
  <Suspense fallback="waiting">
    <Part name={name} />
  </Suspense>
);

test('a part that was fetched before is drawn at once', async () => {
  const Part = lazyPart(async () => Counter);
  await Part.preload();
  render(show(Part));
  expect(screen.getByRole('button').textContent).toBe('A 0');
});

test('one that was not shows the fallback until it is there', async () => {
  let arrive = (): void => undefined;
  const Part = lazyPart(() => new Promise<typeof Counter>((resolve) => (arrive = () => resolve(Counter))));
  render(show(Part));
  expect(screen.getByText('waiting')).toBeTruthy();
  await act(async () => arrive());
  expect(await screen.findByRole('button')).toBeTruthy();
});

test('a part that waited keeps its state when it is drawn again', async () => {
  const Part = lazyPart(async () => Counter);
  const { rerender } = render(show(Part));
  await userEvent.click(await screen.findByRole('button'));
  rerender(show(Part, 'B'));
  expect(screen.getByRole('button').textContent).toBe('B 1');
});

test('a load that failed is begun again', async () => {
  let calls = 0;
  const Part = lazyPart(async () => {
    calls += 1;
    if (calls === 1) throw new Error('no network');
    return Counter;
  });
  await expect(Part.preload()).rejects.toThrow('no network');
  render(show(Part));
  expect(await screen.findByRole('button')).toBeTruthy();
});
