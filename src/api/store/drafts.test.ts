import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import type { SendOperation } from '../operations/send-request.ts';
import { sends } from '../operations/sends.ts';
import { drafts, type Draft } from './drafts.ts';
import { storedData } from './stored-data.ts';

const draftOf = (id: string, part: Partial<Draft> = {}): Draft => ({
  id,
  scope: 'here',
  kind: 'text',
  name: 'Carta',
  text: 'Hasta aquí',
  iou: undefined,
  file: undefined,
  signers: [],
  nom151: false,
  keepAsDraft: false,
  updatedAt: '2026-11-20T09:00:00.000Z',
  ...part,
});
const later = { text: 'Hasta la última letra', updatedAt: '2026-11-20T09:00:00.200Z' };
const here = drafts('here');
const listed = async () => (await new QueryClient().fetchQuery(here.list())).map(({ id }) => id);

beforeEach(async () => {
  await storedData().erase();
  localStorage.clear();
});

test('what was changed while the page was left is read the next time, and leaves local storage', async () => {
  await here.write(draftOf('a'));
  here.writeNow(draftOf('a', later));
  here.writeNow(draftOf('b', later));
  expect(await here.read('a')).toMatchObject({ text: later.text });
  expect(await listed()).toEqual(expect.arrayContaining(['a', 'b']));
  expect(localStorage).toHaveLength(0);
});

test('an older last word replaces nothing newer', async () => {
  await here.write(draftOf('a', later));
  here.writeNow(draftOf('a'));
  expect(await here.read('a')).toMatchObject({ text: later.text });
  expect(localStorage).toHaveLength(0);
});

test('a write that ends after the last word keeps the last word', async () => {
  here.writeNow(draftOf('a', later));
  await here.write(draftOf('a'));
  expect(await here.read('a')).toMatchObject({ text: later.text });
});

test('a last word is read only under its scope', async () => {
  drafts('there').writeNow(draftOf('a', { scope: 'there' }));
  expect(await here.read('a')).toBeUndefined();
  expect(await listed()).toEqual([]);
  expect(await drafts('there').read('a')).toBeDefined();
});

test('what is discarded or erased does not come back with its last word', async () => {
  here.writeNow(draftOf('a'));
  await here.remove('a');
  here.writeNow(draftOf('b'));
  drafts('there').writeNow(draftOf('c', { scope: 'there' }));
  await storedData('here').erase();
  expect(await listed()).toEqual([]);
  expect(await drafts('there').read('c')).toBeDefined();
});

test('what was sent is no draft any more, however late a change comes', async () => {
  // Only what the rule reads of a send that has ended.
  await sends('here').write({ id: 'a', scope: 'here', status: 'done' } as SendOperation);
  await here.write(draftOf('a'));
  here.writeNow(draftOf('a', later));
  expect(await listed()).toEqual([]);
});

test('a local storage that cannot be read loses nothing else', async () => {
  localStorage.setItem('testigo.unsaved-draft.x', '{"id":');
  await here.write(draftOf('a'));
  expect(await listed()).toEqual(['a']);
});
