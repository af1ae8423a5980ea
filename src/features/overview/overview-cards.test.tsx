import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { list, organization, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { OverviewPage } from './overview-page.tsx';

const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const done = { createdAt: ago(1), provider: 'P' };
const witness = (digit: string, part: object) => ({
  id: digit.repeat(24),
  hash: digit.repeat(64),
  createdAt: ago(2),
  organization,
  ...part,
});

it('shows conservation as three rows, each with its weeks and its part of all witnesses', async () => {
  const witnesses = [
    witness('1', {
      nom151: done,
      merkleized: { ...done, merkleRoot: 'ab' },
      witnessExternal: { ...done, timestamp: ago(1) },
    }),
    witness('2', { nom151: done, merkleized: { ...done, merkleRoot: 'ab' } }),
    witness('3', { nom151: done }),
    witness('4', { nom151: done }),
  ];
  const { fetch } = smallService((_, path) => {
    if (path === '/witnesses') return list(witnesses);
    if (path === '/signature-request-timeseries') return json([]);
    return path === '/signature-requests' ? list([{ id: '9'.repeat(24), draft: false }]) : undefined;
  });
  await renderInHost(<OverviewPage />, { fetch, open: true });
  const rows = [
    ['NOM-151: 4 de 4', '100%'],
    ['Merkle: 2 de 4', '50%'],
    ['Tercero: 1 de 4', '25%'],
  ] as const;
  await screen.findByRole('img', { name: rows[0][0] });
  const sparklines = screen.getAllByRole('img', { name: / de 4$/ });
  expect(
    sparklines.map((one) => [one.getAttribute('aria-label'), one.nextElementSibling?.textContent]),
  ).toEqual(rows);
  // A bar for each of twelve weeks; those of weeks without witnesses are empty.
  for (const one of sparklines) expect(one.children).toHaveLength(12);
  expect(sparklines.map((one) => one.querySelectorAll('i').length)).toEqual([1, 1, 1]);
  expect(sparklines.map((one) => one.querySelector('i')?.style.height)).toEqual(['100%', '50%', '25%']);
});

it('gives an empty organization three first steps, each with its action', async () => {
  const { fetch } = smallService((_, path) =>
    path === '/signature-requests' || path === '/witnesses' ? list([]) : undefined,
  );
  await renderInHost(<OverviewPage />, { fetch, open: true });
  const card = (await screen.findByRole('heading', { name: 'Primeros pasos' })).closest('section');
  const steps = within(card ?? document.body).getAllByRole('listitem');
  const actions = steps.map((step) => {
    const link = within(step).getByRole('link');
    return [step.querySelector('strong')?.textContent, link.textContent, link.getAttribute('href')];
  });
  expect(actions).toEqual([
    ['Comparte tu código de vínculo', 'Mostrar código de vínculo', '/organization?tab=links'],
    ['Envía un documento a firmar', 'Nueva solicitud', '/requests/new'],
    ['Comprueba la evidencia', 'Abrir el verificador', '/verify'],
  ]);
});
