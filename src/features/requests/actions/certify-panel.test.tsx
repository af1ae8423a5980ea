import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { organization, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { CertifyPanel } from './certify-panel.tsx';

const request = {
  id: 'e'.repeat(24),
  witness: { id: 'c'.repeat(24), timestampedAt: '2026-11-11T00:00:00Z' },
};

async function openPanel({
  quota,
  certify = () => refusal(500, 'No disk'),
}: {
  quota: () => Response | Promise<Response>;
  certify?: () => Response;
}) {
  const { fetch } = smallService((_, at) => {
    if (at === '/nom151-certification') return certify();
    return at === `/organization/${organization.id}` ? quota() : undefined;
  });
  const onDone = vi.fn<() => void>();
  const view = await renderInHost(<CertifyPanel request={request} onDone={onDone} />, { fetch, open: true });
  return { ...view, onDone };
}

const withLeft = (nom151: number | null) => () => json({ ...organization, quota: { nom151 } });
const press = () => screen.findByRole('button', { name: m.requests_certify_confirm() });

describe('what a certificate costs', () => {
  it('is said without what is left while that is being read', async () => {
    await openPanel({ quota: () => new Promise<Response>(() => undefined) });
    expect(await screen.findByText(m.requests_certify_cost_one())).toBeVisible();
  });

  it.each([
    ['the service does not say what is left', withLeft(null), () => m.requests_certify_left_unsaid()],
    ['that could not be read', () => refusal(500, 'No disk'), () => m.requests_certify_left_unread()],
  ])('is said with the reason where %s', async (_, quota, words) => {
    await openPanel({ quota });
    expect(await screen.findByText(`${m.requests_certify_cost_one()} ${words()}`)).toBeVisible();
  });
});

describe('a certificate', () => {
  it('is not said to be missing from the quota once it was requested', async () => {
    let left = 1;
    const { user, queries } = await openPanel({ quota: () => withLeft(left)() });
    await user.click(await press());
    expect(await screen.findByText(/No disk/)).toBeVisible();
    left = 0;
    await queries.invalidateQueries();
    expect(await screen.findByText(m.requests_certify_cost_one())).toBeVisible();
    expect(screen.queryByText(m.requests_certify_none_left())).toBeNull();
  });

  it.each([
    ['requested', null, () => m.requests_certify_requested()],
    ['done', { createdAt: '2026-11-12T00:00:00Z' }, () => m.requests_certified()],
  ])('is said to be %s by what the answer holds', async (_, nom151, words) => {
    const { user, onDone } = await openPanel({
      quota: withLeft(3),
      certify: () => json({ ...request.witness, nom151 }),
    });
    await user.click(await press());
    expect(await screen.findByText(words())).toBeVisible();
    expect(onDone).toHaveBeenCalledOnce();
  });
});
