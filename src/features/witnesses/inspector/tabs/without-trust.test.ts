import { describe, expect, it } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { context, evidence, pem, root } from '#proofs/testing/case-material.ts';
import { proofContext } from '#widgets/verification/context/proof-context.ts';
import type { VerificationContext } from '#widgets/verification/context/verification-context.ts';
import { fallenChecks, heldChecks } from '../simulation/fallen-checks.ts';
import { beliefs, believing, type Belief } from './without-trust.ts';

const reader: VerificationContext = {
  trust: {
    policy: 'standard',
    anchors: [{ pem: pem(root), sha256: root.certificate.fingerprint, title: 'Raíz', use: 'both' }],
    recipe: 'ascii-hex-sorted/1',
    endorsers: context.endorsers ?? [],
    ...(context.range && { range: context.range }),
  },
  now: context.now,
  exchanges: context.exchanges ?? [],
};

const verify = (belief: Belief) => {
  const left = believing(belief, evidence, reader);
  return checkEvidence(left.evidence, proofContext(left.reader));
};

const held = (belief: Belief): string[] =>
  heldChecks(verify(belief)).map(({ section, check }) => `${section} ${check.id}`);

describe('Believing nobody', () => {
  it('believing everybody is the case as it is', () => {
    expect(believing('everybody', evidence, reader)).toEqual({ evidence, reader });
    expect(verify('everybody').verdict.conclusion).toBe('TOTAL_PASSED');
  });

  it('each step holds no more than the one before it', () => {
    const steps = beliefs.map(held);
    for (const [at, step] of steps.entries()) {
      const before = new Set(steps[at - 1] ?? step);
      expect(step.filter((id) => !before.has(id))).toEqual([]);
    }
    expect(steps[0]?.length).toBeGreaterThan(steps[3]?.length ?? 0);
  });

  it('without the word of the service the document is still proven, with the same time', () => {
    const before = verify('everybody');
    const after = verify('no-service');
    expect(after.verdict.conclusion).toBe('TOTAL_PASSED');
    const timeOf = (report: typeof before) =>
      report.sections.find(({ key }) => key === 'witness')?.provenTime;
    expect(timeOf(after)).toBe(timeOf(before));
    // No date, name or state of its own is left in what is checked.
    const text = JSON.stringify(believing('no-service', evidence, reader).evidence, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    expect(text).not.toMatch(
      /createdAt|timestampedAt|signedAt|status|commonName|provider|"timestamp"|revoked/,
    );
  });

  it('without nodes nothing rests on a chain', () => {
    const report = verify('no-nodes');
    expect(heldChecks(report).filter(({ check }) => check.basis === 'CHAIN')).toEqual([]);
    expect(fallenChecks(verify('no-service'), report).map(({ before }) => before.id)).toEqual(
      expect.arrayContaining(['merkleized.anchor', 'external.anchor']),
    );
  });

  it('without the provider and anchors only arithmetic is left, and no time', () => {
    const report = verify('no-provider');
    expect(heldChecks(report).every(({ check }) => check.basis === 'RECOMPUTED')).toBe(true);
    expect(held('no-provider')).toEqual(
      expect.arrayContaining([
        'document file.hash',
        'witness merkleized.root',
        'witness external.root',
        'invites[0] signature.rsa',
        'invites[1] signature.rsa',
      ]),
    );
    expect(held('no-provider').some((id) => /nom151|stamp|certificate\.path|anchor/.test(id))).toBe(false);
    expect(report.verdict.conclusion).toBe('INDETERMINATE');
    expect(report.sections.every(({ provenTime }) => provenTime === undefined)).toBe(true);
  });
});
