import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { list, organization, origin, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { SandboxPage } from './sandbox-page.tsx';

const elsa = { id: '1'.repeat(24), commonName: 'Elsa Herrera Cámara', accessToken: 'token-elsa' };
const jorge = { id: '2'.repeat(24), commonName: 'Jorge Iván Treviño Garza', accessToken: 'token-jorge' };

function sandboxService(refuse = false) {
  let status = 'PENDING';
  return smallService((seen, path) => {
    if (path === '/sandbox/session')
      return json({ organizations: [{ ...organization, apiKey: 'good-key' }], subjects: [elsa, jorge] });
    if (path === '/signature-request-invites') {
      if (seen.headers.get('authorization') !== 'Bearer token-jorge') return list([]);
      const signatureRequest = {
        id: 'c'.repeat(24),
        name: 'Finiquito',
        organization: { id: organization.id },
      };
      return list([
        {
          id: 'd'.repeat(24),
          status,
          createdAt: '2026-11-18T10:00:00Z',
          subject: { id: jorge.id },
          signatureRequest,
        },
      ]);
    }
    if (path.startsWith('/sandbox/invites/')) {
      if (refuse) return refusal(409, 'The certificate has expired.');
      status = path.endsWith('/sign') ? 'SIGNED' : 'REJECTED';
      return json({});
    }
    return undefined;
  });
}

describe('The signer inbox of the sandbox', () => {
  it('shows first who has something to answer, says that one acts as them, and signs', async () => {
    const service = sandboxService();
    const { user } = await renderInHost(<SandboxPage />, {
      fetch: service.fetch,
      path: '/sandbox?tab=signers',
    });
    expect(await screen.findByText('Simulación: actúas como Jorge Iván Treviño Garza.')).toBeVisible();
    expect(await screen.findByText(/Grupo Ceibal pide la firma/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Firmar Finiquito' }));
    expect(await screen.findByText('Jorge Iván Treviño Garza firmó Finiquito')).toBeVisible();
    expect(await screen.findByText('Nada pendiente')).toBeVisible();
    const posts = service.seen.filter(({ method }) => method === 'POST').map(({ url }) => url.pathname);
    expect(posts).toEqual([`/sandbox/invites/${'d'.repeat(24)}/sign`]);
  });

  it('shows its tabs before its session is read, and those that do not need it without it', async () => {
    const fetch: typeof globalThis.fetch = (input, init) =>
      input === `${origin}/sandbox/session`
        ? new Promise(() => undefined)
        : smallService((_, path) =>
            path === '/sandbox/clock' ? json({ now: '2026-11-18T10:00:00Z', offset: 0 }) : undefined,
          ).fetch(input, init);
    const { user } = await renderInHost(<SandboxPage />, { fetch, path: '/sandbox' });
    await user.click(await screen.findByRole('tab', { name: 'Reloj' }));
    expect(await screen.findByText('Igual que el reloj del servidor.')).toBeVisible();
  });

  it('says that the tokens could not be loaded where the chain of the demo cannot be read', async () => {
    const whole = sandboxService();
    const fetch: typeof globalThis.fetch = (input, init) =>
      input === `${origin}/sandbox/anchors`
        ? Promise.resolve(refusal(500, 'No disk'))
        : whole.fetch(input, init);
    await renderInHost(<SandboxPage />, { fetch, path: '/sandbox?tab=signers' });
    expect(await screen.findByText('No se pudieron cargar los tokens de la demostración')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Por reclamar' })).toBeVisible();
    const holds = screen.getByRole('region', { name: 'Tokens que tiene' });
    expect(within(holds).getByRole('button', { name: 'Reintentar' })).toBeVisible();
  });

  it('says that it could not be counted what waits for a signer, and counts it again', async () => {
    const whole = sandboxService();
    let isDown = true;
    const fetch: typeof globalThis.fetch = (input, init) =>
      isDown && new Headers(init?.headers).get('authorization') === 'Bearer token-jorge'
        ? Promise.resolve(refusal(403, 'No disk'))
        : whole.fetch(input, init);
    const { user } = await renderInHost(<SandboxPage />, { fetch, path: '/sandbox?tab=signers' });
    expect(await screen.findByText('No se pudo contar lo que falta por responder.')).toBeVisible();
    isDown = false;
    const signers = screen.getByRole('region', { name: 'Firmantes' });
    await user.click(within(signers).getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('button', { name: /Jorge.*1/ })).toBeVisible();
    expect(screen.queryByText('No se pudo contar lo que falta por responder.')).toBeNull();
  });

  it('keeps the signer who was chosen while the lists of the others are on their way', async () => {
    const whole = sandboxService();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (new Headers(init?.headers).get('authorization') === 'Bearer token-jorge') await held;
      return whole.fetch(input, init);
    };
    const { user, where } = await renderInHost(<SandboxPage />, { fetch, path: '/sandbox?tab=signers' });
    await user.click(await screen.findByRole('button', { name: /Elsa/ }));
    release();
    expect(await screen.findByRole('button', { name: /Jorge.*1/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /Elsa/ })).toHaveAttribute('aria-pressed', 'true');
    expect(where()).toBe(`/sandbox?signer=${elsa.id}`);
  });

  it('leaves the address to the reader: a suggestion is not written to it', async () => {
    const { where } = await renderInHost(<SandboxPage />, {
      fetch: sandboxService().fetch,
      path: '/sandbox?tab=signers',
    });
    expect(await screen.findByRole('button', { name: 'Firmar Finiquito' })).toBeVisible();
    expect(where()).toBe('/sandbox?tab=signers');
  });

  it.each([
    ['was not read in full', 'SIGNED', 150, 'Respondidas'],
    ['has one of unknown status', 'ON_HOLD', 1, 'Estado desconocido'],
  ])('does not say that nothing waits where the list %s', async (_, status, count, card) => {
    const service = smallService((__, path) => {
      if (path === '/sandbox/session')
        return json({ organizations: [{ ...organization, apiKey: 'good-key' }], subjects: [elsa] });
      if (path !== '/signature-request-invites') return undefined;
      const signatureRequest = { id: 'c'.repeat(24), name: 'Finiquito' };
      return list([{ id: 'd'.repeat(24), status, subject: { id: elsa.id }, signatureRequest }], count);
    });
    await renderInHost(<SandboxPage />, { fetch: service.fetch, path: '/sandbox?tab=signers' });
    expect(await screen.findByText('No se encontró nada pendiente')).toBeVisible();
    expect(screen.queryByText('Nada pendiente')).toBeNull();
    expect(screen.getByRole('region', { name: card })).toBeVisible();
  });

  it('shows and counts no invite of a draft, which cannot be answered yet', async () => {
    const invite = (id: string, name: string, draft: boolean) => ({
      id: id.repeat(24),
      status: 'PENDING',
      subject: { id: elsa.id },
      signatureRequest: { id: id.repeat(24), name, draft },
    });
    const service = smallService((__, path) => {
      if (path === '/sandbox/session')
        return json({ organizations: [{ ...organization, apiKey: 'good-key' }], subjects: [elsa] });
      if (path !== '/signature-request-invites') return undefined;
      return list([invite('a', 'Orden de cambio', true), invite('b', 'Finiquito', false)]);
    });
    await renderInHost(<SandboxPage />, { fetch: service.fetch, path: '/sandbox?tab=signers' });
    expect(await screen.findByRole('button', { name: 'Firmar Finiquito' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Orden de cambio' })).toBeNull();
    expect(screen.getByRole('button', { name: /Elsa.*1/ })).toBeVisible();
  });

  it('numbers the cases in the language of the reader, answered or not', async () => {
    const invite = (id: string, name: string, status: string) => ({
      id: id.repeat(24),
      status,
      subject: { id: elsa.id },
      signatureRequest: { id: id.repeat(24), name },
    });
    const service = smallService((__, path) => {
      if (path === '/sandbox/session')
        return json({ organizations: [{ ...organization, apiKey: 'good-key' }], subjects: [elsa] });
      if (path !== '/signature-request-invites') return undefined;
      return list([invite('a', 'Caso 9. Finiquito', 'PENDING'), invite('b', 'Caso 17. Pagaré', 'SIGNED')]);
    });
    await renderInHost(<SandboxPage />, {
      fetch: service.fetch,
      path: '/sandbox?tab=signers',
      language: 'en',
    });
    expect(await screen.findByRole('heading', { name: 'Case 9. Finiquito' })).toBeVisible();
    expect(screen.getByText('Case 17. Pagaré')).toBeVisible();
  });

  it('asks before it rejects, because a rejection cannot be taken back', async () => {
    const service = sandboxService();
    const { user } = await renderInHost(<SandboxPage />, {
      fetch: service.fetch,
      path: '/sandbox?tab=signers',
    });
    await user.click(await screen.findByRole('button', { name: 'Rechazar Finiquito' }));
    expect(service.seen.some(({ method }) => method === 'POST')).toBe(false);
    const question = screen.getByRole('group', { name: '¿Rechazar Finiquito?' });
    await user.click(within(question).getByRole('button', { name: 'Rechazar' }));
    await waitFor(() => {
      expect(service.seen.some(({ url }) => url.pathname.endsWith('/reject'))).toBe(true);
    });
  });

  it('says beside the invitation why the service did not let it be signed', async () => {
    const { user } = await renderInHost(<SandboxPage />, {
      fetch: sandboxService(true).fetch,
      path: '/sandbox?tab=signers',
    });
    await user.click(await screen.findByRole('button', { name: 'Firmar Finiquito' }));
    expect(await screen.findByText(/The certificate has expired\./)).toBeVisible();
  });

  it('says that a service without a sandbox has none, which is no failure', async () => {
    await renderInHost(<SandboxPage />, { fetch: smallService().fetch, path: '/sandbox' });
    expect(await screen.findByText('Este servicio no tiene simulador')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('The parts of the sandbox', () => {
  const story = {
    name: 'clean-contract',
    title: 'Contrato limpio',
    organization: organization.id,
    request: 'f'.repeat(24),
    witness: 'e'.repeat(24),
  };
  const partsService = () =>
    smallService((_seen, path) => {
      if (path === '/sandbox/session')
        return json({ organizations: [{ ...organization, apiKey: 'good-key' }], subjects: [elsa, jorge] });
      if (path === '/sandbox/stories') return json([{ ...story, expected: [], baseline: [] }]);
      return path === '/sandbox/faults' ? refusal(404, 'Not here') : undefined;
    });

  it('are tabs with the test cases first, and the address names the open one', async () => {
    const { user, where } = await renderInHost(<SandboxPage />, {
      fetch: partsService().fetch,
      path: '/sandbox',
    });
    expect(await screen.findByRole('tab', { name: 'Casos de prueba', selected: true })).toBeVisible();
    expect(await screen.findByText('Contrato limpio')).toBeVisible();
    // Nobody is acted for here: the bar names nobody.
    expect(screen.getByText('Simulación: solo afecta a la demostración.')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Firmantes' }));
    expect(await screen.findByRole('button', { name: /Jorge/ })).toBeVisible();
    expect(where()).toBe('/sandbox?tab=signers');
    // Whoever is chosen is so still when the reader comes back.
    await user.click(screen.getByRole('button', { name: /Jorge/ }));
    const chosen = where()?.replace('/sandbox?', '') ?? '';
    await user.click(screen.getByRole('tab', { name: 'Reloj' }));
    expect(where()).toBe(`/sandbox?${chosen}&tab=clock`);
    await user.click(screen.getByRole('tab', { name: 'Firmantes' }));
    expect(await screen.findByRole('button', { name: /Jorge/, pressed: true })).toBeVisible();
  });

  it('say so where a sandbox of an older build lacks one', async () => {
    await renderInHost(<SandboxPage />, { fetch: partsService().fetch, path: '/sandbox?tab=faults' });
    expect(await screen.findByText('Este simulador no lo ofrece')).toBeVisible();
  });
});
