import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { json, type RecordedRequest } from '#client/testing/answers.ts';
import type { Corrects } from '#jobs/drafts/draft-shape.ts';
import { refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { FileVersions } from './file-versions.tsx';

const chosen = 'ab'.repeat(32);
const request = (digit: string, content: object, part: object = {}) => ({
  id: digit.repeat(24),
  name: `Contrato ${digit}`,
  createdAt: `2026-11-0${digit}T18:00:00.000Z`,
  content: { id: digit.repeat(24), ...content },
  ...part,
});
const path = (folder: string, file = 'Contrato.pdf') => ({ pdf: `${'a'.repeat(24)}/v/${folder}/${file}` });
const requests = [
  request('1', path('2026'), { witness: { id: '9'.repeat(24) } }),
  request('2', path('x', 'Otro Contrato.pdf')),
  // A deployment answers the address of its store.
  request(
    '3',
    { pdf: 'https://store.example/o/v/Contrato.pdf?X-Signature=secret' },
    { witness: { id: '8'.repeat(24), hash: 'cd'.repeat(32) } },
  ),
  request('4', path('2025')),
  request('5', { raw: 'Contrato.pdf' }),
];

async function open(
  answer: (seen: RecordedRequest, path: string) => Response | undefined = () => undefined,
  corrects?: Corrects,
) {
  const service = smallService((seen, at) => {
    const own = answer(seen, at);
    if (own) return own;
    const isWhole = seen.url.searchParams.get('pagination')?.includes('100') ?? false;
    if (at === '/signature-requests' && isWhole)
      return json({ results: requests, info: { count: 300, pages: 3, next: 2 } });
    if (at === '/witnesses' && seen.url.searchParams.has('_id'))
      return json({ results: [{ id: '9'.repeat(24), hash: chosen }], info: { count: 1 } });
    return undefined;
  });
  await renderInHost(<FileVersions fileName="Contrato.pdf" sha256={chosen} corrects={corrects} />, {
    fetch: service.fetch,
    open: true,
  });
  return service;
}

describe('UP-1 the versions of a file name', () => {
  it('lists each with its date, its hash and its request, newest first, and compares them with the chosen file', async () => {
    const { seen } = await open();
    const list = await screen.findByRole('list', { name: 'Versiones anteriores de Contrato.pdf' });
    await within(list).findByText('igual a este archivo');
    const rows = within(list).getAllByRole('listitem');
    expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual(
      ['4', '3', '1'].map((digit) => `/requests/${digit.repeat(24)}`),
    );
    expect(rows[0]).toHaveTextContent(/4 nov 2026.*aún sin testigo/);
    expect(rows[1]).toHaveTextContent(/3 nov 2026.*cdcd.*distinta de este archivo/);
    expect(rows[2]).toHaveTextContent(/1 nov 2026.*abab.*igual a este archivo/);
    // What stands in an address behind its path may be a secret.
    expect(document.body).not.toHaveTextContent('secret');
    expect(screen.getByText('Se subirá como una versión nueva y no reemplaza ninguna.')).toBeVisible();
    expect(screen.getByText(/y en las 100 más recientes/)).toBeVisible();
    expect(seen.some(({ url }) => url.searchParams.get('search') === '{"name":"Contrato"}')).toBe(true);
  });

  it('does not say that there is no witness before the hash of the one there is was read', async () => {
    await open((seen, at) =>
      at === '/witnesses' && seen.url.searchParams.has('_id') ? refusal(500, 'No disk') : undefined,
    );
    const list = await screen.findByRole('list', { name: 'Versiones anteriores de Contrato.pdf' });
    const [, , last] = within(list).getAllByRole('listitem');
    expect(last).toHaveTextContent(m.compose_versions_hash_unknown());
    expect(last).not.toHaveTextContent(m.compose_versions_no_hash());
  });

  it('tells none from what could not be read', async () => {
    await open((_, at) =>
      at === '/signature-requests' ? json({ results: [], info: { count: 0 } }) : undefined,
    );
    expect(await screen.findByText('Ninguna anterior con este nombre de archivo')).toBeVisible();
  });

  it.each([
    [chosen, 'Es el mismo documento que se rechazó'],
    ['ef'.repeat(32), 'distinta de este archivo'],
  ])(
    'lists the rejected request that is corrected, whatever its file was called: %s',
    async (sha256, words) => {
      const corrects = { id: '7'.repeat(24), name: 'Convenio', by: [], notCopied: [], sha256 };
      await open(
        (_, at) => (at === '/signature-requests' ? json({ results: [], info: { count: 0 } }) : undefined),
        corrects,
      );
      const row = await screen.findByRole('listitem');
      expect(within(row).getByRole('link', { name: 'Convenio' })).toHaveAttribute(
        'href',
        `/requests/${'7'.repeat(24)}`,
      );
      expect(row).toHaveTextContent(/rechazada/);
      expect(row).toHaveTextContent(words);
      expect(row).not.toHaveTextContent(m.compose_versions_no_hash());
    },
  );

  it('says that it could not be read, and that a service lists no requests', async () => {
    await open((seen, at) =>
      at === '/signature-requests' && seen.url.searchParams.get('pagination')?.includes('100')
        ? refusal(500, 'No disk')
        : undefined,
    );
    expect(await screen.findByText(/No se pudo consultar si hay anteriores/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible();
  });
});
