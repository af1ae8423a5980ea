import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { formatDay } from '#ui/formats/formats.ts';
import { computedColour } from '#ui/testing/computed-colour.ts';
import { light } from '#ui/theme/palette.ts';
import { list, organization, origin, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { OverviewPage } from './overview-page.tsx';

const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
/** A day as the page names it, in the zone of these tests. */
const dayWords = (at: string): string =>
  formatDay(at, { locale: 'es-MX', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, utc: false });
const ana = { id: 'a1'.repeat(12), commonName: 'Ana Sofía Pech Uc' };
const request = (digit: string, name: string, part: object) => ({
  id: digit.repeat(24),
  name,
  draft: false,
  createdAt: ago(1),
  updatedAt: ago(1),
  organization,
  ...part,
});
const invite = (digit: string, part: object) => ({ id: digit.repeat(24), subject: ana, ...part });
const signed = { status: 'SIGNED', signedAt: ago(1) };

const requests = [
  request('1', 'Sin finalizar', { finalized: false, invites: [invite('2', signed)] }),
  request('3', 'Borrador con firmante', { draft: true, invites: [invite('4', { status: 'PENDING' })] }),
  request('5', 'Sana', { invites: [invite('6', { status: 'PENDING' })] }),
];
const claimable = {
  id: 'c'.repeat(24),
  hash: 'b'.repeat(64),
  createdAt: ago(1),
  organization,
  initialOwner: ana,
  claimed: false,
  claiming: { id: 'd'.repeat(24), createdAt: ago(1) },
  merkleized: { merkleRoot: 'ab', createdAt: ago(1) },
  signatureRequest: { id: '7'.repeat(24), name: 'Pagaré por reclamar', witness: { id: 'c'.repeat(24) } },
};

function service(timeseries: () => Response | Promise<Response>, witnesses = 1) {
  return smallService((seen, path) => {
    if (path === '/signature-requests') return list(requests);
    if (path === '/organization-links') return list([{ id: 'e'.repeat(24), subject: ana, organization }]);
    if (path === '/witnesses')
      return seen.url.searchParams.has('claimable') ? list([claimable]) : list([claimable], witnesses);
    if (path === '/signature-request-timeseries') return timeseries();
    return undefined;
  });
}

describe('the overview', () => {
  it('names each cause once and leads to where it is solved; what is healthy is not there', async () => {
    const { fetch } = service(() => json([]));
    await renderInHost(<OverviewPage />, { fetch, open: true });
    const queue = await screen.findByRole('list', { name: 'Asuntos por atender' });
    await within(queue).findByText('Pagaré por reclamar');
    const rows = within(queue)
      .getAllByRole('listitem')
      .map((row) => {
        const [first] = within(row).getAllByRole('link');
        return [first?.textContent, first?.getAttribute('href')];
      });
    expect(rows).toEqual([
      ['Sin finalizar', `/requests/${'1'.repeat(24)}`],
      ['Pagaré por reclamar', `/witnesses/${'c'.repeat(24)}`],
      ['Borrador con firmante', `/requests/${'3'.repeat(24)}`],
    ]);
    expect(queue).toHaveTextContent('Documento · Ana Sofía Pech Uc puede reclamar su token');
  });

  it('SR-15 names what was sent to nobody, why it is stuck, and what to do', async () => {
    const sent = request('8', 'Enviada a nadie', { invites: [], signed: 0, pending: 0, rejected: 0 });
    const { fetch } = smallService((_, path) => (path === '/signature-requests' ? list([sent]) : undefined));
    await renderInHost(<OverviewPage />, { fetch, open: true });
    const queue = await screen.findByRole('list', { name: 'Asuntos por atender' });
    expect(queue).toHaveTextContent('Sin firmantes');
    expect(queue).toHaveTextContent('Se envió sin firmantes');
    expect(within(queue).getByRole('link', { name: 'Invitar a un firmante' })).toHaveAttribute(
      'href',
      `/requests/${'8'.repeat(24)}?open=invite`,
    );
  });

  it('says that all is in order only of requests that were all read', async () => {
    const healthy = request('5', 'Sana', { invites: [invite('6', { status: 'PENDING' })] });
    const answering = (count: number) =>
      smallService((_, path) => {
        if (path === '/witnesses') return list([]);
        return path === '/signature-requests' ? list([healthy], count) : undefined;
      }).fetch;
    const whole = await renderInHost(<OverviewPage />, { fetch: answering(1), open: true });
    expect(await screen.findByText(/sin firmantes con retraso/)).toBeVisible();
    whole.unmount();
    await renderInHost(<OverviewPage />, { fetch: answering(900), open: true });
    expect(await screen.findByText(/Puede haber más en el servicio/)).toBeVisible();
    expect(screen.queryByText(/sin firmantes con retraso/)).toBeNull();
  });

  it.each([
    ['are loading', () => new Promise<Response>(() => undefined), {}],
    ['could not be read', () => refusal(500, 'No disk'), {}],
    [
      'came as an id',
      () => list([]),
      { finalized: true, invites: [invite('6', signed)], witness: { id: 'c'.repeat(24) } },
    ],
  ])('says that nothing is known to wait while witnesses %s', async (_, witnesses, part) => {
    const healthy = request('5', 'Sana', { invites: [invite('6', { status: 'PENDING' })], ...part });
    const { fetch } = smallService((seen, path) => {
      // Connecting looks for one.
      if (path === '/witnesses')
        return seen.url.search.includes('%22size%22%3A1%7D') ? list([]) : witnesses();
      return path === '/signature-requests' ? list([healthy]) : undefined;
    });
    await renderInHost(<OverviewPage />, { fetch, open: true });
    expect(await screen.findByRole('heading', { name: m.overview_nothing_known() })).toBeVisible();
    expect(screen.getByText(m.overview_empty_known())).toBeVisible();
  });

  it('counts who is to answer where it does not know all of their names', async () => {
    const late = request('8', 'Tarde', {
      createdAt: ago(9),
      invites: [
        invite('6', { status: 'PENDING' }),
        { ...invite('7', { status: 'PENDING' }), subject: { id: 'f'.repeat(24) } },
      ],
    });
    const { fetch } = smallService((_, path) => (path === '/signature-requests' ? list([late]) : undefined));
    await renderInHost(<OverviewPage />, { fetch, open: true });
    const queue = await screen.findByRole('list', { name: 'Asuntos por atender' });
    expect(queue).toHaveTextContent(m.requests_progress({ signed: 0, total: 2, pending: 2, rejected: 0 }));
  });

  it('says by a number whose certificate or link is missing where it does not know all of their names', async () => {
    const expired = { notBefore: ago(400), notAfter: ago(1) };
    const nameless = { id: 'f'.repeat(24), RFC: 'XAXX010101000' };
    const both = (part: object) =>
      [ana, nameless].map((person, at) => ({
        ...invite(String(at), { status: 'PENDING' }),
        subject: { ...person, ...part },
      }));
    const { fetch } = smallService((_, path) => {
      if (path === '/organization-links') return list([]);
      if (path !== '/signature-requests') return undefined;
      return list([
        request('8', 'Vencidos', { invites: both({ certificate: expired }) }),
        request('9', 'Sin vínculo', { draft: true, invites: both({}) }),
      ]);
    });
    await renderInHost(<OverviewPage />, { fetch, open: true });
    const queue = await screen.findByRole('list', { name: 'Asuntos por atender' });
    expect(queue).toHaveTextContent('2 firmantes: sus certificados ya no se pueden usar');
    expect(await within(queue).findByText(/A 2 firmantes no se les puede invitar/)).toBeVisible();
  });

  it('tells a quota that could not be read from one that the service does not say', async () => {
    const answering = (answer: () => Response) =>
      smallService((_, path) => {
        if (path === '/signature-requests' || path === '/witnesses') return list([]);
        return path.startsWith('/organization/') ? answer() : undefined;
      }).fetch;
    const failed = await renderInHost(<OverviewPage />, {
      fetch: answering(() => refusal(500, 'No disk')),
      open: true,
    });
    const failure = await screen.findByText(/No se pudo cargar la cuota\. El servicio tuvo un error interno/);
    expect(failure).toBeVisible();
    // A page of which a part failed is not live.
    expect(await screen.findByRole('heading', { name: m.overview_nothing_waits() })).toBeVisible();
    expect(screen.queryByText(/^En vivo/)).toBeNull();
    await failed.user.click(screen.getByRole('button', { name: 'Copiar detalles' }));
    expect(await navigator.clipboard.readText()).toMatch(/^GET {2}\/organization\/\{id\} {2}500/);
    failed.unmount();
    await renderInHost(<OverviewPage />, { fetch: answering(() => json(organization)), open: true });
    expect(await screen.findByText(m.overview_quota_absent())).toBeVisible();
    expect(await screen.findByText(/^En vivo/)).toBeVisible();
  });

  it('keeps the heading of every card whose list could not be read', async () => {
    let isDown = true;
    const { fetch } = smallService((seen, path) => {
      const isRow = seen.url.searchParams.get('pagination')?.includes('"size":1}');
      if (path === '/signature-requests' && isDown && !isRow) return refusal(500, 'No disk');
      return path === '/signature-requests' ? list(requests) : undefined;
    });
    const { user } = await renderInHost(<OverviewPage />, { fetch, open: true });
    expect(await screen.findByText('No se pudieron cargar las solicitudes')).toBeVisible();
    for (const name of ['Asuntos por atender', 'Solicitudes por día', 'Actividad'])
      expect(
        within(screen.getByRole('region', { name })).getByText(/No se pudieron cargar las solicitudes/),
      ).toBeVisible();
    isDown = false;
    const activity = screen.getByRole('region', { name: 'Actividad' });
    await user.click(within(activity).getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('list', { name: 'Asuntos por atender' })).toBeVisible();
  });

  it('takes the quota from the rows of the organization where they carry it, and requests it nowhere else', async () => {
    const [other, own] = [2, 711].map((nom151, at) => ({
      ...organization,
      ...(at === 0 ? { id: 'b'.repeat(24) } : {}),
      quota: { nom151 },
    }));
    const { fetch, seen } = smallService((_, path) => {
      if (path === '/witnesses') return list([]);
      if (path !== '/signature-requests') return undefined;
      return list([
        request('1', 'Ajena', { organization: other }),
        request('2', 'Propia', { organization: own }),
      ]);
    });
    await renderInHost(<OverviewPage />, { fetch, open: true });
    const before = seen.length;
    // The figure alone comes first, then the one with its meter.
    await waitFor(() => expect(screen.getByText('711')).toBeVisible());
    expect(seen.slice(before).filter(({ url }) => url.pathname.includes('/organization/'))).toEqual([]);
  });

  it('says when the quota runs out at the pace of four weeks, and that none is left, whose 0 is red', async () => {
    const certified = Array.from({ length: 8 }, (_, at) => ({
      id: String(at).repeat(24),
      hash: 'b'.repeat(64),
      createdAt: ago(2),
      organization,
      nom151: { provider: 'P', createdAt: ago(2) },
    }));
    const quota = { nom151: 8, groupedNOM151: 0 };
    const { fetch } = smallService((seen, path) => {
      if (path === '/witnesses') return seen.url.searchParams.has('nom151') ? list(certified) : list([]);
      if (path !== '/signature-requests') return undefined;
      return list([request('1', 'Propia', { organization: { ...organization, quota } })]);
    });
    await renderInHost(<OverviewPage />, { fetch, open: true });
    expect(await screen.findByRole('meter', { name: m.overview_quota_single() })).toHaveAttribute(
      'aria-valuemax',
      '16',
    );
    expect(screen.getByText(/^Al ritmo actual alcanzan hasta el/)).toBeVisible();
    expect(screen.getByText('No queda ninguna')).toBeVisible();
    // The chart beside it has a 0 of its own.
    const marked = (text: string) => screen.getAllByText(text).map((one) => one.hasAttribute('data-used-up'));
    expect(marked('0').filter(Boolean)).toHaveLength(1);
    expect(marked('8')).not.toContain(true);
    const used = (isUsedUp: boolean) =>
      screen
        .getAllByText(isUsedUp ? '0' : '8')
        .flatMap((one) => (one.hasAttribute('data-used-up') === isUsedUp ? computedColour(one) : []));
    expect(used(true)).toEqual([light.fail]);
    expect(used(false)).not.toContain(light.fail);
  });

  it('names the day on which the certificate of who is awaited expires', async () => {
    const certificate = { notBefore: ago(400), notAfter: '2026-11-01T18:00:00Z' };
    const { fetch } = smallService((_, path) =>
      path === '/signature-requests'
        ? list([
            request('8', 'Vencido', {
              invites: [{ ...invite('6', { status: 'PENDING' }), subject: { ...ana, certificate } }],
            }),
          ])
        : undefined,
    );
    const { user } = await renderInHost(<OverviewPage />, { fetch, open: true });
    const queue = await screen.findByRole('list', { name: 'Asuntos por atender' });
    expect(queue).toHaveTextContent(/El certificado de Ana Sofía Pech Uc venció el 1 nov 2026/);
    await user.click(screen.getByRole('button', { name: 'Copiar mensaje' }));
    expect(await navigator.clipboard.readText()).toMatch(
      /^Hola, Ana Sofía Pech Uc:[^]*«Vencido» y tu certificado \(e\.firma\) ya no sirve/,
    );
  });

  it('says of a certificate that is about to expire on which day it does, in the queue and in the message', async () => {
    const certificate = { notBefore: ago(400), notAfter: ago(-20) };
    const { fetch } = smallService((_, path) =>
      path === '/signature-requests'
        ? list([
            request('8', 'Por vencer', {
              invites: [{ ...invite('6', { status: 'PENDING' }), subject: { ...ana, certificate } }],
            }),
          ])
        : undefined,
    );
    const { user } = await renderInHost(<OverviewPage />, { fetch, open: true });
    const queue = await screen.findByRole('list', { name: 'Asuntos por atender' });
    const day = dayWords(certificate.notAfter);
    expect(queue).toHaveTextContent(`El certificado de Ana Sofía Pech Uc vence el ${day}`);
    expect(queue).not.toHaveTextContent(/venció/);
    await user.click(screen.getByRole('button', { name: 'Copiar mensaje' }));
    expect(await navigator.clipboard.readText()).toBe(
      `Hola, Ana Sofía Pech Uc:\n\nGrupo Ceibal necesita tu firma en «Por vencer». Tu certificado (e.firma) vence el ${day}. Renuévalo ante el SAT y firma con el nuevo.`,
    );
  });

  it('says of the certificates of several people whose they are and when the first expires, and leads to their request', async () => {
    const [sooner, later] = [ago(-5), ago(-25)];
    const invites = [
      { ...ana, certificate: { notBefore: ago(400), notAfter: later } },
      {
        id: 'f'.repeat(24),
        commonName: 'Luis Canché',
        certificate: { notBefore: ago(400), notAfter: sooner },
      },
    ].map((subject, at) => ({ ...invite(String(at), { status: 'PENDING' }), subject }));
    const { fetch } = smallService((_, path) =>
      path === '/signature-requests' ? list([request('8', 'Por vencer', { invites })]) : undefined,
    );
    await renderInHost(<OverviewPage />, { fetch, open: true });
    const queue = await screen.findByRole('list', { name: 'Asuntos por atender' });
    expect(queue).toHaveTextContent(
      `Ana Sofía Pech Uc y Luis Canché: sus certificados ya no se pueden usar o están por vencer; primer vencimiento: ${dayWords(sooner)}`,
    );
    // A message is for one person.
    expect(screen.queryByRole('button', { name: 'Copiar mensaje' })).toBeNull();
    expect(within(queue).getByRole('link', { name: 'Abrir' })).toHaveAttribute(
      'href',
      `/requests/${'8'.repeat(24)}`,
    );
  });

  it('copies for who has no link a message with the address to link at, which holds no key', async () => {
    const { fetch } = smallService((_, path) => {
      if (path === '/organization-links') return list([]);
      return path === '/signature-requests'
        ? list([request('3', 'Sin vínculo', { draft: true, invites: [invite('4', { status: 'PENDING' })] })])
        : undefined;
    });
    const { user } = await renderInHost(<OverviewPage />, { fetch, open: true });
    const queue = await screen.findByRole('list', { name: 'Asuntos por atender' });
    await user.click(await within(queue).findByRole('button', { name: 'Copiar mensaje' }));
    const message = await navigator.clipboard.readText();
    expect(message).toBe(
      `Hola, Ana Sofía Pech Uc:\n\nGrupo Ceibal quiere enviarte «Sin vínculo» a firma. Antes, vincúlate aquí con tu propio acceso:\n${origin}/link?organization=${organization.id}`,
    );
    expect(message).not.toContain('good-key');
    expect(await screen.findByText('Mensaje copiado')).toBeVisible();
  });

  it.each([
    ['unfinalized', 'Guardar expediente', 'evidence', { finalized: false }],
    [
      'signed, of whose document there is no witness yet',
      'Guardar expediente',
      'evidence',
      { finalized: true },
    ],
    [
      'signed, whose witness has no proof yet',
      'Certificar NOM-151',
      'certify',
      { finalized: true, witness: { id: 'c'.repeat(24), hash: 'b'.repeat(64) } },
    ],
  ])('leads from what is %s to the panel in which something can be done', async (_, name, panel, part) => {
    const stuck = request('8', 'Firmada', { ...part, invites: [invite('6', signed)] });
    const { fetch } = smallService((_seen, path) =>
      path === '/signature-requests' ? list([stuck]) : undefined,
    );
    await renderInHost(<OverviewPage />, { fetch, open: true });
    const queue = await screen.findByRole('list', { name: 'Asuntos por atender' });
    expect(within(queue).getByRole('link', { name })).toHaveAttribute(
      'href',
      `/requests/${'8'.repeat(24)}?open=${panel}`,
    );
  });

  it('copies for who may claim a token a message that says so', async () => {
    const { fetch } = service(() => json([]));
    const { user } = await renderInHost(<OverviewPage />, { fetch, open: true });
    const queue = await screen.findByRole('list', { name: 'Asuntos por atender' });
    await user.click(await within(queue).findByRole('button', { name: 'Copiar mensaje' }));
    expect(await navigator.clipboard.readText()).toBe(
      'Hola, Ana Sofía Pech Uc:\n\nGrupo Ceibal te nombró titular inicial del token de «Pagaré por reclamar». Ya puedes reclamarlo en tu aplicación.',
    );
  });

  it('leads in the demo to where the user claims a token as its owner', async () => {
    const { fetch } = smallService((seen, path) => {
      if (path === '/signature-requests') return list([]);
      if (seen.url.pathname === '/sandbox/session') return json({ organizations: [], subjects: [ana] });
      return path === '/witnesses' ? list([claimable]) : undefined;
    });
    await renderInHost(<OverviewPage />, { fetch, open: true, demo: true });
    expect(await screen.findByRole('link', { name: 'Reclamar en el simulador' })).toHaveAttribute(
      'href',
      `/sandbox?signer=${ana.id}`,
    );
  });

  it('leads from a draft to the panel that sends it', async () => {
    const { fetch } = service(() => json([]));
    await renderInHost(<OverviewPage />, { fetch, open: true });
    const queue = await screen.findByRole('list', { name: 'Asuntos por atender' });
    expect(within(queue).getByRole('link', { name: 'Revisar y enviar' })).toHaveAttribute(
      'href',
      `/requests/${'3'.repeat(24)}?open=send`,
    );
  });

  it('shows three first steps to an organization without requests', async () => {
    const { fetch } = smallService((_, path) =>
      path === '/signature-requests' || path === '/witnesses' ? list([]) : undefined,
    );
    await renderInHost(<OverviewPage />, { fetch, open: true });
    expect(await screen.findByRole('heading', { name: 'Primeros pasos' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Mostrar código de vínculo' })).toHaveAttribute(
      'href',
      '/organization?tab=links',
    );
  });

  it('keeps the button that begins a request, and the focus on it, while what waits is read', async () => {
    let read = (): void => undefined;
    const held = new Promise<void>((resolve) => (read = resolve));
    const { fetch } = smallService((seen, path) => {
      if (path === '/witnesses') return list([]);
      if (path !== '/signature-requests') return undefined;
      // Connecting asks how many there are.
      return seen.url.search.includes('%22size%22%3A1%7D') ? list([], 3) : held.then(() => list(requests));
    });
    const { user } = await renderInHost(<OverviewPage />, { fetch, open: true });
    const begin = screen.getByRole('link', { name: /Nueva solicitud/ });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Resumen');
    while (document.activeElement !== begin) await user.tab();
    read();
    await screen.findByRole('heading', { level: 1, name: '2 asuntos por atender' });
    expect(begin).toHaveFocus();
  });

  it('SR-11 counts by the service where it does, asks by day or month, and says so', async () => {
    const { fetch, seen } = service(() => json([{ mark: new Date().toISOString(), count: 9 }]));
    const { user } = await renderInHost(<OverviewPage />, { fetch, open: true });
    expect(await screen.findByText(/^Estados de las 3 más recientes/)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Mes' }));
    const chart = await screen.findByRole('table', { name: 'Solicitudes por mes' });
    await expect
      .poll(() => seen.at(-1) && seen.map(({ url }) => url.searchParams.get('granularity')))
      .toContain('month');
    expect(await within(chart).findByText('Contadas, sin cargar')).toBeInTheDocument();
    expect(within(chart).getAllByRole('row')).toHaveLength(13);
  });

  it('counts what was read where the service does not count', async () => {
    const { fetch } = service(() => refusal(404, 'Not here'));
    await renderInHost(<OverviewPage />, { fetch, open: true });
    const said = 'Este servicio no informa conteos por fecha. Se contaron las 3 cargadas.';
    expect(await screen.findByText(said)).toBeVisible();
  });

  it('leaves no empty line under the chart while the service counts', async () => {
    const { fetch } = service(() => new Promise<Response>(() => undefined));
    await renderInHost(<OverviewPage />, { fetch, open: true });
    const chart = await screen.findByRole('table', { name: 'Solicitudes por día' });
    await waitFor(() =>
      expect(chart.closest('section')?.querySelector('p[aria-busy="true"]')).toBeEmptyDOMElement(),
    );
  });

  it('takes an answer that is no list of counts for no count', async () => {
    const { fetch } = service(() => json({ marks: 3 }));
    await renderInHost(<OverviewPage />, { fetch, open: true });
    expect(await screen.findByText(/Se contaron las 3 cargadas\.$/)).toBeVisible();
  });

  it('maps conservation by week with counts, and tells weeks that were not read from weeks without any', async () => {
    const { fetch, seen } = service(() => json([]), 4);
    const { user } = await renderInHost(<OverviewPage />, { fetch, open: true });
    const map = await screen.findByRole('table', { name: /Testigos de cada semana/ });
    const rows = within(map).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(12);
    expect(rows.filter((row) => row.textContent.includes('≥ 1'))).toHaveLength(1);
    expect(rows.filter((row) => row.textContent.includes('Sin cargar')).length).toBeGreaterThanOrEqual(10);
    expect(screen.getByRole('img', { name: 'Merkle: 1 de 1' })).toBeVisible();
    const before = seen.length;
    await user.click(screen.getByRole('button', { name: 'Cargar anteriores' }));
    await expect
      .poll(() => seen.slice(before).some(({ url }) => url.pathname.endsWith('/witnesses')))
      .toBe(true);
  });
});
