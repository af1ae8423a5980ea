import { describe, expect, it, vi } from 'vitest';
import { overwriteGetLocale } from '#i18n/messages.ts';
import { beginSend } from '#jobs/send/send-job.ts';
import type { SendJob, SendPlan } from '#jobs/send/send-record.ts';
import { sendPlan } from '#jobs/testing/send-plan.ts';
import { sendItem } from './send-item.ts';

const plan: SendPlan = {
  ...sendPlan,
  signers: [
    { id: '1', name: 'Elsa Herrera' },
    { id: '2', name: 'Ricardo Beltrán' },
  ],
};
const begun = beginSend('x', 'scope', plan);
const actions = { resume: vi.fn(), open: vi.fn(), remove: vi.fn(), decide: vi.fn() };
const writing = { number: String, time: () => '10:45', bytes: String };
const shown = (part: Partial<SendJob>, interrupted = false) =>
  sendItem({ kind: 'send', job: { ...begun, ...part }, interrupted }, actions, writing);

overwriteGetLocale(() => 'es-MX');

describe('A send in the tray', () => {
  it('counts only what the service acknowledged', () => {
    expect(shown({}).progress).toBe(0);
    expect(
      shown({ progress: { key: 'k', requestId: 'r', invited: { 1: 'i' } }, step: 'invite' }),
    ).toMatchObject({
      state: 'running',
      progress: 3 / 5,
      line: '1 de 2 invitados',
    });
  });

  it('is paused, with a way on, when a reload stopped it', () => {
    const item = shown({}, true);
    expect(item.state).toBe('paused');
    item.onResume?.();
    expect(actions.resume).toHaveBeenCalledWith(expect.objectContaining({ id: 'x' }));
  });

  it('names who could not be invited, why, and what is safe', () => {
    const failure = {
      step: 'invite',
      kind: 'forbidden',
      subjectId: '2',
      messages: [{ message: 'No link.' }],
      request: { method: 'POST', path: '/signature-request-invite', status: 403, at: '2026-11-20T00:00:00Z' },
    } as const;
    const { state, line } = shown({ status: 'failed', step: 'invite', failure });
    expect(state).toBe('failed');
    expect(line).toContain('No se pudo invitar a Ricardo Beltrán; la solicitud sigue en borrador.');
    expect(line).toContain('No link.');
  });

  it('creates again only when the reader says that it was not made', () => {
    const failure = { step: 'create', kind: 'ambiguous', messages: [] } as const;
    const item = shown({ status: 'failed', step: 'create', failure });
    expect(item.links?.[0]?.label).toBe('Crearla de nuevo');
    item.links?.[0]?.onSelect();
    expect(actions.resume).toHaveBeenLastCalledWith(expect.anything(), { createAgain: true });
  });

  it('offers to open what was sent, and nothing that never got an id', () => {
    expect(shown({ status: 'done', progress: { invited: {}, requestId: 'r' } })).toMatchObject({
      state: 'done',
      line: 'Enviada a 2 firmantes',
      links: [{ label: 'Abrir' }],
    });
    expect(shown({ status: 'done' }).links).toEqual([]);
  });

  it('does not say of what may have happened that it did not', () => {
    const request = { method: 'POST', path: '/x', at: '2026-11-20T00:00:00Z' };
    const at = (step: SendJob['step'], progress: Partial<SendJob['progress']>, status?: number) =>
      shown({
        status: 'failed',
        step,
        failure: {
          step,
          kind: status === undefined ? 'unreachable' : 'rule',
          subjectId: '2',
          messages: [],
          request: { ...request, ...(status !== undefined && { status }) },
        },
        progress: { invited: {}, ...progress },
      }).line;
    expect(at('create', { key: 'k', creating: true })).toMatch(/no se sabe si la solicitud se creó/);
    expect(at('create', { key: 'k', creating: true, refused: true }, 422)).toMatch(/la solicitud no se creó/);
    expect(at('invite', { inviting: '2' })).toMatch(/^No se sabe si se invitó a Ricardo Beltrán/);
    expect(at('invite', { inviting: '2', refused: true }, 403)).toMatch(/^No se pudo invitar a Ricardo/);
    // Another's was begun: this one was not.
    expect(at('invite', { inviting: '1' })).toMatch(/^No se pudo invitar a Ricardo/);
    expect(at('send', {})).toMatch(/no se sabe si el borrador se envió/);
    expect(at('send', {}, 422)).toMatch(/el borrador no se envió/);
    expect(at('send', {}, 409)).toMatch(/no se sabe si el borrador se envió/);
    expect(at('upload', {})).toMatch(/^No se confirmó la subida/);
  });

  it('says when it goes on by itself after what passes, and asks about an invite that cannot be looked up', () => {
    const failure = { step: 'create', kind: 'unavailable', messages: [] } as const;
    const waits = shown({ status: 'failed', step: 'create', failure, retryAt: '2026-11-20T16:45:00Z' });
    expect(waits.line).toBe(
      'El documento se subió; la solicitud no se creó. El servicio no está disponible por ahora. ' +
        'Se reintenta automáticamente a las 10:45.',
    );
    const unclear = { step: 'invite', kind: 'ambiguous', subjectId: '2', messages: [] } as const;
    const asks = shown({ status: 'failed', step: 'invite', failure: unclear });
    expect(asks.line).toContain('este servicio no permite confirmar si se invitó a Ricardo Beltrán');
    expect(asks.links?.[0]?.label).toBe('Invitar de nuevo');
    const open = { step: 'create', kind: 'ambiguous', messages: [] } as const;
    const asksOfIt = shown({ status: 'failed', step: 'create', failure: open });
    expect(asksOfIt.line).toContain('Nada se repite hasta que decidas');
    expect(asksOfIt.links?.[0]?.label).toBe('Crearla de nuevo');
    asksOfIt.links?.[1]?.onSelect();
    expect(actions.decide).toHaveBeenCalledTimes(1);
  });

  it('whose draft changed is opened, and not sent as it was', () => {
    const failure = { step: 'upload', kind: 'unavailable', messages: [] } as const;
    const { line, links } = shown({ status: 'failed', failure, edited: true });
    expect(line).toContain('El borrador cambió después; ábrelo para enviarlo.');
    expect(links?.map(({ label }) => label)).toEqual(['Abrir']);
    links?.[0]?.onSelect();
    expect(actions.decide).toHaveBeenCalledWith(expect.objectContaining({ id: 'x' }));
  });
});
