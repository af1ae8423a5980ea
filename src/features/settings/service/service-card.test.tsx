import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { ServiceCard } from './service-card.tsx';

const shown = (answers: Readonly<Record<string, () => Response>>) => {
  const { fetch } = smallService((_, path) => answers[path]?.());
  return renderInHost(<ServiceCard />, { fetch, open: true });
};

const clock = (milliseconds: number) => () =>
  json({ time: new Date(Date.now() + milliseconds).toISOString() });

describe('what the service says of itself', () => {
  it('ST-1 tells by how much its clock differs, and that a few seconds are nothing', async () => {
    const ahead = await shown({ '/server-time': clock(90_000) });
    expect(await screen.findByText(/adelantado 90 segundos respecto de este equipo/)).toBeVisible();
    ahead.unmount();
    const behind = await shown({ '/server-time': clock(-3_600_000) });
    expect(await screen.findByText(/atrasado 60 minutos respecto de este equipo/)).toBeVisible();
    behind.unmount();
    await shown({ '/server-time': clock(2_000) });
    expect(await screen.findByText(/igual que este equipo/)).toBeVisible();
  });

  it('ST-2 counts the operations that it describes; what is no method is none', async () => {
    await shown({
      '/openapi.json': () =>
        json({
          info: { title: 'Firmas', version: '3' },
          paths: { '/a': { get: {}, put: {}, parameters: [] } },
        }),
    });
    expect(await screen.findByText('«Firmas», versión 3, declara 2 operaciones')).toBeVisible();
  });

  it('tells what is not offered, what is not in the answer and what could not be read apart', async () => {
    const odd = await shown({
      '/server-time': () => json({ now: 'soon' }),
      '/openapi.json': () => refusal(404, 'no such address'),
    });
    expect(await screen.findByText('La respuesta no lo trae.')).toBeVisible();
    expect(await screen.findByText('Este servicio no lo dice.')).toBeVisible();
    odd.unmount();
    await shown({ '/server-time': () => refusal(403, 'not yours') });
    expect((await screen.findByText('Su reloj')).nextElementSibling).not.toHaveTextContent(/no lo/);
  });
});
