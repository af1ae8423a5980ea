import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyRunSlot } from '#client/session/preferences.ts';
import { hasJobs } from '#jobs/engine/has-jobs.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import * as material from '#proofs/testing/case-material.ts';
import { loadVerification } from '../run/load-verification.ts';
import { forgetChecks } from '../testing/forget-checks.ts';
import * as files from '../testing/material.ts';
import { VerifyPage } from '../verify-page.tsx';
import { parseRunNote, runNote } from './run-note.ts';
import { tabRun } from './tab-run.ts';

afterAll(trustSettings.erase);
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(material.now);
});
afterEach(async () => {
  await forgetChecks();
  sessionStorage.removeItem(verifyRunSlot);
  vi.restoreAllMocks();
});

const { fetch } = smallService();
const open = async () => {
  const view = await renderInHost(<VerifyPage />, { fetch, path: '/verify', open: true });
  await screen.findByRole('heading', { level: 1 });
  return view;
};

/** A run of two files that is paused at its beginning, with its page open. */
async function beginPaused() {
  const view = await open();
  const verification = await loadVerification();
  // The page takes it up with what is dropped first.
  verification.pause();
  act(() => {
    window.dispatchEvent(dropped());
  });
  await screen.findByRole('heading', { level: 1, name: '2 elementos, 0 revisados' });
  return { ...view, verification };
}

function dropped(): Event {
  const given = [files.document, files.witness];
  const items = given.map(({ file }) => ({ kind: 'file', getAsFile: () => file }));
  const event = new Event('drop', { bubbles: true, cancelable: true });
  return Object.assign(event, { dataTransfer: { types: ['Files'], items } });
}

const isLeavingConfirmed = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const readRun = () => parseRunNote(tabRun.read());

describe('A run whose page is left', () => {
  it('goes on elsewhere in the app, is done there, and has its results when the user comes back', async () => {
    await beginPaused();
    await waitFor(() => expect(readRun()).toMatchObject({ phase: 'paused', total: 2, checked: 0 }));
    cleanup();
    expect(readRun()).toMatchObject({ phase: 'paused' });
    tabRun.resume();
    await waitFor(() => expect(readRun()).toMatchObject({ phase: 'done', checked: 2 }));
    expect(isLeavingConfirmed()).toBe(true);
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: '2 elementos, 2 revisados' })).toBeVisible();
    // Its results are on the screen: nothing is left to say elsewhere.
    await waitFor(() => expect(readRun()).toBeUndefined());
    expect(isLeavingConfirmed()).toBe(false);
  });

  it('is paused and cancelled from elsewhere, and what was done is there', async () => {
    const { verification } = await beginPaused();
    cleanup();
    tabRun.cancel();
    await waitFor(() => expect(readRun()).toMatchObject({ phase: 'done', cancelled: 2 }));
    tabRun.remove();
    expect(readRun()).toBeUndefined();
    expect(verification.snapshot().items).toHaveLength(2);
    await open();
    expect(await screen.findByRole('button', { name: 'Revisar los 2 que se detuvieron' })).toBeVisible();
  });

  it('has the tray look for it, though nothing is stored in the database', async () => {
    const { queries, session } = await beginPaused();
    const { scope } = session.client()!;
    await waitFor(async () => expect(await queries.query(hasJobs(scope))).toBe(true));
    cleanup();
    tabRun.cancel();
    await waitFor(() => expect(readRun()).toMatchObject({ phase: 'done' }));
    tabRun.remove();
    expect(await queries.query(hasJobs(scope))).toBe(false);
  });

  it('that is over while its results are seen is never noted, and leaving needs no confirmation', async () => {
    const { verification } = await beginPaused();
    expect(isLeavingConfirmed()).toBe(true);
    act(() => verification.resume());
    await screen.findByRole('heading', { level: 1, name: '2 elementos, 2 revisados' });
    await waitFor(() => expect(sessionStorage.getItem(verifyRunSlot)).toBeNull());
    expect(isLeavingConfirmed()).toBe(false);
  });
});

describe('A run that ended with its page', () => {
  const note = { phase: 'running', total: 500, checked: 120, invalid: 1, broken: 0, cancelled: 0 };

  it('writes no name and no hash, and says at the end that its page was left', async () => {
    await beginPaused();
    window.dispatchEvent(new Event('pagehide'));
    expect(JSON.parse(sessionStorage.getItem(verifyRunSlot) ?? '')).toEqual({
      ...note,
      phase: 'paused',
      total: 2,
      checked: 0,
      invalid: 0,
      left: true,
    });
  });

  it('is said on the page, until the user has read it', async () => {
    sessionStorage.setItem(verifyRunSlot, JSON.stringify({ ...note, left: true }));
    expect(readRun()).toMatchObject({ phase: 'ended', total: 500, checked: 120 });
    const { user } = await open();
    const strip = screen.getByText(/^La verificación de 500 elementos terminó porque la página se recargó/);
    expect(strip).toHaveTextContent(/Nada se guardó: agrega los archivos otra vez\.$/);
    expect(isLeavingConfirmed()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Entendido' }));
    expect(strip).not.toBeInTheDocument();
    expect(runNote.read()).toBeNull();
  });

  it('is not said in a duplicated tab, whose run goes on in the first, nor for a note that cannot be read', () => {
    sessionStorage.setItem(verifyRunSlot, JSON.stringify(note));
    expect(readRun()).toBeUndefined();
    for (const text of ['', '{}', '[1]', JSON.stringify({ ...note, phase: 'other', left: true })])
      expect(parseRunNote(text)).toBeUndefined();
  });

  it('is said after a crash too, when the page is loaded again', () => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      { type: 'reload' } as PerformanceNavigationTiming,
    ]);
    expect(parseRunNote(JSON.stringify(note))).toMatchObject({ phase: 'ended' });
  });
});
