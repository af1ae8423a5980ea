import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { list, organization, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { filterNames } from './filter/filter.ts';
import { filterWord } from './filter/filter-texts.ts';
import { WitnessesPage } from './witnesses-page.tsx';

const at = '2026-11-20T12:00:00.000Z';
const witness = (digit: string, signatureRequest: object | null) => ({
  id: digit.repeat(24),
  hash: digit.repeat(64),
  algorithm: 'SHA256',
  organization,
  createdAt: at,
  updatedAt: at,
  timestampedAt: at,
  signatureRequest,
});
const contract = { id: 'c'.repeat(24), name: 'Contrato de obra' };
const note = { id: 'd'.repeat(24), name: 'Pagaré 7' };
const witnesses = [witness('1', contract), witness('2', note), witness('3', contract)];
const open = () =>
  renderInHost(<WitnessesPage />, {
    fetch: smallService((_, path) => (path === '/witnesses' ? list(witnesses) : undefined)).fetch,
    path: '/witnesses',
    open: true,
  });

it('shows four filters, and all that there are on demand', async () => {
  const { container, user } = await open();
  await screen.findAllByText('Contrato de obra');
  const all = filterNames.filter((name) => name !== 'find').map(filterWord);
  const chips = () =>
    [...container.querySelectorAll('button[aria-haspopup="dialog"]')]
      .map(({ textContent }) => textContent)
      .filter((text) => all.includes(text));
  expect(all).toHaveLength(9);
  expect(chips()).toEqual(all.slice(0, 4));
  await user.click(screen.getByRole('button', { name: 'Más filtros' }));
  expect(chips()).toEqual(all);
  await user.click(screen.getByRole('button', { name: 'Menos filtros' }));
  expect(chips()).toEqual(all.slice(0, 4));
});

it('has one column of dates, of the date that is chosen', async () => {
  const { user, where } = await open();
  await screen.findAllByText('Contrato de obra');
  const dates = () => {
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    return heads.filter((head) => ['Creado', 'Último cambio', 'Fecha más temprana que da'].includes(head));
  };
  const datesOfRows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelectorAll('time').length);
  expect(dates()).toEqual(['Creado']);
  expect(datesOfRows()).toEqual([1, 1, 1]);
  await user.click(screen.getByRole('button', { name: 'Ordenar por: Creado' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Último cambio' }));
  await waitFor(() => expect(dates()).toEqual(['Último cambio']));
  expect(datesOfRows()).toEqual([1, 1, 1]);
  expect(where()).toBe('/witnesses?sort=updatedAt');
});

it('stands under its requests once they are grouped, and as one list again', async () => {
  const { user, where } = await open();
  await screen.findAllByText('Contrato de obra');
  await user.click(screen.getByRole('button', { name: 'Por solicitud' }));
  const groups = await screen.findByRole('list', { name: 'Testigos por solicitud' });
  expect(where()).toBe('/witnesses?group=request');
  const date = groups.previousElementSibling?.lastElementChild;
  expect(date).toHaveTextContent('Creado');
  expect(date?.querySelector('svg')).toHaveAttribute('data-testid', 'ArrowDownwardIcon');
  expect(screen.getByRole('button', { name: 'Por solicitud' })).toHaveAttribute('aria-pressed', 'true');
  const headings = within(groups).getAllByRole('heading', { level: 2 });
  const members = headings.map((heading) => {
    const rows = within(heading.nextElementSibling as HTMLElement).getAllByRole('listitem');
    return rows.map((row) => within(row).getByRole('link').getAttribute('href'));
  });
  expect(headings.map((heading) => within(heading).getByRole('link').textContent)).toEqual([
    'Contrato de obra',
    'Pagaré 7',
  ]);
  expect(members).toEqual([
    [`/witnesses/${'1'.repeat(24)}`, `/witnesses/${'3'.repeat(24)}`],
    [`/witnesses/${'2'.repeat(24)}`],
  ]);
  await user.click(screen.getByRole('button', { name: 'Por solicitud' }));
  expect(await screen.findByRole('table', { name: 'Testigos' })).toBeVisible();
  expect(where()).toBe('/witnesses');
  expect(groups).not.toBeInTheDocument();
});
