import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangesPill } from './changes-pill.tsx';
import { DropZone } from './drop-zone.tsx';
import { FailedState } from './failed-state.tsx';
import { AppFrame, type AppFrameProps } from './frame/app-frame.tsx';
import { Inspector } from './inspector.tsx';
import { KeyRefused } from './key-refused.tsx';
import { LoadingRows } from './loading-rows.tsx';
import { NothingMatches } from './nothing-matches.tsx';
import { PageFrame } from './page-frame.tsx';
import { PartialStrip, StaleStrip } from './strips.tsx';
import { renderUi } from './testing/render.tsx';
import { Tray, type TrayItem } from './tray.tsx';

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
    await user.click(screen.getByRole('button', { name: 'Mostrar horas en UTC', pressed: false }));
    expect(screen.getByRole('button', { name: 'Mostrar horas en UTC', pressed: true })).toBeInTheDocument();
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

    it('has four places and «Más» with the rest', async () => {
      const { user } = renderUi(<AppFrame {...frame}>página</AppFrame>);
      const nav = screen.getByRole('navigation', { name: 'Navegación principal' });
      expect(within(nav).getAllByRole('link')).toHaveLength(4);
      await user.click(within(nav).getByRole('button', { name: 'Más' }));
      expect(screen.getByRole('menuitem', { name: 'Ajustes' })).toHaveAttribute('href', '/Ajustes');
    });
  });
});

describe('PageFrame', () => {
  function Pages() {
    const [at, setAt] = useState(0);
    return (
      <>
        <button
          onClick={() => {
            setAt(at + 1);
          }}
        >
          otra
        </button>
        <PageFrame key={at} title={`Página ${at}`}>
          {at === 2 && <input aria-label="campo" ref={(field) => field?.focus()} />}
        </PageFrame>
      </>
    );
  }

  it('names the tab, and takes the focus to the title on every page but the first', async () => {
    const { user } = renderUi(<Pages />);
    expect(document.title).toBe('Página 0 · Testigo');
    expect(document.body).toHaveFocus();
    await user.click(screen.getByText('otra'));
    expect(screen.getByRole('heading', { level: 1, name: 'Página 1' })).toHaveFocus();
    expect(document.title).toBe('Página 1 · Testigo');
  });

  it('leaves the focus to a page that has put it in a field', async () => {
    const { user } = renderUi(<Pages />);
    await user.click(screen.getByText('otra'));
    await user.click(screen.getByText('otra'));
    expect(screen.getByLabelText('campo')).toHaveFocus();
  });
});

describe('states', () => {
  it('LoadingRows shows nothing in the first 150 ms', () => {
    vi.useFakeTimers();
    const { container } = renderUi(<LoadingRows count={3} />);
    expect(container.querySelectorAll('.row')).toHaveLength(0);
    act(() => {
      vi.advanceTimersByTime(160);
    });
    expect(container.querySelectorAll('.row')).toHaveLength(3);
    expect(screen.getByText('Cargando')).toBeInTheDocument();
    vi.useRealTimers();
  });

  it('FailedState says what is safe, retries, and copies its details as they are', async () => {
    const retry = vi.fn();
    const details = 'GET /signature-requests  504  09:41:52';
    const { user } = renderUi(
      <FailedState
        title="No se pudo leer la lista"
        text="Nada se perdió."
        onRetry={retry}
        details={details}
      />,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('No se pudo leer la lista');
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(retry).toHaveBeenCalledTimes(1);
    await user.click(await screen.findByRole('button', { name: 'Copiar detalles' }));
    expect(await navigator.clipboard.readText()).toBe(details);
  });

  it('NothingMatches names the filter that hides most, with one button to drop it', async () => {
    const remove = vi.fn();
    const clear = vi.fn();
    const { user } = renderUi(
      <NothingMatches
        total={1284}
        culprit={{ label: 'Firmantes: 4 o más', excludes: 1197, onRemove: remove }}
        onClearAll={clear}
      />,
    );
    expect(screen.getByText('Ninguna de 1,284 coincide')).toBeVisible();
    expect(screen.getByText('«Firmantes: 4 o más» descarta 1,197.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Quitar ese filtro' }));
    await user.click(screen.getByRole('button', { name: 'Limpiar todo' }));
    expect([remove, clear].map((one) => one.mock.calls.length)).toEqual([1, 1]);
  });

  it('PartialStrip and StaleStrip say what is missing or how old, with one action', async () => {
    const load = vi.fn();
    const retry = vi.fn();
    const { user } = renderUi(
      <>
        <PartialStrip have={1100} total={1284} missing="Faltan 4 páginas." onLoad={load} />
        <StaleStrip updatedAt={Date.now() - 180_000} onRetry={retry} />
      </>,
    );
    expect(screen.getByText('1,100 de 1,284. Faltan 4 páginas.')).toBeVisible();
    expect(screen.getByText('No se actualizó. Datos de hace 3 min.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cargar las que faltan' }));
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect([load, retry].map((one) => one.mock.calls.length)).toEqual([1, 1]);
  });

  it('ChangesPill counts in the singular and the plural, and is not there for none', () => {
    const { update } = renderUi(<ChangesPill count={1} onShow={vi.fn()} />);
    expect(screen.getByRole('button', { name: '1 cambio, mostrar' })).toBeVisible();
    update(<ChangesPill count={3} onShow={vi.fn()} />);
    expect(screen.getByRole('button', { name: '3 cambios, mostrar' })).toBeVisible();
    update(<ChangesPill count={0} onShow={vi.fn()} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('KeyRefused asks in place, hides what is typed, and does not try twice at once', async () => {
    let taken: () => void = () => undefined;
    const use = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          taken = resolve;
        }),
    );
    const { user } = renderUi(<KeyRefused waiting="Tu borrador espera." onUse={use} />);
    expect(screen.getByText(/Tu borrador espera\./)).toBeVisible();
    const field = screen.getByLabelText('Clave de la organización');
    expect(field).toHaveAttribute('type', 'password');
    await user.type(field, '  abc {Enter}{Enter}');
    expect(use).toHaveBeenCalledTimes(1);
    expect(use).toHaveBeenCalledWith('abc');
    await act(async () => {
      taken();
    });
    expect(screen.getByRole('button')).not.toHaveAttribute('aria-busy');
  });

  it('KeyRefused names a missing key at its field, and selects one that is refused too', async () => {
    const { user, container } = renderUi(<KeyRefused onUse={() => undefined} />);
    const field = screen.getByLabelText<HTMLInputElement>('Clave de la organización');
    await user.click(screen.getByRole('button'));
    expect(await screen.findByText('Pega la clave de la organización.')).toBeVisible();
    expect(field).toHaveFocus();
    await user.type(field, 'wrong');
    await user.click(screen.getByRole('button'));
    await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'wrong'.length]));
    expect(container.outerHTML).not.toContain('wrong');
  });
});

describe('DropZone', () => {
  const pdf = new File(['%PDF'], 'a.pdf', { type: 'application/pdf' });
  const text = new File(['x'], 'b.txt', { type: 'text/plain' });
  const drop = (files: File[], types = ['Files']) => ({ dataTransfer: { files, types, dropEffect: 'none' } });

  it('takes a dropped file, one unless several are asked for, and says when one is over it', () => {
    const take = vi.fn();
    renderUi(<DropZone title="Suelta aquí" onFiles={take} />);
    const zone = screen.getByText('Suelta aquí').parentElement ?? document.body;
    fireEvent.dragEnter(zone, drop([]));
    expect(screen.getByText('Suéltalo aquí')).toBeVisible();
    fireEvent.dragEnter(screen.getByRole('button'), drop([]));
    fireEvent.dragLeave(zone, drop([]));
    expect(screen.getByText('Suéltalo aquí')).toBeVisible();
    fireEvent.drop(zone, drop([pdf, text]));
    expect(take).toHaveBeenCalledWith([pdf]);
    expect(screen.getByText('Suelta aquí')).toBeVisible();
  });

  it('does not react to what is no file', () => {
    const take = vi.fn();
    renderUi(<DropZone title="Suelta aquí" onFiles={take} />);
    const zone = screen.getByText('Suelta aquí').parentElement ?? document.body;
    fireEvent.dragEnter(zone, drop([], ['text/plain']));
    fireEvent.drop(zone, drop([], ['text/plain']));
    expect(screen.getByText('Suelta aquí')).toBeVisible();
    expect(take).not.toHaveBeenCalled();
  });

  it('does the same by keyboard with a file input', async () => {
    const take = vi.fn();
    const { user, container } = renderUi(
      <DropZone title="Suelta" multiple accept=".pdf,.txt" onFiles={take} />,
    );
    const input = container.querySelector('input');
    if (!input) throw new Error('no input');
    const pick = vi.spyOn(input, 'click');
    await user.tab();
    await user.keyboard('{Enter}');
    expect(pick).toHaveBeenCalledTimes(1);
    await user.upload(input, [pdf, text]);
    expect(take).toHaveBeenCalledWith([pdf, text]);
    await user.upload(input, [pdf]);
    expect(take).toHaveBeenCalledTimes(2);
  });
});

describe('Tray', () => {
  const act_ = vi.fn();
  const items: TrayItem[] = [
    { id: 'd', title: 'Acta', state: 'done', line: 'Enviada', action: { label: 'Abrir', onSelect: act_ } },
    {
      id: 'f',
      title: 'Convenio',
      state: 'failed',
      line: 'Ricardo no tiene vínculo',
      action: { label: 'Reintentar', onSelect: act_ },
    },
    {
      id: 'r',
      title: 'Avisos',
      state: 'running',
      line: '31 de 48',
      progress: 0.64,
      onPause: act_,
      onCancel: act_,
    },
    { id: 'p', title: 'Certificar', state: 'paused', line: 'en pausa', onResume: act_ },
  ];

  it('lists running, paused, failed, done, each with its state, reason and actions', async () => {
    const { user } = renderUi(<Tray items={items} onFold={vi.fn()} />);
    const rows = within(screen.getByRole('region', { name: 'Operaciones' })).getAllByRole('listitem');
    expect(rows.map((row) => within(row).getAllByRole('img')[0]?.getAttribute('aria-label'))).toEqual([
      'En curso',
      'En pausa',
      'Falló',
      'Terminada',
    ]);
    expect(screen.getByRole('progressbar', { name: 'Avisos' })).toHaveAttribute('aria-valuetext', '31 de 48');
    for (const name of [
      'Pausar: Avisos',
      'Cancelar: Avisos',
      'Reanudar: Certificar',
      'Reintentar: Convenio',
      'Abrir: Acta',
    ])
      await user.click(screen.getByRole('button', { name }));
    expect(act_).toHaveBeenCalledTimes(5);
  });
});

it('Inspector closes on Esc and by its cross', async () => {
  const close = vi.fn();
  const { user } = renderUi(
    <Inspector kind="Solicitud" title="Contrato" onClose={close}>
      x
    </Inspector>,
  );
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(close).toHaveBeenCalledTimes(2);
});
