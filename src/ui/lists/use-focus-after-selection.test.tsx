import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useFocusAfterSelection } from './use-focus-after-selection.ts';

function List({ rows }: { rows: number }) {
  const [isSelecting, setSelecting] = useState(true);
  useFocusAfterSelection(isSelecting);
  return (
    <main>
      <h1 tabIndex={-1}>Solicitudes</h1>
      {isSelecting && <button onClick={() => setSelecting(false)}>Quitar selección</button>}
      <input aria-label="Buscar" />
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} data-index={index} tabIndex={index === 1 ? 0 : -1}>
          Fila {index}
        </div>
      ))}
    </main>
  );
}

const clear = async (): Promise<void> => {
  const user = userEvent.setup();
  screen.getByRole('button', { name: 'Quitar selección' }).focus();
  await user.keyboard('{Enter}');
};

it('the focus goes from the bar of a selection to the row that has the tab stop', async () => {
  render(<List rows={3} />);
  await clear();
  expect(screen.getByText('Fila 1')).toHaveFocus();
});

it('and to the title where there is no row', async () => {
  render(<List rows={0} />);
  await clear();
  expect(screen.getByRole('heading')).toHaveFocus();
});

it('a focus that is elsewhere stays', async () => {
  render(<List rows={3} />);
  screen.getByLabelText('Buscar').focus();
  screen.getByRole('button', { name: 'Quitar selección' }).click();
  await expect.poll(() => screen.queryByRole('button')).toBeNull();
  expect(screen.getByLabelText('Buscar')).toHaveFocus();
});
