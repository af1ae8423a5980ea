import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '#api/query-client.ts';
import { renderUi } from '#ui/testing/render.tsx';
import { DocumentCheck } from './document-check.tsx';

const { hashed } = vi.hoisted(() => ({ hashed: vi.fn<() => Promise<string>>() }));
vi.mock('#api/families/content.ts', () => ({
  documentDigest: () => ({ queryKey: ['digest'], queryFn: hashed, retry: false }),
}));

const witnessed = 'ab'.repeat(32);
const file = new Blob(['%PDF']);
const show = (hash: string | undefined = witnessed) =>
  renderUi(() => (
    <QueryClientProvider client={createQueryClient()}>
      <DocumentCheck file={file} witnessed={hash} />
    </QueryClientProvider>
  ));

const claim = 'El documento es el que se atestiguó';
const question = '¿El documento es el que se atestiguó?';

describe('whether the document is the one that was witnessed', () => {
  test('is a question until its bytes were hashed', async () => {
    hashed.mockReturnValue(new Promise(() => undefined));
    show();
    expect(await screen.findByText(question)).toBeVisible();
    expect(screen.queryByText(claim)).toBeNull();
  });

  test('stays a question where they cannot be hashed', async () => {
    hashed.mockRejectedValue(new Error('cut off'));
    show();
    expect(await screen.findByText('No se pudo calcular la huella de los bytes.')).toBeVisible();
    expect(screen.getByText(question)).toBeVisible();
    expect(screen.queryByText(claim)).toBeNull();
  });

  test('is said once the hash is the witnessed one, and not before', async () => {
    hashed.mockResolvedValue(witnessed);
    show();
    expect(await screen.findByText(claim)).toBeVisible();
  });

  test('of another hash it is said that it is not', async () => {
    hashed.mockResolvedValue('cd'.repeat(32));
    show();
    expect(
      await screen.findByText('El documento que entrega el servicio no es el que se atestiguó'),
    ).toBeVisible();
    expect(screen.queryByText(claim)).toBeNull();
  });
});
