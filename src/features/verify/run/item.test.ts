import { expect, test } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import * as material from '#proofs/testing/case-material.ts';
import { provenTimeOf, strategiesOf, type Item } from './item.ts';
import { reportOutcome } from './outcomes.ts';

const { documentWitness, context, documentHash } = material;

function itemOf(evidence: Evidence): Item {
  const outcome = reportOutcome(checkEvidence({ documentDigest: documentHash, ...evidence }, context));
  return { id: 1, name: 'x', source: { from: 'hash', hash: documentHash }, step: 'done', outcome };
}

test('a time-stamp beside a witness lends it neither its mark nor its time', () => {
  const { txHash: _, network: _network, token: _token, ...merkleized } = documentWitness.merkleized ?? {};
  const stamp = material.stampOver(documentHash);
  const alone = itemOf({ stamp });
  expect(strategiesOf(alone)).toEqual({ nom151: 'PASSED', merkleized: 'absent', external: 'absent' });
  expect(provenTimeOf(alone)).toBe(material.provenAt);
  const beside = itemOf({ witness: { hash: documentHash, merkleized }, stamp });
  expect(strategiesOf(beside)).toEqual({ nom151: 'absent', merkleized: 'INDETERMINATE', external: 'absent' });
  expect(provenTimeOf(beside)).toBeUndefined();
});
