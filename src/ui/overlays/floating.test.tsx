import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../actions/button.tsx';
import { ConfirmInPlace } from '../actions/confirm-in-place.tsx';
import { Dialog } from './dialog.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { Menu } from './menu.tsx';
import { useSnack } from './snackbar.tsx';
import { renderUi } from '../testing/render.tsx';
import { Tip } from './tip.tsx';

describe('Menu', () => {
  const open = vi.fn();
  const remove = vi.fn();
  const menu = (
    <Menu
      label="Acciones"
      items={[
        { id: 'a', label: 'Abrir', onSelect: open },
        { id: 'b', label: 'Certificar', disabled: true, detail: 'Ya está certificada', onSelect: remove },
        { id: 'c', label: 'Copiar enlace', to: '/x' },
      ]}
    >
      {(trigger) => <IconButton label="Más" icon="…" {...trigger} />}
    </Menu>
  );

  it('opens on click with the first item focused; arrows, End and initials move; Enter acts', async () => {
    const { user } = renderUi(menu);
    await user.click(screen.getByRole('button', { name: 'Más', expanded: false }));
    expect(screen.getByRole('menuitem', { name: 'Abrir' })).toHaveFocus();
    await user.keyboard('{End}');
    expect(screen.getByRole('menuitem', { name: 'Copiar enlace' })).toHaveFocus();
    expect(screen.getByRole('menuitem', { name: 'Copiar enlace' })).toHaveAttribute('href', '/x');
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Abrir' })).toHaveFocus();
    await user.keyboard('c');
    expect(screen.getByRole('menuitem', { name: /Certificar/ })).toHaveFocus();
    await user.keyboard('{Home}{Enter}');
    expect(open).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(screen.getByRole('button', { name: 'Más' })).toHaveFocus();
  });

  it('opens from the end with the up arrow, and Esc closes it', async () => {
    const { user } = renderUi(menu);
    screen.getByRole('button').focus();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('menuitem', { name: 'Copiar enlace' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(screen.getByRole('button', { name: 'Más' })).toHaveFocus();
  });

  it('does nothing for what cannot be done, and says why', async () => {
    const { user } = renderUi(menu);
    await user.click(screen.getByRole('button'));
    const item = screen.getByRole('menuitem', { name: /Certificar/ });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveTextContent('Ya está certificada');
    await user.click(item);
    expect(remove).not.toHaveBeenCalled();
  });

  it('says above a set what is chosen by it, and says it of each; the keys pass over it', async () => {
    const { user } = renderUi(
      <Menu
        label="Cuenta"
        items={[
          { id: 'es', label: 'Español', checked: true, caption: 'Idioma' },
          { id: 'en', label: 'English', checked: false },
          { id: 'leave', label: 'Salir', separated: true },
        ]}
      >
        {(trigger) => <IconButton label="Cuenta" icon="…" {...trigger} />}
      </Menu>,
    );
    await user.click(screen.getByRole('button'));
    expect(screen.getByText('Idioma')).toBeVisible();
    expect(screen.getByRole('menuitemradio', { name: 'Español' })).toHaveFocus();
    for (const name of ['Español', 'English'])
      expect(screen.getByRole('menuitemradio', { name })).toHaveAccessibleDescription('Idioma');
    expect(screen.getByRole('menuitem', { name: 'Salir' })).not.toHaveAccessibleDescription();
  });
});

describe('Dialog', () => {
  function Help() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Button
          onClick={() => {
            setOpen(true);
          }}
        >
          Ayuda
        </Button>
        <Dialog
          open={open}
          onClose={() => {
            setOpen(false);
          }}
          title="Atajos"
        >
          <Menu label="m" items={[{ id: 'a', label: 'Uno' }]}>
            {(trigger) => <button {...trigger}>menú</button>}
          </Menu>
        </Dialog>
      </>
    );
  }

  it('is named by its title, and gives the focus back when it closes', async () => {
    const { user } = renderUi(<Help />);
    await user.click(screen.getByRole('button', { name: 'Ayuda' }));
    expect(screen.getByRole('dialog', { name: 'Atajos' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cerrar' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Ayuda' })).toHaveFocus();
  });

  it('gives the focus to a field that comes late, unless somebody moved it meanwhile', async () => {
    let come = (): void => undefined;
    const Late = () => {
      const [hasField, setHasField] = useState(false);
      come = () => setHasField(true);
      return (
        <Dialog open title="Certificar" onClose={() => undefined}>
          <button type="button">detalle</button>
          {hasField && <input aria-label="Cuántos" />}
        </Dialog>
      );
    };
    const { unmount } = renderUi(<Late />);
    act(() => come());
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Cuántos' })).toHaveFocus());
    unmount();
    const { user } = renderUi(<Late />);
    await user.click(screen.getByRole('button', { name: 'detalle' }));
    act(() => come());
    await screen.findByRole('textbox', { name: 'Cuántos' });
    expect(screen.getByRole('button', { name: 'detalle' })).toHaveFocus();
  });

  it('closes on Esc', async () => {
    const { user } = renderUi(<Help />);
    await user.click(screen.getByRole('button', { name: 'Ayuda' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('holds the menus that are opened in it, or they would lie under it', async () => {
    const { user } = renderUi(<Help />);
    await user.click(screen.getByRole('button', { name: 'Ayuda' }));
    await user.click(screen.getByText('menú'));
    expect(screen.getByRole('dialog', { name: 'Atajos' })).toContainElement(screen.getByRole('menu'));
  });
});

describe('Tip', () => {
  beforeEach(async () => {
    // Loaded beforehand: while time stands still, nothing is fetched.
    await import('./tip-shown.tsx');
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const over = (element: Element, pointerType = 'mouse') => fireEvent.pointerOver(element, { pointerType });
  const tip = (
    <Tip text="2026-11-18T23:41:07Z">
      <button>17:41</button>
    </Tip>
  );

  it('shows after 400 ms of hover, describes its element, stays while it is hovered itself, and goes', async () => {
    renderUi(tip);
    const button = screen.getByRole('button');
    expect(button).toHaveAccessibleDescription('2026-11-18T23:41:07Z');
    over(button);
    await wait(390);
    expect(screen.queryByRole('tooltip')).toBeNull();
    await wait(20);
    expect(screen.getByRole('tooltip')).toHaveTextContent('2026-11-18T23:41:07Z');
    over(document.body);
    over(screen.getByRole('tooltip').firstElementChild!);
    await wait(1000);
    expect(screen.getByRole('tooltip')).toBeVisible();
    over(document.body);
    await wait(150);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('shows on focus by the keyboard and is hidden by Esc', async () => {
    renderUi(tip);
    const button = screen.getByRole('button');
    fireEvent.keyDown(document.body, { key: 'Tab' });
    act(() => button.focus());
    await wait(10);
    expect(screen.getByRole('tooltip')).toBeVisible();
    fireEvent.keyDown(document, { key: 'Escape' });
    await wait(10);
    expect(screen.queryByRole('tooltip')).toBeNull();
    expect(button).toHaveFocus();
  });

  it('does not open for a finger', async () => {
    renderUi(tip);
    over(screen.getByRole('button'), 'touch');
    await wait(1000);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});

describe('Snackbar', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  function Sender({ onOpen }: { onOpen: () => void }) {
    const snack = useSnack();
    return (
      <Button
        onClick={() => {
          snack({ text: 'Enviada a 2 firmantes', action: { label: 'Abrir', onSelect: onOpen } });
        }}
      >
        Enviar
      </Button>
    );
  }

  it('says one line politely, with one action', () => {
    const open = vi.fn();
    renderUi(<Sender onOpen={open} />);
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    expect(screen.getByRole('status')).toHaveTextContent('Enviada a 2 firmantes');
    fireEvent.click(screen.getByRole('button', { name: 'Abrir' }));
    expect(open).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('goes by itself, but not while the pointer is on it', () => {
    renderUi(<Sender onOpen={vi.fn()} />);
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    fireEvent.mouseEnter(screen.getByText('Enviada a 2 firmantes'));
    act(() => {
      vi.advanceTimersByTime(60_000);
    });
    expect(screen.getByRole('status')).toHaveTextContent('Enviada');
    fireEvent.mouseLeave(screen.getByText('Enviada a 2 firmantes'));
    act(() => {
      vi.advanceTimersByTime(10_100);
    });
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});

it('ConfirmInPlace puts the focus on the safe way out, and Esc takes it', async () => {
  const keep = vi.fn();
  const confirm = vi.fn();
  const { user } = renderUi(
    <ConfirmInPlace
      title="¿Quitar?"
      confirm="Quitar vínculo"
      keep="Conservar"
      onConfirm={confirm}
      onKeep={keep}
    />,
  );
  expect(screen.getByRole('button', { name: 'Conservar' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(keep).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Quitar vínculo' }));
  expect(confirm).toHaveBeenCalledTimes(1);
});
