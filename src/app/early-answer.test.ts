import { describe, expect, test } from 'vitest';
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

describe('the first answers of a page', () => {
  const list = `${origin}/rest/v1/witnesses?pagination=1`;
  const openList = (answer: Promise<{ authorization: string; answer: Response }>) => {
    const page: Parameters<typeof fetchWithEarlyAnswer>[0] = {
      fetch: async () => new Response('later'),
      location: { origin },
      testigoCalls: { [list]: answer },
    };
    return { page, fetcher: fetchWithEarlyAnswer(page) };
  };
  const early = async () => ({ authorization: 'Bearer a', answer: new Response('early') });
  const get = { method: 'GET', headers: { accept: 'application/json', authorization: 'Bearer a' } };

  test('are handed over once, under their own key, and stay nowhere', async () => {
    const { page, fetcher } = openList(early());
    expect('testigoCalls' in page).toBe(false);
    expect(await textOf(fetcher(`${list}0`, get))).toBe('later');
    expect(await textOf(fetcher(list, get))).toBe('early');
    expect(await textOf(fetcher(list, get))).toBe('later');
  });

  test('are not those of another key', async () => {
    const other = { method: 'GET', headers: { authorization: 'Bearer b' } };
    expect(await textOf(openList(early()).fetcher(list, other))).toBe('later');
    expect(await textOf(openList(early()).fetcher(list, { method: 'GET' }))).toBe('later');
  });

  test('are requested again where they failed', async () => {
    expect(await textOf(openList(Promise.reject(new TypeError('no network'))).fetcher(list, get))).toBe(
      'later',
    );
  });

  test('are not waited for once the call is cancelled', async () => {
    const { fetcher } = openList(new Promise(() => undefined));
    const cancelling = new AbortController();
    const answer = fetcher(list, { ...get, signal: cancelling.signal });
    cancelling.abort(new Error('left'));
    await expect(answer).rejects.toThrow('left');
  });
});
