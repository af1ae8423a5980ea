import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json } from '#client/testing/answers.ts';
import type { RecordedRequest } from '#client/testing/answers.ts';
import { organization, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { OverviewPage } from './overview-page.tsx';

const dayMs = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();
const idOf = (kind: number, n: number): string => `${kind}${String(n).padStart(23, '0')}`;
const ana = { id: idOf(9, 1), commonName: 'Ana Sofía Pech Uc' };

interface Row {
  readonly id: string;
  readonly createdAt: string;
  readonly [name: string]: unknown;
}
const request = (kind: number, n: number, days: number, part: object): Row => ({
  id: idOf(kind, n),
  name: `De hace ${days} d`,
  createdAt: ago(days),
  updatedAt: ago(days),
  draft: false,
  finalized: false,
  rejectedAt: null,
  organization,
  ...part,
});
const rows = (length: number, row: (n: number) => Row): Row[] => Array.from({ length }, (_, n) => row(n));
const pending = { status: 'PENDING', subject: ana };
const invited = (n: number, part: object) => ({ invites: [{ id: idOf(8, n), ...part }] });

/** An organization of years: what waits the longest is far behind its newest requests. */
const requests: readonly Row[] = [
  ...rows(3_000, (n) => request(1, n, 1 + n / 10, { finalized: true, ...closed(n) })),
  ...rows(1_200, (n) => request(2, n, 3 + n, invited(n, pending))),
  ...rows(700, (n) =>
    request(3, n, 4 + n, {
      finalized: true,
      rejectedAt: ago(3 + n),
      ...invited(n, { status: 'REJECTED', rejectedAt: ago(3 + n), subject: ana }),
    }),
  ),
  ...rows(20, (n) => request(4, n, 50 + n, { draft: true, ...invited(n, pending) })),
];

function closed(n: number) {
  const at = ago(1 + n / 10);
  return {
    ...invited(n, { status: 'SIGNED', signedAt: at, subject: ana }),
    witness: { id: idOf(5, n), timestampedAt: at },
  };
}

/** Every one dated but the one of a request that nothing here has read. */
const witnesses: readonly Row[] = rows(3_000, (n) => ({
  id: idOf(5, n),
  hash: String(n).padStart(64, '0'),
  createdAt: ago(1 + n / 10),
  organization,
  timestampedAt: ago(1 + n / 10),
  merkleized: { merkleRoot: 'ab', createdAt: ago(1 + n / 10), nom151Provider: 'X' },
  ...(n < 240 ? { claiming: { id: idOf(6, n), createdAt: ago(1) }, claimed: false } : {}),
}));

/** A list as the service gives it: filtered, in order, by pages of at most 100. */
function listed(
  all: readonly Row[],
  { url }: RecordedRequest,
  fits: (row: Row, query: Query) => boolean,
): Response {
  const query: Query = Object.fromEntries(
    [...url.searchParams].map(([name, text]) => [name, JSON.parse(text) as unknown]),
  );
  const { page, size } = query.pagination as { page: number; size: number };
  expect(size).toBeLessThanOrEqual(100);
  const { order = 'desc' } = (query.sort ?? {}) as { order?: string };
  const { lte } = (query.createdAt ?? {}) as { lte?: string };
  const found = all
    .filter((row) => (lte === undefined || row.createdAt <= lte) && fits(row, query))
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) * (order === 'asc' ? 1 : -1));
  const results = found.slice((page - 1) * size, page * size);
  const pages = Math.ceil(found.length / size);
  return json({
    results,
    info: { id: 'x', count: found.length, pages, next: page < pages ? page + 1 : null, prev: null },
  });
}
type Query = Record<string, unknown>;

const fitsRequest = (row: Row, { draft, finalized, rejectedAt, _id: id }: Query): boolean =>
  (draft === undefined || row.draft === draft) &&
  (finalized === undefined || row.finalized === finalized) &&
  (rejectedAt === undefined || (rejectedAt as { exists: boolean }).exists === (row.rejectedAt !== null)) &&
  (id === undefined || (id as { in: string[] }).in.includes(row.id));
const fitsWitness = (row: Row, { claimable, merkleized }: Query): boolean =>
  (claimable === undefined || (row.claiming !== undefined && row.claimed === false)) &&
  (merkleized === undefined || row.merkleized === undefined);

function service() {
  return smallService((seen, path) => {
    if (path === '/signature-requests') return listed(requests, seen, fitsRequest);
    if (path === '/witnesses') return listed(witnesses, seen, fitsWitness);
    if (path === '/organization-links')
      // 25,000 links, of which only those of who is named are given.
      return json({ results: [], info: { id: 'x', count: 25_000, pages: 250, next: 2, prev: null } });
    if (path === '/signature-request-timeseries') return json([]);
    if (path.startsWith('/organization/')) return json(organization);
    return undefined;
  });
}

async function open() {
  const { fetch, seen } = service();
  const view = await renderInHost(<OverviewPage />, { fetch, open: true });
  await screen.findByRole('heading', { level: 1, name: '2,160 asuntos por atender' });
  return { ...view, seen };
}

describe('the overview of an organization with thousands', () => {
  it('names the oldest of each cause first, with true totals', async () => {
    const { user } = await open();
    const chips = screen.getAllByRole('button', { pressed: false }).map(({ textContent }) => textContent);
    expect(chips).toEqual([
      'Rechazadas700',
      'Sin respuesta1,200',
      'Por reclamar240',
      'Borradores por enviar20',
    ]);
    const queue = screen.getByRole('list', { name: 'Asuntos por atender' });
    const names = (): (string | null | undefined)[] =>
      within(queue)
        .getAllByRole('listitem')
        .map((row) => within(row).getAllByRole('link')[0]?.textContent);
    expect(names().slice(0, 3)).toEqual(['De hace 703 d', 'De hace 702 d', 'De hace 701 d']);
    await user.click(screen.getByRole('button', { name: /^Sin respuesta/ }));
    expect(names().slice(0, 2)).toEqual(['De hace 1202 d', 'De hace 1201 d']);
  });

  it('reads no list to its end: at most eight calls of one page each', async () => {
    const { seen } = await open();
    await screen.findByRole('table', { name: /^Testigos de cada semana/ });
    const opening = seen.filter(isOfPage);
    expect(opening.length).toBeLessThanOrEqual(8);
    expect(opening.every(({ url }) => !/"page":(?!1,)/.test(url.searchParams.get('pagination') ?? ''))).toBe(
      true,
    );
  });

  it('leads to the list where those are that were only counted', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: /^Rechazada/ }));
    await user.click(screen.getByRole('button', { name: 'Ver todos' }));
    expect(screen.getByText(/^Se muestran \d\d de 700, primero los más antiguos$/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ver los demás en su lista' })).toHaveAttribute(
      'href',
      '/requests?tab=rejected&sort=created',
    );
  });

  it('asks for the links of who is named in drafts alone, once a draft is shown', async () => {
    const { user, seen } = await open();
    const links = (): RecordedRequest[] =>
      seen.filter(
        ({ url }) => url.pathname.endsWith('/organization-links') && url.searchParams.has('subject'),
      );
    expect(links()).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: /^Borrador/ }));
    await vi.waitFor(() => expect(links()).toHaveLength(1));
    expect(links()[0]?.url.searchParams.get('subject')).toBe(JSON.stringify({ in: [ana.id] }));
  });

  it('says at least how many there are where more witnesses without a date are listed than are read', async () => {
    const undated = rows(60, (n) => ({ id: idOf(7, n), createdAt: ago(900 + n), organization }));
    const answering = (all: readonly Row[]) =>
      smallService((seen, path) => {
        if (path === '/signature-requests') return listed(requests, seen, fitsRequest);
        return path === '/witnesses' ? listed(all, seen, fitsWitness) : undefined;
      }).fetch;
    const some = await renderInHost(<OverviewPage />, {
      fetch: answering([...witnesses, ...undated.slice(0, 50)]),
      open: true,
    });
    expect(
      await screen.findByRole('heading', { level: 1, name: /^2,160 asuntos por atender$/ }),
    ).toBeVisible();
    some.unmount();
    await renderInHost(<OverviewPage />, { fetch: answering([...witnesses, ...undated]), open: true });
    const title = await screen.findByRole('heading', {
      level: 1,
      name: /^Al menos 2,160 asuntos por atender$/,
    });
    expect(title).toBeVisible();
    // None of them is known, which is not none.
    const chip = screen.getByRole('button', { name: /^Firmadas sin atestiguar ?no se pudieron contar$/ });
    expect(chip).toHaveTextContent('—');
    expect(chip).toBeDisabled();
  });

  it('says at least how many there are where the service does not know an argument', async () => {
    const { fetch } = smallService((seen, path) => {
      if (path === '/signature-requests') return listed(requests, seen, () => true);
      return path === '/witnesses' ? listed([], seen, fitsWitness) : undefined;
    });
    await renderInHost(<OverviewPage />, { fetch, open: true });
    const title = await screen.findByRole('heading', {
      level: 1,
      name: /^Al menos [\d,]+ asuntos por atender$/,
    });
    expect(title).toBeVisible();
  });
});

/** Calls of the page: connecting reads single rows, and the chart is further down than what is seen at first. */
const isOfPage = ({ url }: RecordedRequest): boolean =>
  (/"size":(?!1})/.test(url.searchParams.get('pagination') ?? '') &&
    !url.pathname.endsWith('/organizations')) ||
  /\/organization\/[0-9a]+$/.test(url.pathname);
