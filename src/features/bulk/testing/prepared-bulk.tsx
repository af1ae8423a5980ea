import { Route, Routes } from 'react-router-dom';
import { json, type RecordedRequest } from '#client/testing/answers.ts';
import { beginBulk } from '#jobs/bulk/bulk.ts';
import { bulks } from '#jobs/bulk/bulks.ts';
import { bulkDrafts } from '#jobs/drafts/bulk-drafts.ts';
import { list, organization, origin, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { BulkPage } from '../bulk-page.tsx';
import { newWork } from '../prepare/work.ts';
import { workVersion, type BulkWork } from '../prepare/work-record.ts';

export const scope = `${origin}/rest/v1#${organization.id}`;
const certificate = {
  id: 'c',
  notBefore: '2020-01-01T00:00:00Z',
  notAfter: '2040-01-01T00:00:00Z',
  revoked: false,
};
const people = [
  { id: '1'.repeat(24), commonName: 'Rodrigo Aranda', RFC: 'AALR790226MC2', certificate },
  { id: '2'.repeat(24), commonName: 'Itzel Xool', RFC: 'XONI0105214I1', certificate },
];

/** A service that knows two people, of whom the first has a link. */
export function service(
  more: (seen: RecordedRequest, path: string) => Response | Promise<Response> | undefined = () => undefined,
) {
  return smallService((seen, path) => {
    const own = more(seen, path);
    if (own) return own;
    if (path === '/subjects') {
      const requested = seen.url.searchParams.get('RFC') ?? seen.url.searchParams.get('search') ?? '';
      return list(people.filter(({ RFC }) => requested.includes(RFC)));
    }
    if (path === '/organization-links') return list([{ id: 'l', subject: { id: people[0]?.id } }]);
    if (path === `/organization/${organization.id}`) return json({ ...organization, quota: { nom151: 1 } });
    return undefined;
  });
}

/** A bulk of one document with a table of files and signers. */
export const work = (rows: readonly (readonly string[])[], more: Partial<BulkWork> = {}): BulkWork => ({
  ...newWork,
  documents: [
    {
      id: 'f1',
      filePath: 'Contratos/Uno.pdf',
      name: 'Uno.pdf',
      size: 3,
      state: 'ready',
      kind: 'pdf',
      md5: '900150983cd24fb0d6963f7d28e17f72',
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      witness: null,
    },
  ],
  source: { name: 'firmas.csv', fileId: 'f2', pasted: false },
  table: {
    columns: 2,
    rows: [['Archivo', 'RFC'], ...rows].map((cells, at) => ({ n: at + 1, cells })),
    as: { kind: 'text', encoding: 'utf-8', marked: true, separator: ',' },
    badQuotes: [],
  },
  roles: ['document', 'signer'],
  ...more,
});

/** Opens the page, with a draft `d1` where something is given. */
export async function open(
  given: BulkWork | undefined,
  faked = service(),
  version = workVersion,
  path = '/requests/bulk',
) {
  if (given)
    await bulkDrafts(scope).write({
      id: 'd1',
      // After what was erased before the test, also within one millisecond.
      updatedAt: new Date(Date.now() + 1000).toISOString(),
      version,
      files: ['f1', 'f2'],
      data: given,
    });
  return renderInHost(
    <Routes>
      <Route path="/requests/bulk" element={<BulkPage />} />
    </Routes>,
    { fetch: faked.fetch, path, open: true },
  );
}

/** A bulk that another tab began, and that does not go on by itself. */
export async function begun(id: string): Promise<void> {
  const { job, items } = beginBulk(id, scope, { title: 'Iniciado', columns: [], items: [] }, Date.now());
  await bulks(scope).add({ ...job, status: 'paused' }, items);
}
