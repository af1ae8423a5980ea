// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { isOnline, noteAnswer, noteSilence, subscribeOnline } from './online.ts';

const setNetwork = (is: boolean): void => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is);
  window.dispatchEvent(new Event(is ? 'online' : 'offline'));
};
afterEach(() => {
  vi.restoreAllMocks();
  noteSilence();
});

it('a device without a network is online while a service on itself answers', () => {
  const listener = vi.fn();
  const end = subscribeOnline(listener);
  setNetwork(false);
  expect(isOnline()).toBe(false);
  noteAnswer();
  expect(isOnline()).toBe(true);
  noteSilence();
  expect(isOnline()).toBe(false);
  noteAnswer();
  setNetwork(false);
  // Another network is gone: what answered before may have been there.
  expect(isOnline()).toBe(false);
  setNetwork(true);
  expect(isOnline()).toBe(true);
  expect(listener).toHaveBeenCalledTimes(6);
  end();
});
