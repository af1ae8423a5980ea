import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { sandboxFaultKinds } from '#contract/sandbox/injected-faults.ts';
import { refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { faultWord } from './fault-labels.ts';
import { FaultsCard } from './faults-card.tsx';

const empty = {
  seed: 0,
  faults: [] as object[],
  operations: ['createSignatureRequest', 'listWitnesses', 'upload'],
  calls: {},
  injected: {},
};

/** A sandbox that stores what is set; `reported` is what it says besides. */
function faultyService(reported: object = {}, refuse?: string) {
  let state = empty;
  const sent: { method: string; body: unknown }[] = [];
  const service = smallService((seen, path) => {
    if (path !== '/sandbox/faults') return undefined;
    if (seen.method !== 'GET') sent.push({ method: seen.method, body: seen.body });
    if (seen.method === 'PUT' && refuse !== undefined) return refusal(422, refuse);
    if (seen.method === 'PUT') state = { ...empty, ...(seen.body as typeof empty) };
    if (seen.method === 'DELETE') state = empty;
    return json({ ...state, ...(state.faults.length > 0 ? reported : {}) });
  });
  return { ...service, sent };
}

const render = (service: { fetch: typeof fetch }) =>
  renderInHost(<FaultsCard />, { fetch: service.fetch, path: '/sandbox' });

describe('ST-20 the faults of the sandbox', () => {
  it('are set one beside another with a seed, taken away one by one, and all at once', async () => {
    const service = faultyService();
    const { user } = await render(service);
    expect(await screen.findByText('No hay fallas simuladas.')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Operación'), 'createSignatureRequest');
    await user.selectOptions(screen.getByLabelText('Falla'), 'Corte después de escribir');
    await user.clear(screen.getByLabelText('Proporción'));
    await user.type(screen.getByLabelText('Proporción'), '12,5');
    await user.clear(screen.getByLabelText('Semilla'));
    await user.type(screen.getByLabelText('Semilla'), '42');
    await user.click(screen.getByRole('button', { name: 'Agregar' }));
    const cut = { operation: 'createSignatureRequest', fault: 'cut-after', rate: 0.125 };
    await waitFor(() => {
      expect(service.sent.at(-1)).toEqual({ method: 'PUT', body: { seed: 42, faults: [cut] } });
    });
    await user.selectOptions(screen.getByLabelText('Operación'), '*');
    await user.selectOptions(screen.getByLabelText('Falla'), 'Demora');
    await user.clear(screen.getByLabelText('Durante'));
    await user.type(screen.getByLabelText('Durante'), '300');
    await user.click(screen.getByRole('button', { name: 'Agregar' }));
    const delay = { operation: '*', fault: 'delay', rate: 0.125, milliseconds: 300 };
    await waitFor(() => {
      expect(service.sent.at(-1)).toEqual({ method: 'PUT', body: { seed: 42, faults: [cut, delay] } });
    });
    const rules = screen.getByRole('region', { name: 'Activas' });
    expect(await within(rules).findByText('Demora')).toBeVisible();
    expect(rules).toHaveTextContent(/12\.5.?% de las llamadas · 300 ms/);

    await user.click(within(rules).getByRole('button', { name: 'Quitar Demora, Todas las operaciones' }));
    await waitFor(() => {
      expect(service.sent.at(-1)).toEqual({ method: 'PUT', body: { seed: 42, faults: [cut] } });
    });
    await user.click(screen.getByRole('button', { name: 'Empezar de nuevo' }));
    expect(service.sent.at(-1)).toEqual({ method: 'PUT', body: { seed: 42, faults: [cut] } });
    await user.click(screen.getByRole('button', { name: 'Quitar todas' }));
    expect(await screen.findByText('No hay fallas simuladas.')).toBeVisible();
    expect(service.sent.at(-1)?.method).toBe('DELETE');
  });

  it('say what was called and what befell, the most called first', async () => {
    const service = faultyService({
      calls: { listWitnesses: 1, createSignatureRequest: 14 },
      injected: { createSignatureRequest: { 'cut-after': 3, delay: 2 } },
    });
    const { user } = await render(service);
    await user.click(await screen.findByRole('button', { name: 'Agregar' }));
    const happened = within(await screen.findByRole('region', { name: 'Lo que pasó' }));
    const [first, second] = happened.getAllByRole('listitem');
    expect(first).toHaveTextContent(
      'createSignatureRequest14 llamadasCorte después de escribir: 3 · Demora: 2',
    );
    expect(second).toHaveTextContent('listWitnesses1 llamadasin fallas');
  });

  it('are not sent while a figure cannot be used, and say beside it why; a refusal is said in the words of the service', async () => {
    const service = faultyService({}, 'faults.0.fault: nothing to corrupt.');
    const { user } = await render(service);
    const rate = await screen.findByRole('textbox', { name: 'Proporción' });
    await user.clear(rate);
    await user.type(rate, '120');
    await user.click(screen.getByRole('button', { name: 'Agregar' }));
    expect(await screen.findByText('Más de 0 y hasta 100.')).toBeVisible();
    expect(rate).toHaveFocus();
    expect(rate).toHaveAccessibleDescription('Más de 0 y hasta 100.');
    expect(service.sent).toEqual([]);
    await user.clear(rate);
    await user.type(rate, '100');
    await user.selectOptions(screen.getByLabelText('Falla'), 'Demora');
    await user.clear(screen.getByLabelText('Durante'));
    await user.click(screen.getByRole('button', { name: 'Agregar' }));
    await waitFor(() => expect(screen.getByLabelText('Durante')).toHaveFocus());
    expect(screen.getByLabelText('Durante')).toBeInvalid();
    expect(service.sent).toEqual([]);
    // A field that is not shown is not checked.
    await user.selectOptions(screen.getByLabelText('Falla'), 'Corte después de escribir');
    await user.click(screen.getByRole('button', { name: 'Agregar' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('nothing to corrupt');
    expect(rate).toHaveValue('100');
  });

  it('offer for an upload only what can be injected into it, and every kind has its words', async () => {
    const { user } = await render(faultyService());
    const kinds = await screen.findByRole('combobox', { name: 'Falla' });
    expect(within(kinds).getAllByRole('option')).toHaveLength(sandboxFaultKinds.length);
    await user.selectOptions(screen.getByLabelText('Operación'), 'upload');
    const offered = within(kinds)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(offered).toContain('Corte antes de escribir');
    expect(offered).not.toContain('Media respuesta');
    expect(new Set(sandboxFaultKinds.map(faultWord)).size).toBe(sandboxFaultKinds.length);
    expect(faultWord('of-a-later-build')).toBe('of-a-later-build');
  });

  it('are said to be absent where the sandbox has no bench', async () => {
    await render(
      smallService((_seen, path) => (path === '/sandbox/faults' ? refusal(404, 'Not here') : undefined)),
    );
    expect(await screen.findByText('Este simulador no lo ofrece')).toBeVisible();
  });
});
