import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from './render.tsx';

it.each(['first', 'second'])('the %s test of a file sees the focus that a Tab gives', async () => {
  let isVisible: boolean | undefined;
  const { user } = renderUi(
    <button type="button" onFocus={({ target }) => (isVisible = target.matches(':focus-visible'))} />,
  );
  await user.tab();
  expect(screen.getByRole('button')).toHaveFocus();
  expect(isVisible).toBe(true);
});
