import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Card } from '../layout/card.tsx';
import { CardWindow } from '../lists/card-window.tsx';
import { DataTable, type Column } from '../lists/data-table.tsx';
import { List, ListItem } from '../lists/list.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { renderUi } from '../testing/render.tsx';

// React reports what a boundary caught.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const broken = 'Esta parte no se puede mostrar.';

function Value({ of }: { of: { bad?: boolean; text: string } }) {
  if (of.bad) throw new RangeError('Invalid time value');
  return <>{of.text}</>;
}

const good = { text: 'bueno' };
const bad = { text: 'malo', bad: true };

it('a row whose cell throws is one row that cannot be shown, and the table is whole', async () => {
  const columns: Column<typeof good>[] = [
    {
      id: 'name',
      head: 'Nombre',
      cell: (item) => {
        if (item === bad) throw new RangeError('Invalid time value');
        return item.text;
      },
    },
  ];
  renderUi(<DataTable label="Filas" columns={columns} rows={[bad, good]} rowKey={({ text }) => text} />);
  expect(await screen.findByText(broken)).toBeVisible();
  expect(screen.getByRole('table', { name: 'Filas' })).toHaveAttribute('aria-rowcount', '3');
  expect(screen.getByText(broken).closest('tr')).toHaveAttribute('aria-rowindex', '2');
  expect(screen.getByRole('cell', { name: 'bueno' })).toBeVisible();
});

it('an item of a list that throws is one item', async () => {
  const Item = ({ of }: { of: { bad?: boolean; text: string } }) => {
    if (of.bad) throw new TypeError('x is undefined');
    return <ListItem title={of.text} />;
  };
  renderUi(
    <List aria-label="Lista">
      <Item of={bad} />
      <Item of={good} />
    </List>,
  );
  expect(await screen.findByText(broken)).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByText('bueno')).toBeVisible();
});

it('a card of the list on the phone that throws is one card', async () => {
  const items = [bad, good];
  renderUi(
    <CardWindow label="Tarjetas" count={2} cardHeight={50} keyOf={(index) => items[index]?.text ?? ''}>
      {(index) => <Value of={items[index] ?? good} />}
    </CardWindow>,
  );
  expect(await screen.findByText(broken)).toBeVisible();
  expect(screen.getByText('bueno')).toBeVisible();
});

it('a card that throws keeps its title and leaves the others; other data is tried anew', async () => {
  const cards = (of: typeof good) => (
    <>
      <Card title="Constancia">
        <Value of={of} />
      </Card>
      <Card title="Otra">sigue</Card>
    </>
  );
  const { update } = renderUi(cards(bad));
  expect(await screen.findByText(broken)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Constancia' })).toBeVisible();
  expect(screen.getByText('sigue')).toBeVisible();
  update(cards(good));
  expect(screen.getByText('bueno')).toBeVisible();
  expect(screen.queryByText(broken)).not.toBeInTheDocument();
});

it('a card that cannot be shown is tried again by its button', async () => {
  let throws = true;
  const Once = () => {
    if (throws) throw new Error('once');
    return <p>ya está</p>;
  };
  const { user } = renderUi(
    <Card title="Constancia">
      <Once />
    </Card>,
  );
  await screen.findByText(broken);
  throws = false;
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(screen.getByText('ya está')).toBeVisible();
});

it('a part of the app that did not come is left to the page around it', () => {
  const Missing = () => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
  };
  expect(() =>
    renderUi(
      <PartBoundary of={1}>
        <Missing />
      </PartBoundary>,
    ),
  ).toThrow('dynamically imported module');
});

it('of ten thousand items a list draws the first, and more on demand; more than are here are loaded', async () => {
  const load = vi.fn();
  const items = (count: number) => (
    <List aria-label="Lista" onMore={load}>
      {Array.from({ length: count }, (_, at) => (
        <ListItem key={at} title={`n.º ${at}`} />
      ))}
    </List>
  );
  const { user, update } = renderUi(items(10_000));
  expect(screen.getAllByText(/^n\.º/)).toHaveLength(100);
  await user.click(screen.getByRole('button', { name: 'Mostrar más' }));
  expect(screen.getAllByText(/^n\.º/)).toHaveLength(200);
  expect(load).not.toHaveBeenCalled();
  update(items(60));
  await user.click(screen.getByRole('button', { name: 'Mostrar más' }));
  expect(load).toHaveBeenCalledOnce();
});
