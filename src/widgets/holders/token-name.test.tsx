import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useClient } from '#client/session/session-context.tsx';
import { list, organization, refusal, renderInHost, smallService } from '../testing/host.tsx';
import { TokenName, TokenNameFor } from './token-name.tsx';

const hash = 'ab'.repeat(32);
const token = BigInt(`0x${hash}`);

function OfElsa() {
  return <TokenNameFor client={useClient()} token={token} unseen="Documento que Elsa no puede ver" />;
}

const answering = (answer: () => Response) =>
  smallService(({ url }, path) =>
    path === '/witnesses' && url.searchParams.has('hash') ? answer() : undefined,
  ).fetch;

test('a witness of the organization without a request is a document without a name, and not one that is hidden', async () => {
  const fetch = answering(() => list([{ id: 'w'.repeat(24), hash }]));
  await renderInHost(<TokenName token={token} />, { fetch, open: true });
  expect(await screen.findByText('Documento sin nombre')).toBeVisible();
});

test('a document is said to be hidden, and from whom, where the service gives none', async () => {
  const fetch = answering(() => list([]));
  const own = await renderInHost(<TokenName token={token} />, { fetch, open: true });
  expect(await screen.findByText('Documento que no puedes ver')).toBeVisible();
  own.unmount();
  await renderInHost(<OfElsa />, { fetch, open: true });
  expect(await screen.findByText('Documento que Elsa no puede ver')).toBeVisible();
});

test('a document that the chosen organization does not have is not said to be hidden', async () => {
  const fetch = answering(() => list([]));
  const OfOne = () => <TokenNameFor client={useClient()} token={token} organization={organization.id} />;
  await renderInHost(<OfOne />, { fetch, open: true });
  expect(await screen.findByText('Sin documento en esta organización')).toBeVisible();
});

test('an answer that never came hides nothing', async () => {
  const fetch = answering(() => refusal(500, 'no'));
  await renderInHost(<TokenName token={token} />, { fetch, open: true });
  expect(await screen.findByText('No se pudo cargar el documento', {}, { timeout: 10_000 })).toBeVisible();
});
