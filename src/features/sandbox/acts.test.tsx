import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { typeDay } from '#ui/testing/type-day.ts';
import { list, organization, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { SandboxPage } from './sandbox-page.tsx';

const elsa = { id: '1'.repeat(24), commonName: 'Elsa Herrera', accessToken: 'token-elsa' };
const jorge = { id: '2'.repeat(24), commonName: 'Jorge Treviño', accessToken: 'token-jorge' };
const holder = `0x${'a'.repeat(40)}`;
const witness = {
  id: 'b'.repeat(24),
  hash: `${'0'.repeat(63)}7`,
  claiming: { id: 'c'.repeat(24) },
  claimed: false,
  signatureRequest: { id: 'd'.repeat(24), name: 'Pagaré' },
};

function sandboxService() {
  let claimed = false;
  let burns = 0;
  const posts: { path: string; body: unknown }[] = [];
  const service = smallService((seen, path) => {
    if (seen.method === 'POST') posts.push({ path, body: seen.body });
    if (path === '/sandbox/session')
      return json({ organizations: [{ ...organization, apiKey: 'good-key' }], subjects: [elsa, jorge] });
    if (path === '/sandbox/anchors')
      return json({
        version: '1',
        anchors: [],
        recipe: 'ascii-hex-sorted/1',
        endorsers: [],
        rpc: { network: 421614, path: '/sandbox/rpc' },
      });
    if (path === '/sandbox/clock') {
      if (seen.method === 'GET') return json({ now: new Date().toISOString(), offset: 7_200 });
      return json({ now: new Date(Date.now() + 86_400_000).toISOString(), offset: 93_600 });
    }
    if (path === `/sandbox/witnesses/${witness.id}/claim`) {
      claimed = true;
      return json(witness);
    }
    if (path === '/sandbox/tokens/7/transfer') return json({});
    if (path === '/sandbox/tokens/7/burn') {
      burns += 1;
      return burns === 1 ? refusal(409, 'Nobody here has the key.') : json({});
    }
    if (path === '/witnesses')
      return list(seen.url.searchParams.has('initialOwner') && !claimed ? [witness] : []);
    if (path.startsWith('/subject/')) return json({ id: elsa.id, EVMAddress: holder });
    if (path === '/endorsables')
      return json({ items: claimed ? [{ id: '7', ownerId: holder, network: 421614 }] : [] });
    return seen.headers.get('authorization')?.startsWith('Bearer token-') ? list([]) : undefined;
  });
  return { ...service, posts };
}

test('ST-16 ST-17 the first owner claims, passes the token on to a person or an address, and burns it after a question', async () => {
  const service = sandboxService();
  const { user } = await renderInHost(<SandboxPage />, {
    fetch: service.fetch,
    path: `/sandbox?signer=${elsa.id}`,
  });
  await user.click(await screen.findByRole('button', { name: 'Reclamar el token de Pagaré' }));
  expect(await screen.findByText('Elsa Herrera reclamó el token de Pagaré')).toBeVisible();

  await user.click(await screen.findByRole('button', { name: 'Endosar' }));
  const form = screen.getByLabelText('A quién').closest('form');
  if (!form) throw new Error('The form is not there.');
  const send = within(form).getByRole('button', { name: 'Endosar' });
  await user.selectOptions(screen.getByLabelText('A quién'), 'Otra dirección…');
  for (const [typed, said] of [
    ['0x12', /40 dígitos/],
    [`0x${'0'.repeat(40)}`, /no es de nadie/],
  ] as const) {
    await user.clear(screen.getByLabelText('Dirección'));
    await user.paste(typed);
    await user.click(send);
    expect(screen.getByText(said)).toBeVisible();
  }
  await user.selectOptions(screen.getByLabelText('A quién'), 'Jorge Treviño');
  await user.click(send);
  expect(await screen.findByText('Elsa Herrera endosó el token a Jorge Treviño')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Destruir' }));
  expect(service.posts.map(({ path }) => path)).not.toContain('/sandbox/tokens/7/burn');
  const question = screen.getByRole('group', { name: '¿Destruir este token?' });
  await user.click(within(question).getByRole('button', { name: 'Destruir' }));
  expect(await screen.findByText(/Nobody here has the key/)).toBeVisible();
  expect(service.posts).toEqual([
    { path: `/sandbox/witnesses/${witness.id}/claim`, body: undefined },
    { path: '/sandbox/tokens/7/transfer', body: { to: jorge.id } },
    { path: '/sandbox/tokens/7/burn', body: undefined },
  ]);
});

test('ST-19 the clock says how far ahead it is, and goes on only after a confirmation', async () => {
  const service = sandboxService();
  const { user } = await renderInHost(<SandboxPage />, { fetch: service.fetch, path: '/sandbox?tab=clock' });
  expect(await screen.findByText('2 h adelante del reloj del servidor.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Adelantar 1 día' }));
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await typeDay(user, 'A una fecha', '2020-01-01');
  await user.click(screen.getByRole('button', { name: 'Ir a la fecha' }));
  expect(await screen.findByText('Elige un día posterior a hoy.')).toBeVisible();
  const day = within(screen.getByRole('group', { name: 'A una fecha' })).getByRole('spinbutton', {
    name: 'Día',
  });
  await waitFor(() => expect(day).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Adelantar 1 día' }));
  expect(service.posts).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Adelantar' }));
  await waitFor(() => expect(service.posts).toEqual([{ path: '/sandbox/clock', body: { advance: 86_400 } }]));
  expect(await screen.findByText(/El reloj del simulador marca/)).toBeVisible();
});
