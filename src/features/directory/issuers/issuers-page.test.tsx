import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { json, type RecordedRequest } from '#client/testing/answers.ts';
import { certificateFacts, readCertificateInput } from '#proofs/pki/certificate/certificate.ts';
import * as material from '#proofs/testing/case-material.ts';
import { refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { IssuerPage } from './issuer-page.tsx';
import { IssuersPage } from './issuers-page.tsx';

const pem = material.evidence.invites?.[0]?.certificate?.issuerPem ?? '';
const facts = certificateFacts(readCertificateInput(pem));

const issuers = ['AC 1 de prueba', 'AC 2 de prueba', 'AC Raíz'].map((commonName, at) => ({
  id: String(at + 1).repeat(24),
  commonName,
  organization: 'Autoridad de Pruebas',
  RFC: 'APT200214C45',
  hash: facts.fingerprint,
  certificatePem: pem,
  localityName: 'Mérida',
  stateOrProvinceName: 'Yucatán',
  country: 'MX',
  postalCode: 6300,
  createdAt: '2026-03-09T04:00:00.000Z',
  updatedAt: '2026-03-09T04:00:00.000Z',
}));

interface Paged {
  pagination: { page: number; size: number };
  search?: { commonName?: string };
}
const queryOf = ({ url }: RecordedRequest) =>
  // Safe: the query family sends every argument as JSON, each list with its page.
  Object.fromEntries(
    [...url.searchParams].map(([name, text]) => [name, JSON.parse(text) as unknown]),
  ) as unknown as Paged;

async function open(
  path = '/directory/issuers',
  answer: (seen: RecordedRequest, path: string) => Response | undefined = () => undefined,
  language: 'es-MX' | 'en' = 'es-MX',
) {
  const service = smallService((seen, at) => {
    const own = answer(seen, at);
    if (own) return own;
    if (at === '/certificates') return json({ results: [], info: { count: 1234 } });
    const one = issuers.find(({ id }) => at === `/issuer/${id}`);
    if (one) return json(one);
    if (at.startsWith('/issuer/')) return refusal(404, 'Unknown');
    if (at !== '/issuers') return undefined;
    const { search, pagination } = queryOf(seen);
    const found = issuers.filter(({ commonName }) => commonName.includes(search?.commonName ?? ''));
    const { page, size } = pagination;
    return json({
      results: found.slice((page - 1) * size, page * size),
      info: { count: found.length, pages: 1 },
    });
  });
  const view = await renderInHost(
    <Routes>
      <Route path="/directory/issuers" element={<IssuersPage />} />
      <Route path="/directory/issuers/:id" element={<IssuerPage />} />
      <Route path="*" element={<p>otra página</p>} />
    </Routes>,
    { fetch: service.fetch, path, open: true, language },
  );
  const requested = () =>
    service.seen
      .filter(({ url }) => url.pathname.endsWith('/issuers'))
      .map(queryOf)
      .filter(({ pagination }) => pagination.size > 1);
  return { ...view, requested };
}

describe('CE-4 the list of issuers', () => {
  it('calls no list empty that has records by its count', async () => {
    await open('/directory/issuers', (_, at) =>
      at === '/issuers' ? json({ results: [], info: { count: 2 } }) : undefined,
    );
    expect(await screen.findByText('La lista no se cargó completa.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible();
  });

  it('shows who they are and where, finds them by name, and leads to their page and their certificates', async () => {
    const { user, requested, where } = await open();
    expect(await screen.findByText('3 emisores')).toBeVisible();
    const row = screen.getByRole('link', { name: 'AC Raíz' }).closest('tr') ?? document.body;
    expect(within(row).getByText('Mérida, Yucatán, México')).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'AC 2');
    expect(await screen.findByText('1 de 3 emisores')).toBeVisible();
    expect(requested().at(-1)).toMatchObject({ search: { commonName: 'AC 2' } });
    await user.dblClick(screen.getByRole('link', { name: 'AC 2 de prueba' }).closest('tr') ?? document.body);
    expect(where()).toBe(`/directory/issuers/${'2'.repeat(24)}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'AC 2 de prueba' })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Ver los 1,234 certificados' })).toHaveAttribute(
      'href',
      `/directory/certificates?issuer=${'2'.repeat(24)}`,
    );
    // Five digits in Mexico, whatever the number.
    expect(screen.getByText('06300, Mérida, Yucatán')).toBeVisible();
    expect(screen.getByText(/Estar en esta lista no hace confiable a un emisor/)).toBeVisible();
    expect(await screen.findByText('Decodificado aquí')).toBeVisible();
  });

  it('leads from an empty list to the link code', async () => {
    await open('/directory/issuers', (_, at) =>
      at === '/issuers' ? json({ results: [], info: { count: 0 } }) : undefined,
    );
    expect(await screen.findByRole('link', { name: 'Mostrar código de vínculo' })).toBeVisible();
  });

  it('says in words that an issuer has issued none', async () => {
    await open(`/directory/issuers/${'2'.repeat(24)}`, (_, at) =>
      at === '/certificates' ? json({ results: [], info: { count: 0 } }) : undefined,
    );
    expect(await screen.findByText('Sin certificados emitidos')).toBeVisible();
    expect(screen.queryByRole('link', { name: /certificados/ })).toBeNull();
  });

  it('asks for every argument of the interface by its address', async () => {
    const { requested, user, where } = await open(
      '/directory/issuers?organization=Pruebas&town=M%C3%A9rida&country=MX&postal-code=06300&from=2026-01-02&id=-&sort=updatedAt',
    );
    await screen.findByText('3 de 3 emisores');
    expect(requested()[0]).toEqual({
      search: { organization: 'Pruebas', localityName: 'Mérida' },
      country: { eq: 'MX' },
      postalCode: { eq: 6300 },
      createdAt: { gte: '2026-01-02T06:00:00.000Z' },
      _id: { exists: false },
      sort: { field: 'updatedAt', order: 'desc' },
      pagination: { page: 1, size: 50 },
    });
    await user.click(screen.getByRole('button', { name: /^Contiene el texto: Organización «Pruebas»/ }));
    const street = await screen.findByRole('textbox', { name: 'Calle' });
    await user.type(street, 'Calle 59');
    await user.click(screen.getByRole('button', { name: 'Aplicar' }));
    await waitFor(() => {
      expect(where()).toContain('street=Calle+59');
    });
    expect(requested().at(-1)).toMatchObject({
      search: { organization: 'Pruebas', localityName: 'Mérida', streetAddress: 'Calle 59' },
    });
  });

  it('tells none from none that match, a list that is not offered, and a failure', async () => {
    const none = await open('/directory/issuers', (_, path) =>
      path === '/issuers' ? json({ results: [], info: { count: 0 } }) : undefined,
    );
    expect(await screen.findByText('Aún no hay emisores')).toBeVisible();
    none.unmount();
    const matching = await open('/directory/issuers?q=Nadie');
    expect(await screen.findByText('Sin coincidencias entre 3')).toBeVisible();
    expect(await screen.findByText(/Buscar emisores: «Nadie»/)).toBeVisible();
    matching.unmount();
    const absent = await open('/directory/issuers', (_, path) =>
      path === '/issuers' ? refusal(404, 'Not here') : undefined,
    );
    expect(await screen.findByText('Este servicio no lista emisores')).toBeVisible();
    await absent.user.type(screen.getByRole('textbox', { name: 'ID' }), '1'.repeat(24));
    await absent.user.click(screen.getByRole('button', { name: 'Abrir' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'AC 1 de prueba' })).toBeVisible();
    absent.unmount();
    await open('/directory/issuers', (_, path) =>
      path === '/issuers' ? refusal(500, 'No disk') : undefined,
    );
    expect(await screen.findByText('No se pudo cargar la lista de emisores')).toBeVisible();
  });

  it('is in English too, and says that an id is unknown', async () => {
    const first = await open('/directory/issuers', undefined, 'en');
    expect(await screen.findByText('3 issuers')).toBeVisible();
    first.unmount();
    await open(`/directory/issuers/${'f'.repeat(24)}`, undefined, 'en');
    expect(await screen.findByText('There is no issuer with this ID')).toBeVisible();
  });
});
