import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { weekSeconds } from '#contract/resources/rate-names.ts';
import { json } from '#client/testing/answers.ts';
import { refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { RatesPage } from './rates-page.tsx';

const present = Math.floor(Date.now() / 1000 / weekSeconds) * weekSeconds;
const week = (back: number, close: number) => ({
  id: present - back * weekSeconds,
  open: 18,
  high: 19,
  low: 17,
  close,
  average: 18.5,
  inverseClose: 0.05,
  count: 160,
});

const open = async (service: ReturnType<typeof smallService>, at = '/rates') =>
  renderInHost(
    <Routes>
      <Route path="/rates" element={<RatesPage />} />
    </Routes>,
    { fetch: service.fetch, path: at, open: true },
  );

const listing = (items: object[]) =>
  smallService((_seen, path) =>
    path === '/weekly-bucket-usdcmxn-rates' ? json({ items, pageInfo: {} }) : undefined,
  );

describe('the rates page', () => {
  it('RT-2 shows what the service lists, a week that is missing as a gap, and converts by the bucket it names', async () => {
    await open(listing([week(0, 18.25), week(2, 17.5)]), '/rates?amount=1000.01');
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(4);
    expect(rows[2]).toHaveTextContent('El servicio no tiene datos de este periodo');
    expect(screen.getByRole('textbox', { name: 'Importe en MXN' })).toHaveValue('18,250.18');
    expect(screen.getByText('1 USDC = 18.25 MXN')).toBeInTheDocument();
    // The scale of the drawing, whose numbers have the same digits.
    expect(screen.getByText('18.0')).toBeInTheDocument();
    expect(screen.getByText('18.5')).toBeInTheDocument();
    expect(screen.getByText(/^Cierre, .*serie USDC–MXN, semanal/)).toBeInTheDocument();
    expect(screen.getByText(/18,250\.1825, redondeado a 2 decimales/)).toBeInTheDocument();
  });

  it('keeps the chosen week, the value and the amount in the address', async () => {
    const { user, where } = await open(listing([week(0, 18.25), week(1, 17.5)]));
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    await user.click(within(rows[2]!).getByRole('button'));
    const pesos = screen.getByRole('textbox', { name: 'Importe en MXN' });
    await user.clear(pesos);
    await user.type(pesos, '35');
    await waitFor(() => expect(where()).toBe(`/rates?bucket=${present - weekSeconds}&amount=35&of=quote`));
    expect(screen.getByRole('textbox', { name: 'Importe en USDC' })).toHaveValue('2.000000');
    expect(screen.getByText('Exacto: no se redondeó nada.')).toBeInTheDocument();
  });

  it('RT-1 walks back week by week where nothing is listed, and keeps a gap between two weeks', async () => {
    const requested: number[] = [];
    const service = smallService((_seen, path) => {
      if (path.endsWith('-rates')) return refusal(404, 'no such operation');
      const id = Number(/^\/weekly-bucket-usdcmxn-rate\/(\d+)$/.exec(path)?.[1]);
      if (Number.isNaN(id)) return undefined;
      requested.push(id);
      const back = (present - id) / weekSeconds;
      return back === 1 || back === 3 ? json(week(back, 18)) : refusal(404, 'There is no rate.');
    });
    await open(service, '/rates?range=13');
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    // The head, two weeks and the gap between them; the present week may still come.
    expect(rows).toHaveLength(4);
    expect(await screen.findByText(/se cargó semana por semana, 13 de 13/)).toBeInTheDocument();
    expect(new Set(requested)).toEqual(
      new Set(Array.from({ length: 13 }, (_, back) => present - back * weekSeconds)),
    );
  });

  it('RT-1 does not say that a series is empty while weeks of it are read, or where reading stopped', async () => {
    let answer: (response: Response) => void = () => undefined;
    const later = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const empty = 'La serie no tiene datos en estos periodos';
    const first = present - 12 * weekSeconds;
    const service = smallService((_seen, path) => {
      if (path.endsWith('-rates')) return refusal(404, 'no such operation');
      const id = Number(/^\/weekly-bucket-usdcmxn-rate\/(\d+)$/.exec(path)?.[1]);
      if (Number.isNaN(id)) return undefined;
      return id >= first ? refusal(404, 'There is no rate.') : later.then((response) => response.clone());
    });
    await open(service, '/rates?range=52');
    expect(await screen.findByText(/se carga semana por semana, 13 de 52/)).toBeInTheDocument();
    expect(screen.queryByText(empty)).toBeNull();
    expect(screen.queryByText(/No hay tipos de cambio en estos periodos/)).toBeNull();
    answer(refusal(503, 'Later'));
    expect(await screen.findByText('Las semanas cargadas no tienen tipo de cambio')).toBeInTheDocument();
    expect(screen.getByText('No hay tipos de cambio en estos periodos.')).toBeInTheDocument();
    expect(screen.queryByText(empty)).toBeNull();
  });

  it('says that a series is not offered, that it is empty, and that it could not be read', async () => {
    const { unmount } = await open(
      smallService((_seen, path) => (path.includes('-rate') ? refusal(404, 'none') : undefined)),
      '/rates?series=daily-bucket',
    );
    expect(await screen.findByText('Este servicio no ofrece esta serie')).toBeInTheDocument();
    unmount();
    const empty = await open(listing([]));
    expect(await screen.findByText('La serie no tiene datos en estos periodos')).toBeInTheDocument();
    empty.unmount();
    await open(
      smallService((_seen, path) => (path.includes('-rate') ? refusal(403, 'not yours') : undefined)),
    );
    expect(await screen.findByText(/la serie del tipo de cambio/)).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Serie' })).toHaveTextContent(/la serie del tipo de cambio/);
    expect(screen.getByRole('region', { name: 'Convertidor' })).toHaveTextContent(
      'No se pudo cargar la serie',
    );
  });

  it('reads the series again from the converter that lacks it', async () => {
    let fails = true;
    const { user } = await open(
      smallService((_seen, path) => {
        if (fails && path.includes('-rate')) return refusal(500, 'No disk');
        return path === '/weekly-bucket-usdcmxn-rates'
          ? json({ items: [week(0, 18.25)], pageInfo: {} })
          : undefined;
      }),
    );
    const converter = await screen.findByRole('region', { name: 'Convertidor' });
    fails = false;
    await user.click(await within(converter).findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('1 USDC = 18.25 MXN')).toBeVisible();
  });

  it.each([
    ['no text', () => new Response('', { status: 200 })],
    ['null', () => json(null)],
    ['an object without a list', () => json({})],
    ['a list in the place of a page', () => json([week(0, 18)])],
    ['items of another kind', () => json({ items: [{ text: 'x' }, null], pageInfo: {} })],
  ])('says that the series could not be read where the service answers %s', async (_, answer) => {
    for (const at of ['/rates', '/rates?series=daily-bucket']) {
      const { unmount } = await open(
        smallService((_seen, path) => (path.includes('-rate') ? answer() : undefined)),
        at,
      );
      expect(await screen.findByText('No se pudo cargar la serie del tipo de cambio')).toBeInTheDocument();
      expect(screen.queryByText('La serie no tiene datos en estos periodos')).toBeNull();
      unmount();
    }
  });

  it.each([
    ['no text', () => new Response('', { status: 200 })],
    ['an object without a rate', () => json({})],
  ])('RT-1 says that a week could not be read where the service answers %s for it', async (_, answer) => {
    await open(
      smallService((_seen, path) =>
        path.endsWith('-rates') ? refusal(404, 'none') : path.includes('-rate/') ? answer() : undefined,
      ),
    );
    expect(await screen.findByText('No se pudo cargar la serie del tipo de cambio')).toBeInTheDocument();
  });
});
