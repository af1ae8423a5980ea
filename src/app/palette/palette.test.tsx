import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { list, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { Palette } from './palette.tsx';

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
