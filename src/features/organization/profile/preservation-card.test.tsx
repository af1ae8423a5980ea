import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json } from '#client/testing/answers.ts';
import type { Locale } from '#i18n/messages.ts';
import { organization, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { ProfilePart } from './profile-part.tsx';

const path = `/organization/${organization.id}/preservation`;
const whole = {
  ...organization,
  quota: { API: true, nom151: 60, groupedNOM151: 900 },
  policies: { signatureRequest: { conservation: 'MERKLEIZED' } },
};

async function open(answer: () => Response | Promise<Response>, language: Locale = 'es-MX') {
  const service = smallService((_, called) => {
    if (called === path) return answer();
    return called === `/organization/${organization.id}` ? json(whole) : undefined;
  });
  const view = await renderInHost(<ProfilePart id={organization.id} />, {
    fetch: service.fetch,
    path: '/organization',
    open: true,
    language,
  });
  return { ...view, calls: () => service.seen.filter(({ url }) => url.pathname.endsWith(path)).length };
}

const waiting = { count: 0, oldestAt: null, withoutQuota: 0, withoutLog: 0 };
const nothing = { waiting, failing: { count: 0, needAttention: 0 }, items: [] };
const witness = (
  n: number,
  failure: {
    attempts?: number;
    reason?: string;
    needsAttention?: boolean;
    nextAttemptAt?: string | null;
  } = {},
) => ({
  witnessId: n.toString(16).padStart(24, '0'),
  hash: n.toString(16).padStart(64, '0'),
  failures: [
    {
      waitsFor: 'MERKLEIZED',
      attempts: 3,
      reason: 'NO_TIME_STAMP',
      needsAttention: false,
      nextAttemptAt: null,
      ...failure,
    },
  ],
});
const findCard = (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Conservación' });

describe('The preservation of the organization', () => {
  it('PR-8 is not there where the service does not answer it', async () => {
    await open(() => refusal(404, 'Not here'));
    expect(await screen.findByRole('region', { name: 'Cuota' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Conservación' })).toBeNull());
  });

  it('says that it loads, that it could not be read, and that nothing waits', async () => {
    let give: (answer: Response) => void = () => undefined;
    let next: Response | Promise<Response> = new Promise((resolve) => (give = resolve));
    const { user } = await open(() => next);
    const card = await findCard();
    expect(card.querySelector('[aria-busy="true"]')).not.toBeNull();
    give(refusal(500, 'No disk'));
    expect(await within(card).findByText('No se pudo cargar lo que espera conservación')).toBeVisible();
    next = json(nothing);
    await user.click(within(card).getByRole('button', { name: 'Reintentar' }));
    expect(await within(card).findByText('Ningún testigo espera su conservación.')).toBeVisible();
    expect(within(card).queryByRole('list')).toBeNull();
  });

  it('says how many wait and since when, and what no time brings', async () => {
    const oldestAt = new Date(Date.now() - 130_000).toISOString();
    await open(() => json({ ...nothing, waiting: { count: 2, oldestAt, withoutQuota: 3, withoutLog: 1 } }));
    const card = await findCard();
    expect(
      await within(card).findByText(
        /^2 testigos esperan su conservación; el más antiguo, desde hace 2\smin\.$/,
      ),
    ).toBeVisible();
    expect(within(card).getByText(/^3 testigos esperan cuota NOM-151/)).toBeVisible();
    expect(within(card).getByText(/^1 testigo espera el árbol de un tercero/)).toBeVisible();
    expect(within(card).queryByText('Ningún testigo espera su conservación.')).toBeNull();
    expect(within(card).queryByText(/último intento/)).toBeNull();
  });

  it('lists what fails with its reason, its attempts and the next one, and leads to the witness', async () => {
    const later = new Date(Date.now() + 40_000).toISOString();
    await open(() =>
      json({
        waiting: { ...waiting, count: 3, oldestAt: null },
        failing: { count: 3, needAttention: 1 },
        items: [
          witness(1, { attempts: 16, needsAttention: true, nextAttemptAt: later }),
          witness(2, { attempts: 1, reason: 'NOT_ANCHORED' }),
          witness(3, { reason: 'NEW\u202eCODE' }),
        ],
      }),
    );
    const card = await findCard();
    const [first, second, third] = await within(card).findAllByRole('listitem');
    expect(within(first!).getByRole('link')).toHaveAttribute('href', `/witnesses/${witness(1).witnessId}`);
    expect(first).toHaveTextContent('El prestador de certificación no dio el sello de tiempo');
    expect(first).toHaveTextContent('16 intentos fallidos seguidos');
    expect(first!.querySelector('time')).not.toBeNull();
    expect(within(first!).getByText('Requiere atención')).toBeVisible();
    expect(second).toHaveTextContent('La raíz no se pudo escribir en la cadena');
    expect(second).toHaveTextContent('1 intento fallido');
    expect(second).toHaveTextContent('Siguiente intento: de inmediato');
    expect(within(second!).queryByText('Requiere atención')).toBeNull();
    expect(third).toHaveTextContent('Motivo: NEW⟨U+202E⟩CODE');
    expect(card).toHaveTextContent(/3 testigos fallaron en su último intento/);
    expect(card).toHaveTextContent(/1 requiere atención: avisa a quien opera el servicio/);
  });

  it('folds a long list, and says how much of it the service left out', async () => {
    const items = Array.from({ length: 50 }, (_, n) => witness(n + 1));
    const { user } = await open(
      () => json({ waiting: { ...waiting, count: 134 }, failing: { count: 134, needAttention: 0 }, items }),
      'en',
    );
    const card = await screen.findByRole('region', { name: 'Preservation' });
    expect(await within(card).findByText('Showing 50 of 134, those with the most attempts.')).toBeVisible();
    const sixth = (): HTMLElement => card.querySelector<HTMLElement>(`a[href$="${witness(6).witnessId}"]`)!;
    expect(sixth()).not.toBeVisible();
    await user.click(within(card).getByText('Show 45 more'));
    expect(sixth()).toBeVisible();
  });

  it('shows what came of an answer of which a part is missing', async () => {
    await open(() =>
      json({ waiting: null, failing: null, items: [{ witnessId: null, hash: null, failures: null }] }),
    );
    const card = await findCard();
    expect(await within(card).findByText('El servicio no informa cuántos testigos esperan.')).toBeVisible();
    expect(card).toHaveTextContent(/1 testigo falló/);
  });

  it('is read again while the page is open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      let answer: object = nothing;
      const { calls } = await open(() => json(answer));
      const card = await findCard();
      await within(card).findByText('Ningún testigo espera su conservación.');
      const before = calls();
      answer = { ...nothing, waiting: { ...waiting, count: 1 } };
      await vi.advanceTimersByTimeAsync(16_000);
      expect(calls()).toBeGreaterThan(before);
      expect(await within(card).findByText('1 testigo espera su conservación.')).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });
});
