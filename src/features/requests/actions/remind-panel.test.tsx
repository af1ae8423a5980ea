import { screen, waitFor, within } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { embeddedConnection, scopeOf } from '#client/session/connection.ts';
import { database } from '#jobs/store/database.ts';
import { reminders } from '#jobs/store/follow-ups.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { json } from '#client/testing/answers.ts';
import { list, organization, origin, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { Route, Routes } from 'react-router-dom';
import { RequestPage } from '../detail/request-page.tsx';

const secret = 'anonymous-key-of-the-request';
const ana = { id: 'a1'.repeat(12), commonName: 'Ana Sofía Pech Uc', emailAddress: 'ana@ejemplo.mx' };
const luis = { id: 'b2'.repeat(12), commonName: 'Luis Canché' };
const invite = (digit: string, subject: object, part: object = { status: 'PENDING' }) => ({
  id: digit.repeat(24),
  subject,
  createdAt: '2026-11-11T00:00:00Z',
  ...part,
});
const waiting = {
  id: 'e'.repeat(24),
  name: 'Contrato de obra',
  draft: false,
  finalized: false,
  createdAt: '2026-11-11T00:00:00Z',
  anonymousKey: secret,
  content: {},
  organization,
  invites: [
    invite('1', ana),
    invite('2', luis),
    invite(
      '3',
      { id: 'c3'.repeat(12), commonName: 'Elsa May' },
      { status: 'SIGNED', signedAt: '2026-11-12T00:00:00Z' },
    ),
  ],
};
const scope = scopeOf(embeddedConnection(origin), organization.id);
const stored = () => new QueryClient().query(reminders(scope).list());

async function openPage(request: object = waiting, path = `/requests/${waiting.id}?open=remind`) {
  const { fetch, seen } = smallService((call, at) => {
    if (at === `/signature-request/${waiting.id}`) return json(request);
    const people = [ana, luis].filter(({ id }) => at === `/subject/${id}` || call.url.search.includes(id));
    return at.startsWith('/subject')
      ? at === '/subjects'
        ? list(people)
        : json(people[0] ?? null)
      : undefined;
  });
  const page = (
    <Routes>
      <Route path="/requests/:id" element={<RequestPage />} />
    </Routes>
  );
  return { ...(await renderInHost(page, { fetch, open: true, path })), seen };
}

const panel = () => screen.findByRole('region', { name: 'Recordar a quien falta' });

beforeEach(() => storedData().erase());
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

describe('a reminder', () => {
  it('is copied for one person with a link that gives access, and recorded without either', async () => {
    const { user, container } = await openPage();
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const copy = await within(await panel()).findByRole('button', { name: /Copiar .* Ana Sofía Pech Uc/ });
    expect(within(await panel()).queryByText('Elsa May')).toBeNull();
    await user.click(copy);
    const text = copied.mock.calls[0]?.[0] ?? '';
    expect(text).toContain('Ana Sofía Pech Uc');
    expect(text).toContain('«Contrato de obra», de Grupo Ceibal');
    expect(text).toContain(`/requests/${waiting.id}#k=${secret}`);
    await waitFor(async () => expect(await stored()).toMatchObject([{ person: ana.id, means: 'copied' }]));
    await waitFor(() => expect(screen.getAllByText(/^Recordatorio copiado/).length).toBeGreaterThan(1));
    expect(container.innerHTML).not.toContain(secret);
    expect(JSON.stringify(await (await database()).getAll('reminders'))).not.toContain(secret);
    expect(screen.queryByText(/enviad[oa] a Ana/i)).toBeNull();
  });

  it('opens the mail program with the address that is known, and none where it is not', async () => {
    const { user } = await openPage();
    const opened: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      opened.push(this.href);
    });
    await user.click(await screen.findByRole('button', { name: /^Correo .* Ana/ }));
    await user.click(screen.getByRole('button', { name: /^Correo .* Luis/ }));
    const [toAna = '', toLuis = ''] = opened;
    expect(decodeURIComponent(toAna)).toMatch(
      /^mailto:ana@ejemplo\.mx\?subject=Falta tu respuesta: Contrato de obra&body=/,
    );
    expect(decodeURIComponent(toAna)).toContain(`#k=${secret}`);
    expect(toLuis).toMatch(/^mailto:\?subject=/);
    await waitFor(async () => expect(await stored()).toHaveLength(2));
  });

  it('is handed to another app where there is a share sheet, and not recorded when that was closed', async () => {
    const share = vi
      .fn()
      .mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
      .mockResolvedValue(undefined);
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    const { user } = await openPage();
    const button = await screen.findByRole('button', { name: /^Compartir .* Ana/ });
    await user.click(button);
    expect(await stored()).toEqual([]);
    expect(screen.queryByText(/El navegador no lo permitió/)).toBeNull();
    await user.click(button);
    await waitFor(async () => expect(await stored()).toMatchObject([{ means: 'shared' }]));
  });

  it('that could not be copied is said, and not recorded', async () => {
    const { user } = await openPage();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await user.click(await screen.findByRole('button', { name: /Copiar .* Ana/ }));
    expect(await screen.findByText(/El navegador no lo permitió/)).toBeVisible();
    expect(await stored()).toEqual([]);
  });

  it('has the plain link where the request has no key to share', async () => {
    const { user } = await openPage({ ...waiting, anonymousKey: null });
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(await screen.findByRole('button', { name: /Copiar .* Luis/ }));
    expect(copied.mock.calls[0]?.[0]).toMatch(new RegExp(`/requests/${waiting.id}$`));
    expect(screen.getByText(/cada persona usa su propio acceso/)).toBeVisible();
  });

  it('is for nobody where everyone has answered, and not where an answer is not known', async () => {
    const [, , signed] = waiting.invites;
    const { unmount } = await openPage({ ...waiting, invites: [signed] });
    expect(await within(await panel()).findByText(m.requests_remind_nobody())).toBeVisible();
    unmount();
    for (const other of [{ id: '4'.repeat(24) }, invite('4', luis, { status: 'ARCHIVED' })]) {
      const view = await openPage({ ...waiting, invites: [signed, other] });
      expect(await within(await panel()).findByText(m.requests_stands_answers_unknown())).toBeVisible();
      view.unmount();
    }
  });

  it('has the focus when its panel opens, and Escape closes it and cleans the address', async () => {
    const { user, where } = await openPage();
    await waitFor(async () =>
      expect(await screen.findByRole('button', { name: /Copiar .* Ana/ })).toHaveFocus(),
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Recordar a quien falta' })).toBeNull());
    expect(where()).toBe(`/requests/${waiting.id}`);
  });
});

describe('the primary action of a request', () => {
  const primary = () =>
    screen.getAllByRole('button').filter((button) => button.getAttribute('data-variant') === 'contained');

  it.each([
    ['a draft: to send it', { ...waiting, draft: true }, 'Enviar'],
    ['one that waits: to remind', waiting, 'Recordar'],
    [
      'a rejected one: to correct it',
      { ...waiting, rejectedAt: '2026-11-12T00:00:00Z', invites: [invite('1', ana, { status: 'REJECTED' })] },
      'Corregir y reenviar',
    ],
  ])('is one, of %s', async (_, request, words) => {
    await openPage(request, `/requests/${waiting.id}`);
    await screen.findByRole('button', { name: words });
    expect(primary().map((button) => button.textContent)).toEqual([words]);
  });
});
