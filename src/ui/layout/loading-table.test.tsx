import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DataTable, type Column } from '../lists/data-table.tsx';
import { renderUi } from '../testing/render.tsx';
import { LoadingTable } from './loading-table.tsx';

interface Item {
  id: string;
}

const columns: Column<Item>[] = [
  { id: 'name', head: 'Documento', width: '100%', cell: ({ id }) => id },
  { id: 'changed', head: 'Cambió', width: 110, align: 'right', sortable: true, cell: ({ id }) => id },
];

const sort = { id: 'changed', direction: 'desc' } as const;

describe('LoadingTable', () => {
  it('has the columns, headings and heights of the table that comes in its place', () => {
    const { container, update } = renderUi(<LoadingTable columns={columns} sort={sort} picks count={1} />);
    const outline = (): unknown => [
      [...container.querySelectorAll('th')].map((head) => [
        head.textContent,
        head.className,
        head.style.width,
      ]),
      container.querySelector('tbody tr')?.getAttribute('style'),
      [...container.querySelectorAll('tbody tr:first-child td')].map(({ className }) => className),
      container.querySelectorAll('thead svg').length,
    ];
    const loading = outline();
    update(
      <DataTable
        label="Solicitudes"
        columns={columns}
        rows={[{ id: 'a' }]}
        rowKey={({ id }) => id}
        checked={new Set()}
        onChecked={() => undefined}
        sort={sort}
        onSort={() => undefined}
      />,
    );
    expect(outline()).toEqual(loading);
  });

  it('has the place of a checkbox in each row, offers nothing to press, and is heard as one word', async () => {
    const { container } = renderUi(<LoadingTable columns={columns} sort={sort} picks />);
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(await screen.findByText('Cargando')).toBeInTheDocument();
    const rows = container.querySelectorAll('tbody tr').length;
    expect(container.querySelectorAll('td.pick > .MuiSkeleton-root')).toHaveLength(rows);
  });
});
