import { beforeEach, describe, expect, it, vi } from 'vitest';
import { overwriteGetLocale } from '#i18n/messages.ts';
import { isRunOver, trayCounts } from '../tray-counts.ts';
import type { TabRun } from '../use-tab-run.ts';
import { verifyItem } from './verify-item.ts';

const actions = {
  pause: vi.fn(),
  resume: vi.fn(),
  cancel: vi.fn(),
  takeUp: vi.fn(),
  open: vi.fn(),
  save: vi.fn(),
  remove: vi.fn(),
};
const writing = { number: (value: number) => value.toLocaleString('es-MX'), time: () => '', bytes: String };
const run: TabRun = { phase: 'running', total: 5000, checked: 1250, invalid: 0, broken: 0, cancelled: 0 };
const shown = (part: Partial<TabRun>) => verifyItem({ ...run, ...part }, actions, writing);

beforeEach(() => {
  overwriteGetLocale(() => 'es-MX');
  vi.clearAllMocks();
});

describe('A run of /verify in the tray', () => {
  it('says how far it is and for how long, counts what failed, and is paused and cancelled there', () => {
    const item = shown({ secondsLeft: 130, invalid: 3, broken: 1 });
    expect(item).toMatchObject({
      title: 'Verificación de 5,000 elementos',
      state: 'running',
      progress: 0.25,
      endsWithPage: true,
      links: [{ label: 'Abrir' }],
    });
    expect(item.line).toBe(
      '1,250 de 5,000 revisados · faltan cerca de 2\u00a0min · 3 no válidos · 1 no se pudo revisar',
    );
    item.onPause?.();
    item.onCancel?.();
    item.links?.[0]?.onSelect();
    expect([actions.pause, actions.cancel, actions.open].map(({ mock }) => mock.calls.length)).toEqual([
      1, 1, 1,
    ]);
    expect(trayCounts([], run)).toEqual({ running: 1, waiting: 0 });
  });

  it('waits for the user while it is paused, with what there is of the result', () => {
    const item = shown({ phase: 'paused' });
    expect(item).toMatchObject({
      state: 'paused',
      line: '1,250 de 5,000 revisados',
      links: [{ label: 'Abrir' }, { label: 'CSV' }],
    });
    item.onResume?.();
    item.links?.[1]?.onSelect();
    expect([actions.resume, actions.save].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    expect(trayCounts([], { ...run, phase: 'paused' })).toEqual({ running: 0, waiting: 1 });
  });

  it('is done also with invalid items, and failed only where the verifier stopped, which is tried again', () => {
    const done = { ...run, phase: 'done', checked: 5000, invalid: 2 } as const;
    expect(shown(done)).toMatchObject({
      state: 'done',
      line: '5,000 de 5,000 revisados · 2 no válidos',
      links: [{ label: 'Abrir' }, { label: 'CSV' }],
    });
    expect(isRunOver(done)).toBe(true);
    expect(trayCounts([], done)).toEqual({ running: 0, waiting: 0 });
    const broken = { ...done, checked: 4999, broken: 1 };
    const item = shown(broken);
    expect(item.state).toBe('failed');
    expect(item.links?.map(({ label }) => label)).toEqual(['Reintentar', 'Abrir', 'CSV']);
    item.links?.[0]?.onSelect();
    expect(actions.takeUp).toHaveBeenCalledTimes(1);
    expect(isRunOver(broken)).toBe(false);
    expect(trayCounts([], broken)).toEqual({ running: 0, waiting: 1 });
  });

  it('says that it was cancelled, and how far it was', () => {
    const { state, line } = shown({ phase: 'done', cancelled: 3750 });
    expect(state).toBe('done');
    expect(line).toBe('Cancelada · 1,250 de 5,000 revisados');
  });

  it('that ended with its page says so in both languages, and goes away when it was read', () => {
    const item = shown({ phase: 'ended' });
    expect(item.state).toBe('failed');
    expect(item.line).toBe(
      'Terminó porque la página se recargó o se cerró (revisados: 1,250). ' +
        'Nada se guardó: agrega los archivos otra vez.',
    );
    expect(item.links?.map(({ label }) => label)).toEqual(['Abrir']);
    item.onCancel?.();
    expect(actions.remove).toHaveBeenCalledTimes(1);
    expect(trayCounts([], { ...run, phase: 'ended' })).toEqual({ running: 0, waiting: 1 });
    overwriteGetLocale(() => 'en');
    expect(shown({ phase: 'ended' }).line).toContain('Nothing was saved: add the files again.');
  });
});
