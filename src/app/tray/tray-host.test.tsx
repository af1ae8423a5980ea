import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedConnection } from '#client/session/connection.ts';
import { certifications } from '#jobs/certify/certifications.ts';
import { beginCertification } from '#jobs/certify/run-certification.ts';
import { json } from '#client/testing/answers.ts';
import { list, organization, origin, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { Tray } from './tray.tsx';

// One tab: a lock is had at once, and seen while it is held.
const held = new Set<string>();
beforeAll(() => {
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      query: () => Promise.resolve({ held: [...held].map((name) => ({ name })) }),
      request: async (name: string, ...rest: unknown[]) => {
        const run = rest.at(-1) as (lock: object | null) => Promise<unknown>; // the callback stands last
        if (held.has(name)) return run(null);
        held.add(name);
        return Promise.resolve(run({ name })).finally(() => held.delete(name));
      },
    },
  });
});
afterAll(() => {
  Reflect.deleteProperty(navigator, 'locks');
});

const witness = 'b'.repeat(24);
const certificate = { provider: 'P', createdAt: '2026-11-20T10:00:00Z' };

test('a queue that a reload stopped and that is left again, because the reader went elsewhere, goes on by itself', async () => {
  const looks: (() => void)[] = [];
  let certified = false;
  const service = smallService((seen, path) => {
    if (path === '/nom151-certification') {
      certified = true;
      return json({ id: witness, nom151: certificate });
    }
    if (path !== '/witnesses' || !seen.url.searchParams.has('_id')) return undefined;
    const answer = () => list([{ id: witness, ...(certified && { nom151: certificate }) }]);
    // The first look is answered once the reader is elsewhere.
    return looks.length > 0
      ? answer()
      : new Promise<Response>((answered) => looks.push(() => answered(answer())));
  });
  const connection = embeddedConnection(origin);
  const scope = `${connection.baseUrl}#${organization.id}`;
  const { job, items } = beginCertification('q', scope, [{ witness }], 0);
  await certifications(scope).add(job, items);

  const { session } = await renderInHost(<Tray />, { fetch: service.fetch, open: true });
  await waitFor(() => expect(looks).toHaveLength(1));
  await session.connect({ connection: embeddedConnection(origin), key: 'good-key', remember: false });
  looks[0]?.();
  await waitFor(async () => expect((await certifications(scope).read('q'))?.status).toBe('done'));
  expect(await screen.findByRole('button', { name: 'Operaciones' })).toBeVisible();
  await certifications(scope).remove('q');
});

test('its button counts what runs, and says without a number that something waits for the reader', async () => {
  const scope = `${embeddedConnection(origin).baseUrl}#${organization.id}`;
  const { job, items } = beginCertification('paused', scope, [{ witness }], 0);
  await certifications(scope).add({ ...job, status: 'paused' }, items);
  await renderInHost(<Tray />, { fetch: smallService().fetch, open: true });
  expect(await screen.findByRole('button', { name: 'Operaciones: 1 requiere tu atención' })).toBeVisible();
  await certifications(scope).remove('paused');
});

test('its button stays the same element and keeps the focus for the panel, which Esc closes', async () => {
  const { user } = await renderInHost(<Tray />, { fetch: smallService().fetch, open: true });
  const button = screen.getByRole('button', { name: m.shell_tray(), expanded: false });
  button.focus();
  await user.keyboard('{Enter}');
  const panel = await screen.findByRole('region', { name: m.common_tray_title() });
  await waitFor(() => expect(panel).toHaveFocus());
  expect(button).toBeInTheDocument();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await user.keyboard('{Escape}');
  expect(panel).not.toBeInTheDocument();
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('Tab leads from its button into the panel, and out of it to what follows the button', async () => {
  const page = (
    <>
      <Tray />
      <button type="button">Next</button>
    </>
  );
  const { user } = await renderInHost(page, { fetch: smallService().fetch, open: true });
  const button = screen.getByRole('button', { name: m.shell_tray() });
  await user.click(button);
  const panel = await screen.findByRole('region', { name: m.common_tray_title() });
  const fold = within(panel).getByRole('button', { name: m.common_tray_fold() });
  await waitFor(() => expect(panel).toHaveFocus());
  await user.tab({ shift: true });
  expect(button).toHaveFocus();
  await user.tab();
  expect(panel).toHaveFocus();
  await user.tab();
  expect(fold).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
  await user.click(fold);
  expect(button).toHaveFocus();
});
