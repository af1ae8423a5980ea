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

const facts = (given: Evidence) => ledgerFacts({ evidence: given, report: checkEvidence(given, context) });
const kinds = (given: Evidence) =>
  Object.fromEntries(facts(given).entries.map(({ key, kind }) => [key, kind]));
const byAna = (given: Evidence): Evidence => ({ ...given, invites: (given.invites ?? []).slice(0, 1) });

describe('the dates of a case', () => {
  it('bear the basis of the checks that prove them, all others are the service’s word', () => {
    expect(kinds(byAna(evidence))).toEqual({
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
    const unsure = kinds(byAna(withInvite({ ocspResponse: last })));
    expect(unsure['invites[0].ocsp'] ?? 'SERVER').toBe('SERVER');
  });

  it('are never proven where no node can be queried', () => {
    const report = checkEvidence(evidence, { ...context, anchors: [], exchanges: [] });
    const all = ledgerFacts({ evidence, report }).entries;
    expect(all.filter(({ kind }) => kind === 'CHAIN' || kind === 'PINNED')).toEqual([]);
  });

  it('show the gap between an old answer of the authority and the signature, and no gap that the policy allows', () => {
    expect(facts(byAna(evidence)).spans).toEqual([]);
    const issued = signer('Ana');
    const thisUpdate = new Date(Date.parse(provenAt) - (9 * 24 + 6) * 3_600_000)
      .toISOString()
      .replace('.000Z', 'Z');
    const old = ocspResponse({
      singles: [{ certificate: issued.certificate, issuer: authority, thisUpdate }],
      signer: authority,
      producedAt: thisUpdate,
    });
    const stale = facts(byAna(withInvite({ ocspResponse: Buffer.from(old).toString('hex') })));
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

  it('say whose signature they are of where there are several, and have every signer', () => {
    const { entries } = facts(evidence);
    const dates = (at: number) => entries.filter(({ key }) => key.startsWith(`invites[${at}]`));
    expect(dates(0).map(({ label }) => label)).toEqual(dates(0).map(() => expect.stringContaining('Ana')));
    expect(dates(1).map(({ label }) => label)).toEqual(dates(1).map(() => expect.stringContaining('Berta')));
    expect(dates(1).map(({ key }) => key)).toContain('invites[1].signedAt');
    const alone = facts(byAna(evidence)).entries;
    expect(alone.filter(({ label }) => label.includes('Ana'))).toEqual([]);
  });

  it('have the date of a signer who rejected beside that of one who signed', () => {
    const [ana] = evidence.invites ?? [];
    const rejected = { subject: { commonName: 'Carla' }, rejectedAt: '2026-11-18T20:00:00Z' };
    const { entries, validity } = facts({ ...evidence, invites: [ana ?? {}, rejected] });
    expect(entries.find(({ key }) => key === 'invites[1].rejectedAt')?.label).toContain('Carla');
    // A band of one certificate among several signers would not say whose it is.
    expect(validity).toBeUndefined();
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
    expect(facts(byAna(evidence)).validity).toMatchObject({
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
