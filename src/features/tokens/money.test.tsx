import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Money } from '#features/tokens/money.tsx';
import { renderUi } from '#ui/testing/render.tsx';

it('Money keeps its exact value in the markup', () => {
  renderUi(<Money amount="480000.10" currency="MXN" />);
  expect(screen.getByText('$480,000.10 MXN')).toHaveAttribute('value', '480000.10 MXN');
});
