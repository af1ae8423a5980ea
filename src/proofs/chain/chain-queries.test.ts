import { describe, expect, it } from 'vitest';
import { firstQuestions, followUpQuestions } from './chain-queries.ts';
import { checkEvidence } from '../check-evidence.ts';
import { canonicalJson, type Json } from '../encoding/json.ts';
import { allChecks, type Report } from '../verdict/report.ts';
import type { RpcExchange, RpcQuestion } from './rpc.ts';
import { context, documentWitness, evidence, withWitness } from '../testing/case-material.ts';

const keyOf = ({ network, method, params }: RpcQuestion) => canonicalJson([network, method, params]);
const known = new Map(context.exchanges!.map((one) => [keyOf(one), one.result ?? null]));

/** A node that knows just the answers that make the case pass. */
const ask = (questions: readonly RpcQuestion[]): RpcExchange[] =>
  questions.map((question) => ({
    ...question,
    rpc: 'a.example',
    at: '2026-11-20T15:00:00Z',
    result: known.get(keyOf(question)) as Json,
  }));

describe('questions to a node', () => {
  it('are enough: with their answers every check that hangs on a chain passes', () => {
    const first = ask(firstQuestions(evidence, context));
    const exchanges = [...first, ...ask(followUpQuestions(first))];
    const report = checkEvidence(evidence, { ...context, exchanges });
    expect(exchanges.every(({ result }) => result !== undefined)).toBe(true);
    const outcomes = (of: Report) => allChecks(of).map(({ id, status, basis }) => [id, status, basis]);
    expect(outcomes(report)).toEqual(outcomes(checkEvidence(evidence, context)));
    expect(report.sections.find(({ key }) => key === 'token')!.verdict.conclusion).toBe('TOTAL_PASSED');
    expect(followUpQuestions(exchanges)).toEqual([]);
  });

  it('are about every witness, and only of contracts on the network that is reported', () => {
    const { merkleized, external, claiming, endorsable } = documentWitness;
    const methods = (
      of: Parameters<typeof firstQuestions>[0],
      contracts: Partial<typeof context> = context,
    ) =>
      firstQuestions(of, contracts).map(({ method, params }) =>
        params[0] === 'finalized' ? 'head' : method,
      );
    const hash = documentWitness.hash;
    const transaction = ['eth_chainId', 'head', 'eth_getTransactionByHash', 'eth_getTransactionReceipt'];
    const root = ['eth_chainId', 'head', 'eth_call', 'eth_call'];
    expect(methods({ invites: [{}, { witness: { hash, merkleized: merkleized! } }] })).toEqual(transaction);
    expect(methods({ witness: { hash, external: external! } })).toEqual(root);
    const { range: _, ...withoutRange } = context;
    expect(methods({ witness: { hash, external: external! } }, withoutRange)).toEqual([]);
    expect(methods({ witness: { hash, claiming: claiming! } })).toEqual([
      'eth_chainId',
      'eth_getCode',
      'eth_call',
    ]);
    expect(methods({ witness: { hash, endorsable: endorsable! } })).toEqual([
      'eth_chainId',
      'head',
      'eth_getLogs',
    ]);
    const elsewhere = { ...context, endorsers: context.endorsers!.map((one) => ({ ...one, network: 1 })) };
    expect(methods({ witness: { hash, claiming: claiming!, endorsable: endorsable! } }, elsewhere)).toEqual([
      'eth_chainId',
      'eth_getCode',
    ]);
  });

  it.each([
    ['merkleized', 'txHash'],
    ['merkleized', 'network'],
    ['merkleized', 'merkleRoot'],
    ['external', 'targetRootHash'],
    ['claiming', 'authorizer'],
    ['claiming', 'claimer'],
    ['claiming', 'signature'],
    ['claiming', 'network'],
    ['endorsable', 'id'],
    ['endorsable', 'network'],
  ] as const)('are not made about %s without its %s', (part, field) => {
    const whole = { hash: documentWitness.hash, [part]: documentWitness[part] };
    const reported = Object.entries(documentWitness[part]!).filter(([key]) => key !== field);
    expect(firstQuestions({ witness: whole }, context)).not.toEqual([]);
    expect(firstQuestions({ witness: { ...whole, [part]: Object.fromEntries(reported) } }, context)).toEqual(
      [],
    );
  });

  it('ask for the logs of any token that a uint256 can name', () => {
    const countQuestions = (id: bigint) =>
      firstQuestions({ witness: { hash: 'x', endorsable: { ...documentWitness.endorsable, id } } }, context)
        .length;
    expect([countQuestions(0n), countQuestions((1n << 256n) - 1n)]).toEqual([3, 3]);
    expect([countQuestions(-1n), countQuestions(1n << 256n)]).toEqual([0, 0]);
  });

  it('follow up on receipts and on logs, and on nothing else that looks like one', () => {
    const reported = (method: string, result: Json): RpcExchange => ({
      network: 1,
      method,
      params: ['0x1'],
      rpc: 'a',
      at: '',
      result,
    });
    const block = (height: string) => ({
      network: 1,
      method: 'eth_getBlockByNumber',
      params: [height, false],
    });
    expect(followUpQuestions([reported('eth_getTransactionReceipt', { blockNumber: '0x5' })])).toEqual([
      block('0x5'),
    ]);
    expect(followUpQuestions([reported('eth_getLogs', [{ blockNumber: '0x6' }])])).toEqual([block('0x6')]);
    expect(
      followUpQuestions([
        reported('eth_call', { blockNumber: '0x5' }),
        reported('eth_call', [{ blockNumber: '0x6' }]),
      ]),
    ).toEqual([]);
    expect(
      followUpQuestions([reported('eth_getTransactionReceipt', null), reported('eth_getLogs', null)]),
    ).toEqual([]);
    expect(() =>
      firstQuestions(
        { witness: { hash: 'x', merkleized: { txHash: 7, network: 1, merkleRoot: 'x' } } as never },
        {},
      ),
    ).toThrow(TypeError);
  });

  it('are listed once each, and not for facts that are unreadable or absent', () => {
    const first = firstQuestions(evidence, context);
    expect(new Set(first.map(keyOf)).size).toBe(first.length);
    expect(firstQuestions({}, context)).toEqual([]);
    expect(
      firstQuestions({ witness: { hash: 'x', merkleized: {}, external: {}, claiming: {} } }, context),
    ).toEqual([]);
    const odd = withWitness({
      merkleized: { ...documentWitness.merkleized, txHash: 'none' },
      external: { ...documentWitness.external, targetRootHash: 'none' },
      claiming: { ...documentWitness.claiming, authorizer: 'nobody' },
      endorsable: { ...documentWitness.endorsable, id: -1n },
    });
    expect(firstQuestions(odd, context)).toEqual([]);
    const bare = firstQuestions(evidence, {}).map(({ method }) => method);
    expect(bare).not.toContain('eth_getLogs');
    expect(bare).not.toContain('eth_call');
  });
});
