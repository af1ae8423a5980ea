import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { IconButton } from './icon-button.tsx';

it.each([
  ['the number', 1, false],
  ['the dot', 0, true],
])('a click counts although %s at its corner comes while the button is pressed', async (_, count, dot) => {
  const onClick = vi.fn();
  const button = (props: { count: number; dot: boolean }) => (
    <IconButton label="Tray" icon={<svg data-testid="icon" />} {...props} onClick={onClick} />
  );
  const { rerender, getByTestId } = render(button({ count: 0, dot: false }));
  const user = userEvent.setup();
  await user.pointer([{ keys: '[MouseLeft>]', target: getByTestId('icon') }]);
  rerender(button({ count, dot }));
  await user.pointer([{ keys: '[/MouseLeft]', target: getByTestId('icon') }]);
  expect(onClick).toHaveBeenCalledTimes(1);
});

it.each([
  ['nothing', 0, false, undefined],
  ['a number', 3, false, '3'],
  ['a dot', 0, true, ''],
])('shows %s at its corner', (_, count, dot, shown) => {
  const { container } = render(<IconButton label="Tray" icon={<svg />} count={count} dot={dot} />);
  const badge = container.querySelector('.MuiBadge-badge:not(.MuiBadge-invisible)');
  expect(badge?.textContent).toBe(shown);
});
