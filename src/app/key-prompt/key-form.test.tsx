import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { KeyForm } from './key-form.tsx';
import { renderUi } from '#ui/testing/render.tsx';

it('KeyForm asks in place, hides what is typed, and does not try twice at once', async () => {
  let taken: () => void = () => undefined;
  const use = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        taken = resolve;
      }),
  );
  const { user } = renderUi(<KeyForm waiting="Tu borrador espera." onUse={use} />);
  expect(screen.getByText(/Tu borrador espera\./)).toBeVisible();
  const field = screen.getByLabelText('Clave de la organización');
  expect(field).toHaveAttribute('type', 'password');
  await user.type(field, '  abc {Enter}{Enter}');
  expect(use).toHaveBeenCalledTimes(1);
  expect(use).toHaveBeenCalledWith('abc');
  await act(async () => {
    taken();
  });
  expect(screen.getByRole('button')).not.toHaveAttribute('aria-busy');
});

it('KeyForm names a missing key at its field, and selects one that is refused too', async () => {
  const { user, container } = renderUi(<KeyForm onUse={() => undefined} />);
  const field = screen.getByLabelText<HTMLInputElement>('Clave de la organización');
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('Pega la clave de la organización.')).toBeVisible();
  expect(field).toHaveFocus();
  await user.type(field, 'wrong');
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'wrong'.length]));
  expect(container.outerHTML).not.toContain('wrong');
});

it('KeyForm does not repeat the title of the dialog that it stands in', () => {
  renderUi(<KeyForm isTitled onUse={() => undefined} />);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText('Clave de la organización')).toBeVisible();
});
