import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ChangesPill } from './changes-pill.tsx';
import { renderUi } from '../testing/render.tsx';

it('ChangesPill counts in the singular and the plural, and is not there for none', () => {
  const { update } = renderUi(<ChangesPill count={1} onShow={vi.fn()} />);
  expect(screen.getByRole('button', { name: '1 cambio, mostrar' })).toBeVisible();
  update(<ChangesPill count={3} onShow={vi.fn()} />);
  expect(screen.getByRole('button', { name: '3 cambios, mostrar' })).toBeVisible();
  update(<ChangesPill count={0} onShow={vi.fn()} />);
  expect(screen.queryByRole('button')).toBeNull();
});
