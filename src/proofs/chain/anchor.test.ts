import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRootInfo, rootInfoQuestions } from './anchor-root-info.ts';
import { blockQuestion, checkTransaction, transactionQuestions } from './anchor-transaction.ts';
import type { AnchorResult } from './anchor.ts';
import { standard, strict } from '../policy/policy.ts';
import type { RpcExchange } from './rpc.ts';
import {
  ask,
  network,
  rangeContract,
  requestedTransaction,
  txHash,
  world,
  type World,
} from '../testing/chain.ts';
import { flipHex } from '../testing/mutate.ts';
import { hex, leafAt } from '../testing/trees.ts';
import { fuzzRuns, fuzzTimeout } from '../testing/vectors.ts';

const root = hex(leafAt(1));
const anchor = { network, txHash, root };
const questions = requestedTransaction(transactionQuestions(anchor));
const heard = (change: Partial<World> = {}, rpc = 'a.example') => ask(rpc, questions, world(root, change));

function verdictOf(exchanges: readonly RpcExchange[], policy = standard, one = anchor): AnchorResult {
  return checkTransaction(policy, one, { exchanges, basis: 'CHAIN' });
}
const codeOf = ({ finding }: AnchorResult): string =>
  `${finding.status} ${finding.reason?.code ?? ''}`.trim();

describe('merkleized.anchor', () => {
  it('a final block that carries the root proves its own time', () => {
    const result = verdictOf(heard());
    expect(result.finding).toMatchObject({ status: 'PASSED', basis: 'CHAIN' });
    expect(result.time).toBe(1_790_000_000_000);
    expect(result.finding.evidence).toEqual([
      { kind: 'rpc', origin: 'a.example', time: '2026-11-20T15:00:00Z' },
    ]);
  });

  it('the root counts in the input, in topics and in data, as a word or as its 64 characters', () => {
    const text = Buffer.from(root, 'ascii').toString('hex');
    const places: Partial<World>[] = [
      { input: '0x' + root },
      { input: '0xabcdef' + text + '00' },
      { input: '0x', logs: [{ topics: ['0x' + '00'.repeat(32), '0x' + root], data: '0x' }] },
      { input: '0x', logs: [{ topics: [], data: '0x' + '00'.repeat(32) + root }] },
      { input: '0x', logs: [{ topics: [], data: '0x' + text }] },
    ];
    for (const place of places) expect(codeOf(verdictOf(heard(place)))).toBe('PASSED');
    const halves: Partial<World>[] = [
      { input: '0x' + root.slice(0, 62) },
      { input: '0x0' + root + '0' },
      { input: '0x' + flipHex(root, 31) },
      { input: '0x', logs: [{ topics: ['0x' + root.slice(0, 32)], data: '0x' + root.slice(32) }] },
    ];
    for (const half of halves)
      expect(codeOf(verdictOf(heard(half)))).toBe('INDETERMINATE X_ANCHOR_ROOT_ABSENT');
  });

  it('one node that denies the root leaves it open; two that agree make it FAILED', () => {
    const denied = { input: '0x00' };
    expect(codeOf(verdictOf(heard(denied)))).toBe('INDETERMINATE X_ANCHOR_ROOT_ABSENT');
    const both = [...heard(denied), ...heard(denied, 'b.example')];
    expect(codeOf(verdictOf(both))).toBe('FAILED X_ANCHOR_ROOT_ABSENT');
    const reported = checkTransaction(standard, anchor, { exchanges: both, basis: 'SERVER' });
    expect(codeOf(reported)).toBe('INDETERMINATE X_ANCHOR_ROOT_ABSENT');
    const reverted = { status: '0x0' };
    expect(codeOf(verdictOf([...heard(reverted), ...heard(reverted, 'b.example')]))).toBe(
      'FAILED X_ANCHOR_ROOT_ABSENT',
    );
  });

  it.each([
    ['another chain', { chainId: 1 }, 'INDETERMINATE X_RPC_CHAIN_MISMATCH'],
    ['no such transaction', { known: false }, 'INDETERMINATE X_ANCHOR_PENDING'],
    ['in no block yet', { mined: false }, 'INDETERMINATE X_ANCHOR_PENDING'],
    ['not final', { finalNumber: 99 }, 'INDETERMINATE X_ANCHOR_NOT_FINAL'],
    [
      'another block at that height',
      { canonicalHash: '0x' + hex(leafAt(3)) },
      'INDETERMINATE X_ANCHOR_NOT_FINAL',
    ],
    ['denied, but not final', { input: '0x00', finalNumber: 99 }, 'INDETERMINATE X_ANCHOR_NOT_FINAL'],
    ['reverted', { status: '0x0' }, 'INDETERMINATE X_ANCHOR_ROOT_ABSENT'],
    ['a status that is no quantity', { status: 'ok' }, 'INDETERMINATE X_UNREADABLE'],
    ['a block of a time that is no date', { blockTime: 2 ** 40 }, 'INDETERMINATE X_UNREADABLE'],
  ] as const)('%s', (_name, change, code) => {
    const result = verdictOf(heard(change));
    expect(codeOf(result)).toBe(code);
    expect(result.time).toBeUndefined();
  });

  it('the block that is final itself is final', () => {
    expect(codeOf(verdictOf(heard({ finalNumber: 100 })))).toBe('PASSED');
  });

  it('without a node, or with one that does not answer, it could not be checked', () => {
    expect(codeOf(verdictOf([]))).toBe('INDETERMINATE X_ANCHOR_NOT_CHECKED');
    expect(codeOf(verdictOf(ask('a.example', questions, world(root), () => true)))).toBe(
      'INDETERMINATE X_RPC_UNREACHABLE',
    );
    for (const { method } of questions) {
      const missing = heard().filter((one) => one.method !== method);
      expect(codeOf(verdictOf(missing)), method).toMatch(/^INDETERMINATE/);
      const failing = ask('a.example', questions, world(root), (question) => question.method === method);
      expect(codeOf(verdictOf(failing)), method).toMatch(/^INDETERMINATE/);
    }
    expect(codeOf(verdictOf(heard().map((one) => ({ ...one, network: 1 }))))).toBe(
      'INDETERMINATE X_ANCHOR_NOT_CHECKED',
    );
  });

  it('the strict policy wants two nodes that agree', () => {
    expect(codeOf(verdictOf(heard(), strict))).toBe('INDETERMINATE X_ANCHOR_NOT_CHECKED');
    expect(codeOf(verdictOf([...heard(), ...heard({}, 'b.example')], strict))).toBe('PASSED');
    expect(codeOf(verdictOf([...heard(), ...heard()], strict))).toBe('INDETERMINATE X_ANCHOR_NOT_CHECKED');
  });

  it('nodes that disagree leave it open', () => {
    const other = (change: Partial<World>) => codeOf(verdictOf([...heard(), ...heard(change, 'b.example')]));
    expect(other({ input: '0x00' })).toBe('INDETERMINATE X_RPC_DISAGREE');
    expect(other({ blockTime: 1_790_000_001 })).toBe('INDETERMINATE X_RPC_DISAGREE');
    expect(other({ chainId: 1 })).toBe('INDETERMINATE X_RPC_CHAIN_MISMATCH');
  });

  it('answers about another transaction are not taken', () => {
    for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt']) {
      const exchanges = heard().map((one) =>
        one.method === method
          ? { ...one, result: { ...(one.result as object), hash: '0x' + root, transactionHash: '0x' + root } }
          : one,
      );
      expect(codeOf(verdictOf(exchanges))).toBe('INDETERMINATE X_UNREADABLE');
    }
    const elsewhere = heard().map((one) =>
      one.method === 'eth_getTransactionByHash'
        ? { ...one, result: { ...(one.result as object), blockHash: '0x' + root } }
        : one,
    );
    expect(codeOf(verdictOf(elsewhere))).toBe('INDETERMINATE X_UNREADABLE');
  });

  it('one flipped bit of the root or of the transaction hash is never PASSED', () => {
    for (let byte = 0; byte < 32; byte++) {
      const [lie, tx] = [flipHex(root, byte), flipHex(txHash, byte)];
      expect(verdictOf(heard(), standard, { ...anchor, root: lie }).finding.status).not.toBe('PASSED');
      expect(verdictOf(heard(), standard, { ...anchor, txHash: tx }).finding.status).not.toBe('PASSED');
    }
  });

  it(
    'answers of any shape end in a finding, and never in PASSED',
    () => {
      const result = fc.jsonValue({ maxDepth: 2 });
      fc.assert(
        fc.property(
          fc.array(result, { minLength: questions.length, maxLength: questions.length }),
          (results) => {
            const exchanges = questions.map((question, at) => ({
              ...question,
              rpc: 'a.example',
              at: '2026-11-20T15:00:00Z',
              result: JSON.parse(JSON.stringify(results[at] ?? null)),
            }));
            expect(verdictOf(exchanges).finding.status).not.toBe('PASSED');
            const one = fc.sample(fc.nat(questions.length - 1), 1)[0]!;
            const bent = heard().with(one, exchanges[one]!);
            expect(['PASSED', 'INDETERMINATE']).toContain(verdictOf(bent).finding.status);
          },
        ),
        { numRuns: fuzzRuns },
      );
    },
    fuzzTimeout,
  );

  describe('what is reported', () => {
    const reported = ({ finding }: AnchorResult) => [finding.reason, finding.next];
    const askOne = { code: 'name_an_rpc', detail: { network } };
    const later = { code: 'try_later', detail: { network } };
    const another = { code: 'ask_another_rpc', detail: { network } };
    const without = (method: string, params?: unknown) =>
      heard().filter((one) => one.method !== method || (params !== undefined && one.params[0] !== params));
    const failing = (method: string) =>
      ask('a.example', questions, world(root), (question) => question.method === method);
    const bent = (method: string, result: object | null | string, first?: string) =>
      heard().map((one) =>
        one.method === method && (first === undefined || one.params[0] === first)
          ? ({ ...one, result } as RpcExchange) // bent on purpose
          : one,
      );
    const changed = (method: string, change: object, first?: string) =>
      heard().map((one) =>
        one.method === method && (first === undefined || one.params[0] === first)
          ? { ...one, result: { ...(one.result as object), ...change } }
          : one,
      );

    it('where a node was not queried, or did not answer', () => {
      const notQueried = [{ code: 'X_ANCHOR_NOT_CHECKED', detail: { network } }, askOne];
      expect(reported(verdictOf([]))).toEqual(notQueried);
      for (const missing of [
        without('eth_chainId'),
        without('eth_getTransactionByHash'),
        without('eth_getTransactionReceipt'),
        without('eth_getBlockByNumber', '0x64'),
      ])
        expect(reported(verdictOf(missing))).toEqual(notQueried);
      const unreachable = [
        { code: 'X_RPC_UNREACHABLE', detail: { network, rpc: 'a.example', why: 'timeout' } },
        askOne,
      ];
      for (const method of ['eth_chainId', 'eth_getTransactionByHash', 'eth_getTransactionReceipt'])
        expect(reported(verdictOf(failing(method)))).toEqual(unreachable);
    });

    it('where the transaction waits, or its block is not final', () => {
      const open = (code: string, why: string) => [
        { code, detail: { network, rpc: 'a.example', why } },
        later,
      ];
      expect(reported(verdictOf(bent('eth_getTransactionByHash', null)))).toEqual(
        open('X_ANCHOR_PENDING', 'the node knows no such transaction'),
      );
      expect(reported(verdictOf(heard({ mined: false })))).toEqual(
        open('X_ANCHOR_PENDING', 'the transaction is in no block yet'),
      );
      expect(reported(verdictOf(heard({ finalNumber: 99 })))).toEqual(
        open('X_ANCHOR_NOT_FINAL', 'final is 99, the block is 100'),
      );
      expect(reported(verdictOf(heard({ canonicalHash: '0x' + hex(leafAt(3)) })))).toEqual(
        open('X_ANCHOR_NOT_FINAL', 'another block stands at that height'),
      );
      expect(reported(verdictOf(bent('eth_getBlockByNumber', null, '0x64')))).toEqual(
        open('X_ANCHOR_NOT_FINAL', 'the node does not have the block'),
      );
      for (const headless of [
        without('eth_getBlockByNumber', 'finalized'),
        bent('eth_getBlockByNumber', null, 'finalized'),
      ])
        expect(reported(verdictOf(headless))).toEqual(
          open('X_ANCHOR_NOT_FINAL', 'the node names no final block'),
        );
    });

    it('where an answer is of another shape', () => {
      const odd = (why: string) => [
        { code: 'X_UNREADABLE', detail: { network, rpc: 'a.example', why } },
        askOne,
      ];
      for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt'])
        expect(reported(verdictOf(bent(method, 'x')))).toEqual(odd('transaction: an object'));
      expect(reported(verdictOf(changed('eth_getTransactionByHash', { hash: '0x' + root })))).toEqual(
        odd('transaction.hash is of another transaction'),
      );
      expect(
        reported(verdictOf(changed('eth_getTransactionReceipt', { transactionHash: '0x' + root }))),
      ).toEqual(odd('receipt.transactionHash is of another transaction'));
      expect(reported(verdictOf(changed('eth_getTransactionByHash', { blockHash: '0x' + root })))).toEqual(
        odd('transaction and receipt name different blocks'),
      );
      expect(reported(verdictOf(changed('eth_getBlockByNumber', { number: '0x65' }, '0x64')))).toEqual(
        odd('block: the height asked for'),
      );
      const logs = (...list: unknown[]) => verdictOf(heard({ input: '0x', logs: list as never }));
      expect(reported(logs('x'))).toEqual(odd('log: an object'));
      expect(reported(logs({ data: 7 }))).toEqual(odd('log.data: hex'));
      // What is not there holds nothing; what is there beyond four topics is no topic.
      const four = Array<string>(4).fill('0x');
      for (const log of [{}, { data: null, topics: null }, { data: '0x', topics: [...four, '0x' + root] }])
        expect(codeOf(logs(log))).toBe('INDETERMINATE X_ANCHOR_ROOT_ABSENT');
      expect(codeOf(verdictOf(heard({ input: '0x' + root, logs: null })))).toBe('PASSED');
      const many = Array.from({ length: 4097 }, (_, at) => ({ data: at === 4096 ? '0x' + root : '0x' }));
      expect(codeOf(logs(...many))).toBe('INDETERMINATE X_ANCHOR_ROOT_ABSENT');
      expect(codeOf(logs(...many.slice(1)))).toBe('PASSED');
    });

    it('where a node denies the root, and where nodes disagree', () => {
      const denied = heard({ input: '0x00' });
      const detail = { network, rpc: 'a.example', why: 'the root is not in the transaction' };
      expect(reported(verdictOf(denied))).toEqual([{ code: 'X_ANCHOR_ROOT_ABSENT', detail }, another]);
      expect(reported(verdictOf([...denied, ...heard({ status: '0x0' }, 'b.example')]))).toEqual([
        { code: 'X_ANCHOR_ROOT_ABSENT', detail: { ...detail, rpc: 'a.example, b.example' } },
        undefined,
      ]);
      expect(reported(verdictOf([...heard({}, 'b.example'), ...denied]))).toEqual([
        { code: 'X_RPC_DISAGREE', detail: { network, holds: 'b.example', absent: 'a.example' } },
        another,
      ]);
      expect(reported(verdictOf(heard({ chainId: 1 })))).toEqual([
        { code: 'X_RPC_CHAIN_MISMATCH', detail: { network, rpc: 'a.example' } },
        askOne,
      ]);
      const needs = { network, needed: 2, answered: 1 };
      expect(reported(verdictOf(heard(), strict))).toEqual([
        { code: 'X_ANCHOR_NOT_CHECKED', detail: needs },
        { code: 'ask_another_rpc', detail: needs },
      ]);
      const other = '0x' + hex(leafAt(7));
      const elsewhere = changed('eth_getTransactionReceipt', { blockHash: other })
        .map((one) =>
          one.method === 'eth_getTransactionByHash' || one.params[0] === '0x64'
            ? {
                ...one,
                result: {
                  ...(one.result as object),
                  blockHash: other,
                  ...(one.params[0] === '0x64' && { hash: other }),
                },
              }
            : one,
        )
        .map((one) => ({ ...one, rpc: 'b.example' }));
      expect(codeOf(verdictOf(elsewhere))).toBe('PASSED');
      expect(codeOf(verdictOf([...heard(), ...elsewhere]))).toBe('INDETERMINATE X_RPC_DISAGREE');
    });

    it('which block it was; a size only of a range', () => {
      const result = verdictOf(heard());
      expect(result.finding.computed).toMatch(/^block [0-9a-f]{64}$/);
      expect(result).not.toHaveProperty('treeSize');
    });

    it('the questions, in their order', () => {
      expect(transactionQuestions(anchor)).toEqual([
        { network, method: 'eth_chainId', params: [] },
        { network, method: 'eth_getBlockByNumber', params: ['finalized', false] },
        { network, method: 'eth_getTransactionByHash', params: ['0x' + txHash] },
        { network, method: 'eth_getTransactionReceipt', params: ['0x' + txHash] },
      ]);
    });
  });

  it('asks for the block that the receipt names', () => {
    expect(blockQuestion(network, { blockNumber: '0x64' })).toEqual(questions.at(-1));
    for (const receipt of [null, undefined, 'x', [], {}, { blockNumber: 100 }]) {
      expect(blockQuestion(network, receipt)).toBeUndefined();
    }
  });
});

describe('external.anchor', () => {
  const range = { network, contract: rangeContract, root };
  const rootQuestions = rootInfoQuestions(range);
  const reported = (change: Partial<World> = {}, rpc = 'a.example') =>
    ask(rpc, rootQuestions, world(root, change));
  const rangeVerdict = (exchanges: readonly RpcExchange[], policy = standard, one = range) =>
    checkRootInfo(policy, one, { exchanges, basis: 'CHAIN' });

  it('a root that the contract knows at the final block has its time and its size', () => {
    const result = rangeVerdict(reported());
    expect(result).toMatchObject({ time: 1_790_000_000_000, treeSize: 13n, finding: { status: 'PASSED' } });
  });

  it('zeros mean unknown: one node leaves it open, two make it FAILED', () => {
    const unknown = { info: undefined, latestInfo: undefined };
    expect(codeOf(rangeVerdict(reported(unknown)))).toBe('INDETERMINATE X_ANCHOR_ROOT_ABSENT');
    expect(codeOf(rangeVerdict([...reported(unknown), ...reported(unknown, 'b.example')]))).toBe(
      'FAILED X_ANCHOR_ROOT_ABSENT',
    );
  });

  it('known at the latest block alone is not final', () => {
    const latestInfo = { size: 13, seconds: 1_790_000_000 };
    expect(codeOf(rangeVerdict(reported({ info: undefined, latestInfo })))).toBe(
      'INDETERMINATE X_ANCHOR_NOT_FINAL',
    );
  });

  it('says why it could not be checked, and names no block', () => {
    const reason = (exchanges: readonly RpcExchange[]) => rangeVerdict(exchanges).finding.reason;
    const calls = (block: string) => (one: RpcExchange) =>
      one.method === 'eth_call' && one.params[1] === block;
    const { finding } = rangeVerdict(reported());
    expect(finding).not.toHaveProperty('computed');
    expect(reason(reported().filter((one) => !calls('finalized')(one)))?.code).toBe('X_ANCHOR_NOT_CHECKED');
    const failing = ask('a.example', rootQuestions, world(root), ({ method }) => method === 'eth_call');
    expect(reason(failing)).toEqual({
      code: 'X_RPC_UNREACHABLE',
      detail: { network, rpc: 'a.example', why: 'timeout' },
    });
    const unknown = reported({ info: undefined, latestInfo: undefined });
    const why = (exchanges: readonly RpcExchange[]) => reason(exchanges)?.detail?.why;
    expect(why(unknown)).toBe('the contract does not know the root');
    expect(why(unknown.filter((one) => !calls('latest')(one)))).toBe('the contract does not know the root');
    expect(why(reported().filter(({ method }) => method !== 'eth_getBlockByNumber'))).toBe(
      'the node names no final block',
    );
    expect(why(reported({ info: undefined, latestInfo: { size: 1, seconds: 1 } }))).toBe(
      'the contract knows the root only since a block that is not final',
    );
  });

  it('three words: a uint176 and two uint40, of which neither size nor time is zero', () => {
    const of = (size: bigint, seconds: bigint, height: bigint) => {
      const result =
        '0x' + [size, seconds, height].map((word) => word.toString(16).padStart(64, '0')).join('');
      return codeOf(
        rangeVerdict(reported().map((one) => (one.method === 'eth_call' ? { ...one, result } : one))),
      );
    };
    const [last176, last40] = [(1n << 176n) - 1n, (1n << 40n) - 1n];
    expect(of(last176, last40, last40)).toBe('PASSED');
    expect(of(1n, 1n, 0n)).toBe('PASSED');
    expect(of(last176 + 1n, 1n, 1n)).toBe('INDETERMINATE X_UNREADABLE');
    expect(of(1n, last40 + 1n, 1n)).toBe('INDETERMINATE X_UNREADABLE');
    expect(of(1n, 1n, last40 + 1n)).toBe('INDETERMINATE X_UNREADABLE');
    expect(of(0n, 1n, 1n)).toBe('INDETERMINATE X_ANCHOR_ROOT_ABSENT');
    expect(of(1n, 0n, 1n)).toBe('INDETERMINATE X_ANCHOR_ROOT_ABSENT');
  });

  it('another chain, another size, a missing head or a short answer leave it open', () => {
    expect(codeOf(rangeVerdict(reported({ chainId: 10 })))).toBe('INDETERMINATE X_RPC_CHAIN_MISMATCH');
    const larger = reported({ info: { size: 14, seconds: 1_790_000_000 } }, 'b.example');
    expect(codeOf(rangeVerdict([...reported(), ...larger]))).toBe('INDETERMINATE X_RPC_DISAGREE');
    const headless = reported().filter(({ method }) => method !== 'eth_getBlockByNumber');
    expect(codeOf(rangeVerdict(headless))).toBe('INDETERMINATE X_ANCHOR_NOT_FINAL');
    for (const result of ['0x', '0x' + '00'.repeat(95), '0x' + 'ff'.repeat(96), null, 7]) {
      const bent = reported().map((one) => (one.method === 'eth_call' ? { ...one, result } : one));
      expect(codeOf(rangeVerdict(bent))).toBe('INDETERMINATE X_UNREADABLE');
    }
  });

  it('one flipped bit of the root is never PASSED', () => {
    for (let byte = 0; byte < 32; byte++) {
      const lie = { ...range, root: flipHex(root, byte) };
      const exchanges = ask('a.example', rootInfoQuestions(lie), world(root));
      expect(rangeVerdict(exchanges, standard, lie).finding.status).toBe('INDETERMINATE');
      expect(rangeVerdict(reported(), standard, lie).finding.status).toBe('INDETERMINATE');
    }
  });
});
