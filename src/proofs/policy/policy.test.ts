import { expect, it, describe } from 'vitest';
import { checkIds } from '../check.ts';
import { ProofError } from '../errors.ts';
import { check, objectOf, passed } from '../verdict/finding.ts';
import { readJson } from '../encoding/json.ts';
import { canonicalPolicy, internal, policies, policyHash, standard, strict, vectors } from './policy.ts';
import { readPolicy } from './read-policy.ts';
import { placeOf } from '../verdict/verdict.ts';

describe('policies', () => {
  it.each(Object.entries(policies))('%s gives a level to every check id and to no other', (name, policy) => {
    expect(policy.id).toBe(name);
    expect(Object.keys(policy.levels).sort()).toEqual([...checkIds].sort());
  });

  it('every check id has its place in the building blocks, and its object', () => {
    expect(new Set(checkIds.map(placeOf)).size).toBe(checkIds.length);
    for (const id of checkIds) expect(placeOf(id)).toBeLessThan(checkIds.length);
    expect(objectOf('nom151.time')).toBe('stamp');
    expect(objectOf('external.root')).toBe('witness');
  });

  it('say what the verdict model says of them', () => {
    expect(standard.algorithms.sha1).toBe('warn');
    expect(standard.revocation.maxAgeSeconds).toBe(24 * 60 * 60);
    expect([strict.existence.proofs, strict.anchors.rpcs, strict.algorithms.sha1]).toEqual([2, 2, 'refuse']);
    expect([internal.levels['merkleized.root'], internal.levels['signature.rsa']]).toEqual(['FAIL', 'FAIL']);
    expect([internal.levels['merkleized.anchor'], internal.levels['certificate.path']]).toEqual([
      'WARN',
      'WARN',
    ]);
    expect(internal.scope).toBe('internal');
    expect(vectors.algorithms.sha1).toBe('allow');
    expect(Object.values(policies).filter(({ algorithms }) => algorithms.sha1 === 'allow')).toEqual([
      vectors,
    ]);
  });

  it('are distinguished by the hash of their canonical form', () => {
    const hashes = Object.values(policies).map(policyHash);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(policyHash({ ...standard })).toBe(policyHash(standard));
    expect(policyHash({ ...standard, existence: { proofs: 3 } })).not.toBe(policyHash(standard));
  });

  it.each(Object.entries(policies))('%s is read back from its canonical form', (_name, policy) => {
    expect(readPolicy(readJson(canonicalPolicy(policy), 'policy'))).toEqual(policy);
  });

  it('a policy with a field missing, unknown or of another kind is not read', () => {
    const good = JSON.parse(canonicalPolicy(standard));
    const without = (change: (policy: typeof good) => void) => {
      const copy = structuredClone(good);
      change(copy);
      return () => readPolicy(readJson(JSON.stringify(copy), 'policy'));
    };
    const lies: ((policy: typeof good) => void)[] = [
      (policy) => delete policy.levels['ocsp.time'],
      (policy) => delete policy.scope,
      (policy) => (policy.levels['ocsp.future'] = 'FAIL'),
      (policy) => (policy.levels['ocsp.time'] = 'LENIENT'),
      (policy) => (policy.extra = 1),
      (policy) => (policy.scope = 'partial'),
      (policy) => (policy.existence.proofs = 0),
      (policy) => (policy.existence.proofs = 4),
      (policy) => (policy.anchors.rpcs = 0),
      (policy) => (policy.algorithms.minRsaBits = 512),
      (policy) => (policy.algorithms.sha1 = 'maybe'),
      (policy) => (policy.revocation.maxAgeSeconds = -1),
      (policy) => (policy.revocation.maxAgeSeconds = '1'.repeat(99)),
      (policy) => (policy.version = 1.5),
    ];
    for (const lie of lies) expect(without(lie), lie.toString()).toThrow(ProofError);
    expect(
      without((policy) => (policy.revocation.maxAgeSeconds = null))().revocation.maxAgeSeconds,
    ).toBeNull();
  });
});

describe('levels and basis', () => {
  it('what only the service says never passes a check of level FAIL', () => {
    expect(check(standard, 'token.head', passed({ basis: 'SERVER' }))).toMatchObject({
      status: 'INDETERMINATE',
      basis: 'SERVER',
      reason: { code: 'X_SERVER_WORD' },
    });
    expect(check(standard, 'token.head', passed({ basis: 'CHAIN' })).status).toBe('PASSED');
    expect(check(standard, 'claim.owner', passed({ basis: 'SERVER' })).status).toBe('PASSED');
    expect(check(standard, 'case.times', passed({ basis: 'SERVER' })).status).toBe('PASSED');
  });

  it('a check begins with its id and status, for people who read JSON', () => {
    expect(Object.keys(check(standard, 'file.hash', passed()))).toEqual([
      'id',
      'status',
      'object',
      'question',
      'level',
      'basis',
      'evidence',
    ]);
    expect(Object.keys(check(standard, 'token.head', passed({ basis: 'SERVER' }))).slice(0, 2)).toEqual([
      'id',
      'status',
    ]);
  });
});
