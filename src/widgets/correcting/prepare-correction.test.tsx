import { screen, waitFor } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { scopeOf, embeddedConnection } from '#client/session/connection.ts';
import type { Draft } from '#jobs/drafts/draft-shape.ts';
import { drafts } from '#jobs/drafts/drafts.ts';
import { storedFiles } from '#jobs/store/stored-files.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { faults } from '#contract/operations/errors.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { documentDigest } from '#client/families/requests/content.ts';
import { json } from '#client/testing/answers.ts';
import { list, organization, origin, renderInHost, smallService } from '../testing/host.tsx';
import { CorrectButton } from './correct-button.tsx';

const ana = { id: 'a1'.repeat(12), commonName: 'Ana Sofía Pech Uc' };
const luis = { id: 'b2'.repeat(12), commonName: 'Luis Canché' };
const rejected: SignatureRequest = {
  id: 'e'.repeat(24),
  name: 'Contrato de obra',
  draft: false,
  nom151: true,
  content: { pdf: 'a/b/c.pdf' },
  rejectedAt: '2026-11-17T10:00:00Z',
  invites: [
    { id: '1'.repeat(24), subject: { id: ana.id }, status: 'SIGNED' },
    { id: '2'.repeat(24), subject: luis, status: 'REJECTED', rejectedAt: '2026-11-17T10:00:00Z' },
  ],
};
const scope = scopeOf(embeddedConnection(origin), organization.id);
const stored = (): Promise<readonly Draft[]> => new QueryClient().query(drafts(scope).list());

type Answer = () => Response;
const bytes = (text: string) => () => new Response(text, { headers: { 'content-type': 'application/pdf' } });
const fault = (name: 'content-damaged' | 'not-found') => () => {
  const { code, status } = faults[name];
  return json({ errors: [{ message: 'x', extensions: { code, http: { status } } }] }, status);
};

async function show(request: SignatureRequest, answer: Answer = bytes('%PDF-1.4 contrato')) {
  const { fetch } = smallService((_, path) => (path.startsWith('/content/') ? answer() : undefined));
  return renderInHost(<CorrectButton variant="contained" request={request} people={{ [ana.id]: ana }} />, {
    fetch,
    open: true,
    path: '/requests/x',
  });
}

async function press(request: SignatureRequest, answer?: Answer, digest?: string): Promise<Draft> {
  const { user, where, unmount, queries } = await show(request, answer);
  if (digest !== undefined) {
    // No worker hashes here: the bytes are there already, with what they were hashed to.
    const read = new Blob(['%PDF-1.4 another']);
    queries.setQueryData([scope, 'content', 'a/b/c.pdf'], read);
    queries.setQueryData(documentDigest(read).queryKey, digest);
  }
  await user.click(screen.getByRole('button', { name: 'Corregir y reenviar' }));
  await waitFor(() => expect(where()).toContain('/requests/new?draft='));
  const [draft] = await stored();
  expect(where()).toBe(`/requests/new?draft=${draft?.id}`);
  unmount();
  return draft!;
}

beforeEach(() => storedData().erase());

describe('correcting a rejected request', () => {
  it('prepares a draft with its name, document, signers and options, and who rejected it and when', async () => {
    const draft = await press(rejected);
    expect(draft).toMatchObject({
      kind: 'file',
      name: 'Contrato de obra',
      nom151: true,
      keepAsDraft: false,
      file: { name: 'Contrato de obra.pdf', type: 'application/pdf', size: 17 },
      signers: [
        { id: ana.id, name: ana.commonName },
        { id: luis.id, name: luis.commonName },
      ],
      corrects: {
        id: rejected.id,
        name: 'Contrato de obra',
        rejectedAt: '2026-11-17T10:00:00Z',
        by: [luis.commonName],
        notCopied: [],
      },
    });
    expect(await storedFiles(scope).listFiles()).toMatchObject([{ id: draft.fileId, size: 17 }]);
  });

  it('reads the names of signers that the list has by id alone, and goes on without those it cannot read', async () => {
    const invites = [ana, luis].map(({ id }, at) => ({
      id: String(at + 1).repeat(24),
      subject: { id },
      status: 'REJECTED',
    }));
    const { fetch } = smallService((_, path) => {
      if (path.startsWith('/content/')) return bytes('%PDF-1.4 contrato')();
      return path === '/subjects' ? list([luis]) : undefined;
    });
    const { user, where } = await renderInHost(
      <CorrectButton variant="text" request={{ ...rejected, invites }} />,
      { fetch, open: true },
    );
    await user.click(screen.getByRole('button', { name: 'Corregir y reenviar' }));
    await waitFor(() => expect(where()).toContain('/requests/new?draft='));
    const [draft] = await stored();
    expect(draft?.corrects?.by).toEqual([luis.commonName]);
    expect(draft?.signers).toEqual([
      { id: ana.id, name: '' },
      { id: luis.id, name: luis.commonName },
    ]);
  });

  it('takes a text over as text, and an IOU with its fields', async () => {
    const text = await press({ ...rejected, content: { raw: 'a/b/c.txt' } }, bytes('Hasta aquí\n'));
    expect(text).toMatchObject({ kind: 'text', text: 'Hasta aquí\n', corrects: { notCopied: [] } });
    await storedData().erase();
    const content = {
      raw: 'a/b/c.txt',
      amount: '480000.50',
      currency: 'USD',
      latitude: 19.4,
      longitude: -99.1,
      debtor: ana.id,
      creditor: { id: luis.id },
    };
    const iou = await press({ ...rejected, content }, bytes('PAGARÉ'));
    expect(iou).toMatchObject({
      kind: 'iou',
      iou: {
        amount: '480000.50',
        currency: 'USD',
        latitude: '19.4',
        longitude: '-99.1',
        debtor: ana.id,
        creditor: luis.id,
        text: 'PAGARÉ',
      },
      corrects: { notCopied: [] },
    });
  });

  it.each<[string, SignatureRequest, Answer, string]>([
    ['is not there any more', rejected, fault('not-found'), 'document-missing'],
    ['is damaged, as the service says', rejected, fault('content-damaged'), 'document-damaged'],
    ['is not named', { ...rejected, content: { debtor: ana.id } }, bytes('x'), 'document-missing'],
  ])('loses nothing else when the document %s', async (_, request, answer, reason) => {
    const draft = await press(request, answer);
    expect(draft.corrects?.notCopied).toContain(reason);
    expect(draft).toMatchObject({ name: 'Contrato de obra', file: undefined, nom151: true });
    expect(draft.signers).toHaveLength(2);
  });

  it.each([
    ['ab', []],
    ['cd', ['document-damaged']],
  ])('takes a document over only when it is the one that was witnessed: %s', async (half, notCopied) => {
    const request = { ...rejected, witness: { hash: 'AB'.repeat(32) } };
    const draft = await press(request, undefined, half.repeat(32));
    expect(draft.corrects?.notCopied).toEqual(notCopied);
    expect(draft.file === undefined).toBe(notCopied.length > 0);
  });

  it('says when not all signers are known', async () => {
    const draft = await press({ ...rejected, invites: [{ id: '1'.repeat(24) }, ...rejected.invites!] });
    expect(draft.corrects?.notCopied).toEqual(['signers']);
    expect(draft.signers).toHaveLength(2);
  });

  it('makes one draft, however often it is pressed, and takes back nothing that was changed in it', async () => {
    const first = await press(rejected);
    const changed = {
      ...first,
      name: 'Contrato corregido',
      updatedAt: new Date(Date.now() + 60_000).toISOString(),
    };
    await drafts(scope).write(changed);
    const again = await press(rejected);
    expect(again).toMatchObject({ id: first.id, name: 'Contrato corregido' });
    expect(await stored()).toHaveLength(1);
  });
});
