import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as material from '#proofs/testing/case-material.ts';
import type { Piece } from '#widgets/verification/collect/collecting.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import type { SoFar } from '#widgets/verification/use-evidence-report.ts';
import { paths, patterns } from '#widgets/paths.ts';
import { caseService, ids } from '#widgets/testing/case-service.ts';
import { caseTrust } from '#widgets/testing/case-trust.ts';
import { refusal, renderInHost } from '#widgets/testing/host.tsx';
import { WitnessPage } from '../detail/witness-page.tsx';
import { SoFarView } from './sofar-view.tsx';

// A page of this size takes jsdom seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

afterAll(trustSettings.erase);
beforeEach(() => {
  trustSettings.change({ ...caseTrust, nodes: [] });
});

/** Opens the page before a service that answers what is held back when it is let go. */
async function open(
  isHeld: (path: string) => boolean,
  change: Parameters<typeof caseService>[0] = {},
  instead: (path: string) => Response | undefined = () => undefined,
) {
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const service = caseService(change, async (_, path) => {
    if (isHeld(path)) await gate;
    return instead(path);
  });
  const page = (
    <Routes>
      <Route path={patterns.witness} element={<WitnessPage />} />
    </Routes>
  );
  const view = await renderInHost(page, {
    fetch: service.fetch,
    path: paths.witness(ids.witness),
    open: true,
  });
  await screen.findByRole('heading', { level: 2, name: 'Aún sin veredicto: falta evidencia por llegar' });
  return { ...view, letGo };
}

const stateOf = (container: HTMLElement, check: string) =>
  container.querySelector(`[data-check="${check}"] [data-state]`)?.getAttribute('data-state');
const pieces = (container: HTMLElement) =>
  [...container.querySelectorAll('li[data-piece]')].map((row) => row.textContent);
const isDocument = (path: string) => path.startsWith('/content/');

describe('A verdict while its evidence is collected', () => {
  it('shows what came, what is awaited and the checks that are decided, then the verdict', async () => {
    const { container, letGo } = await open(isDocument);
    await waitFor(() => expect(stateOf(container, 'merkleized.root')).toBe('PASSED'));
    expect(pieces(container)).toEqual([
      'Pruebas de existenciaRecibida',
      'SolicitudRecibida',
      'Endosos del tokenRecibida',
      expect.stringMatching(/^Firma de .*Recibida$/),
      expect.stringMatching(/^Firma de .*Recibida$/),
      'DocumentoEn espera',
    ]);
    // The bytes decide which document was signed, and nothing decides the whole before they are here.
    expect(stateOf(container, 'file.hash')).toBe('NOT_RUN');
    expect(stateOf(container, 'signature.rsa')).toBe('NOT_RUN');
    // They stand where they stay: under the tabs, not among the strategies.
    expect(container.querySelector('[data-top] [data-check="file.hash"]')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Respuesta original (JSON)' })).toBeNull();
    expect(container.querySelector('section[data-state="RUNNING"]')).not.toBeNull();
    // One ring for the whole page.
    expect(container.querySelectorAll('g > path[d^="M12 3a9"]')).toHaveLength(1);
    expect(container).not.toHaveTextContent(/existía a más tardar|Sin determinar/);
    expect(
      container.querySelectorAll('.head [data-state="PASSED"], .head [data-state="FAILED"]'),
    ).toHaveLength(0);
    const status = screen.getAllByRole('status').map((one) => one.textContent);
    expect(status.join()).toContain('5 de 6 piezas de evidencia recibidas');
    letGo();
    expect(await screen.findByRole('heading', { level: 2, name: /existía a más tardar/ })).toBeVisible();
    expect(container.querySelector('[data-piece]')).toBeNull();
  });

  it('shows a check that failed as failed, and still no verdict', async () => {
    const other = material.stampOver('ab'.repeat(32));
    const { container } = await open(isDocument, {
      witness: { nom151: { ...material.documentWitness.nom151, token: other } },
    });
    await waitFor(() => expect(stateOf(container, 'nom151.imprint')).toBe('FAILED'));
    expect(screen.getByText('1 comprobación ya no se cumple')).toBeVisible();
    expect(container.querySelector('section[data-state="FAILED"]')).toBeNull();
    expect(container.querySelector('section[data-state="RUNNING"]')).not.toBeNull();
  });

  it('says of a piece that it did not come while others are awaited', async () => {
    const { container } = await open(isDocument, {}, (path) =>
      path === '/endorse-events' ? refusal(503, 'Index is down') : undefined,
    );
    await waitFor(() => expect(pieces(container)).toContain('Endosos del tokenNo llegó'));
  });

  it.each<[string, Piece['state'][], string]>([
    ['all came', Array<Piece['state']>(9).fill('arrived'), 'Recibida'],
    ['one is awaited', [...Array<Piece['state']>(7).fill('arrived'), 'absent', 'awaited'], 'En espera'],
    ['one did not come', [...Array<Piece['state']>(8).fill('arrived'), 'absent'], 'No llegó'],
  ])('says of many signatures together that %s', async (_, states, word) => {
    const sofar: SoFar = {
      collecting: {
        state: 'collecting',
        pieces: states.map((state, at): Piece => ({ what: 'invite', state, at })),
        arrived: { signed: [] },
      },
      settled: undefined,
    };
    const { container } = await renderInHost(
      <SoFarView witness={{ id: ids.witness }} sofar={sofar} saveCase={null} />,
      { fetch: caseService().fetch, path: '/', open: true },
    );
    await waitFor(() => expect(pieces(container)).toHaveLength(1));
    expect(pieces(container)[0]).toMatch(new RegExp(`${word}$`));
  });
});
