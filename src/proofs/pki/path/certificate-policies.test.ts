import { describe, expect, test } from 'vitest';
import type { Certificate } from '../certificate/certificate.ts';
import {
  applyPolicies,
  concludePolicies,
  countDown,
  initialPolicies,
  type PolicyState,
} from './certificate-policies.ts';

type Extensions = Partial<
  Pick<Certificate['extensions'], 'policies' | 'policyConstraints' | 'inhibitAnyPolicy'>
>;

/** Of a certificate only its extensions are looked at here. */
const certificate = (extensions: Extensions): Certificate => ({ extensions }) as Certificate; // see above
const state = (change: Partial<PolicyState>): PolicyState => ({ ...initialPolicies({}), ...change });
const counters = ({ explicit, mapping, any }: PolicyState) => [explicit, mapping, any];

describe('counters (RFC 5280 §6.1.2, §6.1.4 h to j)', () => {
  test('begin without an end, or at none where the reader asks for that', () => {
    expect(counters(initialPolicies({}))).toEqual([Infinity, Infinity, Infinity]);
    expect(counters(initialPolicies({ requireExplicit: true }))).toEqual([0, Infinity, Infinity]);
    expect(counters(initialPolicies({ inhibitMapping: true }))).toEqual([Infinity, 0, Infinity]);
    expect(counters(initialPolicies({ inhibitAny: true }))).toEqual([Infinity, Infinity, 0]);
    expect(
      counters(initialPolicies({ requireExplicit: false, inhibitMapping: false, inhibitAny: false })),
    ).toEqual(counters(initialPolicies({})));
  });

  test('go down by one for every certificate that is not self-issued, and not below none', () => {
    const after = (selfIssued: boolean, from: Partial<PolicyState>) => {
      const now = state(from);
      countDown(now, certificate({}), selfIssued);
      return counters(now);
    };
    const from = { explicit: 3, mapping: 2, any: 1 };
    expect(after(false, from)).toEqual([2, 1, 0]);
    expect(after(true, from)).toEqual([3, 2, 1]);
    expect(after(false, { explicit: 0, mapping: 0, any: 0 })).toEqual([0, 0, 0]);
    expect(after(false, {})).toEqual([Infinity, Infinity, Infinity]);
  });

  test('are lowered by a certificate that asks for less, and never raised', () => {
    const after = (extensions: Extensions, from: Partial<PolicyState>) => {
      const now = state(from);
      countDown(now, certificate(extensions), true);
      return counters(now);
    };
    const constraints = { policyConstraints: { requireExplicit: 2, inhibitMapping: 1 }, inhibitAnyPolicy: 0 };
    expect(after(constraints, {})).toEqual([2, 1, 0]);
    expect(after(constraints, { explicit: 1, mapping: 0, any: 0 })).toEqual([1, 0, 0]);
    expect(after({}, { explicit: 3, mapping: 3, any: 3 })).toEqual([3, 3, 3]);
  });
});

describe('policies that are left (RFC 5280 §6.1.3 f, §6.1.5 a, b)', () => {
  const [one] = ['1.2.3'];

  test('none is needed until an explicit one is', () => {
    const holds = (explicit: number, policies?: readonly string[]) =>
      applyPolicies(state({ explicit }), certificate({ ...(policies !== undefined && { policies }) }), true);
    expect([holds(1), holds(0)]).toEqual([true, false]);
    expect([holds(1, [one]), holds(0, [one])]).toEqual([true, true]);
  });

  test('the last certificate counts as one more, and may ask for one itself', () => {
    const holds = (explicit: number, extensions: Extensions = {}, nodes: PolicyState['nodes'] = new Map()) =>
      concludePolicies(state({ explicit, nodes }), certificate(extensions), {});
    expect([holds(2), holds(1), holds(0)]).toEqual([true, false, false]);
    const asks = (requireExplicit: number): Extensions => ({
      policyConstraints: { requireExplicit, inhibitMapping: undefined },
    });
    expect([holds(2, asks(0)), holds(2, asks(1))]).toEqual([false, true]);
    const left = new Map([[one, { expected: [one], domains: new Set([one]) }]]);
    expect([holds(1, {}, left), holds(2, asks(0), left)]).toEqual([true, true]);
  });
});
