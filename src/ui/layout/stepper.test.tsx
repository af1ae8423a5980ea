import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Stepper } from './stepper.tsx';
import { renderUi } from '../testing/render.tsx';

it('Stepper numbers what will happen and says what runs', () => {
  renderUi(
    <Stepper
      label="Al enviar"
      steps={[
        { id: 'a', title: 'Subir', state: 'done' },
        { id: 'b', title: 'Crear', state: 'running' },
        { id: 'c', title: 'Invitar' },
      ]}
    />,
  );
  const steps = within(screen.getByRole('list', { name: 'Al enviar' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual(['Subir (hecho)', 'Crear (en curso)', '3Invitar']);
  expect(steps[1]).toHaveAttribute('aria-current', 'step');
});

it('Stepper draws no tick at a step that only the service reports', () => {
  renderUi(<Stepper label="Token" steps={[{ id: 'a', title: 'Titular', state: 'reported' }]} />);
  const step = screen.getByRole('listitem');
  expect(step).toHaveTextContent('Titular (según el servicio)');
  expect(within(step).queryByTestId('CheckIcon')).toBeNull();
  expect(within(step).getByTestId('FormatQuoteIcon')).toBeInTheDocument();
});
