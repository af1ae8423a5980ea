import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { typeDay } from '#ui/testing/type-day.ts';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { FilterForm } from './filter-form.tsx';

async function open() {
  const onApply = vi.fn();
  const { user } = await renderInHost(
    <FilterForm
      longest={5}
      texts={[
        { name: 'provider', label: 'Proveedor', value: undefined },
        { name: 'algorithm', label: 'Algoritmo', value: 'SHA' },
      ]}
      days={{ from: '2026-11-20', to: undefined }}
      onApply={onApply}
    />,
    { fetch: smallService().fetch },
  );
  const apply = () => user.click(screen.getByRole('button', { name: 'Aplicar' }));
  return { user, onApply, apply };
}

test('a filter applies its texts without spaces around them and its days in their order', async () => {
  const { user, onApply, apply } = await open();
  await user.type(screen.getByLabelText('Proveedor'), ' abc ');
  await user.clear(screen.getByLabelText('Algoritmo'));
  await typeDay(user, 'Hasta', '2026-11-18');
  await apply();
  await waitFor(() =>
    expect(onApply).toHaveBeenCalledExactlyOnceWith(
      { provider: 'abc', algorithm: undefined },
      { from: '2026-11-18', to: '2026-11-20' },
    ),
  );
});

test('a filter applies nothing that is wrong, and says in its field what the rule is', async () => {
  const { user, onApply, apply } = await open();
  await typeDay(user, 'Desde', '2026-02-31');
  const day = screen.getByRole('group', { name: 'Desde' });
  await apply();
  await waitFor(() => expect(day).toHaveAccessibleDescription(/Escribe un día del calendario/));
  await waitFor(() => expect(within(day).getByRole('spinbutton', { name: 'Día' })).toHaveFocus());
  await typeDay(user, 'Desde', '2026-01-01');
  await user.type(screen.getByLabelText('Algoritmo'), '-512');
  await apply();
  const text = screen.getByLabelText('Algoritmo');
  await waitFor(() => expect(text).toHaveAccessibleDescription('Máximo 5 caracteres.'));
  expect(text).toHaveFocus();
  expect(onApply).not.toHaveBeenCalled();
});
