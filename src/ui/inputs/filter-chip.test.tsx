import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Button } from '../actions/button.tsx';
import { FilterChip, ToggleChip } from './filter-chip.tsx';
import { renderUi } from '../testing/render.tsx';

describe('FilterChip', () => {
  function Filters({ onClear }: { onClear: () => void }) {
    const [value, setValue] = useState<string>();
    return (
      <FilterChip
        label="Estado"
        value={value}
        count={value && '9'}
        onClear={() => {
          setValue(undefined);
          onClear();
        }}
      >
        {(close) => (
          <Button
            onClick={() => {
              setValue('Rechazada');
              close();
            }}
          >
            Rechazada
          </Button>
        )}
      </FilterChip>
    );
  }

  it('opens a panel that takes the focus, chooses, and gives the focus back', async () => {
    const { user } = renderUi(<Filters onClear={vi.fn()} />);
    await user.click(screen.getByRole('button', { name: 'Estado' }));
    expect(screen.getByRole('dialog', { name: 'Estado' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Rechazada' })).toHaveFocus();
    await user.keyboard('{Enter}');
    const chip = screen.getByRole('button', { name: /Estado: Rechazada/ });
    expect(chip).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes on Esc and on a click elsewhere', async () => {
    const { user } = renderUi(<Filters onClear={vi.fn()} />);
    const chip = screen.getByRole('button', { name: 'Estado' });
    await user.click(chip);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(chip).toHaveFocus();
    await user.click(chip);
    await user.click(document.body);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps the focus in its panel on Tab, until it is closed', async () => {
    const { user } = renderUi(<Filters onClear={vi.fn()} />);
    const chip = screen.getByRole('button', { name: 'Estado' });
    await user.click(chip);
    await user.tab();
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
    await user.keyboard('{Escape}');
    expect(chip).toHaveFocus();
  });

  it('is cleared by a button that says which filter it removes', async () => {
    const clear = vi.fn();
    const { user } = renderUi(<Filters onClear={clear} />);
    await user.click(screen.getByRole('button', { name: 'Estado' }));
    await user.click(screen.getByRole('button', { name: 'Rechazada' }));
    await user.click(screen.getByRole('button', { name: 'Quitar el filtro Estado' }));
    expect(clear).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Estado' })).toHaveFocus();
  });

  it('ToggleChip is a pressed button, on even when nothing matches', async () => {
    const change = vi.fn();
    const { user } = renderUi(<ToggleChip label="Vínculos" count="0" on={false} onChange={change} />);
    await user.click(screen.getByRole('button', { name: /Vínculos/, pressed: false }));
    expect(change).toHaveBeenCalledWith(true);
  });
});
