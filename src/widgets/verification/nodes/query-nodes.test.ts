import { describe, expect, it } from 'vitest';
import { fakeFetch, json, type RecordedRequest } from '#client/testing/answers.ts';
import type { RpcQuestion } from '#proofs/chain/rpc.ts';
import { askNodes } from './query-nodes.ts';

const node = { network: 1, url: 'https://node.example/key' };
const questions: RpcQuestion[] = Array.from({ length: 130 }, (_, at) => ({
  network: 1,
  method: 'eth_getBlockByNumber',
  params: [`0x${at.toString(16)}`, false],
}));

interface Call {
  readonly id: number;
  readonly params: readonly string[];
}

const answerTo = ({ id, params }: Call) => ({
  jsonrpc: '2.0',
  id,
  result: { number: params[0], parentHash: '0x1', transactions: ['0x2'] },
});

const ask = (
  answer: (body: Call | Call[]) => Response,
  signal?: AbortSignal,
  progress?: (requested: number, of: number) => void,
) => {
  const host = fakeFetch(({ body }: RecordedRequest) => answer(body as Call | Call[]));
  const requested = askNodes([node], questions, { fetch: host.fetch, now: () => 0 }, signal, progress);
  return { requested, seen: host.seen };
};
const numbers = (exchanges: Awaited<ReturnType<typeof askNodes>>) =>
  exchanges.map(({ result }) => (result as { number?: string } | undefined)?.number);
const inOrder = questions.map(({ params }) => params[0]);

describe('thousands of questions to a node', () => {
  it('go in calls of fifty, in any order of answers, and a question that is left out is sent again', async () => {
    const steps: [number, number][] = [];
    const { requested, seen } = ask(
      (body) =>
        json(
          Array.isArray(body)
            ? body
                .filter(({ id }) => id !== 7)
                .reverse()
                .map(answerTo)
            : answerTo(body),
        ),
      undefined,
      (done, of) => steps.push([done, of]),
    );
    const exchanges = await requested;
    expect(numbers(exchanges)).toEqual(inOrder);
    expect(seen).toHaveLength(3 + 3);
    expect(steps.at(-1)).toEqual([130, 130]);
    // Of so many blocks, what else stands in them is dropped.
    expect(exchanges.filter(({ result }) => 'transactions' in (result as object))).toHaveLength(3);
  });

  it('go one by one to a node that takes no lists', async () => {
    for (const refusal of [() => json({ id: null, error: { message: 'no batches' } }), () => json({}, 400)]) {
      const { requested, seen } = ask((body) => (Array.isArray(body) ? refusal() : json(answerTo(body))));
      expect(numbers(await requested)).toEqual(inOrder);
      expect(seen.length).toBeLessThanOrEqual(130 + 4);
    }
  });

  it('are not put fifty times to a node that is down or has had enough', async () => {
    for (const status of [429, 503]) {
      const { requested, seen } = ask(() => json({}, status));
      expect(
        (await requested).every(({ error, result }) => error !== undefined && result === undefined),
      ).toBe(true);
      expect(seen).toHaveLength(3);
    }
  });

  it('are stopped by their caller', async () => {
    const control = new AbortController();
    const { requested } = ask((body) => {
      control.abort();
      return json(Array.isArray(body) ? body.map(answerTo) : answerTo(body));
    }, control.signal);
    await expect(requested).rejects.toThrow();
  });
});
