import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useHotkeys } from '../hooks/use-hotkeys.ts';
import { renderUi } from '../testing/render.tsx';
import { Menu } from './menu.tsx';

it('a letter that is typed in an open menu looks for an entry, and is no key of the page', async () => {
  const onKey = vi.fn();
  function Page() {
    useHotkeys({ n: onKey });
    return (
      <Menu label="Cuenta" items={[{ id: 'a', label: 'Ajustes' }]}>
        {(trigger) => (
          <button type="button" {...trigger}>
            Abrir
          </button>
        )}
      </Menu>
    );
  }
  const { user } = renderUi(<Page />);
  await user.click(screen.getByRole('button', { name: 'Abrir' }));
  expect(await screen.findByRole('menuitem', { name: 'Ajustes' })).toHaveFocus();
  await user.keyboard('n');
  expect(onKey).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  await user.keyboard('n');
  expect(onKey).toHaveBeenCalledTimes(1);
});
