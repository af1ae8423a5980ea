import { describe, expect, it } from 'vitest';
import { answerOf, chainOf, isObject, nodesOf, readQuantity, readWord, type RpcExchange } from './rpc.ts';

const reported = (rpc: string, network: number, more: Partial<RpcExchange> = {}): RpcExchange => ({
  rpc,
  network,
  method: 'eth_chainId',
  params: [],
  at: '2026-11-20T15:00:00Z',
  ...more,
});

describe('answers of nodes', () => {
  it('are those of each node about this network, the nodes by their names', () => {
    const [b, a, other, more] = [
      reported('b', 1),
      reported('a', 1),
      reported('a', 2),
      reported('b', 1, { method: 'eth_call' }),
    ];
    expect(nodesOf([b, a, other, more], 1)).toEqual([
      { rpc: 'a', exchanges: [a] },
      { rpc: 'b', exchanges: [b, more] },
    ]);
    expect(nodesOf([reported('c', 2)], 1)).toEqual([]);
  });

  it('absent, failed or answered: three things', () => {
    const ask = (...exchanges: RpcExchange[]) =>
      answerOf({ rpc: 'a', exchanges }, 'eth_call', [{ b: 1, a: 2 }]);
    const call = { method: 'eth_call', params: [{ a: 2, b: 1 }] };
    expect(ask(reported('a', 1), reported('a', 1, { method: 'eth_call', params: ['0x1'] }))).toStrictEqual({
      kind: 'absent',
    });
    expect(ask(reported('a', 1, call))).toStrictEqual({ kind: 'failed', error: 'no answer' });
    expect(ask(reported('a', 1, { ...call, error: 'cors' }))).toStrictEqual({
      kind: 'failed',
      error: 'cors',
    });
    expect(ask(reported('a', 1, { ...call, result: null }))).toStrictEqual({
      kind: 'answered',
      result: null,
    });
    expect(chainOf({ rpc: 'a', exchanges: [reported('a', 1, { result: '0xa' })] })).toBe(10n);
    expect(chainOf({ rpc: 'a', exchanges: [reported('a', 1, { error: 'cors' })] })).toBeUndefined();
  });
});

describe('values of JSON-RPC', () => {
  it('quantities: 0x and one to 64 digits of hex', () => {
    expect(readQuantity('0x0', 'q')).toBe(0n);
    expect(readQuantity('0x' + 'Ff'.repeat(32), 'q')).toBe((1n << 256n) - 1n);
    for (const odd of ['', '0x', '10', 'x0x1', '0x1z', '0x' + '1'.repeat(65), 10, null, undefined, ['0x1']])
      expect(() => readQuantity(odd, 'q'), String(odd)).toThrow('q: a quantity in hex');
  });

  it('words: 32 bytes, with or without prefix, in either case', () => {
    expect(readWord('0x' + 'AB'.repeat(32), 'w')).toBe('ab'.repeat(32));
    for (const odd of ['0x' + 'ab'.repeat(31), 7, null, undefined])
      expect(() => readWord(odd, 'w')).toThrow('w: 32 bytes');
  });

  it('objects are neither null nor lists', () => {
    expect([{}, { a: 1 }].map(isObject)).toEqual([true, true]);
    expect([null, undefined, [], 'x', 1, true].map(isObject)).toEqual(Array(6).fill(false));
  });
});
