import { describe, expect, it } from 'vitest';
import { createTurns } from '../http/in-flight.ts';
import type { Connection } from './connection.ts';
import { Session } from './session.ts';

const at = (host: string): Connection => ({
  id: 'own',
  baseUrl: `https://${host}/rest/v1`,
  contentForm: 'flat',
});
const first = at('first.example');
const second = at('second.example');

/** Two services that answer every read, and a session of the first. */
async function openSession() {
  const sent: { host: string; path: string; key: string | null }[] = [];
  /** Answers in place of the first service. */
  let answerFirst: (() => Promise<Response>) | undefined;
  const fetcher: typeof fetch = (input, init) => {
    const { host, pathname } = new URL(input instanceof Request ? input.url : input);
    const key = new Headers(init?.headers).get('authorization');
    sent.push({ host, path: pathname.slice('/rest/v1'.length), key });
    if (host === 'first.example' && answerFirst) return answerFirst();
    const isList = pathname.endsWith('s');
    const body = isList ? { info: { count: 0, pages: 0, next: null, prev: null }, results: [] } : { id: 'a' };
    return Promise.resolve(Response.json(body));
  };
  const session = new Session({
    fetch: fetcher,
    store: { get: () => null, set: () => undefined, remove: () => undefined },
    origin: 'https://page.example',
  });
  await session.connect({ connection: first, key: 'key-of-first', remember: false });
  const client = session.client();
  if (!client) throw new Error('The session is not open.');
  sent.length = 0;
  return {
    session,
    client,
    toFirst: () => sent.filter(({ host }) => host === 'first.example'),
    answerFirstWith: (answer: () => Promise<Response>) => {
      answerFirst = answer;
    },
  };
}

describe('a client of a session that is over', () => {
  it('sends no key of the next service to its own', async () => {
    const { session, client, toFirst } = await openSession();
    await session.connect({ connection: second, key: 'key-of-second', remember: false });
    await client.call('listWitnesses').catch(() => undefined);
    expect(toFirst()).toEqual([]);
    await expect(client.call('listWitnesses')).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('does not repeat with the next key a call that was refused meanwhile', async () => {
    const { session, client, toFirst, answerFirstWith } = await openSession();
    let refuse: (response: Response) => void = () => undefined;
    answerFirstWith(() => new Promise((resolve) => (refuse = resolve)));
    const call = client.call('listWitnesses');
    await expect.poll(() => toFirst().length).toBe(1);
    await session.connect({ connection: second, key: 'key-of-second', remember: false });
    refuse(Response.json({}, { status: 401 }));
    await expect(call).rejects.toMatchObject({ kind: 'cancelled' });
    expect(toFirst().map(({ key }) => key)).toEqual(['Bearer key-of-first']);
    expect(session.snapshot().keyRefused).toBe(false);
  });

  it('sends nothing that waited for its turn, and lets the next one have it', async () => {
    const { session, client, toFirst, answerFirstWith } = await openSession();
    session.limit(createTurns(1));
    let answer: (response: Response) => void = () => undefined;
    answerFirstWith(() => new Promise((resolve) => (answer = resolve)));
    const sent = client.call('listWitnesses');
    const waiting = [client.call('listIssuers'), client.call('listCertificates')];
    await expect.poll(() => toFirst().length).toBe(1);
    session.signOut();
    answer(Response.json({ results: [] }));
    await sent;
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(toFirst()).toHaveLength(1);
  });

  it('does not say of a session that was left that its key was refused', async () => {
    const { session, client, toFirst, answerFirstWith } = await openSession();
    let refuse: (response: Response) => void = () => undefined;
    answerFirstWith(() => new Promise((resolve) => (refuse = resolve)));
    const call = client.call('listWitnesses');
    await expect.poll(() => toFirst().length).toBe(1);
    session.signOut();
    refuse(Response.json({}, { status: 401 }));
    await expect(call).rejects.toMatchObject({ kind: 'cancelled' });
    expect(session.snapshot()).toMatchObject({ phase: 'none', keyRefused: false });
  });

  it('ends with the key of one organization of the same service when another is opened with its own', async () => {
    const { session, client, toFirst } = await openSession();
    await session.connect({ connection: { ...first }, key: 'key-of-another', remember: false });
    const before = toFirst().length;
    await expect(client.call('listWitnesses')).rejects.toMatchObject({ kind: 'cancelled' });
    expect(toFirst()).toHaveLength(before);
  });

  it('goes on with another key of the same session', async () => {
    const { session, client, toFirst, answerFirstWith } = await openSession();
    answerFirstWith(() =>
      Promise.resolve(
        toFirst().at(-1)?.key === 'Bearer new-key'
          ? Response.json({ results: [] })
          : Response.json({}, { status: 401 }),
      ),
    );
    const call = client.call('listWitnesses');
    await expect.poll(() => session.snapshot().keyRefused).toBe(true);
    await session.replaceKey('new-key');
    await expect(call).resolves.toMatchObject({ results: [] });
  });
});
