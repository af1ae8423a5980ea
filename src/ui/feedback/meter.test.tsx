import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Meter } from './meter.tsx';
import { renderUi } from '../testing/render.tsx';

it('Meter never claims more than its whole', () => {
  renderUi(<Meter kind="meter" label="Cuota" value={12} max={10} />);
  expect(screen.getByRole('meter', { name: 'Cuota' })).toHaveAttribute('aria-valuenow', '10');
});
