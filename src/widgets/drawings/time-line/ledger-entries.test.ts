import { describe, expect, it } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import {
  authority,
  context,
  evidence,
  inviteOf,
  provenAt,
  signer,
  withInvite,
  withWitness,
} from '#proofs/testing/case-material.ts';
import { ocspResponse } from '#proofs/pki/testing/ocsp-responder.ts';
import { withBitFlipped } from '../testing/flip.ts';
import { ledgerFacts, lengthText } from './ledger-entries.ts';

const facts = (given: Evidence, invite?: number) =>
  ledgerFacts({ evidence: given, report: checkEvidence(given, context), invite });
const kinds = (given: Evidence, invite?: number) =>
  Object.fromEntries(facts(given, invite).entries.map(({ key, kind }) => [key, kind]));

describe('the dates of a case', () => {
  it('bear the basis of the checks that prove them, all others are the service’s word', () => {
    expect(kinds(evidence, 0)).toEqual({
      createdAt: 'SERVER',
      timestampedAt: 'SERVER',
      nom151: 'PINNED',
      'merkleized.stamp': 'PINNED',
      'external.anchor': 'CHAIN',
      'endorsable.timestamp': 'SERVER',
      'invites[0].ocsp': 'RECOMPUTED',
      'invites[0].signedAt': 'SERVER',
      'invites[0].best': 'PINNED',
    });
  });

  it('fall back to the service’s word with one bit of what proves them', () => {
    const { nom151 } = evidence.witness ?? {};
    const bent = withWitness({ nom151: { ...nom151, token: withBitFlipped(nom151?.token ?? '', 0.9) } });
    expect(kinds(bent)).toMatchObject({ nom151: 'SERVER', 'external.anchor': 'CHAIN' });
    const ocsp = inviteOf('Ana').ocspResponse ?? '';
    const last = ocsp.slice(0, -2) + (ocsp.endsWith('00') ? '01' : '00');
    const unsure = kinds(withInvite({ ocspResponse: last }), 0);
    expect(unsure['invites[0].ocsp'] ?? 'SERVER').toBe('SERVER');
  });

  it('are never proven where no node can be queried', () => {
    const report = checkEvidence(evidence, { ...context, anchors: [], exchanges: [] });
    const all = ledgerFacts({ evidence, report }).entries;
    expect(all.filter(({ kind }) => kind === 'CHAIN' || kind === 'PINNED')).toEqual([]);
  });

  it('show the gap between an old answer of the authority and the signature, and no gap that the policy allows', () => {
    expect(facts(evidence, 0).spans).toEqual([]);
    const issued = signer('Ana');
    const thisUpdate = new Date(Date.parse(provenAt) - (9 * 24 + 6) * 3_600_000)
      .toISOString()
      .replace('.000Z', 'Z');
    const old = ocspResponse({
      singles: [{ certificate: issued.certificate, issuer: authority, thisUpdate }],
      signer: authority,
      producedAt: thisUpdate,
    });
    const stale = facts(withInvite({ ocspResponse: Buffer.from(old).toString('hex') }), 0);
    expect(stale.spans).toEqual([
      { from: thisUpdate, to: provenAt, label: expect.stringContaining('9 d 6 h'), tone: 'warn' },
    ]);
    // The date is the authority's own, although it is too old to cover the signature.
    expect(stale.entries.find(({ key }) => key === 'invites[0].ocsp')).toMatchObject({
      at: thisUpdate,
      kind: 'RECOMPUTED',
    });
  });

  it('name the signers where there are several, and emphasize when each signature is proven', () => {
    const { entries, validity } = facts(evidence);
    expect(validity).toBeUndefined();
    const best = entries.filter(({ emphasized }) => emphasized);
    expect(best.map(({ key }) => key)).toEqual(['invites[0].best', 'invites[1].best']);
    expect(best[0]?.label).toContain('Ana');
  });

  it('say whose signature they are of where one of several is shown', () => {
    const labels = facts(evidence, 0).entries.filter(({ key }) => key.startsWith('invites[0]'));
    expect(labels.map(({ label }) => label)).toEqual(labels.map(() => expect.stringContaining('Ana')));
    const alone = facts({ ...evidence, invites: [inviteOf('Ana')] }, 0).entries;
    expect(alone.filter(({ label }) => label.includes('Ana'))).toEqual([]);
  });

  it('emphasize the earliest proven date where no signature is shown', () => {
    const { invites: _, ...alone } = evidence;
    const emphasized = facts(alone).entries.filter((entry) => entry.emphasized);
    expect(emphasized.length).toBeGreaterThan(0);
    expect(
      emphasized.every(({ kind, at }) => kind !== 'SERVER' && Date.parse(at) === Date.parse(provenAt)),
    ).toBe(true);
  });

  it('tell the validity of the certificate as the check read it', () => {
    expect(facts(evidence, 0).validity).toMatchObject({
      from: '2020-01-01T00:00:00Z',
      to: '2039-12-31T23:59:59Z',
    });
  });

  it('leave out what is no date', () => {
    expect(kinds(withWitness({ timestampedAt: 'yesterday' }))).not.toHaveProperty('timestampedAt');
  });

  it('say lengths by their two largest units', () => {
    expect([0, 59_000, 61_000, 3_600_000, 799_200_000].map(lengthText)).toEqual([
      '0 s',
      '59 s',
      '1 min',
      '1 h',
      '9 d 6 h',
    ]);
  });
});
