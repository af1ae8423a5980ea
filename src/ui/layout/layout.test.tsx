import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Inspector } from './inspector.tsx';
import { LoadingCards } from './loading-cards.tsx';
import { LoadingColumns } from './loading-columns.tsx';
import { PageFrame } from './page-frame.tsx';
import { renderUi } from '../testing/render.tsx';

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

it('shows the headings of cards that come, and has it spoken once that they load', () => {
  const { container } = renderUi(
    <LoadingCards
      cards={[
        { title: 'Perfil', kind: 'facts' },
        { title: 'Cuota', kind: 'fields' },
      ]}
    />,
  );
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Perfil', 'Cuota']);
  expect(container.querySelectorAll('section [role="status"]')).toHaveLength(2);
  expect(container.querySelectorAll('[aria-hidden] [role="status"]')).toHaveLength(1);
});

it('has it spoken once that the cards of two columns load', () => {
  const { container } = renderUi(
    <LoadingColumns
      columns={undefined}
      cards={{ lists: [{ title: 'Firmantes', kind: 'list' }], side: [{ title: 'Perfil', kind: 'facts' }] }}
    />,
  );
  expect(container.querySelectorAll('section [role="status"]')).toHaveLength(2);
  expect(container.querySelectorAll('[aria-hidden] [role="status"]')).toHaveLength(1);
});
