import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
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
