import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { SettingsPage } from './settings-page.tsx';

const parts = [
  ['Conexión', '/settings', ['Conexión', 'Información del servicio', 'Acerca de Testigo']],
  ['Apariencia y hora', '/settings?part=appearance', ['Idioma y apariencia', 'Hora']],
  ['Confianza', '/settings?part=trust', ['Confianza']],
  ['Nodos y contratos inteligentes', '/settings?part=nodes', ['Nodos', 'Contratos inteligentes']],
  ['Datos guardados', '/settings?part=stored', ['Guardado en este navegador']],
] as const;

it.each(parts)(
  'has an index of five parts, of which %s shows its own cards and no others',
  async (...part) => {
    const [name, path, cards] = part;
    await renderInHost(<SettingsPage />, { fetch: smallService().fetch, path, open: true });
    const index = within(screen.getByRole('navigation', { name: 'Secciones de ajustes' }));
    const links = index.getAllByRole('link');
    expect(links.map((one) => [one.textContent, one.getAttribute('href')])).toEqual(
      parts.map(([label, to]) => [label, to]),
    );
    expect(
      links.filter((one) => one.hasAttribute('aria-current')).map(({ textContent }) => textContent),
    ).toEqual([name]);
    await waitFor(() => {
      const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
      expect(headings).toEqual(cards);
    });
  },
);

it('opens at the part that the address names, and at the first where it names none that exists', async () => {
  const open = (path: string) =>
    renderInHost(<SettingsPage />, { fetch: smallService().fetch, path, open: true });
  const named = await open('/settings?part=appearance');
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Apariencia y hora');
  named.unmount();
  await open('/settings?part=nothing');
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Conexión');
});
