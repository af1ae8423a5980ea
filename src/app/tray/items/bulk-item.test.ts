import { beforeEach, describe, expect, it, vi } from 'vitest';
import { overwriteGetLocale } from '#i18n/messages.ts';
import { beginBulk } from '#jobs/bulk/bulk.ts';
import type { BulkJob } from '#jobs/bulk/bulk-record.ts';
import { sendPlan } from '#jobs/testing/send-plan.ts';
import { bulkItem } from './bulk-item.ts';
import { BulkRates } from './bulk-rate.ts';
import { isOver, shownEntries } from '../tray-counts.ts';

const plan = { ...sendPlan, size: 1_000_000 };
const { job } = beginBulk(
  'b',
  'scope',
  {
    title: 'Arrendamientos de noviembre',
    columns: [],
    items: Array.from({ length: 1200 }, () => ({ plan, fileId: 'f', rows: [] })),
  },
  0,
);
const rates = new BulkRates();
const actions = {
  resume: vi.fn(),
  pause: vi.fn(),
  cancel: vi.fn(),
  retryFailed: vi.fn(),
  save: vi.fn(),
  open: vi.fn(),
  remove: vi.fn(),
  rate: ({ id }: BulkJob) => rates.of(id, 600),
  uploading: () => 0,
};
const writing = {
  number: (value: number) => value.toLocaleString('es-MX'),
  time: () => '10:45',
  bytes: (bytes: number) => `${bytes / 1e6} MB`,
};
const counts = { waiting: 0, running: 0, done: 1200, failed: 0, refused: 0 };
const shown = (part: Partial<BulkJob>, interrupted = false) =>
  bulkItem({ kind: 'bulk', job: { ...job, ...part }, interrupted }, actions, writing);

overwriteGetLocale(() => 'es-MX');
beforeEach(() => {
  vi.clearAllMocks();
});

describe('A bulk in the tray', () => {
  it('says how far it is in requests and bytes, how fast, and for how long', () => {
    rates.note('b', 500, 0);
    rates.note('b', 600, 60_000);
    const item = shown({
      counts: { ...counts, waiting: 596, running: 4, done: 598, failed: 2 },
      bytes: { total: 1_200_000_000, sent: 600_000_000 },
    });
    expect(item).toMatchObject({ title: 'Arrendamientos de noviembre', state: 'running', progress: 0.5 });
    expect(item.line).toBe(
      '600 de 1,200 hechas · 600 MB de 1200 MB · 100 por minuto · faltan cerca de 6\u00a0min · 2 fallaron',
    );
    item.onPause?.();
    expect(actions.pause).toHaveBeenCalledTimes(1);
  });

  it('says why it waits and until when, and that it goes on by itself', () => {
    const failure = { step: 'create', kind: 'offline', messages: [] } as const;
    const { state, line } = shown({ waitingUntil: '2026-11-20T16:45:00Z', failure });
    expect(state).toBe('running');
    expect(line).toBe('0 de 1,200 hechas. Este equipo no tiene red. Continúa automáticamente a las 10:45.');
  });

  it('goes on by a click when it was paused, or stopped for what concerns all of it', () => {
    expect(shown({ status: 'paused' })).toMatchObject({ state: 'paused' });
    const failure = { step: 'create', kind: 'key-refused', messages: [] } as const;
    const stopped = shown({ status: 'stopped', failure, counts: { ...counts, waiting: 1170, done: 30 } });
    expect(stopped.state).toBe('failed');
    expect(stopped.line).toContain('30 solicitudes hechas · faltan 1,170');
    stopped.links?.[0]?.onSelect();
    expect(actions.resume).toHaveBeenCalledTimes(1);
    stopped.links?.[2]?.onSelect();
    expect(actions.save).toHaveBeenCalledTimes(1);
  });

  it('is never called done while one failed, and says what was never sent', () => {
    expect(shown({ status: 'done', counts })).toMatchObject({
      state: 'done',
      line: '1,200 solicitudes hechas',
      links: [{ label: 'Abrir' }, { label: 'CSV' }],
    });
    const failed = shown({ status: 'done', counts: { ...counts, done: 1190, failed: 1, refused: 9 } });
    expect(failed).toMatchObject({
      state: 'failed',
      line: '1,190 solicitudes hechas · 1 falló · 9 no se enviaron',
      links: [{ label: 'Reintentar fallidas' }, { label: 'Abrir' }, { label: 'CSV' }],
    });
    failed.links?.[0]?.onSelect();
    expect(actions.retryFailed).toHaveBeenCalledTimes(1);
  });

  it('is cleared away with what is done, and not before', () => {
    const over = (part: Partial<BulkJob>) =>
      isOver({ kind: 'bulk', job: { ...job, ...part }, interrupted: false });
    expect(over({ status: 'done', counts })).toBe(true);
    expect(over({ status: 'cancelled' })).toBe(true);
    for (const status of ['running', 'paused', 'stopped'] as const) expect(over({ status })).toBe(false);
    expect(over({ status: 'done', counts: { ...counts, failed: 1 } })).toBe(false);
  });
});

describe('A long journal in the tray', () => {
  it('is bounded: all that is not over, and of the rest what was done last', () => {
    const entry = (n: number, status: BulkJob['status']) => ({
      kind: 'bulk' as const,
      job: {
        ...job,
        id: String(n),
        status,
        counts,
        updatedAt: new Date(n * 60_000).toISOString(),
      },
      interrupted: false,
    });
    const entries = Array.from({ length: 300 }, (_, n) => entry(n, n % 10 === 0 ? 'paused' : 'done'));
    const { shown: some, rest } = shownEntries(entries);
    expect(some).toHaveLength(50);
    expect(some.filter((one) => !isOver(one))).toHaveLength(30);
    expect(some.filter(isOver).map(({ job: { id } }) => Number(id))[0]).toBe(299);
    expect(rest).toBe(250);
  });
});

describe('The rate of a bulk', () => {
  it('is of the last minute, unknown at first, and begins anew when failed ones are tried again', () => {
    const own = new BulkRates();
    expect(own.of('x', 10)).toBeUndefined();
    own.note('x', 0, 0);
    own.note('x', 1, 1000);
    expect(own.of('x', 10)).toBeUndefined();
    own.note('x', 10, 10_000);
    expect(own.of('x', 10)).toEqual({ perMinute: 60, left: 10_000 });
    own.note('x', 20, 100_000);
    own.note('x', 140, 160_000);
    expect(own.of('x', 60)?.perMinute).toBe(120);
    own.note('x', 5, 161_000);
    expect(own.of('x', 60)).toBeUndefined();
  });
});
