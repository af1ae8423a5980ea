import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { SandboxAnchors } from './sandbox-anchors.tsx';

const anchors = [
  { title: 'AC raíz de prueba', pem: 'first', sha256: 'a'.repeat(64), use: 'signing' },
  { title: 'Sellador de prueba', pem: 'second', sha256: 'b'.repeat(64), use: 'stamping' },
] as const;
const answers = () => json({ version: '1', anchors, recipe: 'ascii-hex-sorted/1', endorsers: [] });
const service = (answer: () => Response = answers) =>
  smallService((_, path) => (path === '/sandbox/anchors' ? answer() : undefined));

beforeEach(() => {
  window.localStorage.clear();
  trustSettings.erase();
});

it('offers the anchors of the sandbox by name, and trusts none of them before the press', async () => {
  const { user } = await renderInHost(<SandboxAnchors />, { fetch: service().fetch });
  await screen.findByText('AC raíz de prueba y Sellador de prueba');
  expect(screen.getByText(/No se confía en ellas hasta que lo decidas/)).toBeVisible();
  expect(trustSettings.read().anchors).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Confiar en ellas' }));
  expect(trustSettings.read().anchors).toEqual(anchors);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Confiar en ellas' })).toBeNull());
});

it('offers the anchors of a service that was still starting once it has started', async () => {
  const starting = new Response('{"messages":[]}', {
    status: 503,
    headers: { 'content-type': 'application/json', 'retry-after': '1' },
  });
  let isStarting = true;
  const starts = service(() => {
    if (!isStarting) return answers();
    isStarting = false;
    return starting;
  });
  await renderInHost(<SandboxAnchors />, { fetch: starts.fetch });
  expect(await screen.findByText(/^AC raíz de prueba/, {}, { timeout: 10_000 })).toBeVisible();
});

it('offers only what is not trusted for its purpose yet', async () => {
  trustSettings.pin({ ...anchors[0] });
  await renderInHost(<SandboxAnchors />, { fetch: service().fetch });
  expect(await screen.findByText('Sellador de prueba')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Confiar en ella' })).toBeVisible();
});

it('offers nothing with a session, nor where there is no sandbox', async () => {
  const open = service();
  const { container, unmount } = await renderInHost(<SandboxAnchors />, { fetch: open.fetch, open: true });
  expect(open.seen.some(({ url }) => url.pathname === '/sandbox/anchors')).toBe(false);
  expect(container.querySelector('button')).toBeNull();
  unmount();
  const none = service(() => refusal(404, 'Not here'));
  const view = await renderInHost(<SandboxAnchors />, { fetch: none.fetch });
  await waitFor(() => expect(none.seen).not.toHaveLength(0));
  expect(view.container.querySelector('button')).toBeNull();
});
