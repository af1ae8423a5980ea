import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HashAnswer, HashQuestion } from '#client/files/hash-worker.ts';
import { embeddedConnection, scopeOf } from '#client/session/connection.ts';
import { json } from '#client/testing/answers.ts';
import { newDraft, type Draft } from '#jobs/drafts/draft-shape.ts';
import { drafts } from '#jobs/drafts/drafts.ts';
import { beginSend } from '#jobs/send/send-job.ts';
import type { SendJob } from '#jobs/send/send-record.ts';
import { sends } from '#jobs/send/sends.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { sendPlan } from '#jobs/testing/send-plan.ts';
import { list, organization, origin, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { ComposePage } from '../compose-page.tsx';

/** jsdom has no workers. */
class HashWorker {
  static created: HashWorker[] = [];
  onmessage: ((event: { data: HashAnswer }) => void) | undefined;
  onerror: ((event: { message: string }) => void) | undefined;
  constructor() {
    HashWorker.created.push(this);
  }
  postMessage({ file: { size } }: HashQuestion): void {
    const md5 = String(size).padStart(32, '0');
    queueMicrotask(() =>
      this.onmessage?.({ data: { kind: 'done', md5, sha256: 'a'.repeat(64), bytes: size } }),
    );
  }
  terminate = (): void => undefined;
}
// Whole pages take jsdom seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const scope = scopeOf(embeddedConnection(origin), organization.id);
/** After the erasing that precedes the test: what is older stays erased. */
const later = new Date(Date.now() + 3_600_000).toISOString();
const both = [
  { id: 'a1'.repeat(12), name: 'Ana Sofía Pech Uc' },
  { id: 'b2'.repeat(12), name: 'Luis Canché' },
];

async function open(part: Partial<Draft>) {
  const draft: Draft = { ...newDraft(scope), updatedAt: later, ...part };
  await drafts(scope).write(draft);
  const { fetch } = smallService((_, path) => {
    const id = /^\/subject\/(.*)$/.exec(path)?.[1];
    if (id !== undefined) return json(both.find((person) => person.id === id));
    if (path === '/organization-links')
      return list(both.map((subject, at) => ({ id: String(at).repeat(24), subject, organization })));
    return undefined;
  });
  const path = `/requests/new?draft=${draft.id}`;
  const { user } = await renderInHost(<ComposePage />, { fetch, open: true, path });
  return { user, stored: () => drafts(scope).read(draft.id) };
}

/** What a send of a draft left when it failed. */
async function fail(id: string, part: Partial<SendJob>): Promise<void> {
  const failure = { step: part.step ?? 'upload', kind: 'unavailable', messages: [] } as const;
  const begun = { ...beginSend(id, scope, sendPlan), startedAt: later };
  await sends(scope).write({ ...begun, status: 'failed', failure, ...part });
}

const nameField = () => screen.findByRole('textbox', { name: 'Nombre' });

beforeEach(async () => {
  vi.stubGlobal('Worker', HashWorker);
  await storedData().erase();
});
afterAll(() => {
  // The next file of this process must not find them.
  for (const worker of HashWorker.created) worker.onerror?.({ message: 'The test has ended.' });
});

describe('discarding a draft whose send failed', () => {
  const left = { step: 'create', progress: { invited: {}, key: 'k' }, retryAt: later } as const;
  const uploaded = 'El documento ya se subió al servicio y se queda ahí; no se creó ninguna solicitud.';

  it('says what the service already has, and ends the send with it', async () => {
    await fail('d', left);
    const { user, stored } = await open({ id: 'd', kind: 'text', name: 'Carta' });
    await user.click(await screen.findByRole('button', { name: 'Descartar este borrador' }));
    expect(await screen.findByText(uploaded)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Descartar' }));
    await waitFor(async () => expect(await sends(scope).list()).toEqual([]));
    await waitFor(async () => expect(await stored()).toBeUndefined());
  });

  it('does the same from the list of drafts', async () => {
    await drafts(scope).write({ ...newDraft(scope), id: 'other', name: 'Otra carta', updatedAt: later });
    await fail('other', left);
    const { user } = await open({ kind: 'text' });
    await user.click(await screen.findByRole('button', { name: 'Descartar: Otra carta' }));
    expect(await screen.findByText(uploaded)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Descartar' }));
    await waitFor(async () => expect(await sends(scope).list()).toEqual([]));
    expect(await drafts(scope).read('other')).toBeUndefined();
  });

  it('is not offered while it is being sent', async () => {
    await fail('d', { ...left, status: 'running', updatedAt: later });
    await open({ id: 'd', kind: 'text', name: 'Carta' });
    expect(await screen.findByText('Otra pestaña lo está enviando. Se envía una sola vez.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Descartar este borrador' })).toBeNull();
  });
});

describe('a form whose send failed', () => {
  const draft = { id: 'd', kind: 'text', name: 'Carta', text: 'Responsiva.', signers: both } as const;
  const plan = { ...sendPlan, name: 'Carta', signers: both };
  const stopped = { plan, retryAt: later };

  it('before anything was created says so, sends what it holds by then, and nothing by itself meanwhile', async () => {
    await fail('d', { ...stopped, step: 'upload' });
    const { user } = await open(draft);
    expect(await screen.findByText(/No se creó ninguna solicitud. Puedes corregir/)).toBeVisible();
    await user.type(await nameField(), ' corregida');
    const sent = sends(scope);
    await waitFor(async () => expect(await sent.read('d')).toMatchObject({ edited: true }));
    expect(await sent.read('d')).not.toHaveProperty('retryAt');
    // Wrong fields are said as at the first attempt.
    await user.clear(await nameField());
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    await waitFor(async () => expect(await nameField()).toBeInvalid());
    expect(await sent.read('d')).toMatchObject({ edited: true, plan });
    await user.type(await nameField(), 'Otra carta');
    await user.click(screen.getByRole('button', { name: /^Quitar a Luis/ }));
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    // The new plan was begun; jsdom stores no bytes that could be uploaded.
    await waitFor(
      async () =>
        expect(await sent.read('d')).toMatchObject({
          status: 'failed',
          plan: { name: 'Otra carta', signers: [{ id: both[0]?.id }], size: 'Responsiva.'.length },
        }),
      { timeout: 10_000 },
    );
    expect(await sent.read('d')).not.toHaveProperty('edited');
  });

  it.each([
    ['is in doubt', { creating: true, attempts: 1 }, /Ya se pidió crear la solicitud con estos datos/],
    ['was made', { requestId: 'r' }, /La solicitud ya se creó con estos datos/],
  ] as const)(
    'after a create that %s shows what was sent, says why, and only goes on',
    async (_, more, words) => {
      const step = 'requestId' in more ? 'invite' : 'create';
      await fail('d', { ...stopped, step, progress: { invited: {}, key: 'k', ...more } });
      await open(draft);
      expect(await screen.findByText(words)).toBeVisible();
      expect(await nameField()).toBeDisabled();
      expect(screen.getByRole('button', { name: /^Quitar a Luis/ })).toBeDisabled();
      expect(screen.getByRole('switch', { name: /Dejar en borrador/ })).toBeDisabled();
      expect(screen.getByRole('button', { name: 'Continuar' })).toBeEnabled();
    },
  );
});
