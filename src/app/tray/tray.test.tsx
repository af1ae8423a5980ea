import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { verifyRunSlot } from '#client/session/preferences.ts';
import { embeddedConnection } from '#client/session/connection.ts';
import { invalidate } from '#client/queries/invalidate.ts';
import { certifications } from '#jobs/certify/certifications.ts';
import { beginCertification } from '#jobs/certify/run-certification.ts';
import { organization, origin, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { Tray } from './tray.tsx';

const scope = `${embeddedConnection(origin).baseUrl}#${organization.id}`;

test('a job that is added while nothing is stored appears on the button of the tray', async () => {
  const { fetch } = smallService(() => undefined);
  const { queries } = await renderInHost(<Tray />, { fetch, open: true });
  expect(screen.getByRole('button', { name: m.shell_tray() })).toBeVisible();
  const { job, items } = beginCertification('q', scope, [], 0);
  await certifications(scope).add({ ...job, status: 'paused' }, items);
  await act(() => invalidate(queries, [scope, 'jobs']));
  expect(await screen.findByRole('button', { name: m.shell_tray_waiting({ count: 1 }) })).toBeVisible();
  await certifications(scope).remove('q');
});

test('without any job, its button opens an empty tray', async () => {
  const { fetch } = smallService(() => undefined);
  const { user } = await renderInHost(<Tray />, { fetch, open: true });
  await user.click(screen.getByRole('button', { name: m.shell_tray() }));
  await waitFor(() => expect(screen.getByText(m.common_tray_empty())).toBeVisible());
});

afterEach(() => sessionStorage.removeItem(verifyRunSlot));

test('a run of /verify that ended with the page before is on its button and in it, until it is removed', async () => {
  const note = { phase: 'paused', total: 500, checked: 120, invalid: 0, broken: 0, cancelled: 0, left: true };
  sessionStorage.setItem(verifyRunSlot, JSON.stringify(note));
  const { fetch } = smallService(() => undefined);
  const { user } = await renderInHost(<Tray />, { fetch, open: true });
  await user.click(await screen.findByRole('button', { name: m.shell_tray_waiting({ count: 1 }) }));
  const title = 'Verificación de 500 elementos';
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(m.common_tray_ends())).toBeVisible();
  await user.click(screen.getByRole('button', { name: m.common_tray_cancel({ name: title }) }));
  expect(await screen.findByText(m.common_tray_empty())).toBeVisible();
});
