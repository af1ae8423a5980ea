import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../encoding/json.ts';
import { standard, strict } from '../policy/policy.ts';
import type { RpcExchange } from '../chain/rpc.ts';
import { context, documentHash, logAnswers } from '../testing/case-material.ts';
import { ask, endorser, network, world } from '../testing/chain.ts';
import { fuzzRuns, fuzzTimeout } from '../testing/vectors.ts';
import { logBlockQuestions, logQuestions, logsAboveHead, readTransferLogs } from './token-logs.ts';
import { readPlain } from '../testing/plain.ts';

const id = BigInt('0x' + documentHash);
const head = ask('a.example', logQuestions(endorser, id).slice(0, 2), world(documentHash));
const heard: RpcExchange[] = [...head, ...logAnswers];
const read = (exchanges: readonly RpcExchange[], policy = standard, tokenId = id) =>
  readTransferLogs(policy, endorser, tokenId, { exchanges, basis: 'CHAIN' })?.events;
const [log] = heard.find(({ method }) => method === 'eth_getLogs')!.result as unknown as Record<
  string,
  unknown
>[];
const omit = ({ timestamp: _, ...rest }: Record<string, Json>): Record<string, Json> => rest;
const bent = (change: Record<string, unknown>) =>
  heard.map((one) =>
    one.method === 'eth_getLogs' ? { ...one, result: readPlain([{ ...log, ...change }]) } : one,
  );

describe('logs of a token', () => {
  it('are events with heights and times', () => {
    expect(read(heard)).toMatchObject([{ block: 90n, digest: id, network, timestamp: 1_790_000_000 }]);
    expect(read([...heard.filter(({ method }) => method !== 'eth_getLogs')])).toBeUndefined();
  });

  it('reach to the time of the last final block, of several nodes to the latest', () => {
    const until = (exchanges: readonly RpcExchange[]) =>
      readTransferLogs(standard, endorser, id, { exchanges, basis: 'CHAIN' })?.until;
    const [, final] = head;
    const reported = final!.result as Record<string, Json>;
    expect(until(heard)).toBe(1_790_000_060);
    const at = (timestamp: Json | undefined, rpc = 'a.example') =>
      heard.map((one) => ({
        ...one,
        rpc,
        ...(one.params[0] === 'finalized' && {
          result: timestamp === undefined ? omit(reported) : { ...reported, timestamp },
        }),
      }));
    expect(until(at('0x10'))).toBe(16);
    expect(until([...at('0x10'), ...at('0x20', 'b.example')])).toBe(32);
    expect(until([...at('0x20'), ...at('0x10', 'b.example')])).toBe(32);
    // Not reported, or not a time: nothing says what the logs cover.
    for (const timestamp of [undefined, 'x', null, 16]) expect(until(at(timestamp))).toBeUndefined();
  });

  it('are not taken from another chain, without a final head, or when declared', () => {
    const bend = (method: string, result: string) =>
      heard.map((one) => (one.method === method ? { ...one, result } : one));
    expect(read(bend('eth_chainId', '0x1'))).toBeUndefined();
    expect(read(heard.filter(({ params }) => params[0] !== 'finalized'))).toBeUndefined();
    expect(readTransferLogs(standard, endorser, id, { exchanges: heard, basis: 'SERVER' })).toBeUndefined();
    expect(read(heard, standard, id + 1n)).toBeUndefined();
  });

  it('above the last final block are not taken as final', () => {
    const finalAt = (number: string) =>
      heard.map((one) =>
        one.params[0] === 'finalized'
          ? { ...one, result: { ...(one.result as Record<string, Json>), number } }
          : one,
      );
    expect(read(finalAt('0x5a'))).toHaveLength(1);
    // The two are separate questions, so a node may honestly answer up to a later final block.
    expect(read(finalAt('0x59'))).toEqual([]);
    const later = { ...log, blockNumber: '0x7a', blockHash: '0x' + '01'.repeat(32) };
    const both: RpcExchange[] = [
      ...heard.map((one) =>
        one.method === 'eth_getLogs' ? { ...one, result: readPlain([log, later]) } : one,
      ),
      {
        ...heard.find(({ params }) => params[0] === '0x5a')!,
        params: ['0x7a', false],
        result: { number: '0x7a', hash: later.blockHash, timestamp: '0x6ab13bff' },
      },
    ];
    expect(read(both)).toMatchObject([{ block: 90n }]);
    expect([logsAboveHead(endorser, id, both), logsAboveHead(endorser, id, heard)]).toEqual([true, false]);
    for (const none of [-1n, 1n << 256n]) expect(logsAboveHead(endorser, none, both)).toBe(false);
  });

  it('of another contract, event, token, block or shape are not taken', () => {
    const topics = log!.topics as string[];
    for (const change of [
      { address: '0x' + '99'.repeat(20) },
      { topics: topics.with(0, '0x' + '00'.repeat(32)) },
      { topics: topics.with(1, '0x' + 'ff'.repeat(32)) },
      { topics: topics.with(3, '0x' + '01'.repeat(32)) },
      { topics: topics.slice(0, 3) },
      { topics: [...topics, topics[0]!] },
      { blockHash: '0x' + '01'.repeat(32) },
      { blockNumber: '0x5b' },
      { blockNumber: null },
      { logIndex: 1 },
      { removed: true },
    ]) {
      expect(read(bent(change)), Object.keys(change)[0]).toBeUndefined();
    }
  });

  it('must be reported alike by as many nodes as the policy asks for', () => {
    const second = heard.map((one) => ({ ...one, rpc: 'b.example' }));
    expect(read(heard, strict)).toBeUndefined();
    expect(read([...heard, ...second], strict)).toHaveLength(1);
    const empty = second.map((one) => (one.method === 'eth_getLogs' ? { ...one, result: [] } : one));
    expect(read([...heard, ...empty])).toBeUndefined();
    const topics = log!.topics as string[];
    const other = readPlain([{ ...log, topics: topics.with(2, '0x' + '55'.repeat(20).padStart(64, '0')) }]);
    const lying = second.map((one) => (one.method === 'eth_getLogs' ? { ...one, result: other } : one));
    expect(read(lying)).toHaveLength(1);
    expect(read([...heard, ...lying])).toBeUndefined();
  });

  it('ask for each block once', () => {
    const logs = [
      { blockNumber: '0x5a' },
      { blockNumber: '0x5a' },
      { blockNumber: '0x5b' },
      'x',
      { blockNumber: 7 },
    ];
    expect(logBlockQuestions(network, logs).map(({ params }) => params[0])).toEqual(['0x5a', '0x5b']);
    expect(logBlockQuestions(network, undefined)).toEqual([]);
    expect(context.exchanges!.length).toBeGreaterThan(heard.length);
  });

  it(
    'of any shape end in events or in nothing',
    () => {
      fc.assert(
        fc.property(fc.jsonValue({ maxDepth: 3 }), (result) => {
          const exchanges = heard.map((one) =>
            one.method === 'eth_getLogs' ? { ...one, result: readPlain(result) } : one,
          );
          const events = read(exchanges);
          expect(events === undefined || Array.isArray(events)).toBe(true);
        }),
        { numRuns: fuzzRuns },
      );
    },
    fuzzTimeout,
  );
});
