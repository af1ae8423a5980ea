import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '#ui/testing/render.tsx';
import { m } from '#i18n/messages.ts';
import { RequestTimeline } from './request-timeline.tsx';

const ana = { id: 'a', commonName: 'Ana Sofía Pech Uc' };
const request = {
  id: 'e'.repeat(24),
  createdAt: '2026-11-11T00:00:00Z',
  invites: [{ id: '1', status: 'PENDING', createdAt: '2026-11-11T00:00:00Z', subject: { id: ana.id } }],
};

it('a signer of a draft was added and not invited yet', () => {
  renderUi(() => <RequestTimeline request={{ ...request, draft: true }} people={{ a: ana }} />);
  expect(screen.getByText(m.requests_invite_added({ name: ana.commonName }))).toBeVisible();
  expect(screen.queryByText(m.requests_event_invited({ who: ana.commonName }))).toBeNull();
});

it('a signer of a request that was sent was invited', () => {
  renderUi(() => <RequestTimeline request={{ ...request, draft: false }} people={{ a: ana }} />);
  expect(screen.getByText(m.requests_event_invited({ who: ana.commonName }))).toBeVisible();
});
