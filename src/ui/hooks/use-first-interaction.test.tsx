import { fireEvent, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useFirstInteraction } from './use-first-interaction.ts';

it.each(['pointerMove', 'pointerDown', 'touchStart', 'keyDown', 'dragEnter', 'wheel'] as const)(
  'useFirstInteraction runs once at the first %s, and not before',
  (sign) => {
    const run = vi.fn();
    renderHook(() => useFirstInteraction(run));
    expect(run).not.toHaveBeenCalled();
    fireEvent[sign](document.body);
    fireEvent.keyDown(document.body);
    expect(run).toHaveBeenCalledTimes(1);
  },
);

it('useFirstInteraction waits until it is enabled, and runs nothing once its page has gone', () => {
  const run = vi.fn();
  const { rerender, unmount } = renderHook(({ enabled }) => useFirstInteraction(run, enabled), {
    initialProps: { enabled: false },
  });
  fireEvent.keyDown(document.body);
  rerender({ enabled: true });
  expect(run).not.toHaveBeenCalled();
  unmount();
  fireEvent.keyDown(document.body);
  expect(run).not.toHaveBeenCalled();
});
