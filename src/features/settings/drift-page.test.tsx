import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createDriftLog } from '#client/answers/drift.ts';
import { list, organization, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { DriftPage } from './drift-page.tsx';
import { SettingsPage } from './settings-page.tsx';

const at = '2026-11-18T23:41:07.000Z';
const whole = {
  id: 'd'.repeat(24),
  hash: 'b'.repeat(64),
  algorithm: 'SHA256',
  organization,
  createdAt: at,
  updatedAt: at,
};

async function shown(witness: object, node = <DriftPage />) {
  const { fetch } = smallService((_, path) => (path === '/witnesses' ? list([witness]) : undefined));
  const drift = createDriftLog();
  const host = await renderInHost(node, { fetch, open: true, drift });
  return host;
}

describe('the page of differences', () => {
  it('tells each difference by field, kind and shape, and shows no value', async () => {
    const { container } = await shown({ ...whole, hash: 12345678, colour: { shade: 'crimson' } });
    const table = await screen.findByRole('table', { name: 'GET /witnesses' });
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
    expect(rows).toHaveLength(2);
    expect(rows.join(' ')).toMatch(/results\[\]\.colour.*No está en la especificación.*\{shade: text\}/);
    expect(rows.join(' ')).toMatch(/results\[\]\.hash.*De otro tipo o forma.*Sha256Hex.*number/);
    expect(container.textContent).not.toMatch(/crimson|12345678/);
    expect(screen.getByRole('button', { name: 'Exportar como JSON' })).toBeEnabled();
  });

  it('says that nothing differed, and of how many answers', async () => {
    const { fetch } = smallService(() => list([]));
    const drift = createDriftLog();
    await renderInHost(<DriftPage />, { fetch, open: true, drift });
    expect(await screen.findByText('Sin diferencias')).toBeVisible();
    expect(
      screen.getByText('Se compararon 7 respuestas y todas coinciden con la especificación.'),
    ).toBeVisible();
  });

  it('is summed up in the settings for the answers that were read', async () => {
    const { fetch } = smallService((_, path) =>
      path === '/server-time' || path === '/openapi.json' ? refusal(404, 'Not here') : list([]),
    );
    await renderInHost(<SettingsPage />, { fetch, open: true, drift: createDriftLog() });
    expect(await screen.findByText(/respuestas y todas coinciden con la especificación/)).toBeVisible();
  });

  it('counts the answers that were errors, and does not compare them', async () => {
    const drift = createDriftLog();
    const failing = smallService((_, path) =>
      path === '/certificates' ? refusal(500, 'No disk') : list([]),
    );
    const { unmount } = await renderInHost(<DriftPage />, { fetch: failing.fetch, open: true, drift });
    expect(await screen.findByText('1 respuesta fue un error del servicio y no se comparó.')).toBeVisible();
    expect(screen.getByText('Sin diferencias en lo que se comparó')).toBeVisible();
    expect(
      screen.getByText('Se compararon 6 respuestas y todas coinciden con la especificación.'),
    ).toBeVisible();
    unmount();
    const settings = await renderInHost(<SettingsPage />, { fetch: failing.fetch, open: true, drift });
    const summary = await screen.findByText(
      /^Testigo usa \d+ operaciones de la API: \d+ responden, \d+ sin consultar, 1 falló$/,
    );
    const [total, ...parts] = (summary.textContent.match(/\d+/g) ?? []).map(Number);
    expect(parts.reduce((sum, part) => sum + part)).toBe(total);
    expect(screen.getByText(/\d+ respuestas fueron errores del servicio y no se compararon/)).toBeVisible();
    expect(screen.getByText('GET /certificates').closest('tr')).toHaveTextContent('Falló');
    settings.unmount();
  });

  it('has nothing to export where nothing was looked at', async () => {
    const { fetch } = smallService();
    await renderInHost(<DriftPage />, { fetch, open: true });
    expect(await screen.findByText('Aún no se compara ninguna respuesta')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Exportar como JSON' })).toBeDisabled();
  });
});

describe('the table of operations', () => {
  it('tells present, absent and not queried apart, and what is done without', async () => {
    const { fetch } = smallService((_, path) =>
      path === '/signature-requests' ? new Response('', { status: 404 }) : undefined,
    );
    const { user } = await renderInHost(<SettingsPage />, { fetch, open: true });
    await user.click(await screen.findByText(/operaciones de la API:/));
    const row = (text: string) => screen.getByText(text).closest('tr');
    expect(row('GET /signature-requests')).toHaveTextContent(
      /No disponible.*Las solicitudes se toman de sus testigos/,
    );
    expect(row('GET /signature-request-invites')).toHaveTextContent('Responde');
    expect(row('POST /signature-request')).toHaveTextContent(/sin consultar.*No se puede enviar/);
    expect(row('GET /issuers')).toHaveTextContent('sin consultar');
    expect(row('GET /api-keys')).toHaveTextContent(/Solo se ven las claves que se crean aquí/);
    expect(row('POST /api-key')).toHaveTextContent(/No se crean claves de API desde aquí/);
    await user.click(screen.getByRole('button', { name: 'Consultar de nuevo' }));
    await expect.poll(() => row('GET /issuers')?.textContent).toMatch('Responde');
  });
});
