import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, type RecordedRequest } from '#client/testing/answers.ts';
import * as material from '#proofs/testing/case-material.ts';
import { endorser } from '#proofs/testing/chain.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { networkName } from '#widgets/network-name.ts';
import { paths, patterns } from '#widgets/paths.ts';
import { caseService, tokenOf } from '#widgets/testing/case-service.ts';
import { refusal, renderInHost } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { TokenPage } from './token-page.tsx';

// A page of this size takes jsdom seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const token = tokenOf(material.documentWitness);
const network = endorser.network;
const wallet = (digit: string): string => `0x${digit.repeat(40)}`;
const [zero, owner, second, third] = [wallet('0'), wallet('4'), wallet('a'), wallet('b')] as const;

interface ReportedEvent {
  readonly from: string;
  readonly to: string;
  readonly network?: number;
}

const eventsOf = (reported: readonly ReportedEvent[]) =>
  reported.map((one, at) => ({
    id: `0x${String(at + 1).padStart(64, '0')}-0x0`,
    timestamp: 1_790_000_000 + at * 864_000,
    fromId: one.from,
    toId: one.to,
    digest: token,
    network: one.network ?? network,
  }));

const chain = eventsOf([
  { from: zero, to: owner },
  { from: owner, to: second },
  { from: second, to: third },
]);
const whole = [{ items: chain }];

interface Page {
  readonly items: readonly object[];
  /** What the page says of the next one. */
  readonly end?: string | null;
  /** null: it says nothing of that. */
  readonly more?: boolean | null;
}

/** A service with the case of the proofs' tests, and a node of the reader's beside it. */
function serviceOf(
  pages: readonly Page[] = whole,
  {
    ownerId = third,
    logs = chain,
    answer,
  }: {
    ownerId?: string;
    logs?: typeof chain;
    answer?: (seen: RecordedRequest, path: string) => Response | undefined;
  } = {},
) {
  return caseService({}, (seen, path) => {
    if (seen.url.host === 'node.example') return json(nodeAnswer(seen.body, logs));
    const own = answer?.(seen, path);
    if (own) return own;
    if (path === `/endorsable/${token}`)
      return json({ id: token, ownerId, network, timestamp: 1_790_000_000 });
    if (path !== '/endorse-events') return undefined;
    const at = Number(seen.url.searchParams.get('after') ?? 0);
    const page = pages[at];
    if (!page) return refusal(503, 'Storage is down');
    const more = page.more === undefined ? at + 1 < pages.length : page.more;
    const endCursor = page.end === undefined ? String(at + 1) : page.end;
    return json({ items: page.items, pageInfo: { hasNextPage: more, hasPreviousPage: at > 0, endCursor } });
  });
}

function nodeAnswer(body: unknown, logs: typeof chain): object {
  const { id, method, params } = body as { id: number; method: string; params: unknown[] };
  const topic = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;
  const hashOf = (event: { id: string }): string => event.id.slice(0, 66);
  const at = logs.findIndex((_, index) => params[0] === `0x${(index + 1).toString(16)}`);
  const results: Record<string, unknown> = {
    eth_chainId: `0x${network.toString(16)}`,
    eth_getCode: '0x',
    eth_call: `0x${'1'.padStart(64, '0')}`,
    eth_getBlockByNumber:
      params[0] === 'finalized'
        ? {
            number: '0x64',
            hash: `0x${'9'.repeat(64)}`,
            timestamp: `0x${((logs.at(-1)?.timestamp ?? 0) + 60).toString(16)}`,
          }
        : {
            number: params[0],
            hash: hashOf(logs[at] ?? { id: '' }),
            timestamp: `0x${logs[at]?.timestamp.toString(16)}`,
          },
    eth_getLogs: logs.map((event, index) => ({
      address: endorser.address,
      topics: [
        '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        topic(event.fromId),
        topic(event.toId),
        `0x${material.documentHash}`,
      ],
      blockHash: hashOf(event),
      blockNumber: `0x${(index + 1).toString(16)}`,
      transactionHash: `0x${'7'.repeat(63)}${index}`,
      logIndex: '0x0',
    })),
  };
  return { jsonrpc: '2.0', id, result: results[method] ?? null };
}

const named = { nodes: [{ network, url: 'https://node.example/' }] };

afterAll(trustSettings.erase);
beforeEach(() => {
  trustSettings.change({ anchors: [], endorsers: material.context.endorsers ?? [], nodes: [] });
});

async function open(service = serviceOf(), path = paths.token(token)) {
  const view = await renderInHost(
    <Routes>
      <Route path={patterns.token} element={<TokenPage />} />
      <Route path="*" element={<p>otra página</p>} />
    </Routes>,
    { fetch: service.fetch, path, open: true },
  );
  return { ...view, service };
}

const verdict = (name: RegExp) => screen.findByRole('heading', { level: 2, name }, { timeout: 30_000 });
const rowsOf = (container: HTMLElement): string[] =>
  [...container.querySelectorAll('table[aria-label="Eventos del token"] tbody tr')].map(
    (row) => row.textContent,
  );
const chosen = (container: HTMLElement): string | null =>
  container.querySelector('tr[aria-current="true"]')?.getAttribute('data-index') ?? null;

describe('A token', () => {
  it('is consistent as reported, in grey, while nobody but the service said so', async () => {
    const { container } = await open();
    await verdict(/Según el servicio, el historial de endosos está completo: 3 eventos/);
    expect(screen.getByText(/Agrega un nodo de Arbitrum Sepolia/)).toBeVisible();
    expect(rowsOf(container)).toHaveLength(3);
    expect(container.querySelectorAll('tr [data-state="REPORTED"]')).toHaveLength(3);
    // The first event follows nothing.
    const links = [...container.querySelectorAll('tr [data-state="REPORTED"]')].map((one) => one.textContent);
    expect(links.sort()).toEqual([
      'Primer evento, según el servicio',
      'Sigue, según el servicio',
      'Sigue, según el servicio',
    ]);
    // Banner and chip have the mark of the basis, and not the dash of what does not apply.
    const banner = container.querySelector('section[data-state="NOT_APPLICABLE"]');
    expect(banner).toHaveTextContent('Coherente, según el servicio');
    expect(banner?.querySelector('svg[data-state]')).toBeNull();
    expect(container.querySelector('tr [data-state="PASSED"]')).toBeNull();
    expect(container.querySelector('[data-check="token.continuity"] [data-state="REPORTED"]')).not.toBeNull();
    // That its id is the number of the hash was computed.
    expect(container.querySelector('[data-check="token.id"] [data-state="PASSED"]')).not.toBeNull();
  });

  it('is whole once the reader’s own node reported its logs', async () => {
    trustSettings.change(named);
    const { container } = await open();
    const heading = await verdict(/^El historial de endosos está completo: 3 eventos/);
    expect(heading.closest('section')).toHaveAttribute('data-state', 'PASSED');
    expect(screen.getByText(/a través de node\.example, en el bloque definitivo 100/)).toBeVisible();
    expect(container.querySelectorAll('tr span[data-state="PASSED"]')).toHaveLength(3);
    expect(container.querySelector('[data-check="token.continuity"] [data-basis="CHAIN"]')).not.toBeNull();
    expect(screen.getByText('3, definitivo')).toBeVisible();
  });

  it('says whose silence it is where there are no events', async () => {
    const none = await open(serviceOf([{ items: [] }]));
    expect(await screen.findByText('El servicio no informa eventos de este token.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'No hay endosos que comprobar.' })).toBeVisible();
    // It reported nothing: neither does it report anything alone, nor is there an event to show.
    expect(screen.queryByText(m.tokens_reported_fact())).toBeNull();
    expect(screen.queryByText(m.tokens_before_first())).toBeNull();
    expect(screen.queryByRole('region', { name: m.tokens_moment() })).toBeNull();
    expect(screen.getAllByText(m.verdicts_n_read_logs())).not.toHaveLength(0);
    none.unmount();
    const failed = await open(serviceOf([]));
    expect(await screen.findByText('No se pudieron cargar los eventos de este token.')).toBeVisible();
    failed.unmount();
    trustSettings.change(named);
    await open(serviceOf([{ items: [] }], { logs: [] }));
    expect(
      await screen.findByText(/Los nodos no tienen ningún evento de este token hasta su último bloque/),
    ).toBeVisible();
  });

  it('does not call an answer missing that is still awaited, or that is not wanted', async () => {
    trustSettings.change(named);
    const service = serviceOf();
    const held = new Promise<Response>(() => undefined);
    const fetch: typeof service.fetch = (input, init) =>
      new URL(input instanceof Request ? input.url : input).host === 'node.example'
        ? held
        : service.fetch(input, init);
    const { user } = await open({ ...service, fetch });
    await verdict(/Según el servicio/);
    expect(screen.queryByText(/de tus nodos/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Detener' }));
    expect(await screen.findByText(/Se detuvo la consulta a los nodos/)).toBeVisible();
    expect(screen.queryByText(/de tus nodos/)).toBeNull();
  });

  it('says where a chain breaks, and what the service leaves out of it', async () => {
    trustSettings.change(named);
    const [first, , last] = chain;
    await open(serviceOf(whole, { logs: first && last ? [first, last] : [] }));
    const heading = await verdict(/endoso/);
    expect(heading.closest('section')).toHaveAttribute('data-state', 'FAILED');
    expect(screen.getAllByText('Ruptura')[0]).toBeVisible();
    expect(screen.getByText(/1 de los eventos del servicio no están en ella, y le faltan 0/)).toBeVisible();
  });

  it('what is not final yet is neither true nor false, and contradicts nothing', async () => {
    trustSettings.change(named);
    const { container } = await open(serviceOf(whole, { logs: chain.slice(0, 2) }));
    const heading = await verdict(/posterior al último bloque definitivo/);
    expect(heading.closest('section')).toHaveAttribute('data-state', 'INDETERMINATE');
    expect(screen.getAllByText(/Vuelve a comprobar cuando el bloque sea definitivo/)[0]).toBeVisible();
    expect(rowsOf(container)).toHaveLength(2);
    expect(screen.getByText(/que no se muestra/)).toBeVisible();
    expect(screen.queryByText(/El servicio y la cadena de bloques difieren/)).toBeNull();
    expect(screen.queryByText('Titular actual')).toBeNull();
    for (const id of ['token.head', 'token.complete'])
      expect(container.querySelector(`[data-check="${id}"] [data-state="INDETERMINATE"]`), id).not.toBeNull();
  });

  it('selecting anywhere selects everywhere, and the address says where', async () => {
    const { container, user, where } = await open();
    await verdict(/completo/);
    const slider = screen.getByRole('slider', { name: 'Evento' });
    expect(slider).toHaveValue('3');
    fireEvent.keyDown(slider, { key: 'Home' });
    expect(chosen(container)).toBe('0');
    const panel = screen.getByRole('region', { name: 'El titular y el evento' });
    expect(within(panel).getByRole('heading', { name: 'Evento 1' })).toBeVisible();
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    expect(chosen(container)).toBe('1');
    const row = container.querySelector('tr[data-index="2"]');
    await user.click(within(row as HTMLElement).getByText('3'));
    expect(slider).toHaveValue('3');
    await user.click(screen.getByRole('button', { name: 'Evento 2' }));
    expect(chosen(container)).toBe('1');
    await waitFor(() => expect(where()).toBe(paths.token(token, chain[1]?.id)));
    await user.click(screen.getByRole('radio', { name: 'Grafo' }));
    expect(screen.getByRole('table', { name: 'Quién lo endosó a quién' })).toBeVisible();
    expect(slider).toHaveValue('2');
  });

  it('opens at the event of a link, its row focused', async () => {
    const { container } = await open(
      serviceOf(),
      paths.token(token, chain[1]?.id.toUpperCase().replaceAll('0X', '')),
    );
    await verdict(/completo/);
    expect(chosen(container)).toBe('1');
    await waitFor(() => expect(document.activeElement).toBe(container.querySelector('tr[data-index="1"]')));
    expect(screen.getByRole('heading', { name: 'Evento 2' })).toBeVisible();
  });

  it('reads every page, and names the one that does not come and the one that leads nowhere', async () => {
    const [first] = chain;
    const read = await open(serviceOf([{ items: chain.slice(0, 2) }, { items: chain.slice(2) }]));
    await verdict(/completo: 3 eventos/);
    expect(rowsOf(read.container)).toHaveLength(3);
    read.unmount();

    const failing = await open(serviceOf([{ items: [first ?? {}], more: true }]));
    expect(
      await screen.findByText(/No se pudo cargar la página 2 de los eventos.*Storage is down/),
    ).toBeVisible();
    expect(screen.queryByText(/completo/)).toBeNull();
    expect(
      failing.container.querySelector('[data-check="token.complete"] [data-state="INDETERMINATE"]'),
    ).not.toBeNull();
    failing.unmount();

    const leads = await open(serviceOf([{ items: [first ?? {}], more: true, end: null }]));
    expect(
      await screen.findByText(/hay más eventos después de la página 1, pero no cómo cargarlos/),
    ).toBeVisible();
    // Who has it now is not known from a part of the events.
    expect(screen.getByText('Después del último evento leído lo tenía')).toBeVisible();
    expect(screen.queryByText('Titular actual')).toBeNull();
    expect(screen.queryByText(/^Desde hace/)).toBeNull();
    expect(screen.getByText('Tras el evento 1 de 1 leído')).toBeVisible();
    expect(screen.getByRole('slider', { name: 'Evento' }).getAttribute('aria-valuetext')).toMatch(
      /^Evento 1 de 1 leído, /,
    );
    expect(leads.container.querySelectorAll('svg .bar, svg [class*="rest"]')).toHaveLength(0);
    leads.unmount();

    const silent = await open(serviceOf([{ items: chain, more: null }]));
    expect(
      await screen.findByText(/no informa si hay más eventos después de la página 1\. Puede no ser todo/),
    ).toBeVisible();
    expect(screen.queryByText(/está completo/)).toBeNull();
    silent.unmount();

    const [head = {}, ...rest] = chain;
    const unreadable = await open(serviceOf([{ items: [{ ...head, id: 7 }, ...rest] }]));
    expect(await screen.findByText(/Una parte de la página 1 de los eventos no se puede leer/)).toBeVisible();
    expect(screen.queryByText(/está completo/)).toBeNull();
    unreadable.unmount();

    // That the chain has events that the service leaves out is not known from a part of them.
    trustSettings.change(named);
    await open(serviceOf([{ items: [first ?? {}], more: true, end: null }]));
    await verdict(/El historial de endosos está completo/);
    expect(screen.queryByText(/El servicio y la cadena de bloques difieren/)).toBeNull();
  });

  it('splits by network what the service tells of several', async () => {
    const other = eventsOf([
      { from: zero, to: owner },
      { from: owner, to: third },
      { from: zero, to: second, network: 42_161 },
    ]);
    const { container, user } = await open(serviceOf([{ items: other }]));
    await verdict(/redes/);
    // The verdict above both is on the chain of the token's own network, and says so.
    await verdict(new RegExp(`^${networkName(network)!.replace(/[()]/g, '\\$&')}: `));
    expect(rowsOf(container)).toHaveLength(2);
    await user.click(screen.getByRole('radio', { name: 'Arbitrum One' }));
    expect(rowsOf(container)).toHaveLength(1);
  });

  it('says on a phone of the present holder that they have it, and of earlier ones that they had it', async () => {
    const wide = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(wide(query), { matches: query.includes('max-width') }),
    );
    await open();
    const rows = within(await screen.findByRole('list', { name: m.tokens_lanes_label() })).getAllByRole(
      'listitem',
    );
    expect(rows.map((row) => /Lo (tuvo|tiene)/.exec(row.textContent)?.[0])).toEqual([
      'Lo tuvo',
      'Lo tuvo',
      'Lo tiene',
    ]);
    vi.restoreAllMocks();
  });

  it('says that it is burnt, and that nobody has it', async () => {
    const burnt = eventsOf([
      { from: zero, to: owner },
      { from: owner, to: zero },
    ]);
    await open(serviceOf([{ items: burnt }], { ownerId: zero }));
    await verdict(/completo: 2 eventos/);
    const panel = screen.getByRole('region', { name: 'El titular y el evento' });
    expect(within(panel).getByText('Nadie')).toBeVisible();
  });
});

describe('Where there is no token', () => {
  it('an id that is no whole number is no token, and a hash leads to its token', async () => {
    await open(serviceOf(), paths.token(material.documentHash));
    expect(screen.getByText('Esto no es un token')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Abrir el token de esta huella' })).toHaveAttribute(
      'href',
      paths.token(token),
    );
  });

  it('says whether it waits for its claim, or is not known here', async () => {
    const absent = (witness: object | undefined, pages: readonly Page[] = [{ items: [] }]) =>
      serviceOf(pages, {
        answer: (_, path) => {
          if (path.startsWith('/endorsable/')) return refusal(404, 'Not found');
          const results = witness ? [witness] : [];
          return path === '/witnesses'
            ? json({ results, info: { id: 'x', count: results.length } })
            : path === '/witness'
              ? refusal(404, 'Not found')
              : undefined;
        },
      });
    const witness = { id: '1'.repeat(24), hash: material.documentHash };
    const waiting = await open(absent({ ...witness, claiming: material.claiming, claimed: false }));
    expect(await screen.findByText('Aún sin reclamar')).toBeVisible();
    waiting.unmount();
    const unknown = await open(absent(undefined));
    expect(await screen.findByText('Aquí no existe ese token')).toBeVisible();
    unknown.unmount();
    // A service that lists no tokens still names it in its events: then it exists, and the way to them is there.
    const named = await open(absent(undefined, whole));
    expect(await screen.findByText('Este servicio no entrega el token, solo sus movimientos')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ver sus 3 movimientos' })).toHaveAttribute(
      'href',
      expect.stringContaining(`where=token%3D%3D${token}`),
    );
    named.unmount();
    // A service without tokens of their own tells them in witnesses.
    const initialOwner = { id: '5'.repeat(24), commonName: 'Ana', EVMAddress: owner };
    await open(
      absent({ ...witness, initialOwner, endorsable: { id: token, ownerId: third, network } }, whole),
    );
    await verdict(/completo: 3 eventos/);
  });

  it('says no more of a witness without a token than the witness does', async () => {
    const withWitness = (witness: object) =>
      serviceOf([{ items: [] }], {
        answer: (_, path) => {
          if (path.startsWith('/endorsable/')) return refusal(404, 'Not found');
          return path === '/witnesses'
            ? json({ results: [witness], info: { id: 'x', count: 1 } })
            : undefined;
        },
      });
    const witness = { id: '1'.repeat(24), hash: material.documentHash };
    const claimed = await open(withWitness({ ...witness, claiming: material.claiming, claimed: true }));
    expect(await screen.findByText('El servicio no entrega el token de este documento')).toBeVisible();
    expect(screen.getByText(/Según el testigo, el token ya se reclamó/)).toBeVisible();
    claimed.unmount();
    await open(withWitness({ ...witness, initialOwner: { id: '5'.repeat(24), commonName: 'Ana' } }));
    expect(await screen.findByText('El servicio no entrega el token de este documento')).toBeVisible();
    expect(screen.queryByText(/titular inicial\.$/)).toBeNull();
    expect(screen.queryByText(/ya se reclamó/)).toBeNull();
  });

  it('does not call a token unknown whose events could not be read, nor counts what was read in part', async () => {
    const absent = (pages: readonly Page[]) =>
      serviceOf(pages, {
        answer: (_, path) => {
          if (path.startsWith('/endorsable/') || path === '/witness') return refusal(404, 'Not found');
          return path === '/witnesses' ? json({ results: [], info: { id: 'x', count: 0 } }) : undefined;
        },
      });
    const failing = await open(absent([]));
    expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeVisible();
    expect(screen.queryByText('Aquí no existe ese token')).toBeNull();
    failing.unmount();
    await open(absent([{ items: chain, more: true, end: null }]));
    expect(await screen.findByRole('link', { name: 'Ver sus movimientos' })).toBeVisible();
    expect(screen.queryByText(/Ver sus 3/)).toBeNull();
  });

  it('a service that fails is a failure, with a way to try again', async () => {
    await open(
      serviceOf(whole, {
        answer: (_, path) => (path.startsWith('/endorsable/') ? refusal(503, 'Down') : undefined),
      }),
    );
    expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeVisible();
  });
});
