import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { documentDigest } from '#client/families/requests/content.ts';
import { createQueryClient } from '#client/queries/query-client.ts';
import { renderUi } from '#ui/testing/render.tsx';
import { DocumentCheck } from './document-check.tsx';

const witnessed = 'ab'.repeat(32);

/** Shows a document, hashed already where a hash is given; here no worker hashes one. */
function show(hash?: string, algorithm?: string): void {
  const file = new Blob(['%PDF']);
  const client = createQueryClient();
  if (hash !== undefined) client.setQueryData(documentDigest(file).queryKey, hash);
  renderUi(() => (
    <QueryClientProvider client={client}>
      <DocumentCheck file={file} witness={{ hash: witnessed, ...(algorithm && { algorithm }) }} />
    </QueryClientProvider>
  ));
}

const claim = 'El documento es el que se atestiguó';
const question = '¿El documento es el que se atestiguó?';

describe('whether the document is the one that was witnessed', () => {
  test('is a question until its bytes were hashed, and where they cannot be', async () => {
    show();
    expect(screen.getByText(question)).toBeVisible();
    expect(await screen.findByText('No se pudo calcular la huella del documento.')).toBeVisible();
    expect(screen.getByText(question)).toBeVisible();
    expect(screen.queryByText(claim)).toBeNull();
  });

  test('is said once the hash is the witnessed one', () => {
    show(witnessed);
    expect(screen.getByText(claim)).toBeVisible();
  });

  test('of another hash it is said that it is not', () => {
    show('cd'.repeat(32));
    expect(screen.getByText('El documento que entrega el servicio no es el que se atestiguó')).toBeVisible();
    expect(screen.queryByText(claim)).toBeNull();
  });

  test('stays open where the witness is of another algorithm, whatever its hash', () => {
    show('cd'.repeat(32), 'SHA3-256');
    expect(screen.getByText(question)).toBeVisible();
    expect(screen.getByText(/SHA3-256/)).toBeVisible();
    expect(screen.queryByText('El documento que entrega el servicio no es el que se atestiguó')).toBeNull();
  });
});
