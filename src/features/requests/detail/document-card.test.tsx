import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { DocumentCard } from './document-card.tsx';

it.each([
  ['es-MX', 20.9754, -89.5, '20.9754° N, 89.5000° O'],
  ['en', -3, 101.25, '3.0000° S, 101.2500° E'],
] as const)(
  'in %s says where a pagaré was signed as a map writes it',
  async (language, latitude, longitude, words) => {
    await renderInHost(
      <DocumentCard
        request={{ id: 'e'.repeat(24), content: { debtor: { id: 'a1'.repeat(12) }, latitude, longitude } }}
        people={{}}
        kindLine="Pagaré"
        sharedKey={undefined}
      />,
      { fetch: smallService().fetch, open: true, language },
    );
    expect(await screen.findByText(words)).toBeVisible();
  },
);

it('a document that could not be read is an error, with a way to try again and what to report', async () => {
  const { fetch } = smallService((_, path) =>
    path.startsWith('/content/') ? json({ message: 'No database.' }, 500) : undefined,
  );
  await renderInHost(
    <DocumentCard
      request={{ id: 'e'.repeat(24), content: { raw: 'documents/contract.txt' } }}
      people={{}}
      kindLine="Texto"
      sharedKey={undefined}
    />,
    { fetch, open: true },
  );
  const failure = await screen.findByRole('alert');
  expect(failure).toHaveTextContent(/^No se pudo cargar el documento\. /);
  expect(within(failure).getByRole('button', { name: 'Reintentar' })).toBeVisible();
  expect(within(failure).getByRole('button', { name: 'Copiar detalles' })).toBeVisible();
});
