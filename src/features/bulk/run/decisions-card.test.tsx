import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beginBulk } from '#jobs/bulk/bulk.ts';
import type { BulkItem } from '#jobs/bulk/bulk-record.ts';
import { bulks } from '#jobs/bulk/bulks.ts';
import type { SendFailure } from '#jobs/send/send-record.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { sendPlan } from '#jobs/testing/send-plan.ts';
import { organization, origin, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { DecisionsCard } from './decisions-card.tsx';

const scope = `${origin}/rest/v1#${organization.id}`;
const candidate = { id: 'ab'.repeat(12), name: 'Convenio 1', createdAt: '2026-11-20T12:00:00Z' };
const ambiguous: SendFailure = { step: 'create', kind: 'ambiguous', messages: [] };

beforeEach(async () => {
  await storedData().erase();
});

/** The card of a bulk whose requests failed so; undefined: that one was sent. */
async function open(failures: readonly (SendFailure | undefined)[]) {
  const { job, items } = beginBulk(
    'b1',
    scope,
    {
      title: 'Contratos',
      columns: [],
      items: failures.map((_, n) => ({
        plan: { ...sendPlan, name: `Convenio ${n}` },
        fileId: 'f1',
        rows: [],
      })),
    },
    // After what was erased before the test, also within one millisecond.
    Date.now() + 1000,
  );
  const ended = items.map((item, n): BulkItem => {
    const failure = failures[n];
    return failure ? { ...item, state: 'failed', failure } : { ...item, state: 'done' };
  });
  await bulks(scope).add(job, ended);
  const onDecide = vi.fn();
  const view = await renderInHost(<DecisionsCard operation={job} onDecide={onDecide} />, {
    fetch: smallService().fetch,
    open: true,
  });
  return { ...view, onDecide };
}

describe('The decisions of a bulk', () => {
  it('are about each request in doubt by its name, and about no other failure', async () => {
    const refused: SendFailure = { step: 'create', kind: 'rule', messages: [{ message: 'No.' }] };
    await open([ambiguous, undefined, refused, ambiguous]);
    expect(await screen.findByText('2 solicitudes esperan tu decisión')).toBeVisible();
    const about = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
    expect(about.filter((name) => name?.startsWith('Convenio'))).toEqual(['Convenio 0', 'Convenio 3']);
  });

  it('are about all in doubt, however many others failed before them', async () => {
    const refused: SendFailure = { step: 'create', kind: 'rule', messages: [] };
    const invite: SendFailure = { step: 'invite', kind: 'ambiguous', subjectId: 's1', messages: [] };
    await open([ambiguous, ...Array.from({ length: 2100 }, () => refused), invite]);
    expect(await screen.findByText('2 solicitudes esperan tu decisión')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Nada de esto se hizo: repetirlo' })).toBeVisible();
  });

  it('go to the request that they are about', async () => {
    const { user, onDecide } = await open([ambiguous, { ...ambiguous, candidates: [candidate] }]);
    const second = within(await screen.findByRole('region', { name: 'Convenio 1' }));
    await user.click(second.getByRole('button', { name: 'Sí se creó: es esta' }));
    expect(onDecide.mock.calls).toEqual([[{ kind: 'there', requestId: candidate.id }, 1]]);
    const first = within(screen.getByRole('region', { name: 'Convenio 0' }));
    await user.click(first.getByRole('button', { name: 'No se creó: crearla' }));
    expect(onDecide.mock.lastCall).toEqual([{ kind: 'again' }, 0]);
  });

  it('are about all of them by two buttons, which one request alone does not have', async () => {
    const { user, onDecide, unmount } = await open([ambiguous, ambiguous]);
    await user.click(await screen.findByRole('button', { name: 'Ninguna se creó: crearlas de nuevo' }));
    await user.click(screen.getByRole('button', { name: 'Descartar todas estas' }));
    expect(onDecide.mock.calls).toEqual([[{ kind: 'again' }], [{ kind: 'discard' }]]);
    unmount();
    await storedData().erase();
    await open([ambiguous]);
    expect(await screen.findByText('1 solicitud espera tu decisión')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Ninguna/ })).toBeNull();
  });

  it('say of invites in doubt that they are invites, and offer all at once nothing about creating', async () => {
    const invite: SendFailure = { step: 'invite', kind: 'ambiguous', subjectId: 's1', messages: [] };
    const { user, onDecide } = await open([invite, ambiguous]);
    const first = within(await screen.findByRole('region', { name: 'Convenio 0' }));
    expect(first.queryByRole('button', { name: /crearla/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /crearlas/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Nada de esto se hizo: repetirlo' }));
    expect(onDecide.mock.calls).toEqual([[{ kind: 'again' }]]);
  });

  it('are not there where nothing is in doubt', async () => {
    const { container } = await open([undefined]);
    await expect(bulks(scope).listItems('b1', { from: 0, most: 10 })).resolves.toHaveLength(1);
    expect(container.querySelector('h2')).toBeNull();
    expect(screen.queryByText(/tu decisión/)).toBeNull();
  });
});
