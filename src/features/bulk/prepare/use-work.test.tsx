import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { bulkDrafts } from '#jobs/drafts/bulk-drafts.ts';
import { unsavedBulkDrafts } from '#jobs/drafts/unsaved-bulk-drafts.ts';
import { database } from '#jobs/store/database.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { work } from '../testing/prepared-bulk.tsx';
import { useWork } from './use-work.ts';
import { workVersion } from './work-record.ts';

const store = bulkDrafts('here');
// Later than any erasing of these tests: what is of before one stays erased.
const at = (milliseconds: number): string => new Date(Date.now() + 1_000 + milliseconds).toISOString();
const draft = (title: string, updatedAt: string) => ({
  id: 'd',
  updatedAt,
  version: workVersion,
  files: [],
  data: work([], { title }),
});
const titleOf = async () => (await store.read('d'))?.data as { title: string } | undefined;

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function preparing(updatedAt = at(0)) {
  const before = draft('Lote', updatedAt);
  await store.write(before);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  );
  const start = { work: before.data, updatedAt: before.updatedAt };
  const view = renderHook(() => useWork('d', 'here', start), { wrapper });
  const rename = (title: string) => act(() => view.result.current.change((work) => ({ ...work, title })));
  return { ...view, before, rename };
}

beforeEach(() => storedData().erase());

describe('a bulk that is being prepared', () => {
  it('has its last change after its page was closed, though the browser aborts what is written then', async () => {
    const { rename, before, unmount } = await preparing();
    rename('Lote de mayo');
    dispatchEvent(new Event('pagehide'));
    const left = unsavedBulkDrafts.list('here');
    unmount();
    await waitFor(async () => expect(await titleOf()).toMatchObject({ title: 'Lote de mayo' }));
    // As if nothing of that had reached the database.
    await (await database()).put('bulkDrafts', { ...before, scope: 'here' });
    for (const one of left) unsavedBulkDrafts.save(one);
    expect(await titleOf()).toMatchObject({ title: 'Lote de mayo' });
    expect(unsavedBulkDrafts.list('here')).toEqual([]);
  });

  it('is not overwritten by a tab that slept while another one took it and went on', async () => {
    const { rename, unmount } = await preparing();
    rename('Lote de mayo');
    await store.write(draft('Lote de junio', at(60_000)));
    unmount();
    await sleep(500);
    expect(await titleOf()).toMatchObject({ title: 'Lote de junio' });
  });

  it('does not come back with its last change once it is erased', async () => {
    const { rename, unmount } = await preparing(at(-990));
    rename('Lote de mayo');
    await sleep(50);
    dispatchEvent(new Event('pagehide'));
    await storedData('here').erase();
    unmount();
    await sleep(500);
    expect(await titleOf()).toBeUndefined();
    expect(unsavedBulkDrafts.list('here')).toEqual([]);
  });
});
