import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { ApiError } from '#client/http/errors.ts';
import { renderUi } from '#ui/testing/render.tsx';
import { overwriteGetLocale } from '#i18n/messages.ts';
import { GapsStrip } from './gaps-strip.tsx';

beforeAll(() => {
  overwriteGetLocale(() => 'es-MX');
});

const failure = (status: number) =>
  new ApiError(status === 500 ? 'server' : 'forbidden', {
    method: 'GET',
    path: '/witness',
    status,
    at: '2026-11-26T12:00:00Z',
  });

it('agrees in number with what did not come', () => {
  renderUi(<GapsStrip gaps={[{ what: 'events', error: failure(500) }]} onRetry={() => undefined} />);
  expect(screen.getByRole('listitem')).toHaveTextContent(/^No llegaron: los endosos del token\. /);
});

it('names a failure once, with the pieces that did not come, and each other failure by itself', () => {
  renderUi(
    <GapsStrip
      gaps={[
        { what: 'request', error: failure(500) },
        { what: 'witness', id: 'a', error: failure(500) },
        { what: 'witness', id: 'b', error: failure(500) },
        { what: 'document', error: failure(403) },
      ]}
      onRetry={() => undefined}
    />,
  );
  expect(screen.getByText(/Faltan 4 piezas/)).toBeVisible();
  const [server, forbidden, ...others] = screen.getAllByRole('listitem');
  expect(server).toHaveTextContent(
    /^No llegaron: la solicitud y 2 testigos\. El servicio tuvo un error interno\./,
  );
  expect(forbidden).toHaveTextContent(/^No llegó: el documento\. /);
  expect(others).toEqual([]);
});
