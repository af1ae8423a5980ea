import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { json, type RecordedRequest } from '#client/testing/answers.ts';
import { list, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { mostPatience } from '#widgets/query/appear-together.tsx';
import { m } from '#i18n/messages.ts';
import { WalletPage } from './wallet-page.tsx';

/** The parts of the page appear together, so each may wait for another. */
const expectVisible = (text: string | RegExp) => waitFor(() => expect(screen.getByText(text)).toBeVisible());

const address = '0x4deb4cafc645d763fd3851907b0d61b4fab5016c';
const other = `0x${'b'.repeat(40)}`;
const person = { id: '1'.repeat(24), commonName: 'Elsa Herrera', RFC: 'HECE711214QEA', EVMAddress: address };
const event = (digest: number, to: boolean, network = 421614) => ({
  id: `${digest} ${String(to)}`,
  digest: String(digest),
  network,
  timestamp: 1_790_000_000 + digest,
  fromId: to ? other : address,
  toId: to ? address : other,
});
const page = (items: object[], end?: string, hasNextPage = end !== undefined) => ({
  items,
  pageInfo: { hasNextPage, endCursor: end ?? null },
});

interface Lists {
  held: object[];
  came: object[];
  went: object[];
}

/** Two items a page; of a list nothing is given that is not requested. */
function walletService(lists: Lists | undefined, offered = true) {
  const cut = (seen: RecordedRequest, name: string, items: object[]) => {
    const argument = (suffix: string) => seen.url.searchParams.get(`wallet_${name}_${suffix}`);
    if (argument('limit') === '0') return page([]);
    const from = Number(argument('after') ?? 0);
    return page(items.slice(from, from + 2), from + 2 < items.length ? String(from + 2) : undefined);
  };
  return smallService((seen, path) => {
    if (path === '/subjects') return list([person]);
    if (path === '/wallets') return offered ? json(page([])) : refusal(404, 'no such operation');
    if (path === '/endorse-events') {
      const where = JSON.parse(seen.url.searchParams.get('where') ?? '{}') as Record<string, unknown>;
      return json(page('toId' in where ? (lists?.came ?? []) : (lists?.went ?? [])));
    }
    if (!path.startsWith('/wallet/')) return undefined;
    if (!lists || !offered) return refusal(404, 'There is no wallet.');
    return json({
      id: address,
      endorsables: cut(seen, 'endorsables', lists.held),
      endorseToEvents: cut(seen, 'endorseToEvents', lists.came),
      endorseFromEvents: cut(seen, 'endorseFromEvents', lists.went),
    });
  });
}

const open = (service: ReturnType<typeof smallService>, at = address) =>
  renderInHost(
    <Routes>
      <Route path="/endorsements/wallets/:address" element={<WalletPage />} />
    </Routes>,
    { fetch: service.fetch, path: `/endorsements/wallets/${at}`, open: true },
  );

describe('The page of a wallet', () => {
  it('shows its cards with their titles while it is read', async () => {
    const { fetch } = smallService((_, path) =>
      path.startsWith('/wallet') ? new Promise<Response>(() => undefined) : undefined,
    );
    await open({ ...walletService(undefined), fetch });
    await screen.findByRole('heading', { level: 2, name: m.wallets_balance() });
    // That they load is spoken once, however many they are.
    expect(screen.getAllByRole('status').filter((one) => one.closest('[aria-busy]'))).toHaveLength(1);
    const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    const all = [m.wallets_holds(), m.wallets_came(), m.wallets_went(), m.wallets_who(), m.wallets_balance()];
    expect(titles()).toEqual(all);
    // What takes long is not waited for any more, and each place stays.
    await waitFor(() => expect(document.querySelector('[inert]')).toBeNull(), { timeout: 2 * mostPatience });
    expect(titles()).toEqual(all);
  });

  it('WI-11 reads its three lists to the end on request, and only then says whether they agree', async () => {
    const came = [1, 2, 3].map((digest) => event(digest, true));
    const service = walletService({
      held: [
        { id: '2', network: 421614 },
        { id: '3', network: 421614 },
      ],
      came,
      went: [event(1, false)],
    });
    const { user } = await open(service);
    expect(await screen.findByRole('heading', { name: 'Cartera de Elsa Herrera' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Cargar el resto y comparar' }));
    await expectVisible(/3 recibidos − 1 entregados = 2 que tiene/);
    const requested = service.seen.filter(({ url }) => url.searchParams.has('wallet_endorseToEvents_after'));
    expect(requested).toHaveLength(1);
    expect(requested[0]?.url.searchParams.get('wallet_endorsables_limit')).toBe('0');
    expect(requested[0]?.url.searchParams.get('wallet_endorseToEvents_orderDirection')).toBe('desc');
  });

  it('says of a list without items that there are none only where it was read to its end', async () => {
    const ended = await open(walletService({ held: [], came: [], went: [] }));
    await expectVisible('No tiene tokens.');
    expect(screen.getByText('No ha recibido nada.')).toBeVisible();
    ended.unmount();
    const [withoutEnd, notSent] = [page([], undefined, true), null];
    const service = smallService((_, path) =>
      path.startsWith('/wallet/')
        ? json({
            id: address,
            endorsables: withoutEnd,
            endorseToEvents: notSent,
            endorseFromEvents: page([]),
          })
        : undefined,
    );
    await open(service);
    await expectVisible('No ha entregado nada.');
    expect(screen.getAllByText('Nada en lo que se cargó; puede haber más.')).toHaveLength(2);
    expect(screen.queryByText('No tiene tokens.')).toBeNull();
    expect(screen.queryByText('No ha recibido nada.')).toBeNull();
  });

  it('offers to read the rest only where the service names a way to it', async () => {
    const endless = smallService((_, path) =>
      path.startsWith('/wallet/')
        ? json({
            id: address,
            endorsables: page([{ id: '1', network: 421614 }]),
            endorseToEvents: page([event(1, true)], undefined, true),
            endorseFromEvents: page([]),
          })
        : undefined,
    );
    await open(endless);
    await expectVisible(m.wallets_balance_endless());
    expect(screen.queryByRole('button', { name: m.wallets_balance_read_all() })).toBeNull();
  });

  it('says that going on failed, also of a list that has nothing so far', async () => {
    const service = smallService(({ url }, path) => {
      if (!path.startsWith('/wallet/')) return undefined;
      if (url.searchParams.has('wallet_endorseToEvents_after')) return refusal(500, 'No disk');
      return json({
        id: address,
        endorsables: page([]),
        endorseToEvents: page([], 'next'),
        endorseFromEvents: page([]),
      });
    });
    const { user } = await open(service);
    await user.click(await screen.findByRole('button', { name: m.wallets_list_more() }));
    await expectVisible(new RegExp(m.wallets_list_stopped()));
  });

  it('shows every list with its heading and a retry where the wallet could not be loaded', async () => {
    let isDown = true;
    const whole = walletService({ held: [], came: [], went: [] });
    const { user } = await open({
      ...whole,
      fetch: (input, init) =>
        isDown && (input instanceof Request ? input.url : input.toString()).includes('/wallet/')
          ? Promise.resolve(refusal(403, 'No disk'))
          : whole.fetch(input, init),
    });
    await expectVisible('No se pudo cargar el conteo.');
    for (const name of ['Tiene ahora', 'Recibió', 'Entregó', 'Conteo'])
      expect(
        within(screen.getByRole('region', { name })).getByRole('button', { name: 'Reintentar' }),
      ).toBeVisible();
    isDown = false;
    await user.click(
      within(screen.getByRole('region', { name: 'Entregó' })).getByRole('button', { name: 'Reintentar' }),
    );
    await waitFor(() => expect(screen.queryByText(/No se pudo cargar/)).toBeNull());
  });

  it('names the token about which the lists contradict each other', async () => {
    await open(walletService({ held: [], came: [event(7, true)], went: [] }));
    await expectVisible(/No cuadra/);
    expect(screen.getByText(/recibido y no entregado/)).toBeVisible();
  });

  it('splits by network, and asks the service for the one that is chosen', async () => {
    const service = walletService({ held: [], came: [event(1, true), event(2, true, 42161)], went: [] });
    const { user, where } = await open(service);
    await user.click(await screen.findByRole('button', { name: /Arbitrum One/ }));
    expect(where()).toBe(`/endorsements/wallets/${address}?network=42161`);
    await waitFor(() =>
      expect(
        service.seen.some(
          ({ url }) => url.searchParams.get('wallet_endorsables_where') === '{"network":42161}',
        ),
      ).toBe(true),
    );
  });

  it('tells a wallet that is not known from a service that has none, where what is held is computed from events', async () => {
    const unknown = await open(walletService(undefined));
    await waitFor(() =>
      expect(screen.getByText('Este servicio no tiene una cartera en esta dirección')).toBeVisible(),
    );
    expect(screen.queryByText(/ha llegado ni salido/)).toBeNull();
    unknown.unmount();
    await open(
      walletService({ held: [], came: [event(1, true), event(2, true)], went: [event(1, false)] }, false),
    );
    await expectVisible(/Este servicio no ofrece carteras/);
    await expectVisible(/se calculó con lo recibido y lo entregado/);
  });

  it('says that an address is none, and that one may be mistyped', async () => {
    const bad = await open(walletService(undefined), '0x12');
    await expectVisible('No es una dirección de cartera');
    bad.unmount();
    await open(walletService(undefined), '0x4Deb4cafc645d763fd3851907b0d61b4fab5016c');
    await expectVisible(/puede tener un error/);
  });
});
