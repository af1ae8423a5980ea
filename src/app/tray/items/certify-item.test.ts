import { describe, expect, it, vi } from 'vitest';
import { overwriteGetLocale } from '#i18n/messages.ts';
import { beginCertification } from '#jobs/certify/run-certification.ts';
import type { CertifyItem, CertifyJob } from '#jobs/certify/certify-record.ts';
import { certifyRows } from './certify-csv.ts';
import { certifyItem } from './certify-item.ts';
import { isOver } from '../tray-counts.ts';
import { trayItem } from './tray-items.ts';

const { job } = beginCertification(
  'q',
  'scope',
  Array.from({ length: 1200 }, (_, n) => ({ witness: String(n) })),
  0,
);
const actions = {
  resume: vi.fn(),
  pause: vi.fn(),
  cancel: vi.fn(),
  retryFailed: vi.fn(),
  settleUnclear: vi.fn(),
  save: vi.fn(),
  remove: vi.fn(),
};
const writing = {
  number: (value: number) => value.toLocaleString('es-MX'),
  time: () => '10:45',
  bytes: String,
};
const counts = { waiting: 0, asking: 0, certified: 1200, already: 0, pending: 0, failed: 0 };
const shown = (part: Partial<CertifyJob>, interrupted = false) =>
  certifyItem({ kind: 'certify', job: { ...job, ...part }, interrupted }, actions, writing);

overwriteGetLocale(() => 'es-MX');

describe('A queue of certifications in the tray', () => {
  it('counts only what has an outcome, and can be paused', () => {
    const item = shown({ counts: { ...counts, waiting: 899, asking: 1, certified: 300 } });
    expect(item).toMatchObject({
      title: 'Certificar 1,200 testigos',
      state: 'running',
      progress: 0.25,
      line: '300 de 1,200 procesados',
    });
    item.onPause?.();
    expect(actions.pause).toHaveBeenCalledWith(expect.objectContaining({ id: 'q' }));
  });

  it('says until when the service requires a wait', () => {
    expect(shown({ waitingUntil: '2026-11-20T16:45:00Z' }).line).toContain('10:45');
  });

  it('goes on by a click when it was paused or interrupted', () => {
    expect(shown({ status: 'paused' })).toMatchObject({ state: 'paused' });
    expect(shown({}, true)).toMatchObject({ state: 'paused' });
    shown({}, true).onResume?.();
    expect(actions.resume).toHaveBeenCalledTimes(1);
  });

  it('says why all of it stopped, what is done and what is left', () => {
    const item = shown({
      status: 'stopped',
      failure: { kind: 'quota', messages: [] },
      counts: { ...counts, certified: 30, already: 1, waiting: 1169 },
    });
    expect(item.state).toBe('failed');
    expect(item.line).toBe('Se agotó la cuota de NOM-151. 30 certificados · 1 ya lo estaba · faltan 1,169');
    expect(item.links?.map(({ label }) => label)).toEqual(['Reintentar', 'CSV']);
  });

  it('says which of the rest were requested without an answer and which were not requested', () => {
    const item = shown({
      status: 'cancelled',
      counts: { ...counts, certified: 30, asking: 1, waiting: 1169 },
    });
    expect(item.line).toBe('Cancelada. 30 certificados · 1 sin respuesta · faltan 1,169');
  });

  it('is never called done while one failed', () => {
    expect(shown({ status: 'done', counts })).toMatchObject({ state: 'done', links: [{ label: 'CSV' }] });
    const failed = shown({ status: 'done', counts: { ...counts, certified: 1198, failed: 2 } });
    expect(failed).toMatchObject({ state: 'failed', line: '1,198 certificados · 2 fallaron' });
    const why = shown({
      status: 'done',
      counts: { ...counts, certified: 1198, failed: 2 },
      failure: { kind: 'forbidden', messages: [] },
    });
    expect(why.line).toMatch(/^1,198 certificados · 2 fallaron\. .*permi/);
    failed.links?.[0]?.onSelect();
    expect(actions.retryFailed).toHaveBeenCalledTimes(1);
  });

  it('leaves what is in doubt to a person: requested again, taken, or taken off the list', () => {
    const open = shown({
      status: 'done',
      counts: { ...counts, certified: 1198, failed: 2 },
      failure: { kind: 'unclear', messages: [] },
    });
    expect(open.line).toContain('No se repite hasta que decidas');
    expect(open.links?.[0]?.label).toBe('Pedirla otra vez');
    open.links?.[1]?.onSelect();
    expect(actions.settleUnclear).toHaveBeenCalledTimes(1);
    expect(open.onCancel).toBeDefined();
  });

  it('is cleared away with what is done, and not before', () => {
    const over = (part: Partial<CertifyJob>) =>
      isOver({ kind: 'certify', job: { ...job, ...part }, interrupted: false });
    expect(over({ status: 'done', counts })).toBe(true);
    expect(over({ status: 'cancelled' })).toBe(true);
    for (const status of ['running', 'paused', 'stopped'] as const) expect(over({ status })).toBe(false);
    expect(over({ status: 'done', counts: { ...counts, failed: 1 } })).toBe(false);
  });

  it('stands in one list with the sends', () => {
    const entry = { kind: 'certify', job, interrupted: false } as const;
    const send = { resume: vi.fn(), open: vi.fn(), remove: vi.fn(), decide: vi.fn() };
    const bulk = { ...actions, open: vi.fn(), rate: () => undefined, uploading: () => 0 };
    expect(trayItem(entry, { send, certify: actions, bulk }, writing).id).toBe('q');
  });
});

describe('Its result as CSV', () => {
  const item = (part: Partial<CertifyItem>): CertifyItem => ({
    operation: 'q',
    n: 0,
    scope: 'scope',
    witness: 'a',
    state: 'waiting',
    ...part,
  });

  it('has a row for every witness, with instants in UTC and the reason of what failed', () => {
    const rows = certifyRows(
      [
        item({ state: 'certified', certifiedAt: '2026-11-20T04:00:00-06:00', title: 'Contrato', hash: 'ab' }),
        item({
          witness: 'b',
          state: 'failed',
          failure: { kind: 'forbidden', messages: [{ message: 'Not yours' }] },
        }),
        item({ witness: 'c' }),
      ],
      'single',
    );
    const [head, first, second, third] = rows;
    const of = (row: readonly string[] | undefined, name: string) => row?.[head?.indexOf(name) ?? -1];
    expect(of(first, 'nom151CreatedAt')).toBe('2026-11-20T10:00:00.000Z');
    expect(of(first, 'result')).toBe('certificado');
    expect(of(second, 'reason')).toContain('Not yours');
    expect(of(third, 'result')).toBe('no se pidió');
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([8]));
  });
});
