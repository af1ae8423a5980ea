import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { embeddedConnection, scopeOf } from '#client/session/connection.ts';
import { newDraft } from '#jobs/drafts/draft-shape.ts';
import { drafts } from '#jobs/drafts/drafts.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { json } from '#client/testing/answers.ts';
import { organization, origin, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { ComposePage } from './compose-page.tsx';

/** After the erasing that precedes the test: what is older stays erased. */
const later = new Date(Date.now() + 3_600_000).toISOString();

beforeEach(() => storedData().erase());

describe('the cost of a request with NOM-151', () => {
  it.each([
    ['is loading', () => new Promise<Response>(() => undefined), m.common_quota_loading],
    ['could not be read', () => refusal(500, 'No disk'), m.common_quota_failed],
    ['is not reported', () => json(organization), m.common_quota_unknown],
  ])('NO-2 says of a quota that %s just that', async (_, answer, words) => {
    const draft = {
      ...newDraft(scopeOf(embeddedConnection(origin), organization.id)),
      updatedAt: later,
      nom151: true,
    };
    await drafts(draft.scope).write(draft);
    const { fetch } = smallService((_seen, path) =>
      path === `/organization/${organization.id}` ? answer() : undefined,
    );
    await renderInHost(<ComposePage />, { fetch, open: true, path: `/requests/new?draft=${draft.id}` });
    expect(await screen.findByText(words())).toBeVisible();
  });
});

describe('an address with a draft', () => {
  const gone = 'Ese borrador no está en este equipo; esta es una solicitud nueva.';

  it('that this browser does not have says so, above a new request', async () => {
    const { fetch } = smallService();
    await renderInHost(<ComposePage />, { fetch, open: true, path: '/requests/new?draft=not-here' });
    expect(await screen.findByText(gone)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Nueva solicitud' })).toBeVisible();
  });

  it('that it has, and one without any, say nothing', async () => {
    const draft = { ...newDraft(scopeOf(embeddedConnection(origin), organization.id)), updatedAt: later };
    await drafts(draft.scope).write(draft);
    const { fetch } = smallService();
    for (const path of [`/requests/new?draft=${draft.id}`, '/requests/new']) {
      const { unmount } = await renderInHost(<ComposePage />, { fetch, open: true, path });
      expect(await screen.findByText('Suelta aquí el documento')).toBeVisible();
      expect(screen.queryByText(gone)).toBeNull();
      unmount();
    }
  });
});

it('a request is offered to be discarded once something was written in it', async () => {
  const { fetch } = smallService();
  const { user } = await renderInHost(<ComposePage />, { fetch, open: true, path: '/requests/new' });
  const name = await screen.findByRole('textbox', { name: 'Nombre' });
  expect(screen.queryByRole('button', { name: 'Descartar este borrador' })).toBeNull();
  await user.type(name, 'Contrato');
  expect(await screen.findByRole('button', { name: 'Descartar este borrador' })).toBeVisible();
});
