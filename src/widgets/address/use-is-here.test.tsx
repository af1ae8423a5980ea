import { renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useIsHere } from './use-is-here.ts';

beforeEach(() => window.history.replaceState(null, '', '/requests/new?draft=1'));

const open = () => renderHook(useIsHere, { wrapper: BrowserRouter });

it('a reader is at a page while the address names its path, whatever comes after it', () => {
  const { result } = open();
  expect(result.current()).toBe(true);
  window.history.replaceState(null, '', '/requests/new?draft=2#foot');
  expect(result.current()).toBe(true);
});

it('a reader on the way to another page is not at the one that is still shown', () => {
  const { result } = open();
  window.history.pushState(null, '', '/directory');
  expect(result.current()).toBe(false);
});

it('a page that is gone is not where its reader is, even at the same path', () => {
  const { result, unmount } = open();
  const isHere = result.current;
  unmount();
  expect(isHere()).toBe(false);
});
