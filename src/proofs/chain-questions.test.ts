import { describe, expect, it } from 'vitest';
import { firstQuestions, followUpQuestions } from './chain-questions.ts';
import { checkEvidence } from './check-evidence.ts';
import { canonicalJson, type Json } from './json.ts';
import type { RpcExchange, RpcQuestion } from './rpc.ts';
import { context, documentWitness, evidence, withWitness } from './testing/case-material.ts';

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
    expect(report.sections.map(({ key, verdict }) => [key, verdict.conclusion])).toEqual(
      checkEvidence(evidence, context).sections.map(({ key, verdict }) => [key, verdict.conclusion]),
    );
    expect(report.sections.find(({ key }) => key === 'token')!.verdict.conclusion).toBe('TOTAL_PASSED');
    expect(followUpQuestions(exchanges)).toEqual([]);
  });

  it('are asked once each, and not about what cannot be read or is not there', () => {
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
