import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { faults } from '#contract/operations/errors.ts';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { DownloadPanel } from '../actions/download-panel.tsx';

describe('a document that is not what came', () => {
  it.each([
    ['content-damaged', /El documento guardado no coincide con su huella/],
    ['content-missing', /El documento guardado ya no está disponible/],
  ] as const)('CO-3 is said to be that and not handed over: %s', async (fault, words) => {
    const { fetch } = smallService((_, path) => {
      if (!path.startsWith('/content/')) return undefined;
      const { code, status } = faults[fault];
      return json({ errors: [{ message: 'a/b/c.pdf', extensions: { code, http: { status } } }] }, status);
    });
    const request = { id: 'e'.repeat(24), content: { pdf: 'a/b/c.pdf' } };
    const { queries } = await renderInHost(<DownloadPanel request={request} onDone={() => undefined} />, {
      fetch,
      open: true,
    });
    const strip = await screen.findByText(words);
    expect(strip).toHaveTextContent('a/b/c.pdf');
    expect(queries.getQueryCache().findAll({ predicate: ({ state }) => state.data instanceof Blob })).toEqual(
      [],
    );
  });
});
