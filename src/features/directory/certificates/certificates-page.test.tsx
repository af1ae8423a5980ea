import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { json, type RecordedRequest } from '#client/testing/answers.ts';
import { certificateFacts, readCertificateInput } from '#proofs/pki/certificate/certificate.ts';
import * as material from '#proofs/testing/case-material.ts';
import { narrowToPhone } from '#ui/testing/phone.ts';
import { refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { CertificatePage } from './certificate-page.tsx';
import { CertificatesPage } from './certificates-page.tsx';

const reported = material.evidence.invites?.[0]?.certificate;
const facts = certificateFacts(readCertificateInput(reported?.pem ?? ''));
const issuer = { id: '7'.repeat(24), commonName: 'AC de prueba', certificatePem: reported?.issuerPem };
const person = (at: number) => ({ id: at.toString(16).padStart(24, 'c'), commonName: `Persona ${at}` });
const taxSerial = '00001000000504465028';

const certificates = Array.from({ length: 60 }, (_, at) => ({
  id: at.toString(16).padStart(24, 'a'),
  serialNumber: at === 0 ? taxSerial.replace(/\d/g, '3$&') : `0${(at % 10).toString()}beef`,
  // As a service sends them that nests ids alone.
  subject: { id: person(at).id },
  issuer: { id: issuer.id },
  version: 3,
  notBefore: '2024-01-01T00:00:00.000Z',
  notAfter: at % 2 === 0 ? '2031-01-01T00:00:00.000Z' : '2025-01-01T00:00:00.000Z',
  revoked: at === 4,
  createdAt: new Date(Date.UTC(2026, 0, 1 + at)).toISOString(),
  updatedAt: new Date(Date.UTC(2026, 0, 1 + at)).toISOString(),
}));

type Query = Record<string, unknown>;
interface Paged {
  pagination: { page: number; size: number };
  _id?: { in?: string[] };
  notAfter?: { gte?: string; lte?: string };
  serialNumber?: { in?: string[]; eq?: string };
}
type Answering = (seen: RecordedRequest, path: string) => Response | undefined | Promise<Response>;

const queryOf = ({ url }: RecordedRequest): Query =>
  Object.fromEntries(
    [...url.searchParams].map(([name, text]) => {
      try {
        return [name, JSON.parse(text) as unknown];
      } catch {
        return [name, text];
      }
    }),
  );

/** Sixty certificates in pages; people and issuers by their ids. */
function certificateService(answer: Answering = () => undefined) {
  return smallService((seen, path) => {
    const own = answer(seen, path);
    if (own) return own;
    const query = queryOf(seen) as unknown as Paged; // the family sends it so
    if (path === '/subjects')
      return json({
        results: certificates.map((_, at) => person(at)).filter(({ id }) => query._id?.in?.includes(id)),
      });
    if (path === '/issuers') return json({ results: [issuer], info: { count: 1 } });
    const [, one] = /^\/certificate\/(.*)$/.exec(path) ?? [];
    if (one) {
      const found = certificates.find(({ id }) => id === one);
      return found ? json(found) : refusal(404, 'Unknown');
    }
    if (path !== '/certificates') return undefined;
    const { page, size } = query.pagination;
    const { gte, lte } = query.notAfter ?? {};
    const serials = query.serialNumber?.in ?? (query.serialNumber?.eq ? [query.serialNumber.eq] : undefined);
    const found = certificates.filter(
      ({ notAfter, serialNumber }) =>
        (!gte || notAfter >= gte) &&
        (!lte || notAfter <= lte) &&
        (!serials || serials.includes(serialNumber)),
    );
    return json({
      results: found.slice((page - 1) * size, page * size),
      info: { count: found.length, pages: Math.ceil(found.length / size), next: null },
    });
  });
}

async function open(
  path = '/directory/certificates',
  answer?: Answering,
  language: 'es-MX' | 'en' = 'es-MX',
) {
  const service = certificateService(answer);
  const view = await renderInHost(
    <Routes>
      <Route path="/directory/certificates" element={<CertificatesPage />} />
      <Route path="/directory/certificates/:id" element={<CertificatePage />} />
      <Route path="*" element={<p>otra página</p>} />
    </Routes>,
    { fetch: service.fetch, path, open: true, language },
  );
  /** The queries of lists, newest last; counts ask for one row. */
  const requested = () =>
    service.seen
      .filter(({ url }) => url.pathname.endsWith('/certificates'))
      .map(queryOf)
      .filter(({ pagination }) => (pagination as { size: number }).size > 1);
  return { ...view, requested };
}

afterEach(() => void vi.restoreAllMocks());

describe('CE-1 the list of certificates', () => {
  it('names the person and the issuer behind ids, turns pages, and says how each stands by the service’s word', async () => {
    const { user, requested, where, container } = await open();
    expect(await screen.findByText('1 a 50 de 60')).toBeVisible();
    const row = (await screen.findByRole('link', { name: 'Persona 0' })).closest('tr') ?? document.body;
    expect(within(row).getByText(taxSerial)).toBeVisible();
    expect(within(row).getByText('AC de prueba')).toBeVisible();
    expect(within(row).getByText(/^Certificado vigente/)).toBeVisible();
    const other = screen.getByRole('link', { name: 'Persona 1' }).closest('tr') ?? document.body;
    expect(within(other).getByText(/^Certificado vencido/)).toBeVisible();
    expect(screen.getByText('Certificado revocado')).toBeVisible();
    // Nothing was computed here.
    expect(container.querySelectorAll('[data-state="PASSED"]')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
    expect(await screen.findByText('51 a 60 de 60')).toBeVisible();
    expect(where()).toBe('/directory/certificates?page=2');
    await user.click(within(screen.getByRole('columnheader', { name: 'Último cambio' })).getByRole('button'));
    await waitFor(() => {
      expect(requested().at(-1)).toEqual({
        sort: { field: 'updatedAt', order: 'desc' },
        pagination: { page: 1, size: 50 },
      });
    });
  });

  it('is restored by its address alone, with every argument of the interface', async () => {
    const { requested } = await open(
      `/directory/certificates?issuer=${issuer.id}&subject=${person(3).id}&serial=!0abe&version=3&id=*` +
        '&scope=Organization&starts-from=2024-01-01&ends-to=2026-01-01&from=2026-01-02&changed-to=2026-02-03&order=asc',
    );
    for (const name of [
      'Persona: Persona 3',
      'Emisor: AC de prueba',
      'Versión: 3',
      'Número de serie: no 0abe',
      'ID: se conoce',
      /^Vigente desde: .* o después/,
    ])
      expect(await screen.findByRole('button', { name })).toBeVisible();
    expect(requested()[0]).toEqual({
      issuer: { eq: issuer.id },
      subject: { eq: person(3).id },
      serialNumber: { ne: '0abe' },
      version: { eq: 3 },
      _id: { exists: true },
      accessScope: 'Organization',
      notBefore: { gte: '2024-01-01T06:00:00.000Z' },
      notAfter: { lte: '2026-01-02T05:59:59.999Z' },
      createdAt: { gte: '2026-01-02T06:00:00.000Z' },
      updatedAt: { lte: '2026-02-04T05:59:59.999Z' },
      sort: { field: 'createdAt', order: 'asc' },
      pagination: { page: 1, size: 50 },
    });
  });

  it('finds the 20 digits of a tax serial, and says when what was typed can be neither serial nor id', async () => {
    const { user, requested, where } = await open();
    await user.type(await screen.findByRole('searchbox'), taxSerial);
    expect(await screen.findByText('1 de 60 certificados')).toBeVisible();
    expect(screen.getByText('Se busca por número de serie completo.')).toBeVisible();
    expect(requested().at(-1)).toMatchObject({
      serialNumber: { in: [taxSerial, taxSerial.replace(/\d/g, '3$&')] },
    });
    await user.dblClick(
      (await screen.findByRole('link', { name: 'Persona 0' })).closest('tr') ?? document.body,
    );
    expect(where()).toBe(`/directory/certificates/${certificates[0]?.id}`);
  });

  it('says that text is not searched for, and does not narrow the list by it', async () => {
    const { requested } = await open('/directory/certificates?q=Persona');
    expect(await screen.findByText(/No es un número de serie ni un ID completo/)).toBeVisible();
    expect(requested().at(-1)).not.toHaveProperty('serialNumber');
  });

  it('filters by what has expired, and by the issuers that the service lists, with counts', async () => {
    const { user, requested } = await open();
    await screen.findByText('1 a 50 de 60');
    await user.click(screen.getByRole('button', { name: 'Vigente hasta' }));
    await user.click(await screen.findByRole('button', { name: /^ya venció\s*30$/ }));
    expect(await screen.findByText('30 de 60 certificados')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Emisor' }));
    await user.click(await screen.findByRole('button', { name: /^AC de prueba/ }));
    await waitFor(() => {
      expect(requested().at(-1)).toMatchObject({ issuer: { eq: issuer.id } });
    });
  });

  it('tells none from none that match, a list that is not offered, a page that is no more and a failure', async () => {
    const none = await open('/directory/certificates', (_, path) =>
      path === '/certificates' ? json({ results: [], info: { count: 0 } }) : undefined,
    );
    expect(await screen.findByText('Aún no hay certificados')).toBeVisible();
    none.unmount();
    const matching = await open('/directory/certificates?ends-to=2020-01-01');
    expect(await screen.findByText('Sin coincidencias entre 60')).toBeVisible();
    await matching.user.click(screen.getByRole('button', { name: 'Quitar el filtro' }));
    expect(await screen.findByText('1 a 50 de 60')).toBeVisible();
    expect(matching.where()).toBe('/directory/certificates');
    matching.unmount();
    const absent = await open('/directory/certificates', (_, path) =>
      path === '/certificates' ? refusal(404, 'Not here') : undefined,
    );
    expect(await screen.findByText('Este servicio no lista certificados')).toBeVisible();
    absent.unmount();
    const past = await open('/directory/certificates?page=9');
    expect(await screen.findByText('La página 9 no existe')).toBeVisible();
    past.unmount();
    let broken = true;
    const failed = await open('/directory/certificates', (_, path) =>
      path === '/certificates' && broken ? refusal(500, 'No disk') : undefined,
    );
    expect(await screen.findByText('No se pudo cargar la lista de certificados')).toBeVisible();
    expect(screen.getByText('Sin cargar')).toBeVisible();
    broken = false;
    await failed.user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('1 a 50 de 60')).toBeVisible();
  });

  it('says which rows came twice, and which do not fit the query', async () => {
    await open('/directory/certificates?version=3&ends-from=2030-01-01', (seen, path) =>
      path === '/certificates' && (queryOf(seen) as unknown as Paged).pagination.size > 1
        ? json({ results: [certificates[0], certificates[0], certificates[1]], info: { count: 3 } })
        : undefined,
    );
    expect(await screen.findByText(/^1 fila llegó repetida/)).toBeVisible();
    expect(screen.getByText('El servicio devolvió 1 fila que no cumple el filtro.')).toBeVisible();
  });

  it('says which certificate could not be read', async () => {
    await open(`/directory/certificates/${'1'.repeat(24)}`, (_, path) =>
      path.startsWith('/certificate/') ? refusal(500, 'No disk') : undefined,
    );
    expect(await screen.findByText('No se pudo cargar el certificado')).toBeVisible();
    expect(screen.getByRole('button', { name: `ID ${'1'.repeat(24)}` })).toBeVisible();
  });

  it('says on a phone the serial by which one is searched for', async () => {
    narrowToPhone();
    await open();
    const list = await screen.findByRole('list', { name: 'Certificados' });
    const [first] = within(list).getAllByRole('listitem');
    await waitFor(() => expect(first).toHaveTextContent(`Persona 0${taxSerial}AC de prueba`));
  });

  it('is in English too', async () => {
    await open('/directory/certificates', undefined, 'en');
    expect(await screen.findByText('60 certificates')).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'State' })).toBeVisible();
  });
});

describe('CE-2 the page of a certificate', () => {
  it('shows what the service says beside what stands in the bytes, and leads to the person and the issuer', async () => {
    const whole = {
      ...certificates[0],
      certificatePem: reported?.pem,
      hash: facts.fingerprint,
      serialNumber: facts.serialNumberHex,
      notAfter: '2040-01-01T00:00:00.000Z',
    };
    await open(`/directory/certificates/${whole.id}`, (_, path) =>
      path === `/certificate/${whole.id}` ? json(whole) : undefined,
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Certificado de Persona 0' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ver al titular' })).toHaveAttribute(
      'href',
      `/directory/${person(0).id}`,
    );
    expect(await screen.findByRole('link', { name: 'AC de prueba' })).toHaveAttribute(
      'href',
      `/directory/issuers/${issuer.id}`,
    );
    // The service says another end than the bytes.
    expect(
      await screen.findByText(/^Los datos del servicio difieren del certificado: .*Vigente hasta/),
    ).toBeVisible();
  });

  it('says that an id is unknown, and that an address can be none', async () => {
    const first = await open(`/directory/certificates/${'f'.repeat(24)}`);
    expect(await screen.findByText('No hay ningún certificado con este ID')).toBeVisible();
    first.unmount();
    await open('/directory/certificates/no-id');
    expect(await screen.findByText(/Termina en «no-id»/)).toBeVisible();
  });
});
