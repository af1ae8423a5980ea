import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { clientOf, fakeFetch, json } from '#client/testing/answers.ts';
import { inviteStatus } from '#client/queries/reading.ts';
import { knownRequests } from './known-requests.ts';

const listOf = async (witnesses: readonly object[]) => {
  const { fetch } = fakeFetch(() => json({ info: { count: witnesses.length }, results: witnesses }));
  const client = clientOf(fetch);
  return { client, read: () => new QueryClient().query(knownRequests(client).list()) };
};

test('WI-14 a witness that gives only the id of its request says neither when it was made nor that it ended', async () => {
  const { read } = await listOf([
    {
      id: 'w1',
      createdAt: '2026-11-18T00:00:00Z',
      timestampedAt: '2026-11-18T00:00:00Z',
      signatureRequest: { id: 'r1' },
    },
  ]);
  const { items } = await read();
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ id: 'r1', draft: false, witness: null, knownFrom: 'witness' });
  expect(items[0]?.createdAt).toBeUndefined();
  expect(items[0]?.finalized).toBeUndefined();
});

test('the witness of the document, as the request itself names it, shows that all have answered', async () => {
  const signatureRequest = { id: 'r2', name: 'Contrato', witness: { id: 'w2' } };
  const { read } = await listOf([
    { id: 'w3', createdAt: '2026-11-19T00:00:00Z', signatureRequest },
    { id: 'w2', createdAt: '2026-11-18T00:00:00Z', signatureRequest },
  ]);
  const { items } = await read();
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ finalized: true, name: 'Contrato', witness: { id: 'w2' } });
});

test('SR-9 what this browser remembers of a request holds no anonymous key', async () => {
  const { client, read } = await listOf([]);
  await knownRequests(client).remember({ id: 'r4', name: 'Pagaré', anonymousKey: 'secret' });
  const { items } = await read();
  expect(items.find(({ id }) => id === 'r4')).toMatchObject({ name: 'Pagaré', knownFrom: 'record' });
  expect(JSON.stringify(items)).not.toContain('secret');
});

const invite = (id: string) => ({
  id,
  createdAt: '2026-11-17T00:00:00Z',
  status: 'PENDING',
  subject: { id: `s-${id}`, commonName: `Firmante ${id}` },
});
const reportedOf = (request: object) => [
  { id: 'w9', createdAt: '2026-11-19T00:00:00Z', signatureRequest: request },
];

test('SR-5 what was recorded of invites gives way to the newer numbers of a witness', async () => {
  const record = { name: 'Contrato', invites: [invite('a'), invite('b')] };
  const statuses = async (id: string, reported: object) => {
    const { client, read } = await listOf(reportedOf({ id, ...reported }));
    await knownRequests(client).remember({ id, ...record });
    const found = (await read()).items.find((item) => item.id === id);
    expect(found?.invites?.map(({ subject }) => subject?.commonName)).toEqual(['Firmante a', 'Firmante b']);
    return found?.invites?.map(inviteStatus);
  };
  expect(await statuses('r5', { pending: 2, signed: 0, rejected: 0 })).toEqual(['PENDING', 'PENDING']);
  expect(await statuses('r6', { pending: 0, signed: 2, rejected: 0 })).toEqual(['SIGNED', 'SIGNED']);
  // One of them has signed: which one, nobody said.
  expect(await statuses('r7', { pending: 1, signed: 1, rejected: 0 })).toEqual([undefined, undefined]);
  // Only the id came: there are no newer numbers.
  expect(await statuses('r8', {})).toEqual(['PENDING', 'PENDING']);
});
