import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { CertifyPanel } from '#features/requests/actions/certify-panel.tsx';
import { CertifyOne } from '#features/witnesses/certify/certify-one.tsx';
import { WitnessesPage } from '#features/witnesses/list/witnesses-page.tsx';
import { list, organization, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { useNavigation } from './frame/use-navigation.tsx';

vi.setConfig({ testTimeout: 60_000 });

const other = { id: 'b'.repeat(24), name: 'Notaría Uxmal' };
const witness = {
  id: 'c'.repeat(24),
  hash: 'd'.repeat(64),
  algorithm: 'SHA256' as const,
  organization: other,
  createdAt: '2026-11-01T00:00:00.000Z',
};

/** A member of two organizations: of all witnesses and requests there are more than of either. */
function ofTwo(organizations = [organization, other]) {
  const counts: Readonly<Record<string, number>> = { [organization.id]: 3, [other.id]: 40 };
  return smallService(({ url }, path) => {
    if (path === '/organizations') return list(organizations);
    const named = /^\/organization\/(\w+)$/.exec(path)?.[1];
    if (named)
      return json({
        ...organizations.find(({ id }) => id === named),
        quota: { API: true, nom151: named === other.id ? 7 : 900, groupedNOM151: 1 },
      });
    if (path !== '/witnesses' && path !== '/signature-requests') return undefined;
    const { eq = '' } = JSON.parse(url.searchParams.get('organization') ?? '{}') as { eq?: string };
    const ids = url.searchParams.get('_id');
    return list(ids ? [witness] : [], ids ? 1 : (counts[eq] ?? 43));
  });
}

function Badges() {
  const items = useNavigation().flat();
  const countOf = (name: string) => items.find(({ id }) => id === name)?.count ?? '…';
  return (
    <p>
      {countOf('requests')} requests, {countOf('witnesses')} witnesses
    </p>
  );
}

describe('a member of two organizations', () => {
  it('OR-1 counts requests and witnesses of the chosen one', async () => {
    const { session } = await renderInHost(<Badges />, { fetch: ofTwo().fetch, open: true });
    expect(await screen.findByText('3 requests, 3 witnesses')).toBeVisible();
    act(() => session.chooseOrganization(other));
    expect(await screen.findByText('40 requests, 40 witnesses')).toBeVisible();
  });

  it('OR-1 lists witnesses of the chosen one, or of the one that a filter names', async () => {
    const service = ofTwo();
    const page = (
      <Routes>
        <Route path="*" element={<WitnessesPage />} />
      </Routes>
    );
    const organizations = () =>
      service.seen
        .filter(({ url }) => url.pathname.endsWith('/witnesses'))
        .map(({ url }) => url.searchParams.get('organization'));
    const { session, unmount } = await renderInHost(page, {
      fetch: service.fetch,
      path: '/witnesses',
      open: true,
    });
    const eq = (id: string): string => JSON.stringify({ eq: id });
    await waitFor(() => expect(organizations().at(-1)).toBe(eq(organization.id)));
    service.seen.length = 0;
    act(() => session.chooseOrganization(other));
    await waitFor(() => expect(organizations().at(-1)).toBe(eq(other.id)));
    expect(organizations()).not.toContain(null);
    unmount();
    service.seen.length = 0;
    await renderInHost(page, {
      fetch: service.fetch,
      path: `/witnesses?organization=${other.id}`,
      open: true,
    });
    await waitFor(() => expect(organizations()).toContain(eq(other.id)));
  });

  it('NO-2 says whose quota is spent where a witness is not of the chosen one', async () => {
    const { user } = await renderInHost(<CertifyOne witness={witness} />, {
      fetch: ofTwo().fetch,
      open: true,
    });
    await user.click(await screen.findByRole('button', { name: /Certificar/ }));
    expect(
      await screen.findByText(/se descuenta de la cuota de Notaría Uxmal, no de la de Grupo Ceibal/),
    ).toBeVisible();
    expect(screen.getByRole('dialog')).toHaveTextContent(/\b7\b/);
    expect(screen.getByRole('dialog')).not.toHaveTextContent('900');
  });

  it('NO-2 says so on the page of a request, with what that quota has left', async () => {
    const request = { id: 'e'.repeat(24), organization: { id: other.id }, witness: { id: witness.id } };
    await renderInHost(<CertifyPanel request={request} onDone={() => undefined} />, {
      fetch: ofTwo().fetch,
      open: true,
    });
    expect(
      await screen.findByText(/Se descuenta de la cuota de Notaría Uxmal, no de la de Grupo Ceibal/),
    ).toBeVisible();
    expect(await screen.findByText(/\b7\b/)).toBeVisible();
  });

  it('NO-2 has nothing to certify of an organization that it does not act for', async () => {
    const { container } = await renderInHost(<CertifyOne witness={witness} />, {
      fetch: ofTwo([organization]).fetch,
      open: true,
    });
    expect(container.querySelector('button')).toBeNull();
  });
});
