import { describe, expect, it } from 'vitest';
import { totalsOf } from './totals.ts';

const nothingRead = {
  lists: undefined,
  requests: [],
  newest: [],
  claimables: undefined,
  hasMoreUndated: false,
  known: false,
};
const totals = (witnesses: { witnessesUnread: boolean; claimablesFailed: boolean }) =>
  totalsOf([], { ...nothingRead, ...witnesses }, new Date());

describe('what waits among the witnesses', () => {
  it('is at least none while they are read, without a cause that could not be counted', () => {
    const reading = totals({ witnessesUnread: true, claimablesFailed: false });
    expect(reading.all).toEqual({ count: 0, least: true });
    expect(reading.uncounted).toEqual([]);
  });

  it('is a cause that could not be counted once the read failed', () => {
    expect(totals({ witnessesUnread: true, claimablesFailed: true }).uncounted).toEqual(['claimable']);
  });
});
