import { expect, test } from 'vitest';
import { fetchWithEarlyAnswer } from './early-answer.ts';

const origin = 'http://testigo.test';
const address = `${origin}/sandbox/session`;
/** A page in which the first script has requested the demo, or has not. */
const open = (early?: Promise<Response>) => {
  const page: Parameters<typeof fetchWithEarlyAnswer>[0] = {
    fetch: async () => new Response('later'),
    location: { origin },
    ...(early && { testigoDemo: early }),
  };
  return { page, fetcher: fetchWithEarlyAnswer(page) };
};
const textOf = async (answer: Promise<Response>): Promise<string> => (await answer).text();

test('what the first script requested is handed over once, and stays nowhere', async () => {
  const { page, fetcher } = open(Promise.resolve(new Response('early')));
  expect('testigoDemo' in page).toBe(false);
  expect(await textOf(fetcher(address, { method: 'GET' }))).toBe('early');
  expect(await textOf(fetcher(address, { method: 'GET' }))).toBe('later');
});

test('other requests go out, and so does this one where nothing was requested', async () => {
  const { fetcher } = open(Promise.resolve(new Response('early')));
  expect(await textOf(fetcher(`${origin}/sandbox/clock`, { method: 'GET' }))).toBe('later');
  expect(await textOf(fetcher(address, { method: 'POST' }))).toBe('later');
  expect(await textOf(open().fetcher(address, { method: 'GET' }))).toBe('later');
});

test('a request that failed fails for who takes it', async () => {
  const { fetcher } = open(Promise.reject(new TypeError('no network')));
  await expect(fetcher(address, { method: 'GET' })).rejects.toThrow('no network');
});
