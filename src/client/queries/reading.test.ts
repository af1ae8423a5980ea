import { describe, expect, it } from 'vitest';
import { contentKind } from '#contract/resources/kinds.ts';
import { inviteStatus, requestState, strategies, tally, witnessDate } from './reading.ts';

describe('what services send in more than one form', () => {
  it.each([
    [{ status: 'SIGNED' }, 'SIGNED'],
    [{ status: 'ARCHIVED' }, 'ARCHIVED'],
    [{ rejectedAt: '2026-01-01T00:00:00Z', signature: 'ab' }, 'REJECTED'],
    [{ signature: 'ab', witness: { timestampedAt: '2026-01-01T00:00:00Z' } }, 'WITNESSED'],
    [{ signature: 'ab', witness: { id: 'x' } }, 'SIGNED'],
    [{ signedAt: '2026-01-01T00:00:00Z' }, 'SIGNED'],
    [{}, 'PENDING'],
    [{ id: 'a', createdAt: '2026-01-01T00:00:00Z' }, 'PENDING'],
    [{ id: 'a' }, undefined],
    [{ id: 'a', subject: { id: 'b' } }, undefined],
    [{ id: 'a', createdAt: '2026-01-01T00:00:00Z', unreadable: ['status'] }, undefined],
    [{ unreadable: ['*'] }, undefined],
    [{ id: 'a', createdAt: '2026-01-01T00:00:00Z', unreadable: ['subject'] }, 'PENDING'],
  ])('IV-1 reads the status of %j as %s', (invite, status) => {
    expect(inviteStatus(invite)).toBe(status);
  });

  it.each([
    [
      { signed: 2, pending: 1, rejected: 0 },
      { total: 3, signed: 2, pending: 1, rejected: 0 },
    ],
    [
      { signed: [{}, {}], pending: [], rejected: [{}] },
      { total: 3, signed: 2, pending: 0, rejected: 1 },
    ],
    [
      { signed: true, pending: false },
      { total: 1, signed: 1, pending: 0, rejected: 0 },
    ],
    [
      { signed: 9, invites: [{ status: 'SIGNED' }, { status: 'WITNESSED' }, { status: 'PENDING' }] },
      { total: 3, signed: 2, pending: 1, rejected: 0, witnessed: 1 },
    ],
    [{ invites: [{ id: 'a' }, { id: 'b' }] }, { total: 2, signed: 0, pending: 0, rejected: 0, unknown: 2 }],
    [
      { signed: -4, pending: 2.5, rejected: Number.NaN },
      { total: 2, signed: 0, pending: 2, rejected: 0 },
    ],
    [
      // One that is not known yet is not one that waits: the request's own numbers count.
      { signed: 2, pending: 0, rejected: 0, invites: [{ id: 'a' }, { id: 'b', status: 'SIGNED' }] },
      { total: 2, signed: 2, pending: 0, rejected: 0, unknown: 0 },
    ],
  ])('SR-5 counts answers from %j', (request, expected) => {
    expect(tally(request)).toMatchObject(expected);
  });

  it.each([
    [{ debtor: 'x', raw: 'k' }, 'IOU'],
    [{ pdf: 'k' }, 'pdf'],
    [{ json: 'k' }, 'json'],
    [{ raw: 'k' }, 'raw'],
    [{ rawContent: 'k' }, 'raw'],
    [{ pdf: null, raw: 'k' }, 'raw'],
    [{ id: 'k' }, undefined],
    [null, undefined],
  ])('SR-7 reads the kind of %j as %s', (content, kind) => {
    expect(contentKind(content)).toBe(kind);
  });

  it('WN-2 takes the earliest strategy where the service tells no date of its own', () => {
    const witness = {
      nom151: { createdAt: '2026-02-02T00:00:00Z' },
      merkleized: { createdAt: '2026-01-01T00:00:00Z' },
      witnessExternal: { timestamp: '2026-01-15T00:00:00Z' },
    };
    // Merkleized without a root is waiting, whatever its creation date.
    expect(witnessDate(witness)).toBe('2026-01-15T00:00:00Z');
    expect(witnessDate({ ...witness, timestampedAt: '2026-03-03T00:00:00Z' })).toBe('2026-03-03T00:00:00Z');
  });

  it('takes the third-party strategy under either name', () => {
    expect(strategies({ witnessCo: { timestamp: 't' } }).external).toEqual({ timestamp: 't' });
  });

  it('WI-14 says where a request stands from stubs and nulls without failing', () => {
    expect(requestState({})).toBe('unsigned');
    expect(requestState({ draft: true })).toBe('draft');
    expect(requestState({ invites: null, witness: null, finalized: true, signed: 1 })).toBe('signed');
    expect(
      requestState({ finalized: true, signed: 1, witness: { timestampedAt: '2026-01-01T00:00:00Z' } }),
    ).toBe('witnessed');
    expect(requestState({ finalized: false, pending: 1 })).toBe('waiting');
    expect(requestState({ finalized: true, signed: 1, rejected: 1 })).toBe('rejected');
  });
});
