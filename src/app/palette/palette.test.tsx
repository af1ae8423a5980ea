import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { list, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { newDraft } from '#jobs/drafts/draft-shape.ts';
import { drafts } from '#jobs/drafts/drafts.ts';
import { Palette } from './palette.tsx';
import { noteVisit, recents } from './recents.ts';

const groups = [
  [
    { id: 'requests', label: 'Solicitudes', icon: null, to: '/requests', current: false },
    { id: 'rates', label: 'Tipos de cambio', icon: null, to: '/rates', current: false },
  ],
];

function Example({ onHelp = () => undefined }: { onHelp?: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Buscar
      </button>
      {open && <Palette groups={groups} onClose={() => setOpen(false)} onHelp={onHelp} />}
    </>
  );
}

const { fetch } = smallService((_, path) =>
  path === '/subjects' ? list([{ id: 'b'.repeat(24), commonName: 'Ana Ruiz' }]) : undefined,
);

test('the palette lists places and actions in groups, goes to the first by Enter and gives the focus back', async () => {
  const { user, where } = await renderInHost(<Example />, { fetch, open: true });
  const opener = screen.getByRole('button', { name: 'Buscar' });
  await user.click(opener);
  const palette = within(await screen.findByRole('dialog', { name: 'Búsqueda y comandos' }));
  const field = palette.getByRole('combobox');
  expect(field).toHaveFocus();
  const options = () => palette.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options().slice(0, 2)).toEqual(['Solicitudes', 'Tipos de cambio']);
  expect(within(palette.getByRole('group', { name: 'Páginas' })).getAllByRole('option')).toHaveLength(2);
  await waitFor(() =>
    expect(field).toHaveAttribute('aria-activedescendant', palette.getAllByRole('option')[0]?.id),
  );
  await user.keyboard('cambio');
  expect(options()).toEqual(['Tipos de cambio']);
  await user.keyboard('{Enter}');
  expect(where()).toBe('/rates');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(opener).toHaveFocus());
});

test('arrows choose an action, and Esc closes without one', async () => {
  const help = vi.fn();
  const { user } = await renderInHost(<Example onHelp={help} />, { fetch, open: true });
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  await screen.findByRole('dialog');
  await user.keyboard('{ArrowUp}{Enter}');
  expect(help).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(help).toHaveBeenCalledOnce();
});

test('an issuer is found by a part of its name, accents aside', async () => {
  const { fetch: withIssuers } = smallService((_, path) =>
    path === '/issuers'
      ? list([
          { id: 'c'.repeat(24), commonName: 'Autoridad Certificadora Raíz' },
          { id: 'd'.repeat(24), commonName: 'Otra' },
        ])
      : undefined,
  );
  const { user, where } = await renderInHost(<Example />, { fetch: withIssuers, open: true });
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  await screen.findByRole('dialog');
  await user.keyboard('raiz');
  const found = await screen.findByRole('option', { name: /Autoridad Certificadora Raíz/ });
  expect(screen.queryByRole('option', { name: /^Otra/ })).toBeNull();
  await user.click(found);
  expect(where()).toBe(`/directory/issuers/${'c'.repeat(24)}`);
});

test('what the service finds stands first, and what nothing matches is said', async () => {
  const { user } = await renderInHost(<Example />, { fetch, open: true });
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  await user.keyboard('ruiz');
  expect(await screen.findByRole('option', { name: /Ana Ruiz/ })).toBeVisible();
  expect(screen.getByRole('group', { name: 'Resultados' })).toBeVisible();
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('zz');
  expect(await screen.findByText('Sin resultados')).toBeVisible();
});

test('what was opened last in this tab stands first, and is forgotten for another connection', async () => {
  const request = `/requests/${'c'.repeat(24)}`;
  const shown = async () => {
    const { user, session, where, unmount } = await renderInHost(<Example />, { fetch, open: true });
    await user.click(screen.getByRole('button', { name: 'Buscar' }));
    await screen.findByRole('dialog');
    return { user, where, unmount, scope: session.client()?.scope ?? '' };
  };
  const first = await shown();
  expect(screen.queryByRole('group', { name: 'Recientes' })).not.toBeInTheDocument();
  first.unmount();
  noteVisit(first.scope, '/requests', 'A list is not one thing');
  noteVisit(first.scope, request, 'Contrato de obra');
  const second = await shown();
  const recent = screen.getByRole('group', { name: 'Recientes' });
  expect(
    within(recent)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Contrato de obraSolicitud']);
  await second.user.keyboard('{Enter}');
  expect(second.where()).toBe(request);
  expect(recents('another scope')).toEqual([]);
});

test('a day leads to what was made on it, and the beginning of a hash to its witnesses', async () => {
  const { user, where } = await renderInHost(<Example />, { fetch, open: true });
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  await screen.findByRole('dialog');
  await user.keyboard('26/11/2026');
  expect(screen.getByRole('option', { name: /^Testigos del 26 nov/ })).toBeVisible();
  await user.click(screen.getByRole('option', { name: /^Solicitudes creadas el 26 nov/ }));
  expect(where()).toBe('/requests?created=2026-11-26..2026-11-26');
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  await screen.findByRole('dialog');
  await user.keyboard('3fa4c1d2');
  await user.click(await screen.findByRole('option', { name: /empieza con 3fa4c1d2/ }));
  expect(where()).toBe('/witnesses?find=3fa4c1d2');
});

test('drafts of this browser and organizations are found by their names', async () => {
  const { user, session, where } = await renderInHost(<Example />, { fetch, open: true });
  const scope = session.client()?.scope ?? '';
  const draft = { ...newDraft(scope), name: 'Convenio de la bodega' };
  await drafts(scope).write(draft);
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  await screen.findByRole('dialog');
  expect(screen.queryByRole('option', { name: /Convenio/ })).not.toBeInTheDocument();
  await user.keyboard('ceibal');
  expect(await screen.findByRole('option', { name: /^Grupo CeibalTrabajar para/ })).toBeVisible();
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('bodega');
  await user.click(await screen.findByRole('option', { name: /^Convenio de la bodegaBorrador/ }));
  expect(where()).toBe(`/requests/new?draft=${draft.id}`);
});

const offered = (name: RegExp) =>
  screen.getAllByRole('option', { name }).map(({ textContent }) => textContent);

test('a request that is found by its name is offered with its witness and its token, for one more query', async () => {
  const [request, plain, witness] = ['c', 'd', 'e'].map((digit) => digit.repeat(24));
  const { fetch: service, seen } = smallService(({ url }, path) => {
    const { searchParams } = url;
    if (path === '/signature-requests' && searchParams.has('search'))
      return list([
        { id: request, name: 'Pagaré 0398', witness: { id: witness } },
        { id: plain, name: 'Pagaré 0398 bis' },
      ]);
    return path === '/witnesses' && searchParams.has('_id')
      ? list([{ id: witness, endorsable: { id: '9'.repeat(30) } }])
      : undefined;
  });
  const { user, where } = await renderInHost(<Example />, { fetch: service, open: true });
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  await screen.findByRole('dialog');
  seen.length = 0;
  await user.keyboard('pagar');
  await screen.findByRole('option', { name: 'Pagaré 0398Token' });
  expect(offered(/^Pagaré/)).toEqual([
    'Pagaré 0398Solicitud',
    'Pagaré 0398Testigo',
    'Pagaré 0398Token',
    'Pagaré 0398 bisSolicitud',
  ]);
  expect(seen.filter(({ url }) => url.pathname.endsWith('/witnesses'))).toHaveLength(1);
  await user.click(screen.getByRole('option', { name: 'Pagaré 0398Testigo' }));
  expect(where()).toBe(`/witnesses/${witness}`);
});

test('a certificate is found by the name of its holder', async () => {
  const ana = { id: 'b'.repeat(24), commonName: 'Ana Ruiz', certificate: { id: 'f'.repeat(24) } };
  const { fetch: service } = smallService((_, path) => (path === '/subjects' ? list([ana]) : undefined));
  const { user, where } = await renderInHost(<Example />, { fetch: service, open: true });
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  await screen.findByRole('dialog');
  await user.keyboard('ruiz');
  await user.click(await screen.findByRole('option', { name: 'Ana RuizCertificado' }));
  expect(where()).toBe(`/directory/certificates/${ana.certificate.id}`);
});

test.each([
  ['00001000000504465028', ['00001000000504465028', '3030303031303030303030353034343635303238']],
  ['0abe5', ['0abe5']],
])('digits may be the serial number of a certificate: %s', async (typed, serials) => {
  const { fetch: service, seen } = smallService((_, path) =>
    path === '/certificates' ? list([{ id: 'f'.repeat(24), serialNumber: serials.at(-1) }]) : undefined,
  );
  const { user, where } = await renderInHost(<Example />, { fetch: service, open: true });
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  await screen.findByRole('dialog');
  await user.click(screen.getByRole('combobox'));
  await user.paste(typed);
  const option = await screen.findByRole('option', { name: `${typed}Certificado` });
  const serialFilters = seen.flatMap(({ url }) => url.searchParams.get('serialNumber') ?? []);
  expect(serialFilters).toEqual([JSON.stringify({ in: serials })]);
  await user.click(option);
  expect(where()).toBe(`/directory/certificates/${'f'.repeat(24)}`);
});

test('theme, language and the zone of times are found by their words, and change at once', async () => {
  const { user } = await renderInHost(<Example />, { fetch, open: true });
  const choose = async (typed: string, label: string, opener = 'Buscar') => {
    await user.click(screen.getByRole('button', { name: opener }));
    await screen.findByRole('dialog');
    await user.keyboard(typed);
    expect(await screen.findByRole('option', { name: label })).toBeVisible();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await choose('oscuro', 'Tema oscuro');
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));
  await choose('claro', 'Tema claro');
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'light'));
  // Each offers what is not so yet: what it changed shows in what it offers next.
  await choose('utc', 'Mostrar horas en UTC');
  await choose('zona', 'Mostrar horas en tu zona');
  await choose('utc', 'Mostrar horas en UTC');
  await choose('english', 'English');
  await waitFor(() => expect(document.documentElement).toHaveAttribute('lang', 'en'));
  await choose('español', 'Español (México)');
  await waitFor(() => expect(document.documentElement).toHaveAttribute('lang', 'es-MX'));
});

test('an address of a wallet leads to the wallet, whether or not anybody is known by it', async () => {
  const address = `0x${'ab'.repeat(20)}`;
  const { user, where } = await renderInHost(<Example />, { fetch, open: true });
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  await screen.findByRole('dialog');
  await user.paste(address.toUpperCase().replace('0X', '0x'));
  await user.click(await screen.findByRole('option', { name: new RegExp(address) }));
  expect(where()).toBe(`/endorsements/wallets/${address}`);
});

test('on a phone, which has no Esc, a button closes it', async () => {
  const media = vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      media: query,
      matches: query.includes('max-width'),
      onchange: null,
      addListener: vi.fn(),
      removeListener: vi.fn(),
    }),
  );
  try {
    const { user } = await renderInHost(<Example />, { fetch, open: true });
    await user.click(screen.getByRole('button', { name: 'Buscar' }));
    const palette = within(await screen.findByRole('dialog', { name: 'Búsqueda y comandos' }));
    await user.click(palette.getByRole('button', { name: 'Cerrar' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  } finally {
    media.mockRestore();
  }
});
