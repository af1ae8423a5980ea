import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { embeddedConnection, scopeOf } from '#client/session/connection.ts';
import { newDraft, type Draft, type NotCopied } from '#jobs/drafts/draft-shape.ts';
import { drafts } from '#jobs/drafts/drafts.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { json } from '#client/testing/answers.ts';
import { list, organization, origin, renderInHost, smallService } from '#widgets/testing/host.tsx';
import type { Locale } from '#i18n/messages.ts';
import { ComposePage } from './compose-page.tsx';

const ana = { id: 'a1'.repeat(12), commonName: 'Ana Sofía Pech Uc' };
/** After the erasing that precedes the test: what is older stays erased. */
const later = new Date(Date.now() + 3_600_000).toISOString();
const scope = scopeOf(embeddedConnection(origin), organization.id);

async function openComposer(notCopied: readonly NotCopied[], part: Partial<Draft> = {}, language?: Locale) {
  const draft: Draft = {
    ...newDraft(scope),
    updatedAt: later,
    name: 'Contrato de obra',
    kind: 'text',
    corrects: {
      id: 'e'.repeat(24),
      name: 'Contrato de obra',
      rejectedAt: '2026-11-17T18:00:00Z',
      by: ['Luis Canché'],
      notCopied,
    },
    ...part,
  };
  await drafts(scope).write(draft);
  const { fetch } = smallService((_, path) => {
    if (path === '/subjects') return list([ana]);
    return path === `/subject/${ana.id}` ? json(ana) : undefined;
  });
  return renderInHost(<ComposePage />, {
    fetch,
    open: true,
    path: `/requests/new?draft=${draft.id}`,
    ...(language ? { language } : {}),
  });
}

const strip = () => screen.findByText(/^(Corrige|Corrects):/);

beforeEach(() => storedData().erase());

describe('the composer of a correction', () => {
  it('names the rejected request with a link, who rejected it and when', async () => {
    await openComposer([]);
    const of = await strip();
    expect(of).toHaveTextContent(/Corrige: Contrato de obra\. Rechazada por Luis Canché el .*17/);
    expect(within(of).getByRole('link', { name: 'Contrato de obra' })).toHaveAttribute(
      'href',
      `/requests/${'e'.repeat(24)}`,
    );
    expect(screen.queryByText(/no se copió/)).toBeNull();
  });

  it('warns that the document was not copied until there is one', async () => {
    const { user } = await openComposer(['document-missing'], {
      signers: [{ ...ana, name: ana.commonName }],
    });
    expect(await screen.findByText(/El documento no se copió: el servicio ya no lo entrega/)).toBeVisible();
    await user.type(
      screen.getByRole('textbox', { name: 'Texto del documento' }),
      'Se corrige la cláusula quinta.',
    );
    await waitFor(() => expect(screen.queryByText(/El documento no se copió/)).toBeNull());
    expect(await strip()).toBeVisible();
  });

  it('warns that not all signers are known until one is chosen', async () => {
    const { user } = await openComposer(['signers'], { text: 'Se corrige.' });
    expect(await screen.findByText('No se conocen todos los firmantes. Revisa la lista.')).toBeVisible();
    await user.type(screen.getByRole('combobox', { name: 'Buscar a una persona' }), 'Ana');
    await user.click(await screen.findByRole('option', { name: /Ana Sofía/ }));
    await waitFor(() => expect(screen.queryByText(/No se conocen todos los firmantes/)).toBeNull());
  });

  it.each([
    ['document-unread', 'The document was not copied: it could not be read'],
    ['document-damaged', 'The document was not copied: its bytes'],
    ['document-no-room', 'The document was not copied: '],
    ['iou', 'The service did not send'],
  ] as const)('says in English what is missing: %s', async (reason, words) => {
    await openComposer([reason], {}, 'en');
    expect(await screen.findByText((text) => text.startsWith(words))).toBeVisible();
  });
});
