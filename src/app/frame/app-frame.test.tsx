import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppFrame, type AppFrameProps } from '#app/frame/app-frame.tsx';
import { renderUi } from '#ui/testing/render.tsx';

const place = (id: string, current = false, primary = true) => ({
  id,
  label: id,
  icon: null,
  to: `/${id}`,
  current,
  primary,
});

const frame: Omit<AppFrameProps, 'children'> = {
  home: '/',
  crumbs: [{ label: 'Solicitudes', to: '/requests' }, { label: 'Nueva' }],
  groups: [
    [place('Resumen', true), place('Solicitudes'), place('Testigos')],
    [place('Verificar'), place('Ajustes', false, false)],
  ],
};

describe('AppFrame', () => {
  it('says where the reader is, in the navigation and in the breadcrumb', () => {
    renderUi(<AppFrame {...frame}>página</AppFrame>);
    const nav = screen.getByRole('navigation', { name: 'Navegación principal' });
    expect(within(nav).getByRole('link', { current: 'page' })).toHaveTextContent('Resumen');
    const crumbs = screen.getByRole('navigation', { name: 'Dónde estás' });
    expect(within(crumbs).getByRole('link')).toHaveAttribute('href', '/requests');
    expect(within(crumbs).getByText('Nueva')).toHaveAttribute('aria-current', 'page');
  });

  it('lets a keyboard skip to the content first', async () => {
    const { user } = renderUi(<AppFrame {...frame}>página</AppFrame>);
    await user.tab();
    expect(screen.getByRole('link', { name: 'Ir al contenido' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('opens the palette with its button, Ctrl K and ⌘ K, also from a field', async () => {
    const search = vi.fn();
    const { user } = renderUi(
      <AppFrame {...frame} onSearch={search}>
        <input aria-label="campo" />
      </AppFrame>,
    );
    await user.click(screen.getByRole('button', { name: /Buscar o pegar/ }));
    await user.keyboard('{Control>}k{/Control}');
    await user.click(screen.getByLabelText('campo'));
    await user.keyboard('{Meta>}k{/Meta}');
    expect(search).toHaveBeenCalledTimes(3);
  });

  it('turns the whole app to UTC and to the other theme', async () => {
    const { user } = renderUi(<AppFrame {...frame}>página</AppFrame>, { theme: 'light' });
    await user.click(
      screen.getByRole('button', { name: /^UTC−06:00. Mostrar horas en UTC/, pressed: false }),
    );
    expect(
      screen.getByRole('button', { name: /^UTC. Mostrar horas en UTC/, pressed: true }),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Tema oscuro' }));
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    await user.click(screen.getByRole('button', { name: 'Tema claro' }));
    expect(document.documentElement).toHaveAttribute('data-theme', 'light');
  });

  describe('on a phone', () => {
    beforeEach(() => {
      vi.spyOn(window, 'matchMedia').mockImplementation(
        (query) =>
          ({
            matches: query.includes('max-width'),
            addEventListener: vi.fn(),
            removeEventListener: vi.fn(),
            addListener: vi.fn(),
            removeListener: vi.fn(),
          }) as unknown as MediaQueryList,
      );
    });
    afterEach(() => {
      vi.restoreAllMocks();
    });

    it('leads back to the list from a page below it', () => {
      renderUi(<AppFrame {...frame}>página</AppFrame>);
      expect(screen.getByRole('link', { name: 'Volver a Solicitudes' })).toHaveAttribute('href', '/requests');
    });

    it('has four places and «Más» with the rest', async () => {
      const { user } = renderUi(<AppFrame {...frame}>página</AppFrame>);
      const nav = screen.getByRole('navigation', { name: 'Navegación principal' });
      expect(within(nav).getAllByRole('link')).toHaveLength(4);
      await user.click(within(nav).getByRole('button', { name: 'Más' }));
      expect(screen.getByRole('menuitem', { name: 'Ajustes' })).toHaveAttribute('href', '/Ajustes');
    });
  });
});
