import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { embeddedConnection, scopeOf } from '#client/session/connection.ts';
import { ComposePage } from '#features/compose/compose-page.tsx';
import { newDraft, type Draft } from '#jobs/drafts/draft-shape.ts';
import { drafts } from '#jobs/drafts/drafts.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { storedFiles } from '#jobs/store/stored-files.ts';
import { organization, origin, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { DropDialog } from './drop-dialog.tsx';

vi.setConfig({ testTimeout: 60_000 });

const scope = scopeOf(embeddedConnection(origin), organization.id);
/** After the erasing that precedes the test: what is older stays erased. */
const later = new Date(Date.now() + 3_600_000).toISOString();
const store = drafts(scope);

/** The composer with a file that was dropped beside its zone. */
function Page() {
  const [files, setFiles] = useState([new File(['de b'], 'b.txt', { type: 'text/plain' })]);
  return (
    <>
      <ComposePage />
      {files.length > 0 && <DropDialog files={files} onClose={() => setFiles([])} />}
    </>
  );
}

beforeEach(() => storedData().erase());

it('a file that is dropped beside an open draft begins a request of its own, and the draft keeps its document', async () => {
  const draft: Draft = {
    ...newDraft(scope),
    name: 'Contrato',
    file: { name: 'a.txt', type: 'text/plain', size: 4, md5: undefined, sha256: undefined },
    fileId: 'of-a',
    updatedAt: later,
  };
  await store.write(draft);
  await store.writeFile('of-a', new File(['de a'], 'a.txt', { type: 'text/plain' }));
  const { fetch } = smallService();
  const path = `/requests/new?draft=${draft.id}`;
  const { user, where } = await renderInHost(<Page />, { fetch, open: true, path });
  await waitFor(() => expect(document.body).toHaveTextContent('a.txt'));
  await user.click(await screen.findByRole('button', { name: 'Enviar a firma' }));

  // The address and the fields of the new request, whose stored draft names the file.
  await waitFor(() => expect(where()).not.toBe(path));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('b'));
  const id = new URLSearchParams(where()?.split('?')[1]).get('draft') ?? '';
  await waitFor(async () => expect(await store.read(id)).toMatchObject({ file: { name: 'b.txt' } }));
  expect(await store.read(draft.id)).toEqual(draft);
  const files = await storedFiles(scope).listFiles();
  expect(files).toContainEqual(expect.objectContaining({ id: 'of-a', name: 'a.txt' }));
});

it('several files stay in this browser, and nothing is said of sending, which is not offered for them', async () => {
  const files = ['a.txt', 'b.txt'].map((name) => new File(['abc'], name, { type: 'text/plain' }));
  const dialog = <DropDialog files={files} onClose={() => undefined} />;
  await renderInHost(dialog, { fetch: smallService().fetch, open: true });
  expect(await screen.findByRole('dialog', { name: '¿Verificar 2 archivos?' })).toBeVisible();
  expect(await screen.findByText('6 B. Se quedan en este navegador.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Enviar a firma' })).toBeNull();
});
