import { expect, it } from 'vitest';
import { prefetchParts } from './prefetch-parts.ts';

const prefetched = (): (string | null)[] =>
  [...document.head.querySelectorAll('link[rel="prefetch"]')].map((link) => link.getAttribute('href'));

it('has every part fetched into the cache until it is stopped', () => {
  const stop = prefetchParts(['assets/a.js', 'assets/b.css']);
  expect(prefetched()).toEqual(['/assets/a.js', '/assets/b.css']);
  stop();
  expect(prefetched()).toEqual([]);
});
