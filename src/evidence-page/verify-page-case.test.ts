import { describe, expect, it } from 'vitest';
import { buildCase } from '#proofs/case-file/build-case.ts';
import { internal, standard, strict, vectors, type Policy } from '#proofs/policy/policy.ts';
import { context, evidence, now } from '#proofs/testing/case-material.ts';
import { verifyPageCase } from './verify-page-case.ts';

const known = (policy: Policy): unknown => {
  const { text } = buildCase({ title: 'Contrato', evidence, context: { ...context, policy } });
  const pageCase = verifyPageCase(text, now);
  return pageCase.kind === 'verified' ? pageCase.knownPolicy : pageCase.message;
};

describe('the policy that a case declares', () => {
  it.each([standard, strict, internal])('is known, where the program offers it unchanged: $id', (policy) => {
    expect(known(policy)).toBe(true);
    expect(known({ ...policy, revocation: { maxAgeSeconds: null } })).toBe(false);
  });

  it('is not known, where it is for known answers alone: short keys, SHA-1, revocation answers of any age', () => {
    expect(known(vectors)).toBe(false);
  });

  it.each(['constructor', '__proto__', 'toString', ''])('is not known by the id %j', (id) => {
    expect(known({ ...standard, id })).toBe(false);
  });
});
