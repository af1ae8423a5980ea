import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bulks } from '#jobs/bulk/bulks.ts';
import { bulkDrafts } from '#jobs/drafts/bulk-drafts.ts';
import { lockDraft, type DraftLock } from '#jobs/drafts/draft-lock.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { browserLocks, Channel } from '#jobs/testing/browser-locks.ts';
import { workVersion } from './prepare/work-record.ts';
import { begun, open, scope, work } from './testing/prepared-bulk.tsx';

// Whole pages take jsdom seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const prepared = work([['Uno', 'AALR790226MC2']], { title: 'Lote de mayo' });
let locks: ReturnType<typeof browserLocks>['locks'];
let other: DraftLock | undefined;

beforeEach(async () => {
  await storedData().erase();
  ({ locks } = browserLocks());
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => {
  other?.release();
  Reflect.deleteProperty(navigator, 'locks');
  vi.unstubAllGlobals();
});

/** Another tab that has the draft open. */
function otherTab({ id = 'd1', busy = false } = {}): DraftLock {
  other = lockDraft(id, {
    isBusy: () => busy,
    keep: () => Promise.resolve(),
    onState: () => undefined,
  });
  return other;
}
const write = (title: string): Promise<void> =>
  bulkDrafts(scope).write({
    id: 'd1',
    // After that of the draft which this tab opened.
    updatedAt: new Date(Date.now() + 60_000).toISOString(),
    version: workVersion,
    files: [],
    data: { ...prepared, title },
  });
const takeHere = () => screen.findByRole('button', { name: 'Continuar aquí' });
const title = () => screen.findByRole('textbox', { name: 'Nombre de este envío' });

describe('a bulk that is open in two tabs', () => {
  it('is shown as the other tab stored it last, also to the tab that takes it for the first time', async () => {
    otherTab();
    const { user } = await open(prepared);
    const take = await takeHere();
    await write('Lote de junio');
    await user.click(take);
    expect(await title()).toHaveValue('Lote de junio');
  });

  it('that the other tab began is not offered again: the way leads to what was begun', async () => {
    const { user } = await open(prepared);
    await title();
    await otherTab().takeOver();
    const take = await takeHere();
    await begun('d1');
    await user.click(take);
    expect(await screen.findByText('Este envío ya se inició')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Enviar/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Ver el envío' })).toHaveAttribute(
      'href',
      '/requests/bulk?run=d1',
    );
  });

  it('that the other tab discarded is over, and another one begins under a name of its own', async () => {
    const { user, where } = await open(undefined);
    await title();
    const id = (where() ?? '').replace('/requests/bulk?draft=', '');
    await otherTab({ id }).takeOver();
    await user.click(await takeHere());
    expect(await screen.findByText('Este envío ya no está en preparación')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Preparar otro envío' }));
    expect(await title()).toHaveValue('');
    expect(where()).toMatch(/^\/requests\/bulk\?draft=[\da-f-]{36}$/);
    expect(where()).not.toContain(id);
    expect(screen.queryByText(/^Ese borrador no está/)).toBeNull();
  });

  it('stays with the tab that is beginning it', async () => {
    const { user, where } = await open(prepared);
    const send = await screen.findByRole('button', { name: 'Enviar 1 solicitud' });
    // What is left of the draft's files waits for this: the bulk is stored by then, and the page has not gone on.
    let endWriting = (): void => undefined;
    void locks.request('testigo-files', {}, () => new Promise<void>((end) => (endWriting = end)));
    await user.click(send);
    await waitFor(async () => expect(await bulks(scope).list()).toHaveLength(1));
    expect(await otherTab().takeOver()).toBe('busy');
    endWriting();
    await waitFor(() => expect(where()).toBe('/requests/bulk?run=d1'));
  });

  it('says that the other tab is beginning it', async () => {
    otherTab({ busy: true });
    const { user } = await open(prepared);
    const take = await takeHere();
    await user.click(take);
    expect(await screen.findByText(/^La otra pestaña lo está iniciando/)).toBeVisible();
    expect(take).toHaveFocus();
  });
});
