import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { json, type RecordedRequest } from '#client/testing/answers.ts';
import { certificateFacts, readCertificateInput } from '#proofs/pki/certificate/certificate.ts';
import * as material from '#proofs/testing/case-material.ts';
import { list, organization, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { SubjectPage } from './subject-page.tsx';

/** The parts of the page appear together, so each may wait for another. */
const patience = { timeout: 10_000 };
const expectVisible = (text: string | RegExp) =>
  waitFor(() => expect(screen.getByText(text)).toBeVisible(), patience);

const id = '1'.repeat(24);
const address = `0x${'4d'.repeat(20)}`;
const other = `0x${'b0'.repeat(20)}`;
const reported = material.evidence.invites?.[0]?.certificate;
const pem = reported?.pem ?? '';
const facts = certificateFacts(readCertificateInput(pem));

const certificate = {
  id: '8'.repeat(24),
  certificatePem: pem,
  hash: facts.fingerprint,
  serialNumber: facts.serialNumberHex,
  notBefore: new Date(facts.notBefore).toISOString(),
  notAfter: new Date(facts.notAfter).toISOString(),
  revoked: false,
  issuer: {
    id: '7'.repeat(24),
    commonName: 'AC de prueba',
    certificatePem: reported?.issuerPem,
    postalCode: 6300,
    country: 'MX',
  },
};

const person = {
  id,
  commonName: 'Elsa Herrera',
  RFC: facts.identity.rfc,
  serialNumber: facts.identity.curp,
  EVMAddress: address,
  certificate,
  wallet: { id: address },
};

const event = (n: number, to = true) => ({
  id: `0x${String(n).padStart(64, '0')}-0`,
  digest: String(n),
  network: 421614,
  timestamp: 1_790_000_000 + n,
  fromId: to ? other : address,
  toId: to ? address : other,
});

type Answer = (seen: RecordedRequest, path: string) => Response | Promise<Response> | undefined;

/** A service that nests the lists in the subject, ten received in pages as long as was requested. */
const nested: Answer = ({ url }, path) => {
  if (path !== `/subject/${id}`) return undefined;
  const requested = (list: string, name: string) =>
    url.searchParams.get(`subject_wallet_wallet_${list}_${name}`);
  const limit = Number(requested('endorseToEvents', 'limit') ?? 0);
  const start = Number(requested('endorseToEvents', 'after') ?? 0);
  const end = Number(requested('endorseToEvents', 'before') ?? Number.NaN);
  const first = Number.isNaN(end) ? start : Math.max(0, end - limit);
  const all = Array.from({ length: 30 }, (_, n) => event(n));
  const items = all.slice(first, first + limit);
  return json({
    ...person,
    wallet: {
      id: address,
      endorsables: { items: [], pageInfo: {} },
      endorseFromEvents: { items: [], pageInfo: {} },
      endorseToEvents: {
        items,
        pageInfo: {
          hasNextPage: first + limit < all.length,
          hasPreviousPage: first > 0,
          startCursor: String(first),
          endCursor: String(first + items.length),
        },
      },
    },
  });
};

async function open(answer: Answer = () => undefined, search = '') {
  const service = smallService(
    (seen, path) => answer(seen, path) ?? (path === `/subject/${id}` ? json(person) : undefined),
  );
  const view = await renderInHost(
    <Routes>
      <Route path="/directory/:id" element={<SubjectPage />} />
      <Route path="*" element={<p>otra página</p>} />
    </Routes>,
    { fetch: service.fetch, path: `/directory/${id}${search}`, open: true },
  );
  const writes = () =>
    service.seen
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url, body }) => ({
        method,
        path: url.pathname.replace('/rest/v1', '') + url.search,
        body,
      }));
  return { ...view, writes, seen: service.seen };
}

/** A card once the page has come: before, its place has the same heading. */
async function cardOf(name: string): Promise<HTMLElement> {
  await waitFor(() => {
    const identity = screen.getByRole('region', { name: 'Identidad' });
    expect(identity.querySelector('[aria-busy]')).toBeNull();
  }, patience);
  return screen.getByRole('region', { name });
}

describe('A person’s certificate', () => {
  it('is decoded from its bytes, and agrees in silence with what the service says', async () => {
    const { user } = await open();
    const card = await cardOf('Certificado');
    await user.click(await within(card).findByText('Decodificado aquí'));
    expect(within(card).getByText(/Leerlo no prueba nada/)).toBeVisible();
    expect(within(card).queryByText(/difieren del certificado/)).toBeNull();
    await user.click(within(card).getByText('Emitido por'));
    expect(within(card).getByText('06300')).toBeVisible();
  });

  it('is not what the service says: the fields are named', async () => {
    await open((_, path) =>
      path === `/subject/${id}`
        ? json({
            ...person,
            RFC: 'XAXX010101000',
            certificate: { ...certificate, hash: '0'.repeat(64), notAfter: '2040-01-01T00:00:00Z' },
          })
        : undefined,
    );
    const differs =
      'Los datos del servicio difieren del certificado: SHA-256 del certificado, Vigente hasta, RFC.';
    await expectVisible(differs);
  });

  it.each([
    ['https://ca.example/elsa.pem', /no lo descarga por su cuenta: https:\/\/ca\.example\/elsa\.pem/],
    ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', /El certificado no se puede leer/],
    [null, /El servicio no envía el certificado/],
  ])('is not there to be decoded: %s', async (certificatePem, words) => {
    const { seen } = await open((_, path) =>
      path === `/subject/${id}`
        ? json({ ...person, certificate: { ...certificate, certificatePem } })
        : undefined,
    );
    await expectVisible(words);
    expect(seen.every(({ url }) => url.hostname === 'localhost')).toBe(true);
  });
});

describe('A certificate that the person carries only by its id', () => {
  const stub = { ...person, certificate: { id: certificate.id } };
  const unsent = /no lo envió/;
  const openStub = (answer: () => Response | Promise<Response>) =>
    open((_, path) =>
      path === `/subject/${id}`
        ? json(stub)
        : path === `/certificate/${certificate.id}`
          ? answer()
          : undefined,
    );

  it('is said not to be sent only where the service has none by that id', async () => {
    await openStub(() => refusal(404, 'None'));
    await expectVisible(unsent);
  });

  it('is a read that failed where reading it failed', async () => {
    await openStub(() => refusal(503, 'Later'));
    const card = await cardOf('Certificado');
    expect(await within(card).findByText('No se pudo cargar el certificado')).toBeVisible();
    expect(screen.queryByText(unsent)).toBeNull();
  });

  it('does not say that the certificate itself is not sent where reading it failed', async () => {
    await open((_, path) =>
      path === `/subject/${id}`
        ? json({ ...person, certificate: { id: certificate.id, serialNumber: '1' } })
        : path === `/certificate/${certificate.id}`
          ? refusal(503, 'Later')
          : undefined,
    );
    const card = await cardOf('Certificado');
    expect(await within(card).findByText('No se pudo cargar el certificado')).toBeVisible();
    expect(screen.queryByText(/no envía el certificado/)).toBeNull();
  });

  it('is waited for while it is read', async () => {
    let answer: (response: Response) => void = () => undefined;
    const later = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    await openStub(() => later);
    const card = await cardOf('Certificado');
    expect(within(card).queryByText(unsent)).toBeNull();
    answer(json(certificate));
    expect(await within(card).findByText('Decodificado aquí')).toBeVisible();
  });
});

describe('What joins a person with the organization', () => {
  const link = { id: 'c'.repeat(24), subject: { id }, organization, createdAt: '2026-05-01T00:00:00Z' };

  it('OL-3 a link is removed once it is read what no longer works and what waits; then there is the code', async () => {
    let links = [link];
    const { user, writes } = await open(({ method }, path) => {
      if (path === '/organization-links') return list(links);
      if (path === '/signature-request-invites')
        return list(
          Array.from({ length: 7 }, (_, n) => ({
            id: `${n}`.repeat(24),
            status: n === 6 ? 'SIGNED' : 'PENDING',
            signatureRequest: { id: `${n}e`.repeat(12), name: `Contrato ${n}` },
          })),
        );
      if (method !== 'DELETE') return undefined;
      links = [];
      return json(link);
    });
    const card = await cardOf('Vínculo');
    await user.click(await within(card).findByRole('button', { name: 'Quitar vínculo' }));
    expect(within(card).getByText(/Ya no se le podrá invitar/)).toBeVisible();
    expect(await within(card).findByText(/6 invitaciones esperan su respuesta/)).toBeVisible();
    const waiting = within(card).getByRole('list', { name: 'Solicitudes que esperan su respuesta' });
    expect(within(waiting).getByRole('link', { name: 'Contrato 0' })).toBeVisible();
    expect(within(waiting).getByRole('link', { name: 'y 1 más' })).toHaveAttribute(
      'href',
      `/requests?signer=${id}`,
    );
    expect(writes()).toEqual([]);
    await user.click(within(card).getByRole('button', { name: 'Quitar vínculo' }));
    await user.click(await screen.findByRole('button', { name: 'Mostrar código de vínculo' }));
    expect(
      await within(card).findByRole('img', { name: 'Código de vínculo con Grupo Ceibal' }),
    ).toBeVisible();
    expect(writes()).toMatchObject([{ method: 'DELETE', path: `/organization-link?id=${link.id}` }]);
  });

  it('OL-3 where links are not listed, one is removed by whom it joins', async () => {
    const { user, writes } = await open(({ method }, path) => {
      if (path === '/organization-links') return refusal(404, 'Not here');
      return method === 'DELETE' ? refusal(404, 'There is no such link') : undefined;
    });
    const card = await cardOf('Vínculo');
    await user.click(await within(card).findByRole('button', { name: 'Quitar el vínculo, si lo hay' }));
    await user.click(within(card).getByRole('button', { name: 'Quitar vínculo' }));
    expect(await within(card).findByText(/No había vínculo con Elsa Herrera/)).toBeVisible();
    expect(writes()).toMatchObject([
      { path: `/organization-link?subject=${id}&organization=${organization.id}` },
    ]);
  });

  it('OM-1 OM-2 a membership is made and ended after its consequence is read', async () => {
    let members: object[] = [];
    const { user, writes } = await open(({ method }, path) => {
      if (path === '/organization-members') return list(members);
      if (path !== '/organization-member') return undefined;
      members = method === 'POST' ? [{ id: '9'.repeat(24), subject: { id } }] : [];
      return json(members[0] ?? {});
    });
    const card = await cardOf('Membresía');
    await user.click(await within(card).findByRole('button', { name: 'Hacer miembro' }));
    expect(within(card).getByText(/Podrá hacer todo lo que puede una clave/)).toBeVisible();
    expect(writes()).toEqual([]);
    await user.click(within(card).getByRole('button', { name: 'Hacer miembro' }));
    await user.click(await within(card).findByRole('button', { name: 'Quitar miembro' }));
    expect(within(card).getByText(/deja de actuar en nombre de la organización/)).toBeVisible();
    await user.click(within(card).getByRole('button', { name: 'Quitar miembro' }));
    expect(await within(card).findByText('No actúa en nombre de la organización.')).toBeVisible();
    expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /organization-member',
      `DELETE /organization-member?id=${'9'.repeat(24)}`,
    ]);
  });

  it('OM-1 does not say that a person is no member where the list was not read in full', async () => {
    await open((_, path) => (path === '/organization-members' ? list([], 3) : undefined));
    const card = await cardOf('Membresía');
    expect(await within(card).findByText(/la lista no se cargó completa/)).toBeVisible();
    expect(within(card).queryByText('No actúa en nombre de la organización.')).toBeNull();
  });

  it('says that there is no link, or no request, only where the list was read in full', async () => {
    await open((_, path) =>
      path === '/organization-links' || path === '/signature-request-invites' ? list([], 2) : undefined,
    );
    await waitFor(() => expect(screen.getAllByText('La lista no se cargó completa.')).toHaveLength(2));
    expect(screen.queryByText(/No hay vínculo|Ninguna solicitud/)).toBeNull();
  });

  it('OL-3 says that no invite waits only where all were read and each has a known status', async () => {
    for (const [invites, count, words] of [
      [[{ status: 'SIGNED' }], 1, 'Ninguna invitación espera su respuesta.'],
      [[{ status: 'SIGNED' }], 9, /no se sabe cuántas esperan/],
      [[{ status: 'ON_HOLD' }], 1, /no se sabe cuántas esperan/],
    ] as const) {
      const rows = invites.map((invite) => ({ id: '5'.repeat(24), ...invite }));
      const { user, unmount } = await open((_, path) =>
        path === '/organization-links'
          ? list([link])
          : path === '/signature-request-invites'
            ? list(rows, count)
            : undefined,
      );
      const card = await cardOf('Vínculo');
      await user.click(await within(card).findByRole('button', { name: 'Quitar vínculo' }));
      expect(await within(card).findByText(words)).toBeVisible();
      unmount();
    }
  });

  it('OM-4 says that a link comes first where the service makes no member without one', async () => {
    const { user } = await open((_, path) => {
      if (path === '/organization-members') return list([]);
      if (path !== '/organization-member') return undefined;
      const refused = {
        message: 'No link',
        path: ['input', 'subject'],
        extensions: { http: { status: 422 } },
      };
      return json({ errors: [refused] }, 422);
    });
    const card = await cardOf('Membresía');
    await user.click(await within(card).findByRole('button', { name: 'Hacer miembro' }));
    await user.click(within(card).getByRole('button', { name: 'Hacer miembro' }));
    expect(await within(card).findByText(/Primero debe vincularse con la organización/)).toBeVisible();
  });

  it.each([
    ['all were read', [], 0, 'Sin testigos por reclamar.'],
    [
      'the service counts more',
      [{ id: 'd'.repeat(24), claimed: true }],
      30,
      'Entre los testigos cargados no hay ninguno por reclamar.',
    ],
  ])('says that nothing waits to be claimed only where that is known: %s', async (_, rows, count, words) => {
    await open(({ url }, path) =>
      path === '/witnesses' && url.searchParams.has('initialOwner') ? list(rows, count) : undefined,
    );
    const card = await cardOf('Testigos por reclamar');
    expect(await within(card).findByText(words)).toBeVisible();
    expect(within(card).queryByText('30')).toBeNull();
  });

  it('says what waits to be claimed, and leads to all of it', async () => {
    await open(({ url }, path) =>
      path === '/witnesses' && url.searchParams.has('initialOwner')
        ? list(
            [
              {
                id: 'd'.repeat(24),
                claiming: {},
                signatureRequest: { id: 'e'.repeat(24), name: 'Pagaré 7' },
              },
              { id: 'f'.repeat(24) },
            ],
            12,
          )
        : undefined,
    );
    const card = await cardOf('Testigos por reclamar');
    expect(await within(card).findByRole('link', { name: 'Pagaré 7' })).toBeVisible();
    expect(within(card).getByText('se puede reclamar')).toBeVisible();
    expect(within(card).getByText('en preparación')).toBeVisible();
    expect(within(card).getByRole('link', { name: 'Ver todos en testigos' })).toHaveAttribute(
      'href',
      `/witnesses?owner=${id}&claimed=no`,
    );
  });
});

describe('WI-11 the lists nested in a person’s wallet', () => {
  const requested = (seen: readonly RecordedRequest[]) =>
    Object.fromEntries(
      [
        ...(seen.filter(({ url }) => url.pathname.endsWith(`/subject/${id}`)).at(-1)?.url.searchParams ?? []),
      ].map(([name, value]) => [name.replace('subject_wallet_wallet_', ''), value]),
    );

  it('are read by all six arguments, forth and back, with the place in the address', async () => {
    const { user, where, seen } = await open(nested);
    const card = await cardOf('Cartera');
    await user.click(await within(card).findByRole('tab', { name: 'Recibió' }));
    const rows = await within(card).findByRole('list', { name: 'Recibió' });
    expect(within(rows).getAllByRole('listitem')).toHaveLength(10);
    expect(requested(seen)).toEqual({
      endorsables_limit: '0',
      endorseFromEvents_limit: '0',
      endorseToEvents_limit: '10',
      endorseToEvents_orderBy: 'timestamp',
      endorseToEvents_orderDirection: 'desc',
    });
    const pages = within(card).getByRole('navigation', { name: 'Páginas de: Recibió' });
    expect(within(pages).getByRole('button', { name: 'Página anterior' })).toBeDisabled();
    await user.click(within(pages).getByRole('button', { name: 'Página siguiente' }));
    await waitFor(() => {
      expect(where()).toBe(`/directory/${id}?list=received&after=10`);
    });
    await waitFor(() => {
      expect(within(pages).getByRole('button', { name: 'Página anterior' })).toBeEnabled();
    });
    await user.click(within(pages).getByRole('button', { name: 'Página anterior' }));
    await waitFor(() => {
      expect(requested(seen)).toMatchObject({ endorseToEvents_before: '10', endorseToEvents_limit: '10' });
    });
    expect(requested(seen)).not.toHaveProperty('endorseToEvents_after');
    // Cursors are good with one order only: another begins at the beginning.
    await user.selectOptions(within(card).getByRole('combobox', { name: 'Ordenar por' }), 'Token');
    await waitFor(() => {
      expect(where()).toBe(`/directory/${id}?list=received&by=digest`);
    });
  });

  it('are restored by the address alone, filters too', async () => {
    const search = `?list=received&by=network&dir=asc&network=421614&from=2026-01-02&to=2026-01-03&with=${other}&size=25`;
    const { seen } = await open(nested, search);
    const card = await cardOf('Cartera');
    expect(await within(card).findByRole('button', { name: 'Red: Arbitrum Sepolia' })).toBeVisible();
    await waitFor(() => {
      expect(requested(seen)).toMatchObject({
        endorseToEvents_limit: '25',
        endorseToEvents_orderBy: 'network',
        endorseToEvents_orderDirection: 'asc',
      });
    });
    expect(JSON.parse(requested(seen).endorseToEvents_where ?? '')).toEqual({
      network: 421614,
      timestamp_gte: Date.parse('2026-01-02T06:00:00Z') / 1000,
      timestamp_lte: Date.parse('2026-01-04T05:59:59Z') / 1000,
      fromId: other,
    });
    // This service ignores the filter: what does not fit is said.
    expect(await within(card).findByText(/filas que no cumplen el filtro/)).toBeVisible();
  });

  it('are said to be empty only where they were read to their end', async () => {
    const sent = (pageInfo: object): Answer => {
      return (_, path) =>
        path === `/subject/${id}`
          ? json({ ...person, wallet: { id: address, endorseToEvents: { items: [], pageInfo } } })
          : undefined;
    };
    const ended = await open(sent({ hasNextPage: false }), '?list=received');
    await expectVisible('No ha recibido nada.');
    ended.unmount();
    const endless = await open(sent({ hasNextPage: true }), '?list=received');
    await expectVisible('Nada en lo que se cargó; puede haber más.');
    endless.unmount();
    await open(sent({ hasNextPage: false }), '?list=received&after=10');
    await expectVisible('Nada en lo que se cargó; puede haber más.');
  });

  it('come from the wallet, or from all events, where the subject has only the wallet’s id', async () => {
    const { seen } = await open(
      (_, path) =>
        path === '/endorse-events'
          ? json({ items: [event(1), event(2)], pageInfo: { hasNextPage: false } })
          : path.startsWith('/wallet')
            ? refusal(404, 'Not here')
            : undefined,
      '?list=received',
    );
    const card = await cardOf('Cartera');
    const rows = await within(card).findByRole('list', { name: 'Recibió' });
    expect(within(rows).getAllByRole('listitem')).toHaveLength(2);
    const [{ url }] = seen.filter((one) => one.url.pathname.endsWith('/endorse-events')) as [RecordedRequest];
    expect(JSON.parse(url.searchParams.get('where') ?? '')).toEqual({ toId: address });
    expect(url.searchParams.get('orderBy')).toBe('timestamp');
  });
});
