import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FailedLine } from './failed-line.tsx';
import { FailedState } from './failed-state.tsx';
import { LoadingRows } from './loading-rows.tsx';
import { NothingMatches } from './nothing-matches.tsx';
import { PartialStrip, StaleStrip } from './strips.tsx';
import { renderUi } from '../testing/render.tsx';

it('LoadingRows takes its place at once, and shows nothing in the first 150 ms', () => {
  vi.useFakeTimers();
  const { container } = renderUi(<LoadingRows count={3} />);
  expect(container.querySelectorAll('.row')).toHaveLength(3);
  expect(container.querySelector('.row > *')).toBeNull();
  act(() => {
    vi.advanceTimersByTime(160);
  });
  expect(container.querySelectorAll('.row > *')).toHaveLength(6);
  expect(screen.getByText('Cargando')).toBeInTheDocument();
  vi.useRealTimers();
});

it('LoadingRows that follow others show their bars at once, so that nothing flickers', () => {
  vi.useFakeTimers();
  const first = renderUi(<LoadingRows count={3} />);
  act(() => {
    vi.advanceTimersByTime(160);
  });
  first.unmount();
  const next = renderUi(<LoadingRows count={3} kind="facts" />);
  expect(next.container.querySelectorAll('.row > *')).toHaveLength(6);
  next.unmount();
  act(() => {
    vi.advanceTimersByTime(400);
  });
  expect(renderUi(<LoadingRows count={3} />).container.querySelector('.row > *')).toBeNull();
  vi.useRealTimers();
});

it('FailedState says what is safe, retries, and copies its details as they are', async () => {
  const retry = vi.fn();
  const details = 'GET /signature-requests  504  09:41:52';
  const { user } = renderUi(
    <FailedState
      title="No se pudo cargar la lista"
      text="Nada se perdió."
      onRetry={retry}
      details={details}
    />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudo cargar la lista');
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(retry).toHaveBeenCalledTimes(1);
  await user.click(await screen.findByRole('button', { name: 'Copiar detalles' }));
  expect(await navigator.clipboard.readText()).toBe(details);
});

it('FailedState folds its details, whose time is that of the user', async () => {
  const details = 'GET  /signature-requests  500  2026-11-23T15:30:00.000Z';
  const { user } = renderUi(<FailedState title="No se pudo" text="Nada se perdió." details={details} />);
  const summary = await screen.findByText('Detalles');
  expect(summary.closest('details')).not.toHaveAttribute('open');
  await user.click(summary);
  expect(screen.getByText('23 nov 2026, 09:30:00 UTC−06:00')).toBeVisible();
  expect(summary.closest('details')).not.toHaveTextContent('T15:30');
  await user.click(screen.getByRole('button', { name: 'Copiar detalles' }));
  expect(await navigator.clipboard.readText()).toBe(details);
});

it('FailedLine copies its details as they are', async () => {
  const details = 'GET  /organization/{id}  500  2026-11-23T15:30:00.000Z';
  const { user } = renderUi(<FailedLine text="No se pudo." onRetry={vi.fn()} details={details} />);
  expect(screen.getByRole('alert')).not.toHaveTextContent('/organization');
  await user.click(screen.getByRole('button', { name: 'Copiar detalles' }));
  expect(await navigator.clipboard.readText()).toBe(details);
});

it('NothingMatches names the filter that hides most, with one button to drop it', async () => {
  const remove = vi.fn();
  const clear = vi.fn();
  const { user } = renderUi(
    <NothingMatches
      filters={2}
      total={1284}
      culprit={{ label: 'Firmantes: 4 o más', excludes: 1197, onRemove: remove }}
      onClearAll={clear}
    />,
  );
  expect(screen.getByText('Sin coincidencias entre 1,284')).toBeVisible();
  expect(screen.getByText('«Firmantes: 4 o más» oculta 1,197.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Quitar ese filtro' }));
  await user.click(screen.getByRole('button', { name: 'Quitar todos los filtros' }));
  expect([remove, clear].map((one) => one.mock.calls.length)).toEqual([1, 1]);
});

it('NothingMatches has one button where one filter is set', async () => {
  const clear = vi.fn();
  const culprit = { label: 'Buscar: zzz', excludes: 12, onRemove: vi.fn() };
  const { user } = renderUi(<NothingMatches filters={1} total={12} culprit={culprit} onClearAll={clear} />);
  expect(screen.getByText('«Buscar: zzz» oculta 12.')).toBeVisible();
  await user.click(screen.getByRole('button'));
  expect(screen.getByRole('button')).toHaveTextContent('Quitar el filtro');
  expect(clear).toHaveBeenCalledTimes(1);
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

it('LoadingRows of a list have the height, the lines and the boxes of the cards that come', () => {
  vi.useFakeTimers();
  const { container } = renderUi(<LoadingRows kind="list" count={2} rowHeight={111} lines={3} picks />);
  act(() => {
    vi.advanceTimersByTime(200);
  });
  for (const row of container.querySelectorAll('.row')) {
    expect(row).toHaveStyle({ height: '111px' });
    // The box, three lines, and what stands at the end.
    expect(row.querySelectorAll('.MuiSkeleton-root')).toHaveLength(5);
  }
  vi.useRealTimers();
});
