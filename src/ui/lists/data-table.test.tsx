import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataTable, type Column, type DataTableProps } from './data-table.tsx';
import { List, ListItem } from './list.tsx';
import { usePreferences } from '../theme/preferences.tsx';
import { renderUi } from '../testing/render.tsx';
import { drawnWhole } from './row-window.tsx';

interface Item {
  id: string;
  name: string;
}

const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, name: `Contrato ${index}` }));

const columns: Column<Item>[] = [
  { id: 'name', head: 'Documento', sortable: true, cell: (item) => item.name },
  { id: 'open', head: 'Abrir', align: 'right', cell: (item) => <a href={`/x/${item.id}`}>abrir</a> },
];

function Table(props: Partial<DataTableProps<Item>> & { rows: readonly Item[]; follow?: boolean }) {
  const [current, setCurrent] = useState<string | undefined>(props.current);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  return (
    <DataTable
      label="Solicitudes"
      columns={columns}
      rowKey={(item) => item.id}
      rowName={(item) => item.name}
      checked={checked}
      onChecked={setChecked}
      {...props}
      current={current}
      onCurrent={(key, item) => {
        setCurrent(key);
        props.onCurrent?.(key, item);
      }}
    />
  );
}

const row = (index: number) => screen.getByRole('row', { name: new RegExp(`Contrato ${index} `) });

describe('DataTable', () => {
  it('says how many match, also when fewer are loaded, and which row each one is', () => {
    renderUi(<Table rows={items(3)} total={1284} />);
    expect(screen.getByRole('table', { name: 'Solicitudes' })).toHaveAttribute('aria-rowcount', '1285');
    expect(row(0)).toHaveAttribute('aria-rowindex', '2');
    expect(row(2)).toHaveAttribute('aria-rowindex', '4');
  });

  it('has one row as tab stop; arrows, Home and End move it', async () => {
    const { user } = renderUi(<Table rows={items(4)} />);
    expect(screen.getAllByRole('row').filter((one) => one.tabIndex === 0)).toHaveLength(1);
    act(() => {
      row(0).focus();
    });
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(row(2)).toHaveFocus();
    await user.keyboard('{End}');
    expect(row(3)).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(row(3)).toHaveFocus();
    await user.keyboard('{Home}{ArrowUp}');
    expect(row(0)).toHaveFocus();
  });

  it('takes j, k and x from anywhere on the page, but not from a field', async () => {
    const { user } = renderUi(
      <>
        <input aria-label="campo" />
        <Table rows={items(4)} />
      </>,
    );
    await user.keyboard('j');
    expect(row(0)).toHaveFocus();
    await user.keyboard('jjk');
    expect(row(1)).toHaveFocus();
    await user.keyboard('x');
    expect(within(row(1)).getByRole('checkbox')).toBeChecked();
    await user.type(screen.getByLabelText('campo'), 'jx');
    expect(within(row(1)).getByRole('checkbox')).toBeChecked();
    expect(screen.getByLabelText('campo')).toHaveValue('jx');
  });

  it('shows a row on click and on Enter, and opens it on Enter when it is already shown', async () => {
    const open = vi.fn();
    const show = vi.fn();
    const { user } = renderUi(<Table rows={items(3)} onOpen={open} onCurrent={show} />);
    await user.click(screen.getByText('Contrato 1'));
    expect(show).toHaveBeenCalledWith('r1', { id: 'r1', name: 'Contrato 1' });
    expect(row(1)).toHaveAttribute('aria-current', 'true');
    expect(row(0)).not.toHaveAttribute('aria-current');
    act(() => {
      row(1).focus();
    });
    await user.keyboard('{Enter}');
    expect(open).toHaveBeenCalledTimes(1);
    expect(open).toHaveBeenCalledWith('r1', { id: 'r1', name: 'Contrato 1' });
  });

  it('lets the shown row follow the keys once one is shown', async () => {
    const { user } = renderUi(<Table rows={items(3)} current="r0" />);
    await user.keyboard('jj');
    expect(row(1)).toHaveAttribute('aria-current', 'true');
  });

  it('leaves what is inside a row its own clicks and keys', async () => {
    const show = vi.fn();
    const { user } = renderUi(<Table rows={items(2)} onCurrent={show} />);
    const link = within(row(1)).getByRole('link');
    link.addEventListener('click', (event) => {
      event.preventDefault();
    });
    await user.click(link);
    fireEvent.keyDown(link, { key: 'Enter' });
    expect(show).not.toHaveBeenCalled();
  });

  it('checks one by name, all, and says when only some are', async () => {
    const { user } = renderUi(<Table rows={items(2)} />);
    const all = screen.getByRole('checkbox', { name: 'Elegir todas' });
    await user.click(screen.getByRole('checkbox', { name: 'Elegir Contrato 1' }));
    expect(all).toBePartiallyChecked();
    await user.click(all);
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(3);
    await user.click(all);
    expect(screen.queryAllByRole('checkbox', { checked: true })).toHaveLength(0);
  });

  it('sorts by a button in the head, and says the direction', async () => {
    const sort = vi.fn();
    const { user } = renderUi(
      <Table rows={items(2)} sort={{ id: 'name', direction: 'desc' }} onSort={sort} />,
    );
    expect(screen.getByRole('columnheader', { name: 'Documento' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await user.click(screen.getByRole('button', { name: 'Documento' }));
    expect(sort).toHaveBeenCalledWith({ id: 'name', direction: 'asc' });
    expect(screen.queryByRole('button', { name: 'Abrir' })).toBeNull();
  });

  it('marks rows that changed with a dot that has a word', () => {
    renderUi(<Table rows={items(2)} changed={new Set(['r1'])} />);
    expect(within(row(1)).getByRole('img', { name: 'Último cambio' })).toBeInTheDocument();
    expect(within(row(0)).queryByRole('img')).toBeNull();
  });

  it('renders rows that did not change in the other language too', async () => {
    const rows = items(2);
    function Page() {
      const { set } = usePreferences();
      return (
        <>
          <button
            onClick={() => {
              set({ language: 'en' });
            }}
          >
            en
          </button>
          <Table rows={rows} />
        </>
      );
    }
    const { user } = renderUi(() => <Page />);
    expect(screen.getByRole('checkbox', { name: 'Elegir Contrato 1' })).toBeInTheDocument();
    await user.click(screen.getByText('en'));
    expect(screen.getByRole('checkbox', { name: 'Select Contrato 1' })).toBeInTheDocument();
  });

  it('renders again only the row that changed', async () => {
    const rendered = vi.fn();
    const counted: Column<Item>[] = [
      {
        id: 'name',
        head: 'Documento',
        cell: (item) => {
          rendered(item.id);
          return item.name;
        },
      },
    ];
    const { user } = renderUi(<Table rows={items(9)} columns={counted} />);
    rendered.mockClear();
    await user.click(screen.getByRole('checkbox', { name: 'Elegir Contrato 4' }));
    expect(rendered.mock.calls.every(([id]) => id === 'r0' || id === 'r4')).toBe(true);
    expect(rendered).toHaveBeenCalledWith('r4');
  });

  it('is 45 px a row, 36 when compact', () => {
    const { unmount } = renderUi(<Table rows={items(1)} />);
    expect(row(0)).toHaveStyle({ height: '45px' });
    unmount();
    renderUi(<Table rows={items(1)} />, { density: 'compact' });
    expect(row(0)).toHaveStyle({ height: '36px' });
  });
});

describe('a long DataTable', () => {
  // The virtualizer is a module that is loaded on demand: on a busy machine that takes its time.
  const patient = { timeout: 15_000 };
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(450);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it(`draws all up to ${drawnWhole} rows, and beyond only those in sight, at their true height in all`, async () => {
    renderUi(<Table rows={items(5000)} />);
    // Fewer where the module is loaded already.
    expect(screen.getAllByRole('row').length).toBeLessThanOrEqual(drawnWhole + 1);
    await waitFor(() => {
      expect(screen.getAllByRole('row').length).toBeLessThan(40);
    }, patient);
    const drawn = screen.getAllByRole('row').length - 1;
    expect(drawn).toBeGreaterThanOrEqual(10);
    const spaces = [...document.querySelectorAll<HTMLElement>('tr.space > td')];
    const left = spaces.reduce((sum, space) => sum + parseFloat(space.style.height), 0);
    expect(left).toBe((5000 - drawn) * 45);
  });

  describe('that opens with a row', () => {
    const rowHeight = 45;
    const box = () => screen.getByRole('table').parentElement ?? document.body;
    beforeEach(() => {
      // Every row at its place, the box scrolled as it is.
      vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
        const index = this instanceof HTMLElement ? this.dataset.index : undefined;
        if (index === undefined) return new DOMRect(0, 0, 900, 450);
        const { scrollTop } = this.closest('table')?.parentElement ?? { scrollTop: 0 };
        return new DOMRect(0, 32 + Number(index) * rowHeight - scrollTop, 900, rowHeight);
      });
    });

    it('brings it into sight once, when rows first come', () => {
      const { update } = renderUi(<Table rows={[]} current="r30" />);
      expect(box().scrollTop).toBe(0);
      update(<Table rows={items(50)} current="r30" />);
      expect(box().scrollTop).toBe(32 + 31 * rowHeight - 450);
      box().scrollTop = 0;
      update(<Table rows={items(55)} current="r30" />);
      expect(box().scrollTop).toBe(0);
    });

    it('does not scroll to one that is in sight, nor to one that comes with later rows', () => {
      const first = renderUi(<Table rows={items(50)} current="r3" />);
      expect(box().scrollTop).toBe(0);
      first.unmount();
      const { update } = renderUi(<Table rows={items(20)} current="r40" />);
      update(<Table rows={items(50)} current="r40" />);
      expect(box().scrollTop).toBe(0);
    });

    it('finds one that is not drawn yet', async () => {
      vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(500 * rowHeight);
      const scrollTo = vi.fn();
      const { update } = renderUi(<Table rows={[]} current="r300" />);
      Object.assign(box(), { scrollTo });
      update(<Table rows={items(500)} current="r300" />);
      await waitFor(() => {
        expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 301 * rowHeight - 450 }));
      }, patient);
    });
  });

  it('asks for more when the end comes near, and not before', () => {
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(200 * 45);
    const end = vi.fn();
    renderUi(<Table rows={items(200)} onEnd={end} />);
    const box = screen.getByRole('table').parentElement ?? document.body;
    expect(end).not.toHaveBeenCalled();
    box.scrollTop = 200 * 45 - 450 - 16 * 45;
    fireEvent.scroll(box);
    expect(end).not.toHaveBeenCalled();
    box.scrollTop += 45;
    fireEvent.scroll(box);
    expect(end).toHaveBeenCalledTimes(1);
  });

  it('keeps the focus on its row when it grows long', async () => {
    const { update } = renderUi(<Table rows={items(20)} />);
    act(() => {
      row(3).focus();
    });
    update(<Table rows={items(5000)} />);
    await waitFor(() => {
      expect(screen.getAllByRole('row').length).toBeLessThan(40);
    }, patient);
    expect(row(3)).toHaveFocus();
  });
});

describe('List', () => {
  it('says what is stuck and why, and is one target with its action apart', async () => {
    const open = vi.fn();
    const act_ = vi.fn();
    const { user } = renderUi(
      <List>
        <ListItem
          title="Finiquito"
          state="Rechazada"
          detail="El firmante rechazó"
          tone="fail"
          onOpen={open}
          end="3 d"
          actions={<button onClick={act_}>Corregir</button>}
          current
        />
      </List>,
    );
    const item = screen.getByRole('listitem', { current: true });
    expect(item).toHaveTextContent('FiniquitoRechazada · El firmante rechazó3 dCorregir');
    await user.click(screen.getByRole('button', { name: 'Corregir' }));
    expect(open).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Finiquito' }));
    expect(open).toHaveBeenCalledTimes(1);
    expect(act_).toHaveBeenCalledTimes(1);
  });
});
