import { act, renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useSearch } from './use-search.ts';

const set = (name: string, value: string) => (before: URLSearchParams) => {
  before.set(name, value);
  return before;
};
const open = () => renderHook(useSearch, { wrapper: BrowserRouter }).result;

beforeEach(() => window.history.replaceState(null, '', '/rates?pair=usdcmxn'));

it('of two changes that come before the page is drawn anew neither takes the other back', () => {
  const search = open();
  act(() => {
    const [, change] = search.current;
    change(set('bucket', '7'), { replace: true });
    change(set('amount', '1250.50'), { replace: true });
  });
  expect(window.location.search).toBe('?pair=usdcmxn&bucket=7&amount=1250.50');
  expect(search.current[0].get('bucket')).toBe('7');
});

it('a page that is being left does not take its reader back', () => {
  const search = open();
  act(() => {
    window.history.pushState(null, '', '/directory?q=ana');
    search.current[1](set('bucket', '7'), { replace: true });
  });
  expect(window.location.pathname + window.location.search).toBe('/directory?q=ana');
});

it('what is left without anything is an address without a question mark', () => {
  const search = open();
  act(() => search.current[1](() => new URLSearchParams(), { replace: true }));
  expect(window.location.href).toMatch(/\/rates$/);
});
