import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { json } from '#client/testing/answers.ts';
import * as material from '#proofs/testing/case-material.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { paths, patterns } from '#widgets/paths.ts';
import { caseService, ids } from '#widgets/testing/case-service.ts';
import { caseTrust } from '#widgets/testing/case-trust.ts';
import { renderInHost } from '#widgets/testing/host.tsx';
import { RequestPage } from './request-page.tsx';

// A page of this size takes jsdom seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });
const patient = { timeout: 30_000 };
const existed =
  /^(?:Este documento|El documento con esta huella) existía a más tardar el 21 de septiembre de 2026/;

afterAll(trustSettings.erase);
beforeEach(() => {
  trustSettings.change({ ...caseTrust, nodes: [] });
});

type Arguments = Parameters<typeof caseService>;

async function open(change?: Arguments[0], answer?: Arguments[1]) {
  const page = (
    <Routes>
      <Route path={patterns.request} element={<RequestPage />} />
    </Routes>
  );
  const { fetch } = caseService(change, answer);
  return renderInHost(page, { fetch, path: paths.request(ids.request), open: true });
}

/** The sentence on the witness, with its chip and its mark. */
const statusWith = async (text: string | RegExp): Promise<HTMLElement> =>
  waitFor(() => {
    const found = screen.getAllByText(text).map((one) => one.closest<HTMLElement>('[role="status"]'));
    const announced = found.find((one) => one !== null);
    if (!announced) throw new Error('It is not announced.');
    return announced;
  }, patient);

describe('the verdict on the page of a request', () => {
  it('says beside the state until when the document existed, on the weakest of what it rests on', async () => {
    await open();
    const verdict = await statusWith(existed);
    expect(within(verdict).getByText('Válido')).toBeVisible();
    expect(within(verdict).getByText('Ancla de confianza')).toBeVisible();
    expect(within(verdict).queryByText('Recalculado')).toBeNull();
    // The chip leads to the checks that the verdict comes from.
    expect(within(verdict).getByRole('link', { name: 'Válido' })).toHaveAttribute(
      'href',
      expect.stringContaining(paths.witness(ids.witness)),
    );
    const state = screen.getByText('Completa');
    expect(state.closest('section')).toBe(verdict.closest('section'));
  });

  it('stands last in its card, so that a short one leaves nothing empty between two lines', async () => {
    await open();
    const verdict = await statusWith(existed);
    expect(verdict.nextElementSibling).toBeNull();
    expect(verdict.previousElementSibling).toHaveTextContent(/Según el servicio/);
  });

  it.each([
    ['does not hold', 'No válido', { invite: material.signedOver('Otro contrato.\n') }, caseTrust.anchors],
    ['reaches no trusted anchor', 'Sin determinar', {}, []],
  ])('of evidence that %s is «%s» beside the state, and valid nowhere', async (_, word, change, anchors) => {
    trustSettings.change({ anchors });
    await open(change);
    const verdict = await statusWith(word);
    expect(within(verdict).getByText('Recalculado')).toBeVisible();
    expect(verdict.closest('section')).toBe(screen.getByText('Completa').closest('section'));
    expect(screen.queryByText(/^Válido/)).toBeNull();
    expect(screen.queryByText(existed)).toBeNull();
  });

  it('that waits for evidence which is not there is not said to be recomputed', async () => {
    await open({ invite: { certificate: {} } });
    const verdict = await statusWith('Sin determinar');
    expect(verdict).toHaveTextContent('El certificado de quien firmó no está disponible.');
    expect(within(verdict).queryByText('Recalculado')).toBeNull();
  });

  it('that waits for evidence which could not be loaded says what, why, and how to load it', async () => {
    const user = userEvent.setup();
    let isBroken = true;
    await open({}, (_, path) =>
      isBroken && path === '/nom151-token' ? json({ message: 'No database.' }, 500) : undefined,
    );
    const verdict = await statusWith('No se pudo cargar parte de la evidencia.');
    const card = verdict.closest('section')!;
    expect(card).toHaveTextContent(/No llegaron: .*No database\./);
    isBroken = false;
    await user.click(within(card).getByRole('button', { name: 'Reintentar' }));
    expect(await statusWith(existed)).toHaveTextContent('Válido');
  });

  it.each([
    ['the document', '/content/documents/contract.txt'],
    ['the people', '/subjects'],
  ])('the page is not said to be live while %s could not be loaded', async (_, broken) => {
    await open({}, (_, path) => (path === broken ? json({ message: 'No database.' }, 500) : undefined));
    expect(await screen.findByText('Completa', {}, patient)).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/^En vivo/)).toBeNull(), patient);
  });

  it('is said to run until its evidence came, and is none until then', async () => {
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    await open({}, async (_, path) => {
      if (path.startsWith('/content/')) await gate;
      return undefined;
    });
    const running = await statusWith('En curso');
    expect(running.querySelector('[data-basis]')).toBeNull();
    expect(screen.queryByText(/existía a más tardar/)).toBeNull();
    letGo();
    expect(await statusWith(existed)).toHaveTextContent('Válido');
    expect(screen.queryByText('En curso')).toBeNull();
  });
});

it('a signer who signed is a few compact lines: signature folded, its witness one link', async () => {
  await open();
  const rows = await waitFor(() => {
    const card = screen.getByRole('heading', { name: /Firmantes/ }).closest('section') ?? document.body;
    const found = within(card).getAllByRole('listitem');
    expect(found).toHaveLength(2);
    return found;
  });
  const [row] = rows;
  const line = row?.querySelector<HTMLElement>('[data-compact]');
  if (!line) throw new Error('The signer is not compact.');
  const { signature = '' } = material.inviteOf('Ana');
  const fold = within(line).getByRole('button', { name: new RegExp(signature) });
  expect(fold).toHaveAttribute('aria-expanded', 'false');
  expect(line.textContent.length).toBeLessThan(250);
  expect(within(line).getAllByRole('link', { name: 'Testigo de la firma' })).toHaveLength(1);
  // The name and the codes, then when, the certificate, and the evidence.
  expect(line.querySelector('.facts')?.children).toHaveLength(3);
});
