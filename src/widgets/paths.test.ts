import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths, safeTarget, withQuery } from './paths.ts';

describe('Where a link may lead after connecting', () => {
  it('keeps places of the app, with their filters', () => {
    expect(safeTarget('/requests?status=PENDING#x')).toBe('/requests?status=PENDING#x');
    expect(safeTarget(undefined)).toBe('/');
    expect(safeTarget('/connect?to=/requests')).toBe('/');
  });

  it('never leaves this site, whatever is written', () => {
    const nasty = fc.constantFrom(
      '//evil.com',
      '/\\evil.com',
      'https://evil.com',
      '/../..//evil.com',
      'javascript:1',
    );
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string(), fc.webUrl(), fc.webPath()), (to) => {
        const target = safeTarget(to);
        expect(new URL(target, 'https://testigo.example').origin).toBe('https://testigo.example');
        expect(target.startsWith('/')).toBe(true);
        expect(target.startsWith('//')).toBe(false);
      }),
    );
  });

  it('comes back from /connect to where it was', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.string(), (path, value) => {
        const to = withQuery(`/requests${path}`, { q: value });
        const read = new URL(paths.connectThen(to), 'https://testigo.example').searchParams.get('to');
        expect(read).toBe(to);
      }),
    );
  });

  it('puts ids in addresses whole, whatever they hold', () => {
    expect(paths.request('a/b?c')).toBe('/requests/a%2Fb%3Fc');
    expect(withQuery('/x', { a: undefined, b: '' })).toBe('/x');
  });
});
