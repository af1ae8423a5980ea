import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { database } from './database.ts';
import { newSavedView, savedViews } from './saved-views.ts';
import { storedData } from './stored-data.ts';

const list = (scope: string) => new QueryClient().query(savedViews(scope).list());

beforeEach(() => storedData().erase());

it('a view is stored for its scope, replaced under its id and removed', async () => {
  const view = newSavedView('here', 'Rechazadas', 'tab=rejected');
  await savedViews('here').write(view);
  expect(await list('there')).toEqual([]);
  await savedViews('here').write({ ...view, name: 'Las rechazadas' });
  expect(await list('here')).toEqual([{ ...view, name: 'Las rechazadas' }]);
  await savedViews('here').remove(view.id);
  expect(await list('here')).toEqual([]);
});

it('views stay in the order in which they were first saved', async () => {
  const views = ['b', 'a', 'c'].map((id, at) => ({
    ...newSavedView('here', id, ''),
    id,
    createdAt: `2026-11-0${at + 1}T00:00:00Z`,
  }));
  for (const view of views) await savedViews('here').write(view);
  expect((await list('here')).map(({ name }) => name)).toEqual(['b', 'a', 'c']);
});

it('a damaged view is absent, reported in settings, and erased with the rest', async () => {
  const view = newSavedView('here', 'Rechazadas', 'tab=rejected');
  await savedViews('here').write(view);
  await (await database()).put('savedViews', { ...view, id: 'damaged', address: 7 } as never);
  expect(await list('here')).toEqual([view]);
  const queries = new QueryClient();
  expect(await queries.query(storedData('here').unreadable())).toEqual(['savedViews.address']);
  await storedData('here').erase();
  expect(await (await database()).getAll('savedViews')).toEqual([]);
});
