import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import type { SendJob } from '../send/send-record.ts';
import { sends } from '../send/sends.ts';
import type { Draft } from './draft-shape.ts';
import { database } from '../store/database.ts';
import { drafts } from './drafts.ts';
import { storedData } from '../store/stored-data.ts';

// Later than any erasing of these tests: what is of before one stays erased.
const minute = Date.now() + 3_600_000;
const at = (milliseconds: number): string => new Date(minute + milliseconds).toISOString();

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
  updatedAt: at(0),
  ...part,
});
const later = { text: 'Hasta la última letra', updatedAt: at(200) };
const here = drafts('here');
const listed = async () => (await new QueryClient().query(here.list())).map(({ id }) => id);

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
  await sends('here').write({
    id: 'a',
    scope: 'here',
    status: 'done',
    plan: {},
    progress: {},
  } as SendJob);
  await here.write(draftOf('a'));
  here.writeNow(draftOf('a', later));
  expect(await listed()).toEqual([]);
});

test('a local storage that cannot be read loses nothing else', async () => {
  localStorage.setItem('testigo.unsaved-draft.x', '{"id":');
  await here.write(draftOf('a'));
  expect(await listed()).toEqual(['a']);
});

test('a form that was open while its scope was erased brings nothing back', async () => {
  const typed = draftOf('a', { updatedAt: new Date(Date.now() - 1000).toISOString() });
  await here.write(typed);
  await storedData('here').erase();
  await here.write(typed);
  expect(here.writeNow(typed)).toBe(false);
  await drafts('there').write(draftOf('b', { scope: 'there' }));
  expect(await listed()).toEqual([]);
  expect(await drafts('there').read('b')).toBeDefined();
});

test('a draft of an older shape is read with what it did not have yet', async () => {
  const old = { id: 'a', scope: 'here', kind: 'iou', name: 'Pagaré', iou: { amount: '10', signers: null } };
  // A record as an older build may have left it.
  await (await database()).put('drafts', { ...old, updatedAt: at(0) } as never);
  expect(await here.read('a')).toEqual({
    ...draftOf('a', { shape: 2, kind: 'iou', name: 'Pagaré', text: '' }),
    iou: {
      amount: '10',
      currency: 'MXN',
      debtor: undefined,
      creditor: undefined,
      latitude: '',
      longitude: '',
      text: '',
    },
  });
});

test('a draft of a newer shape is said, never read, never written over', async () => {
  const newer = { ...draftOf('a'), shape: 3, text: undefined, paragraphs: ['uno'] };
  await (await database()).put('drafts', newer as never);
  expect(await here.read('a')).toBe('newer');
  expect(await listed()).toEqual([]);
  expect(await new QueryClient().query(here.listWithNewer())).toEqual({ drafts: [], newer: 1 });
  await here.write(draftOf('a', later));
  expect(await (await database()).get('drafts', 'a')).toEqual(newer);
});

test('a draft is written over only under its own scope', async () => {
  await drafts('there').write(draftOf('a', { scope: 'there' }));
  await here.write(draftOf('a', later));
  await here.remove('a');
  expect(await drafts('there').read('a')).toMatchObject({ text: 'Hasta aquí' });
});
