import { expect, it } from 'vitest';
import { seenValues } from './common-values.ts';

it('offers in filters what the service sent, each once, and nothing that is no name', () => {
  const pages = [
    {
      items: [{ algorithm: 'SHA256', nom151: { provider: 'PSC-UNO' } }, { nom151: { provider: 'PSC-DOS' } }],
    },
    {
      items: [
        { nom151: { provider: 'PSC-UNO' }, merkleized: { nom151Provider: 'RAÍZ', algorithm: 'SHA512' } },
      ],
    },
    { items: [null, { nom151: null }, { nom151: { provider: 7 } }, { nom151: { provider: 'a\u0000' } }] },
    undefined,
    { count: 3 },
  ];
  expect(seenValues(pages, 'nom151Provider')).toEqual(['PSC-DOS', 'PSC-UNO']);
  expect(seenValues(pages, 'merkleProvider')).toEqual(['RAÍZ']);
  expect(seenValues(pages, 'merkleAlgorithm')).toEqual(['SHA512']);
  expect(seenValues(pages, 'algorithm')).toEqual(['SHA256']);
  expect(seenValues([], 'algorithm')).toEqual([]);
});
