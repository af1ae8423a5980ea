import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { QrCode } from '#widgets/linking/qr-code.tsx';
import { renderUi } from '#ui/testing/render.tsx';

it('QrCode draws the code of its text once the encoder is there', async () => {
  const { container } = renderUi(<QrCode value="https://example.invalid/link/1" label="Código QR" />);
  const image = screen.getByRole('img', { name: 'Código QR' });
  await waitFor(() => {
    expect(image).not.toHaveAttribute('aria-busy');
  });
  expect(container.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(500);
});
