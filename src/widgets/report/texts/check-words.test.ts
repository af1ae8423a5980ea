import { expect, it } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { standard } from '#proofs/policy/policy.ts';
import { evidencePartWords } from './check-words.ts';

const context = {
  policy: standard,
  trustVersion: '1',
  build: 'test',
  now: Date.parse('2026-11-20T15:00:00Z'),
  anchors: [],
};

const whole: Required<Omit<Evidence, 'otherDigests'>> = {
  documentDigest: 'ab'.repeat(32),
  witness: { hash: 'ab'.repeat(32) },
  signature: {},
  invites: [{}, {}],
  unloaded: ['request'],
  events: { items: [], complete: true },
  certificate: new Uint8Array(),
  ocspResponse: new Uint8Array(),
  stamp: new Uint8Array(),
  signers: [],
  responses: [],
  certificates: [],
  declaredExchanges: [],
};

it('every part of the evidence of which a digest is shown has a name in words', () => {
  const parts = Object.keys(checkEvidence(whole, context).inputs.evidence);
  expect(parts.length).toBeGreaterThan(Object.keys(whole).length - 1);
  for (const part of parts) expect([part, evidencePartWords(part)]).not.toEqual([part, part]);
  expect(evidencePartWords('invites[1]')).toMatch(/2$/);
});
