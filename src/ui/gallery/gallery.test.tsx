import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../testing/render.tsx';
import { ink, type } from '../theme/tokens.ts';
import { Gallery } from './gallery.tsx';

it('The gallery names every colour and every type role of the theme, and switches its scheme', async () => {
  const { user } = renderUi(<Gallery />);
  for (const name of [...Object.keys(ink), ...Object.keys(type)])
    expect(screen.getAllByText(name).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('radio', { name: 'dark' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
});
