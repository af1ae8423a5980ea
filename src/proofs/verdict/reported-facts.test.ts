import { describe, expect, it } from 'vitest';
import { checkContradictions, contradictionsIn } from './contradictions.ts';
import type { InviteFacts, WitnessFacts } from '../evidence/facts.ts';
import { readInstant } from '../encoding/instant.ts';
import { standard } from '../policy/policy.ts';
import { checkTimes, type ReportedTimes } from './times.ts';

const witness: WitnessFacts = {
  hash: '00',
  createdAt: '2026-05-01T10:00:00Z',
  timestampedAt: '2026-05-01T11:00:00Z',
  merkleized: { createdAt: '2026-05-01T11:00:00Z', merkleRoot: '00' },
  nom151: { createdAt: '2026-05-02T11:00:00Z' },
  external: { timestamp: '2026-05-01T12:00:00Z' },
};
const invite: InviteFacts = {
  status: 'WITNESSED',
  createdAt: '2026-05-01T08:00:00Z',
  signedAt: '2026-05-01T09:00:00Z',
  signature: 'ab',
  witness,
};
const now = readInstant('2026-11-20T15:00:00Z', 'now');
const kinds = (reported: Parameters<typeof contradictionsIn>[0]): string[] =>
  contradictionsIn(reported).map(({ kind }) => kind);

describe('case.contradictions', () => {
  it('a service that agrees with itself contradicts nothing', () => {
    expect(kinds({ witness, invites: [invite, { status: 'PENDING' }] })).toEqual([]);
    expect(checkContradictions(standard, { witness })).toMatchObject({
      status: 'PASSED',
      basis: 'SERVER',
      level: 'WARN',
    });
  });

  const { merkleized: _m, nom151: _n, external: _x, ...unprocessed } = witness;
  const { timestampedAt: _t, ...unstamped } = unprocessed;
  it.each<[string, InviteFacts | undefined, WitnessFacts | undefined]>([
    ['timestamped_without_strategy', undefined, unprocessed],
    ['claimed_without_token', undefined, { ...witness, claimed: true }],
    ['claiming_without_owner', undefined, { ...witness, claiming: {} }],
    ['witnessed_without_strategy', { ...invite, witness: unstamped }, undefined],
    ['signed_without_signature', { status: 'SIGNED' }, undefined],
    ['signature_while_pending', { ...invite, status: 'PENDING' }, undefined],
    [
      'signature_while_rejected',
      { ...invite, status: 'REJECTED', rejectedAt: '2026-05-01T09:00:00Z' },
      undefined,
    ],
    ['rejected_without_date', { status: 'REJECTED' }, undefined],
  ])('%s', (kind, one, other) => {
    const reported = { ...(one && { invites: [one] }), ...(other && { witness: other }) };
    expect(kinds(reported)).toEqual([kind]);
    expect(checkContradictions(standard, reported)).toMatchObject({
      status: 'FAILED',
      basis: 'SERVER',
      reason: {
        code: 'X_SERVER_CONTRADICTION',
        detail: { count: 1, first: kind, where: one === undefined ? 'witness' : 'invites[0]' },
      },
    });
  });

  it('says where each stands, and how many there are', () => {
    const reported = {
      witness: { ...witness, claimed: true },
      invites: [invite, { ...invite, witness: { ...witness, claiming: {} } }],
    };
    expect(contradictionsIn(reported)).toEqual([
      { kind: 'claimed_without_token', values: { where: 'witness' } },
      { kind: 'claiming_without_owner', values: { where: 'invites[1].witness' } },
    ]);
    expect(checkContradictions(standard, reported)).toMatchObject({
      reason: { detail: { count: 2, first: 'claimed_without_token', where: 'witness' } },
      steps: [{ kind: 'claimed_without_token' }, { kind: 'claiming_without_owner' }],
    });
  });

  it('one strategy of any kind is enough; a token and an owner stand beside a claim', () => {
    const { timestampedAt, nom151, external } = witness;
    for (const strategy of [
      { nom151 },
      { merkleized: { merkleRoot: '00' } },
      { external: { targetRootHash: '00' } },
    ]) {
      const one = { hash: '00', timestampedAt, ...strategy } as WitnessFacts;
      expect(kinds({ witness: one, invites: [{ ...invite, witness: one }] })).toEqual([]);
    }
    for (const nothing of [
      { nom151: {} },
      { merkleized: {} },
      { external: { timestamp: external!.timestamp! } },
    ]) {
      expect(kinds({ witness: { hash: '00', timestampedAt: timestampedAt!, ...nothing } })).toEqual([
        'timestamped_without_strategy',
      ]);
    }
    expect(
      kinds({ witness: { ...witness, claimed: true, endorsable: {}, claiming: {}, initialOwner: 'x' } }),
    ).toEqual([]);
    expect(kinds({ witness: { ...witness, claimed: false } })).toEqual([]);
  });

  it('a signature belongs to SIGNED and WITNESSED, and only those need one', () => {
    const { signature: _s, witness: _w, ...bare } = invite;
    expect(kinds({ invites: [{ ...bare, status: 'WITNESSED' }] })).toEqual(['signed_without_signature']);
    expect(kinds({ invites: [{ ...invite, status: 'SIGNED', witness: { hash: '00' } }] })).toEqual([]);
    expect(kinds({ invites: [{ ...bare, status: 'REJECTED', rejectedAt: '2026-05-01T09:00:00Z' }] })).toEqual(
      [],
    );
    expect(kinds({ invites: [{ ...bare, status: 'SOMETHING' }] })).toEqual([]);
  });

  it('revoked_differs_from_ocsp, in either direction, and only where both are reported', () => {
    const reported = (revoked: boolean, byOcsp: boolean) =>
      kinds({ invites: [{ ...invite, certificate: { revoked } }], revokedByOcsp: new Map([[0, byOcsp]]) });
    expect(reported(false, true)).toEqual(['revoked_differs_from_ocsp']);
    expect(reported(true, false)).toEqual(['revoked_differs_from_ocsp']);
    expect([...reported(true, true), ...reported(false, false)]).toEqual([]);
    expect(kinds({ invites: [{ ...invite, certificate: { revoked: false } }] })).toEqual([]);
    expect(kinds({ invites: [invite], revokedByOcsp: new Map([[0, true]]) })).toEqual([]);
  });
});

describe('case.times', () => {
  const conflicts = (reported: ReportedTimes): string[] =>
    (checkTimes(standard, reported, now).steps ?? []).map(({ kind }) => kind);
  const bent = (change: Partial<WitnessFacts>) => conflicts({ witness: { ...witness, ...change } });
  const bentInvite = (change: Partial<InviteFacts>) => conflicts({ invites: [{ ...invite, ...change }] });

  it('times in an order that can be true pass', () => {
    expect(checkTimes(standard, { witness, invites: [invite] }, now)).toMatchObject({
      status: 'PASSED',
      basis: 'SERVER',
    });
    expect(checkTimes(standard, {}, now).status).toBe('PASSED');
  });

  it.each<[string, string[]]>([
    ['timestamped_at_is_not_the_earliest', bent({ timestampedAt: '2026-05-02T11:00:00Z' })],
    ['strategy_before_created', bent({ createdAt: '2026-05-01T11:30:00Z' })],
    ['strategy_in_the_future', bent({ nom151: { createdAt: '2026-11-21T00:00:00Z' } })],
    ['signed_before_created', bentInvite({ createdAt: '2026-05-01T09:30:00Z' })],
    ['rejected_before_created', bentInvite({ rejectedAt: '2026-05-01T07:00:00Z' })],
    ['witnessed_before_signed', bentInvite({ signedAt: '2026-05-01T13:00:00Z' })],
  ])('%s', (kind, found) => {
    expect(found).toEqual([kind]);
  });

  it('signed_in_the_future', () => {
    expect(bentInvite({ signedAt: '2027-01-01T00:00:00Z' })).toContain('signed_in_the_future');
  });

  it('clocks two minutes apart are not in conflict, more are', () => {
    expect(bent({ timestampedAt: '2026-05-01T11:02:00Z' })).toEqual([]);
    expect(bent({ timestampedAt: '2026-05-01T11:02:01Z' })).toHaveLength(1);
    expect(bentInvite({ createdAt: '2026-05-01T09:02:00Z' })).toEqual([]);
    expect(bentInvite({ createdAt: '2026-05-01T09:02:01Z' })).toHaveLength(1);
  });

  it('the clock of the reader may be two minutes behind', () => {
    const signedAt = (at: string) =>
      (checkTimes(standard, { invites: [{ signedAt: at, signature: 'ab' }] }, now).steps ?? []).map(
        ({ kind }) => kind,
      );
    expect(signedAt('2026-11-20T15:02:00Z')).toEqual([]);
    expect(signedAt('2026-11-20T15:02:01Z')).toEqual(['signed_in_the_future']);
    expect(signedAt('2026-11-20T14:59:00Z')).toEqual([]);
  });

  it('every strategy is held against the creation of its witness and the clock of the reader', () => {
    const strategies = [
      { nom151: { createdAt: '2026-04-01T00:00:00Z' } },
      { merkleized: { createdAt: '2026-04-01T00:00:00Z' } },
      { external: { timestamp: '2026-04-01T00:00:00Z' } },
    ];
    for (const strategy of strategies) {
      expect(conflicts({ witness: { hash: '00', createdAt: '2026-05-01T00:00:00Z', ...strategy } })).toEqual([
        'strategy_before_created',
      ]);
      const early = readInstant('2026-03-01T00:00:00Z', 'now');
      const check = checkTimes(standard, { witness: { hash: '00', ...strategy } }, early);
      expect(check.steps?.map(({ kind }) => kind)).toEqual(['strategy_in_the_future']);
    }
  });

  it('every invite and its witness is looked at, and each conflict is reported', () => {
    const late = { ...witness, timestampedAt: '2026-05-03T00:00:00Z' };
    const check = checkTimes(
      standard,
      { witness: late, invites: [invite, { ...invite, witness: late }] },
      now,
    );
    expect(check.reason?.detail).toEqual({
      count: 2,
      first: 'timestamped_at_is_not_the_earliest',
      where: 'witness',
      expected: '2026-05-01T11:00:00Z',
      reported: '2026-05-03T00:00:00Z',
    });
    expect(check.steps?.map(({ values }) => values.where)).toEqual(['witness', 'invites[1].witness']);
  });

  it('times that are not reported are in conflict with none', () => {
    const { timestampedAt: _t, ...unreported } = witness;
    expect(conflicts({ witness: unreported })).toEqual([]);
    expect(conflicts({ witness: { hash: '00', timestampedAt: '2026-05-01T11:00:00Z' } })).toEqual([]);
    const one = {
      hash: '00',
      timestampedAt: '2026-05-01T11:00:00Z',
      external: { timestamp: '2026-05-02T11:00:00Z' },
    };
    expect(conflicts({ witness: one })).toEqual(['timestamped_at_is_not_the_earliest']);
    expect(conflicts({ invites: [{ signature: 'ab' }, { signedAt: '2026-05-01T11:00:00Z' }] })).toEqual([]);
  });

  it('a conflict names where it stands; a time that is none leaves it open', () => {
    const check = checkTimes(
      standard,
      { witness: { ...witness, timestampedAt: '2026-05-03T00:00:00Z' } },
      now,
    );
    expect(check).toMatchObject({
      status: 'FAILED',
      reason: {
        code: 'X_TIME_CONFLICT',
        detail: { where: 'witness', expected: '2026-05-01T11:00:00Z', reported: '2026-05-03T00:00:00Z' },
      },
    });
    expect(checkTimes(standard, { witness: { ...witness, createdAt: 'yesterday' } }, now)).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_UNREADABLE' },
    });
  });
});
