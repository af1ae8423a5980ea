import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginningOf,
  countUndated,
  coverageByWeek,
  latestActivity,
  mondayOf,
  requestsOver,
} from './series.ts';

const zone = 'America/Mexico_City';
const now = new Date('2026-11-20T03:00:00Z');

describe('series of the overview', () => {
  it('a day is a day of the reader’s zone, not of UTC', () => {
    // 03:00 UTC of the 20th is the evening of the 19th in Mexico.
    const requests = [{ createdAt: '2026-11-20T02:00:00Z', finalized: false }];
    const days = requestsOver({ requests, partial: false }, now, zone, 'day', 2);
    expect(days.map(({ mark, waiting }) => [mark, waiting])).toEqual([
      ['2026-11-18', 0],
      ['2026-11-19', 1],
    ]);
  });

  it('counts drafts apart: nobody was invited to sign them', () => {
    const createdAt = '2026-11-20T02:00:00Z';
    const requests = [
      { createdAt, draft: true },
      { createdAt, finalized: false },
    ];
    const marks = [{ mark: '2026-11-19', count: 3 }];
    const [day] = requestsOver({ requests, partial: false, marks }, now, zone, 'day', 1);
    expect(day).toMatchObject({ drafts: 1, waiting: 1, finished: 0, rejected: 0, unread: 1 });
  });

  it('counts every request within the span once, and none outside it', () => {
    const instant = fc
      .date({ min: new Date('2026-10-01'), max: now, noInvalidDate: true })
      .map((date) => date.toISOString());
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 50 }), (created) => {
        const requests = created.map((createdAt) => ({ createdAt }));
        for (const [grain, length] of [
          ['day', 90],
          ['month', 3],
        ] as const) {
          const counts = requestsOver({ requests, partial: false }, now, zone, grain, length);
          expect(counts).toHaveLength(length);
          expect(counts.reduce((sum, one) => sum + one.finished + one.waiting + one.rejected, 0)).toBe(
            created.filter((at) => at >= beginningOf(now, zone, grain, length)).length,
          );
        }
      }),
    );
  });

  it('months go back over the turn of the year', () => {
    const counts = requestsOver(
      { requests: [], partial: false },
      new Date('2026-02-10T12:00:00Z'),
      zone,
      'month',
      4,
    );
    expect(counts.map(({ mark }) => mark)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(beginningOf(new Date('2026-02-10T12:00:00Z'), zone, 'month', 4)).toBe('2025-11-01T06:00:00.000Z');
  });

  it('what is before the oldest that was read is not read, never zero', () => {
    const requests = [{ createdAt: '2026-11-19T18:00:00Z' }, { createdAt: '2026-11-18T18:00:00Z' }];
    const reach = (partial: boolean) =>
      requestsOver({ requests, partial }, now, zone, 'day', 3).map((count) => count.reach);
    expect(reach(true)).toEqual(['unread', 'part', 'whole']);
    expect(reach(false)).toEqual(['whole', 'whole', 'whole']);
  });

  it('SR-11 takes the counts of the service and says what of them was not read', () => {
    const requests = [{ createdAt: '2026-11-19T18:00:00Z' }, { createdAt: '2026-11-18T18:00:00Z' }];
    const marks = [
      { mark: '2026-11-17T06:00:00.000Z', count: 4 },
      { mark: '2026-11-18', count: 3 },
      { mark: null, count: 9 },
      null,
      { mark: 'soon', count: 9 },
    ];
    const counts = requestsOver({ requests, partial: true, marks }, now, zone, 'day', 3);
    expect(
      counts.map(({ mark, waiting, unread, fewer, reach }) => [mark, waiting, unread, fewer, reach]),
    ).toEqual([
      ['2026-11-17', 0, 4, false, 'whole'],
      ['2026-11-18', 1, 2, false, 'whole'],
      ['2026-11-19', 1, 0, true, 'whole'],
    ]);
  });

  it('weeks begin on Monday', () => {
    expect(['2026-11-15', '2026-11-16', '2026-11-22'].map(mondayOf)).toEqual([
      '2026-11-09',
      '2026-11-16',
      '2026-11-16',
    ]);
  });

  it('covers a week by what was processed, not by what was requested', () => {
    const createdAt = '2026-11-18T18:00:00Z';
    const weeks = coverageByWeek(
      [
        { createdAt, nom151: { createdAt }, merkleized: { createdAt, merkleRoot: null } },
        { createdAt, merkleized: { createdAt, merkleRoot: 'ab' }, witnessExternal: { timestamp: createdAt } },
        { createdAt: '2020-01-01T00:00:00Z', nom151: { createdAt } },
      ],
      false,
      now,
      zone,
      12,
    );
    expect(weeks).toHaveLength(12);
    expect(weeks[11]).toEqual({
      from: '2026-11-16',
      witnesses: 2,
      nom151: 1,
      merkleized: 1,
      external: 1,
      reach: 'whole',
    });
  });

  it('a week that was not read is distinguished from a week without witnesses', () => {
    const witnesses = [{ createdAt: '2026-11-18T18:00:00Z' }, { createdAt: '2026-11-04T18:00:00Z' }];
    const reach = (partial: boolean) =>
      coverageByWeek(witnesses, partial, now, zone, 4).map((week) => [week.from, week.witnesses, week.reach]);
    expect(reach(true)).toEqual([
      ['2026-10-26', 0, 'unread'],
      ['2026-11-02', 1, 'part'],
      ['2026-11-09', 0, 'whole'],
      ['2026-11-16', 1, 'whole'],
    ]);
    expect(reach(false).map(([, , one]) => one)).toEqual(['whole', 'whole', 'whole', 'whole']);
    // A date that cannot be read is of no week, and does not make the weeks before it unread.
    const unreadable = [...witnesses, { createdAt: '2026-13-45T99:99:99Z' }, {}, { createdAt: null }];
    expect(coverageByWeek(unreadable, true, now, zone, 4)).toEqual(
      coverageByWeek(witnesses, true, now, zone, 4),
    );
    expect([countUndated(unreadable), countUndated(witnesses)]).toEqual([3, 0]);
    // Nothing was read at all: nothing is known of any week.
    expect(coverageByWeek([], true, now, zone, 1)[0]?.reach).toBe('unread');
  });

  it('tells what happened newest first', () => {
    const request = {
      name: 'Contrato',
      createdAt: '2026-11-01T00:00:00Z',
      witness: { timestampedAt: '2026-11-04T00:00:00Z' },
      invites: [
        { signedAt: '2026-11-03T00:00:00Z', subject: { commonName: 'Ana' } },
        { rejectedAt: '2026-11-02T00:00:00Z', subject: { commonName: 'Luis' } },
      ],
    };
    expect(latestActivity([request], 3).map(({ kind, who }) => [kind, who])).toEqual([
      ['witnessed', undefined],
      ['signed', 'Ana'],
      ['rejected', 'Luis'],
    ]);
  });
});
